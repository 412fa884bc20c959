# mixmi check: the implied independencies of a graph, its edges, and what cannot be checked.
. "$WORDS"
# a -> b -> c with e alone, from a generator of our own so that every awk draws the same
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 7; print "a,b,c,e"
for (i = 0; i < 400; i++) { a = draw() + draw(); b = a + draw() / 2; c = b * b + draw(); print a "," b "," c "," draw() } }' >net.csv
printf 'a -> b\nb -> c\ne\n' >true.txt
printf 'a -> b\nc\ne\n' >less.txt
printf 'a -> b\nb -> c\ne -> c\n' >more.txt
answer "the true graph" "DAG true.txt: 4 nodes, 2 edges

p = *: the data do not reject the graph at alpha = 0.01
implied independencies *4 tested by residual: 0 rejected (Holm), 0 (false discovery rate)
edges *2 tested: 0 without support
permuted node names *% of 20 graphs have no larger share of tests rejected than this one (0%)" check net.csv --graph true.txt
answer "an edge too few" "DAG less.txt: 4 nodes, 1 edge
*the data reject the graph*
edge to add *estimate *interval *p *given
b -- c * to *
*rejected independence *p *Holm *BH *given*" check net.csv -g less.txt --permuted 0
answer "an edge too many" "*1 without support
*edge without support *p *given
e -> c *" check net.csv -g more.txt --permuted 0
answer "all independencies" "*implied independence *
* | *" check net.csv -g true.txt --verbose --permuted 0
judge "JSON" check net.csv -g less.txt --permuted 4 --json '
all(k in a for k in "command version file preset graph kind rows units test alpha seed all_pairs p rejected rejected_fdr undecided unsupported violations permuted quantile claims missing edges remarks".split())
and a["kind"] == "dag" and a["p"] < 1e-6 and a["permuted"] == 4 and {a["missing"][0]["from"], a["missing"][0]["to"]} == {"b", "c"} and a["missing"][0]["mark_from"] == a["missing"][0]["mark_to"] == "tail"
and 0 < a["missing"][0]["lower"] < a["missing"][0]["estimate"] < a["missing"][0]["upper"] and a["edges"][0]["supported"] is True'
judge "all pairs have smallest separating sets" check net.csv -g true.txt --all --permuted 0 --json 'a["all_pairs"] and len(a["claims"]) == 4 and all(len(c["b"]) == 1 for c in a["claims"]) and [c["given"] for c in a["claims"] if {c["a"], *c["b"]} == {"a", "c"}] == [["b"]]'
judge "another test, another level" check net.csv -g true.txt --test chi2 --alpha 0.2 --permuted 0 --all --json 'a["test"] == "chi2" and a["alpha"] == 0.2'
printf 'a -- b\nb -- c\ne\n' >class.txt
judge "a CPDAG" check net.csv -g class.txt --permuted 0 --json 'a["kind"] == "cpdag" and a["rejected"] == 0 and a["edges"][0]["mark_from"] == "tail"'
printf 'a o-> b\nb -> c\ne\n' >pag.txt
judge "a PAG" check net.csv -g pag.txt --permuted 0 --json 'a["kind"] == "pag" and len(a["claims"]) == 4'
same_twice() { "$MIXMI" check net.csv -g true.txt --json >.a && "$MIXMI" check net.csv -g true.txt --json --threads 1 >.b && cmp .a .b; }
truth "the same every time, whatever the threads" same_twice
refuse "no graph" 1 "mixmi: --graph is needed*" check net.csv
refuse "a graph that is not there" 3 "mixmi: *nowhere*" check net.csv -g nowhere
printf 'a -> z\n' >stranger.txt
refuse "a node that is no column" 2 "mixmi: *node 'z' of the graph is not a column*" check net.csv -g stranger.txt
printf 'a -> b\nb -> c\nc -> a\n' >ring.txt
refuse "a cycle" 2 "mixmi: *directed cycle*" check net.csv -g ring.txt
printf 'a -> same\n' >constant.txt
printf 'a,same\n1,2\n3,2\n4,2\n' >same.csv
refuse "a constant column" 2 "mixmi: *'same' has fewer than two values*" check same.csv -g constant.txt
refuse "a test without p-values" 1 "mixmi: *sc gives no p-value*" check net.csv -g true.txt --test sc
refuse "no number" 1 "mixmi: --permuted: 'x'*" check net.csv -g true.txt --permuted x
echo a,b,c,e >empty.csv
refuse "no rows" 2 "mixmi: empty.csv: *no rows*" check empty.csv -g true.txt
refuse "graph and table from one stream" 1 "mixmi: *both come from standard input*" check - -g -
refuse "an answer over the graph" 1 "mixmi: --output: 'true.txt' is an input file*" check net.csv -g true.txt -o true.txt
