# mixmi compare: two graphs, distances between them, and what is no graph.
. "$WORDS"
printf 'a -> b\nb -> c\nd\n' >truth.txt
printf 'from,to,type\na,b,undirected\nc,b,directed\nd,,\n' >learnt.csv
printf 'a <-> b\nb o-> c\nd\n' >pag.txt

answer "text" "learnt.csv (learnt) and truth.txt (true)

structural Hamming distance *2
structural intervention distance *[0-9]*
marks of common edges that agree *1 of 4

compared *true *learnt *common *precision *recall *F1
skeleton *2 *2 *2 *1 *1 *1
directions *2 *1 *0 *0 *0 *0
arrowheads *2 *1 *0 *0 *0 *0" compare learnt.csv truth.txt
printf 'a -- b\nb -- c\nc -- d\n' >three.txt
answer "shares have three digits" "*skeleton *3 *2 *2 *1 *0.667 *0.8
*" compare learnt.csv three.txt
judge "JSON" compare truth.txt truth.txt --json '
a["command"] == "compare" and a["file"] == a["truth"] == "truth.txt" and a["cpdag"] is False and a["hamming"] == a["sid_lower"] == a["sid_upper"] == 0
and a["skeleton"]["f1"] == a["directions"]["f1"] == a["arrowheads"]["f1"] == 1 and a["marks"] == a["common_marks"] == 4'
printf 'c -> b\nb -> a\nd\n' >reversed.txt
judge "a chain and its reverse" compare reversed.txt truth.txt --json 'a["hamming"] == 2 and a["sid_lower"] == a["sid_upper"] == 6'
judge "... have the same CPDAG" compare reversed.txt truth.txt --cpdag --json 'a["hamming"] == 0 and a["cpdag"] is True and a["sid_upper"] == 6'
judge "a PAG has no structural intervention distance" compare pag.txt truth.txt --json 'a["sid_lower"] is None and a["arrowheads"]["common"] == 2 and a["arrowheads"]["learnt"] == 3'
answer "... and it is said why" "*structural intervention distance *- (*DAG or a CPDAG*" compare pag.txt truth.txt
truth "to a file" sh -c '"$MIXMI" compare learnt.csv truth.txt -o out.txt && grep -q "structural Hamming" out.txt'
printf 'x,y,lone\n1,1,5\n2,2,1\n3,3,7\n4,4,2\n5,5,8\n6,6,3\n7,7,9\n8,8,4\n9,9,6\n10,11,0\n11,10,3\n12,12,6\n' >rows.csv
printf 'x -- y\nlone\n' >nodes.txt
truth "a learnt list of edges has every node" sh -c '"$MIXMI" graph rows.csv --format csv -o learnt-rows.csv && grep -q "^lone,,node," learnt-rows.csv && "$MIXMI" compare learnt-rows.csv nodes.txt >/dev/null'
refuse "one graph" 1 "mixmi: two graphs are needed*" compare truth.txt
refuse "three graphs" 1 "mixmi: unexpected argument 'x'*" compare truth.txt truth.txt x
echo "a -> e" >other.txt
refuse "other nodes" 2 "mixmi: the graphs have different nodes; *'e'*" compare other.txt truth.txt
refuse "a graph that is not there" 3 "mixmi: *nowhere.txt*" compare nowhere.txt truth.txt
printf "a b c d" >no.txt
refuse "what is no graph" 2 "mixmi: *" compare no.txt truth.txt
refuse "an answer over a graph that is read" 1 "mixmi: --output: 'truth.txt' is an input file and would be overwritten*" compare learnt.csv truth.txt -o truth.txt
