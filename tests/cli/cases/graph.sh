# mixmi graph: formats, knowledge, truth, checkpoint and interrupt; what is wrong is said before the search.
. "$WORDS"
# a -> c <- b, c -> d (0, 16, 32: no codes), and e alone, from a generator of our own so that every awk draws the same
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 42; print "a,b,c,d,e"
for (i = 0; i < 1500; i++) { a = draw() < 0.5; b = draw() < 0.5; c = draw() < 0.9 ? a + b : int(3 * draw()); d = draw() < 0.8 ? c : int(3 * draw()); print a "," b "," 16 * c "," 16 * d "," int(2 * draw()) } }' >net.csv
printf 'from,to\na,c\nb,c\nc,d\ne,\n' >truth.csv
quick="--preset paper" # most of what is here is no matter of the test, and its own takes milliseconds
G="graph net.csv $quick"

answer "text" "Graph of 5 nodes with 3 edges: 0 directed, 3 with a possible direction, 0 undirected

edge *estimate *share *sign *shape *p *rows *given
a -?> c*
b -?> c*
c -?> d*
-?>: possible*

7 pairs separated* (--all lists them)

Test chi2 at alpha 0.01*" $G
answer "all pairs" "Graph of 5 nodes*
7 pairs separated*

separated *estimate *p *rows *given*
a | b *Test chi2*" $G --all
truth "... and no hint at what is there" sh -c '! "$MIXMI" '"$G"' --all | grep -e "--all lists"'
answer "edges as CSV" "from,to,type,estimate,lower,upper,p,verdict,given,rows,sign,shape,strength,share,certainty,probability_from,probability_to,mark_probability,kind,kind_from,remark
a,c,directed,*,0.4*,groups,*,0.5,,,,possible,,
b,c,directed,*,0.4*,groups,*,0.5,,,,possible,,
c,d,directed,*,increasing,*,0.5,,,,possible,,
e,,node,,,,,,,,,,,,,,,,,," $G --csv
refuse "all pairs as JSON" 1 "mixmi: --all applies to text only*" $G --all --json
refuse "csv and json" 1 "mixmi: --csv and --json are mutually exclusive*" $G --csv --json
refuse "csv and another format" 1 "mixmi: --csv and --format dot are mutually exclusive*" $G --csv --format dot
judge "the keys that are promised" $G --json '
all(k in a for k in "command version file preset rows units test alpha seed nodes edges separated tests tests_reused complete levels conflicts stability kind search latent max_cond v_rule knowledge remarks".split())
and a["command"] == "graph" and a["rows"] == 1500 and a["complete"] is True and a["test"] == "chi2"
and [n["name"] for n in a["nodes"]] == list("abcde") and all(n["type"] in ("discrete", "numeric") for n in a["nodes"])
and {(e["from"], e["to"], e["type"]) for e in a["edges"]} == {("a", "c", "directed"), ("b", "c", "directed"), ("c", "d", "directed")}
and all(k in e for e in a["edges"] for k in "p estimate given".split()) and all(k in s for s in a["separated"] for k in "a b given p".split())
and len(a["separated"]) == 7 and "comparison" not in a'
judge "the test that is asked by default" graph net.csv -c a,b,c --json '
a["test"] == "residual" and a["preset"] == "default" and {(e["from"], e["to"], e["type"]) for e in a["edges"]} == {("a", "c", "directed"), ("b", "c", "directed")}
and all(0 < e["p"] <= 0.01 for e in a["edges"]) and [s["p"] > 0.01 for s in a["separated"]] == [True]'
for test in sc fnml jic; do
	judge "with the test $test" $G --test $test --json 'len(a["edges"]) == 3 and a["test"] == "'$test'" and all(e["p"] is None for e in a["edges"])'
done
judge "some columns" $G -c a,b,c,e --exclude e --json '[n["name"] for n in a["nodes"]] == ["a", "b", "c"]'
judge "the order of columns does not matter" $G -c d,c,b,a --json '{(e["from"], e["to"]) for e in a["edges"]} == {("a", "c"), ("b", "c"), ("c", "d")}'
awk -F, '{ print $3 "," $4 }' net.csv >straight.csv
awk -F, '{ print $4 "," $3 }' net.csv >turned.csv
truth "... nor for the share of an undirected edge" sh -c '"$MIXMI" '"graph straight.csv $quick"' --csv | grep -q c,d,undirected && [ "$("$MIXMI" '"graph straight.csv $quick"' --csv)" = "$("$MIXMI" '"graph turned.csv $quick"' --csv)" ]'
judge "conditioning sets have a limit" $G --max-cond 0 --json 'a["levels"] == 1 and a["max_cond"] == 0 and all(s["given"] == [] for s in a["separated"])'
for rule in conservative majority max-p; do judge "the $rule rule" $G --v-rule $rule --json 'a["v_rule"] == "'$rule'" and sum(e["type"] == "directed" for e in a["edges"]) == 3'; done
judge "searches by name" $G --search pc-stable --json 'a["search"] == "pc-stable" and a["kind"] == "cpdag"'
judge "latent variables" $G --latent --json 'a["kind"] == "pag" and a["search"] == "rfci" and {(e["from"], e["to"], e["type"]) for e in a["edges"]} == {("a", "c", "partially-directed"), ("b", "c", "partially-directed"), ("c", "d", "directed")}'
for search in score pc-stable; do
	judge "... from the skeleton of $search" $G --latent --search $search --json 'a["kind"] == "pag" and a["search"] == "rfci" and len(a["edges"]) == 3 and sum(e["type"] == "directed" for e in a["edges"]) == 1'
done
refuse "a search that there is no more" 1 "mixmi: --search: *pc-stable,score*" $G --search greedy
judge "... by default after the search by score" graph net.csv --test sc --latent --json 'a["kind"] == "pag" and a["search"] == "rfci" and {(e["from"], e["to"], e["type"]) for e in a["edges"]} == {("a", "c", "partially-directed"), ("b", "c", "partially-directed"), ("c", "d", "directed")}'
refuse "... and selection bias" 1 "mixmi: *--selection-bias has no effect without --latent*" $G --selection-bias
refuse "a search for them that there is not" 1 "mixmi: --latent-search: *rfci*" $G --latent --latent-search fast
for format in json dot graphml csv lines; do
	"$MIXMI" $G --latent --format $format >pag.$format
	judge "a PAG as $format is read back" $G --latent --truth pag.$format --json 'a["comparison"]["hamming"] == 0 and a["comparison"]["common_marks"] == a["comparison"]["marks"] == 6'
done
printf 'root: a\nsink: d\norder: a, b < c < rest\n' >placed.txt
judge "roots, sinks and an order" $G --knowledge placed.txt --json '{(e["from"], e["to"]) for e in a["edges"]} == {("a", "c"), ("b", "c"), ("c", "d")}'
names_others() { echo "tier 1: a, b" >tier.txt; "$MIXMI" $G --knowledge tier.txt >.out 2>.err && grep -q "columns in no tier.*: c, d, e;" .err; }
truth "columns without a tier are named" names_others
judge "few rows are flagged" $G --min-rows 1501 --json 'all(e["few_rows"] for e in a["edges"])'
judge "stability" $G --stability 6 --seed 3 --json 'a["stability"] == 6 and a["false_edges"] >= 0 and all(0 <= e["frequency"] <= 1 for e in a["edges"]) and a["seed"] == 3'
complains_of_bootstrap() { "$MIXMI" $G --bootstrap 4 --json >.out 2>.err && grep -q "note: --bootstrap is an alias of --stability" .err && grep -q '"stability": 4' .out; }
truth "bootstrap is another name of it, with a remark" complains_of_bootstrap
refuse "... so both are too many" 1 "mixmi: --bootstrap and --stability are the same option*" $G --bootstrap 4 --stability 6
noted "halves come in pairs" "*share of 2 random splits*" "mixmi: note: --stability 3: * pairs, so 4 are searched" $G --stability 3
head -4 net.csv >three.csv
noted "three rows cannot be halved" "Graph of 2 nodes*" "*--stability: no frequencies: there are 3 rows*" graph three.csv --columns c,d --test sc --stability 4
threads() { "$MIXMI" graph "$@" --json --threads 1 >.one && "$MIXMI" graph "$@" --json --threads 64 >.many && cmp .one .many; }
truth "1 thread and 64 give the same bytes of JSON" threads net.csv $quick
truth "... with stability and knowledge" sh -c 'echo "tier 1: a, b" >tier.txt'
truth "... so they do" threads net.csv $quick --stability 4 --knowledge tier.txt --v-rule majority
truth "... by default" threads net.csv -c b,c,d
truth "... with permutations" threads net.csv $quick -c a,b,c --test perm --alpha 0.05

for format in text json dot graphml csv lines; do
	answer "format $format" "?*" $G --format $format
	cp .out main.$format
	set -- "$@" --write $format:also.$format
done
answer "many outputs of one run" "Graph of 5*" $G "$@"
for format in text json dot graphml csv lines; do
	truth "the file of $format is what --format prints" cmp main.$format also.$format
done
answer "--json is --format json" "{*" $G --json
cp .out json.out
truth "... byte by byte" cmp json.out main.json
for format in json dot graphml csv lines; do
	answer "what was written as $format can be compared with" "*Compared with the CPDAG of the graph in also.$format: structural Hamming distance 0; 6 of 6 marks of common edges agree*" $G --truth also.$format
done
if "$MIXMI" $G --plot can.svg >/dev/null 2>&1; then
	for kind in svg png pdf; do
		"$MIXMI" $G --plot g.$kind >.out 2>.err
		[ $? -eq 4 ] && grep -q librsvg .err && { skip "a picture, $kind" "no librsvg"; continue; }
		truth "a picture, $kind" test -s g.$kind
	done
	truth "SVG is SVG" grep -q '<svg' g.svg
else
	skip "pictures" "built without Graphviz"
fi

answer "a comparison, text" "*Compared with the CPDAG of the graph in truth.csv: structural Hamming distance 0; 6 of 6 marks of common edges agree
compared *
skeleton * 3 * 3 * 3 * 1 *1 *1
directions * 3 *" $G --truth truth.csv
judge "a comparison, JSON" $G --truth truth.csv --max-cond 0 --json '
(lambda c: c["truth"] == "truth.csv" and c["against"] == "cpdag" and c["skeleton"]["true"] == 3 and c["skeleton"]["learnt"] > 3 and c["skeleton"]["recall"] == 1
and abs(c["skeleton"]["precision"] - 3 / c["skeleton"]["learnt"]) < 1e-12 and c["hamming"] > 0)(a["comparison"])'
compared_elsewhere() { "$MIXMI" $G --truth truth.csv --format dot >.out 2>.err && grep -q "note: compared with .*truth.csv: skeleton precision 1, recall 1, F1 1;.*Hamming distance 0" .err && grep -q graph .out; }
truth "a comparison has its place even with DOT" compared_elsewhere
quiet_elsewhere() { "$MIXMI" $G --truth truth.csv --format dot --write json:with.json >.out 2>.err && [ ! -s .err ] && grep -q comparison with.json; }
truth "... which is the JSON file where there is one" quiet_elsewhere
printf 'from,to,type\na,c,directed\nb,c,directed\nc,d,undirected\ne,,\n' >part.csv
answer "with latent variables a true DAG is compared as its PAG" "*Compared with the PAG of the graph in truth.csv: structural Hamming distance 0; 6 of 6 marks*" $G --latent --truth truth.csv
judge "... and its nodes without a column are latent" $G --latent --truth truth.csv --exclude c,e --json 'a["comparison"]["against"] == "pag" and a["comparison"]["hamming"] == 0 and a["comparison"]["marks"] == 4'
echo "require a -> c" >caused.txt
judge "... with the marks that are known beforehand" $G --latent --truth truth.csv --knowledge caused.txt --json 'a["comparison"]["hamming"] == 0 and ("a", "c", "directed") in {(e["from"], e["to"], e["type"]) for e in a["edges"]}'
judge "a graph with undirected edges is compared as it is" $G --truth part.csv --json 'a["comparison"]["against"] == "graph" and a["comparison"]["hamming"] == 1'

printf '# what we know\nforbid a -- c\n' >forbid.txt
judge "a forbidden pair is not tested" $G --knowledge forbid.txt --json '
a["knowledge"] == "forbid.txt" and [s["forbidden"] for s in a["separated"] if (s["a"], s["b"]) == ("a", "c")] == [True] and not any({e["from"], e["to"]} == {"a", "c"} for e in a["edges"])'
printf 'require e -> a\n' >require.txt
judge "a required edge is there" $G -k require.txt --json '[e["required"] for e in a["edges"] if (e["from"], e["to"]) == ("e", "a")] == [True]'
judge "knowledge may speak of columns that are left out" $G -k require.txt -c b,c,d --json 'len(a["nodes"]) == 3'
printf 'require a -> c\n\nforbid a -> c\n' >contradict.txt
refuse "contradictions name their lines" 2 "mixmi: contradict.txt: lines 1 and 3 contradict each other*" $G --knowledge contradict.txt
printf 'forbid a -- b\nforbid a -- bb\n' >unknown.txt
refuse "an unknown column in the knowledge" 2 "mixmi: unknown.txt: line 2: no column 'bb'; did you mean 'b'?" $G --knowledge unknown.txt
printf 'perhaps a -> b\n' >malformed.txt
refuse "a statement that is none" 2 "mixmi: malformed.txt: line 1: *" $G --knowledge malformed.txt
refuse "no such knowledge" 3 "mixmi: nosuch.txt: *" $G --knowledge nosuch.txt

printf 'a,b,none\n1,2,\n2,1,\n3,2,\n' >none.csv
printf 'a\n1\n2\n' >one.csv
printf 'a,b\n1,2\n2,1\n' >two.csv
refuse "one column" 2 "mixmi: a graph needs at least two columns, and there is only one" graph one.csv
refuse "no column left" 2 "mixmi: a graph needs at least two columns, and there is none" graph one.csv --exclude a
answer "two rows" "Graph of 2 nodes with 0 edges*undecided*a .. b*" graph two.csv
judge "a pair that no test could judge is no edge" graph two.csv --json 'a["edges"] == [] and a["separated"] == [] and [(u["a"], u["b"]) for u in a["undecided"]] == [("a", "b")]'
noted "a column without values is left out" "Graph of 2 nodes*" "*left out*'none' (use --columns*" graph none.csv
noted "columns that carry the same information are joined" "Graph of 9 nodes*5 between columns that carry the same information*age == mail*" "*carries the same information as column*" graph "$DATA/../tests/files/long_panel.csv"
judge "... in JSON too" graph "$DATA/../tests/files/long_panel.csv" --json 'sum(e["type"] == "same" and e["p"] is None for e in a["edges"]) == 5'
noted "... and left out as repetitions where the preset is the paper's" "Graph of 4 nodes*" "*left out, as they carry the same information as another column: 'subject', 'mail', 'nr', 'days_to_go', 'period' (use --columns*" graph "$DATA/../tests/files/long_panel.csv" --preset paper
refuse "... unless it is named" 2 "mixmi: column 'none' has no values*" graph none.csv -c a,b,none
answer "... and not even read" "Graph of 2 nodes*" graph none.csv -c a,b
sed '1s/a,b,c,d,e/a,sex,c,age,year/' net.csv >people.csv
answer "probable roots are suggested" "Graph of 5 nodes*suggested roots*: sex, age, year*--roots sex,age,year directs*" graph people.csv $quick
judge "... in JSON, and never applied" graph people.csv $quick --json '
[(s["column"], s["why"]) for s in a["suggested_roots"]] == [("sex", "name"), ("age", "name"), ("year", "name")] and a["roots"] is None
and {(e["from"], e["to"], e["kind"]) for e in a["edges"]} == {("a", "c", "possible"), ("sex", "c", "possible"), ("c", "age", "possible")}'
judge "... but by --roots" graph people.csv $quick --roots age,sex --json '
[s["column"] for s in a["suggested_roots"]] == ["year"] and a["roots"] == "age,sex"
and {(e["from"], e["to"], e["kind"]) for e in a["edges"]} >= {("age", "c", "knowledge"), ("sex", "c", "knowledge")}'
printf 'require c -> age\n' >aged.txt
refuse "... which may contradict --knowledge" 2 "mixmi: *age*" graph people.csv $quick --roots age --knowledge aged.txt
"$MIXMI" graph people.csv $quick --json >people.json
judge "a graph says what an answer rests on" adjust people.json -x age -y c --json '
not a["affects"] and a["possible_arrows"] == 3 and "c -?> age" in a["rests_on"]'
refuse "an unknown test" 1 "mixmi: --test: 'x' is not one of: chi2,sc,fnml,jic,perm*" $G --test x
refuse "alpha out of range" 1 "mixmi: --alpha: '1' is not a number between 0 and 1*" $G --alpha 1
refuse "an unknown format" 1 "mixmi: --format: 'xml' is not one of: text,json,*" $G --format xml
refuse "json and another format" 1 "mixmi: --json and --format dot are mutually exclusive*" $G --json --format dot
refuse "an unknown format to write" 1 "mixmi: --write: 'xml:f' is not FORMAT:FILE*" $G --write xml:f
refuse "a file without its format" 1 "mixmi: --write: 'f.dot' is not FORMAT:FILE*" $G --write f.dot
refuse "a format without its file" 1 "mixmi: --write: 'dot:' names no file*" $G --write dot:
refuse "a picture with an unknown ending" 1 "mixmi: --plot: 'g.gif' does not end in*" $G --plot g.gif
refuse "two outputs into one file" 1 "mixmi: two outputs would go to 'f'*" $G --write dot:f --write csv:f
refuse "... under another name" 1 "mixmi: two outputs would go to './f'*" $G --write dot:f --write csv:./f
refuse "an output into the checkpoint" 1 "mixmi: two outputs would go to 'f'*" $G --checkpoint f -o f
refuse "an empty checkpoint" 1 "mixmi: --checkpoint: the file name is empty*" $G --checkpoint ""
refuse "graphs have no units to choose" 1 "mixmi: --units is not an option of 'mixmi graph'*" $G --units bits
refuse "no such truth" 3 "mixmi: nosuch.csv: *" $G --truth nosuch.csv
printf 'from,to\na,c\nb,c\nc,d\n' >without.csv
noted "a column that the true graph does not name has no edges" "*structural Hamming distance 0*" "mixmi: note: without.csv: 'e': not in the true graph*" $G --truth without.csv
printf 'from,to,type\na,c,->\nb,c,->\nc,d,->\ne,,\n' >with.csv
answer "... which a row without 'to' can say" "Graph of 5 nodes*" $G --truth with.csv
refuse "a true graph with another node" 2 "mixmi: truth.csv: the true graph has a node 'e', which is not a column; with --latent*" $G --truth truth.csv --exclude e
printf 'from,to\na,b\nb,c\nc,a\nd,\ne,\n' >cycle.csv
refuse "a true graph with a cycle" 2 "mixmi: cycle.csv: *cycle*" $G --truth cycle.csv
refuse "... with latent variables too" 2 "mixmi: cycle.csv: *cycle*" $G --truth cycle.csv --latent
printf 'x' >junk
refuse "a true graph that is none" 2 "mixmi: junk: *" $G --truth junk
refuse "an output that cannot be written" 3 "mixmi: no/f: No such file or directory" $G --write dot:no/f
refuse "a checkpoint that cannot be written" 3 "mixmi: no/f: No such file or directory" $G --checkpoint no/f
unwritten() { # the limit of file sizes makes the first write fail
	(ulimit -f 0 && ! "$MIXMI" $G --checkpoint unwritten.txt 2>&1) | grep -q "cannot write checkpoint" && [ ! -e unwritten.txt ]
}
truth "... leaves no file" unwritten
if [ -w /dev/full ]; then
	nothing_lost() { # one output fails: the others are written, and the code says so
		"$MIXMI" $G --write dot:/dev/full --write lines:kept.txt >.out 2>.err
		[ $? -eq 3 ] && [ "$(cat .err)" = "mixmi: /dev/full: No space left on device" ] && [ -s kept.txt ] && grep -q "^Graph of 5" .out
	}
	truth "a full disk for one output loses no other" nothing_lost
	: >.out
fi
refuse "an output does not replace the true graph" 1 "mixmi: --write: 'csv:truth.csv' is an input file and would be overwritten*" $G --truth truth.csv --write csv:truth.csv
refuse "... nor the knowledge" 1 "mixmi: --output: 'tier.txt' is an input file and would be overwritten*" $G --knowledge tier.txt -o tier.txt
truth "no output was left by what was refused" test ! -e f -a ! -e g.gif

# Checkpoints: the same answers, none asked twice; files of other searches are left as they are.
steady_json() { sed 's/"tests_reused": [0-9]*/"tests_reused": .../'; }
"$MIXMI" $G --json >whole.json
answer "a search with a checkpoint" "{*" $G --json --checkpoint answers
cp .out first.json
truth "... gives the same" cmp first.json whole.json
judge "the second time no test is made" $G --json --checkpoint answers 'a["tests"] == a["tests_reused"] > 0'
truth "... and all is the same" sh -c 'sed "s/\"tests_reused\": [0-9]*/\"tests_reused\": 0/" .json | cmp - whole.json'
cp answers before
refuse "a checkpoint of other data" 2 "mixmi: checkpoint \"answers\" belongs to another search*" graph two.csv $quick --checkpoint answers
refuse "a checkpoint of other columns" 2 "mixmi: checkpoint \"answers\" belongs to another search; what differs: data, columns. *" $G --exclude e --checkpoint answers
refuse "a checkpoint of another test" 2 "mixmi: checkpoint \"answers\" belongs to another search; what differs: test. *" $G --test sc --checkpoint answers
refuse "a file that is no checkpoint" 2 "mixmi: \"truth.csv\" is not a checkpoint*" $G --checkpoint truth.csv
truth "the checkpoint is as it was" cmp before answers
truth "... and so is the other file" grep -q '^from,to$' truth.csv

# Interrupting: the signal comes in the middle of the search (see tests/hooks/command.c).
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 7; print "p,q,r,s"
for (i = 0; i < 400; i++) { p = draw() + draw() + draw(); q = p + draw(); r = q + draw(); print p "," q "," r "," draw() + draw() } }' >slow.csv
search="graph slow.csv --test perm --permutations 99 --json"
interrupt() { # interrupt CHECKPOINT FILE: stops the search once it has two answers
	HOOK_STOP="2 of 6 pairs" "$HOOKED" $search --threads 1 --checkpoint $1 >$2 2>.err
	code=$?
	[ $code -eq 4 ] && [ "$(wc -l <.err)" -eq 1 ] && grep -q "^mixmi: interrupted after [0-9]* tests: .* the same command resumes the search from $1$" .err
}
hooked "a signal stops the search, with exit code 4 and how to go on" interrupt held stopped.json
if has python3 && [ -n "$HOOKED" ]; then truth "what was known is written, as not complete" python3 -c 'import json; a = json.load(open("stopped.json")); assert a["complete"] is False and len(a["nodes"]) == 4'; fi
resumed() {
	"$MIXMI" $search --threads 2 --checkpoint held >resumed.json && "$MIXMI" $search >straight.json || return 1
	grep -q '"tests_reused": [1-9]' resumed.json || { echo "no answer was reused"; return 1; }
	steady_json <resumed.json >.a && steady_json <straight.json >.b && cmp .a .b
}
hooked "resuming gives the same JSON as no interrupt, with answers reused" resumed
so_far() { # what was found so far is shown, and no pair that a test finds dependent is called separated
	HOOK_CLOCK=1 HOOK_STOP="what supports" "$HOOKED" graph net.csv --json --threads 1 >so_far.json 2>.err
	[ $? = 4 ] && has python3 && python3 -c 'import json
a = json.load(open("so_far.json"))
assert a["complete"] is False and len(a["edges"]) >= 3
assert all(s["p"] is None or s["p"] > a["alpha"] for s in a["separated"])'
}
[ -z "$HOOKED" ] || truth "an interrupted search shows the best graph so far" so_far
without_checkpoint() {
	HOOK_STOP="level 0" "$HOOKED" $search --threads 2 -o given_up.json 2>.err
	code=$?
	[ $code -eq 4 ] && grep -q "interrupted after .* with --checkpoint FILE" .err && grep -q '"complete": false' given_up.json
}
hooked "without a checkpoint it says that there could be one" without_checkpoint
on_terminal() {
	HOOK_CLOCK=1 script -qec "'$HOOKED' graph slow.csv --test perm --permutations 99 --threads 1 -o tty.txt" /dev/null </dev/null >.tty 2>&1
	grep -q 'level 0: [0-9]* of 6 pairs, [0-9]* of about [0-9]* tests.*%' .tty
}
if has script; then hooked "progress on a terminal: level and tests" on_terminal; else skip "progress on a terminal" "no script(1)"; fi

# knowledge about what the search leaves out by itself
awk -F, 'NR == 1 { print $0 ",same" } NR > 1 { print $0 ",1" }' net.csv >constant.csv
printf 'require a -> c\nforbid same -> c\n' >idle.txt
printf 'from,to\na,c\nb,c\nc,d\nsame,d\ne,\n' >leftout.csv
left_out() { "$MIXMI" graph constant.csv $quick --truth leftout.csv >.out 2>.err && grep -q "note: leftout.csv: 'same': ignored in the comparison" .err && grep -q "Hamming distance 0" .out; }
truth "a true graph with a column that is left out: the column is ignored" left_out
noted "knowledge about a column that is left out says so" "Graph of 5 nodes*" "*idle.txt: statements about columns without information *: same*" graph constant.csv $quick --knowledge idle.txt
