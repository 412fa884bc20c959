# mixmi blanket and mixmi select: roles, sets, formats, checkpoints, and what is wrong.
. "$WORDS"
# a -> c <- b, c -> d, and e alone
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 42; print "a,b,c,d,e"
for (i = 0; i < 1500; i++) { a = draw() < 0.5; b = draw() < 0.5; c = draw() < 0.9 ? a + b : int(3 * draw()); d = draw() < 0.8 ? c : int(3 * draw()); print a "," b "," c "," d "," int(2 * draw()) } }' >net.csv
B="blanket net.csv --test sc --target"
judge "a cause, its effect and the other cause" $B a --json '
a["command"] == "blanket" and a["target"] == "a" and a["complete"] and {c["column"]: c["role"] for c in a["columns"]} == {"c": "neighbour", "b": "spouse", "d": "discarded", "e": "discarded"}
and [c["given"] for c in a["columns"] if c["column"] == "d"] == [["c"]] and all(k in c for c in a["columns"] for k in "estimate corrected p rows total given".split())'
judge "a column among some" $B a -c b,c --json '[c["column"] for c in a["columns"]] == ["c", "b"]'
answer "text" "2 columns for a, 2 discarded; test sc*c *neighbour*b *spouse*d *discarded*" $B a
answer "CSV" "column,role,estimate,total,p,rows,given,cannot_tell
c,neighbour,*b,spouse,*" $B a --csv
keeps() { rm -f answers.txt; "$MIXMI" $B a --json --checkpoint answers.txt >.one && "$MIXMI" $B a --json --checkpoint answers.txt >.two && grep -q '"tests_reused": [1-9]' .two && sed '/tests_reused/d' .one >.a && sed '/tests_reused/d' .two >.b && cmp .a .b; }
truth "a checkpoint gives the same answer" keeps
same_threads() { "$MIXMI" $B c --json --threads 1 >.one && "$MIXMI" $B c --json --threads 16 >.two && cmp .one .two; }
truth "threads do not matter" same_threads
S="select net.csv --test sc --target"
judge "selection" $S d -k 3 --json 'a["command"] == "select" and [c["column"] for c in a["columns"]][0] == "c" and a["columns"][0]["role"] == "chosen"'
judge "... has a limit" $S c -k 1 --json 'len(a["columns"]) == 1'
judge "... adds up" $S c --json 'abs(a["columns"][-1]["total"] - sum(c["estimate"] for c in a["columns"])) < 1e-9'
refuse "no target" 1 "*--target*" blanket net.csv
refuse "two targets" 1 "*one column*" $B a,b
refuse "csv and json" 1 "*exclude each other*" $S a --csv --json

printf 'id,x,y\n' >same.csv
for i in $(seq 40); do echo "u$i,$i,$((i * 7 % 40))" >>same.csv; done
noted "a column that no test could judge says so" "*id * -  *cannot tell*" "*an identifier?*" blanket same.csv --columns id,x,y --target y
judge "... in JSON" blanket same.csv --columns id,x,y --target y --json '[c["cannot_tell"] and c["estimate"] is None for c in a["columns"] if c["column"] == "id"] == [True]'
