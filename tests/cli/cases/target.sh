# mixmi blanket and mixmi select: roles, sets, formats, checkpoints, and what is wrong.
. "$WORDS"
# a -> c <- b, c -> d, and e alone
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 42; print "a,b,c,d,e"
for (i = 0; i < 1500; i++) { a = draw() < 0.5; b = draw() < 0.5; c = draw() < 0.9 ? a + b : int(3 * draw()); d = draw() < 0.8 ? c : int(3 * draw()); print a "," b "," 16 * c "," 16 * d "," int(2 * draw()) } }' >net.csv
B="blanket net.csv --test sc --target"
judge "a cause, its effect and the other cause" $B a --json '
a["command"] == "blanket" and a["target"] == "a" and a["complete"] and {c["column"]: c["role"] for c in a["columns"]} == {"c": "neighbour", "b": "spouse", "d": "discarded", "e": "discarded"}
and [c["given"] for c in a["columns"] if c["column"] == "d"] == [["c"]] and all(k in c for c in a["columns"] for k in "estimate corrected p rows total given".split())'
judge "a column among some" $B a -c b,c --json '[c["column"] for c in a["columns"]] == ["c", "b"]'
answer "text" "2 columns for a, 2 discarded; test sc*c *neighbour*b *spouse*d *discarded*" $B a
answer "CSV" "column,role,estimate,total,p,rows,given,undecided,few_rows,open,level,decided_by,over
c,neighbour,*b,spouse,*" $B a --csv
# weak dependences, at the edge of the level: every row agrees with the level that decided about it
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
function normal(i, t) { t = 0; for (i = 0; i < 12; i++) t += draw(); return t - 6 }
BEGIN { s = 5; for (j = 0; j < 12; j++) printf "v%d,", j; print "y"
for (i = 0; i < 250; i++) { y = normal(); for (j = 0; j < 12; j++) { v = normal() + y * j / 45; printf "%.4f,", v; y += 0.05 * v } printf "%.4f\n", y } }' >weak.csv
agrees='all((c["role"] != "discarded") == (c["p"] <= c["level"]) for c in a["columns"] if c["decided_by"] == "level")
and all(c["decided_by"] == ("structure" if c["role"] == "spouse" else "level") for c in a["columns"]) and all((c["over"] is not None) == (c["role"] == "spouse") for c in a["columns"])'
for target in y v3 v11; do
	judge "rows agree with their level, target $target" blanket weak.csv --target $target --alpha 0.05 --json "$agrees"
	says_why() { # every row that alpha alone would have decided otherwise has a remark
		"$MIXMI" blanket weak.csv --target $1 --alpha 0.05 --json >.j && "$MIXMI" blanket weak.csv --target $1 --alpha 0.05 >.t && python3 -S -c 'import json
rows = {line.split()[0]: line for line in open(".t") if line.strip()}
odd = [c for c in json.load(open(".j"))["columns"] if (c["role"] != "discarded") != (c["p"] <= 0.05)]
assert all("the level for" in rows[c["column"]] or "structure decided" in rows[c["column"]] for c in odd), odd
print(len(odd), "rows of which alpha alone would say otherwise")'
	}
	if has python3; then truth "... or say what decided" says_why $target; fi
done
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
refuse "nothing besides the target" 2 "mixmi: a blanket or a selection needs a column besides the target" $B a -c a
sed '1s/.*/"x;1","y ""q""",z,w,v/' net.csv >odd.csv
answer "odd names of a set in CSV, as graph has them" '*,"""x;1""",false,*' select odd.csv --test sc --target w --columns '"x;1","y ""q"""' --csv
refuse "a target that is left out" 1 "mixmi: --exclude leaves out the target 'a'*" $B a --exclude a,e
judge "few rows are flagged" $B a --min-rows 1501 --json 'all(c["few_rows"] for c in a["columns"])'
answer "... in text" "*c *neighbour * few rows*" $B a --min-rows 1501
truth "... and where they are enough they are not" sh -c '"$MIXMI" '"$B"' a --min-rows 1500 >.t && grep -q "^c " .t && ! grep -q "few rows" .t'
answer "... of a selection, in CSV" "*c,chosen,*,false,true,false*" $S d -k 1 --csv --min-rows 1501
refuse "csv and json" 1 "*are mutually exclusive*" $S a --csv --json

printf 'id,x,y\n' >same.csv
for i in $(seq 40); do echo "u$i,$i,$((i * 7 % 40))" >>same.csv; done
noted "a column that no test could judge says so" "*id * -  *undecided*" "*an identifier?*" blanket same.csv --columns id,x,y --target y
judge "... in JSON" blanket same.csv --columns id,x,y --target y --json '[c["undecided"] and c["estimate"] is None for c in a["columns"] if c["column"] == "id"] == [True]'

# interrupted: what was not tested to the end does not stand as a result
stopped() { # stopped STAGE ARGS...: exit code 4, the answer in .answer, the message in .said; no report of progress is passed over
	stage=$1
	shift
	HOOK_CLOCK=1 HOOK_STOP=$stage "$HOOKED" "$@" --threads 1 >.answer 2>.said
	[ $? -eq 4 ] && [ "$(wc -l <.said)" -eq 1 ]
}
stopped_text() {
	stopped "neighbours: 1 of" $B c && sed -n 1p .answer | grep -q '^[0-9]* columns for c so far' && sed -n 2p .answer | grep -q '^INCOMPLETE: ' || return 1
	! grep ' neighbour ' .answer | grep -qv 'not fully tested$' && grep -q 'interrupted after [0-9]* tests: .* with --checkpoint FILE' .said
}
hooked "an interrupted blanket says so, and marks what is still open" stopped_text
stopped_first() { stopped "columns: 2 of" $B c && grep -q '^[0-9]* columns\{0,1\} for c so far, .* untested;' .answer && grep -q '^[a-e]  *untested  *-  *-  *0' .answer; }
hooked "... and what was not asked about at all" stopped_first
stopped_csv() { stopped "neighbours: 1 of" $B c --csv && grep -q '^a,neighbour,.*,true,' .answer && grep -q 'is incomplete' .said; }
hooked "... in CSV" stopped_csv
stopped_json() { stopped "neighbours: 1 of" $B c --json && grep -q '"complete": false' .answer && grep -q '"open": true' .answer; }
hooked "... in JSON" stopped_json
stopped_checkpoint() { stopped "neighbours: 1 of" $B c --checkpoint going && grep -q 'the same command resumes the search from going$' .said && ! grep -q -e '--checkpoint' .said; }
hooked "... without advice to give the checkpoint that was given" stopped_checkpoint
stopped_select() { stopped "columns: 3 of" $S c && sed -n 2p .answer | grep -q '^INCOMPLETE: '; }
hooked "an interrupted selection says so" stopped_select
judge "nothing is open at the end" $B c --json 'a["complete"] and not any(c["open"] for c in a["columns"])'
