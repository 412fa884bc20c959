# mixmi pairs: which pairs are asked, in which order they come, and what becomes of columns that say nothing.
. "$WORDS"
P=$DATA/penguins.csv

golden "every pair of columns, ranked" penguins_pairs.txt pairs "$P" --atom-threshold 15 --preset paper
judge "28 pairs, those with the most evidence first" pairs "$P" --atom-threshold 15 --json '
a["command"] == "pairs" and a["count"] == 28 and len(a["answers"]) == 28 and a["sort"] == "evidence" and a["target"] == [] and a["z"] == []
and (lambda k: k == sorted(k))([(q["verdict"] != "detected", -q["lower"], q["p"]) for q in a["answers"]])
and a["detected"] == sum(q["verdict"] == "detected" for q in a["answers"]) and a["detected"] < 28
and len({frozenset(q["x"] + q["y"]) for q in a["answers"]}) == 28'
judge "smallest p first" pairs "$P" --atom-threshold 15 --sort p --json '[q["p"] for q in a["answers"]] == sorted(q["p"] for q in a["answers"])'
judge "largest estimate first" pairs "$P" --sort estimate --json '[q["estimate"] for q in a["answers"]] == sorted((q["estimate"] for q in a["answers"]), reverse=True)'
judge "largest corrected estimate first, ties by name" pairs "$P" --atom-threshold 15 --preset paper --sort corrected --json '
(lambda keys: keys == sorted(keys))([(-q["corrected"], q["x"], q["y"]) for q in a["answers"]])'
judge "greatest strength first" pairs "$P" --sort strength --json '
a["sort"] == "strength" and all(0 <= q["strength"] <= 1 for q in a["answers"]) and [q["strength"] for q in a["answers"]] == sorted((q["strength"] for q in a["answers"]), reverse=True)'
judge "by default the default test, with p-values" pairs "$P" -c species,sex,bill_depth_mm --json '
a["test"] == "residual" and a["preset"] == "default" and all(0 <= q["p"] <= 1 and (q["verdict"] == "not_detected" or q["lower"] > 0) for q in a["answers"])'
for o in "--alpha 0.05" "--seed 2" "--adjust" "--sort p"; do
	judge "$o asks for p-values" pairs "$P" -c species,sex $o --json 'a["test"] == "residual" and 0 < a["answers"][0]["p"] <= 1'
done
judge "by name" pairs "$P" --atom-threshold 15 --sort name --json '(lambda keys: keys == sorted(keys))([(q["x"], q["y"]) for q in a["answers"]])'
judge "in the order of the file" pairs "$P" --atom-threshold 15 --sort file --json '[q["x"][0] for q in a["answers"][:8]] == ["species"] * 7 + ["island"]'
judge "against a target" pairs "$P" --atom-threshold 15 --target species --json '
len(a["answers"]) == 7 and all(q["y"] == ["species"] for q in a["answers"]) and a["answers"][0]["x"] == ["flipper_length_mm"]'
judge "against two targets, their own pair once" pairs "$P" --atom-threshold 15 -t species,sex --json '
a["count"] == 13 and len({frozenset(q["x"] + q["y"]) for q in a["answers"]}) == 13 and a["target"] == ["species", "sex"]'
judge "given columns are in no pair" pairs "$P" --atom-threshold 15 -z species,sex --json '
a["count"] == 15 and all(q["z"] == ["species", "sex"] for q in a["answers"]) and not any(n in q["x"] + q["y"] for q in a["answers"] for n in a["z"])'
judge "the first ones only; the adjustment counts all" pairs "$P" --atom-threshold 15 --preset paper --top 3 --adjust --json '
a["count"] == 28 and len(a["answers"]) == 3 and all(q["p_holm"] >= q["p_bh"] > 2 * q["p"] for q in a["answers"])'
judge "top beyond the last" pairs "$P" -c 1,2,7 --top 99999999999999999999999 --json 'len(a["answers"]) == 3'
judge "some columns" pairs "$P" -c species,sex -c island --exclude sex --json 'a["count"] == 1'
judge "columns and a target beside them" pairs "$P" -c sex,island --target species --json 'sorted(q["x"][0] for q in a["answers"]) == ["island", "sex"]'
judge "all but some" pairs "$P" --exclude year,3,4,5,6 --json '{n for q in a["answers"] for n in q["x"] + q["y"]} == {"species", "island", "sex"}'
answer "headline of a part" "the first 2 of 3 pairs of columns given year, test sc at alpha 0.05, estimates in bits;
dependence detected in 1*rank*-- not detected at alpha 0.05 --
   2  *" pairs "$P" -c 1,2,7 -z year --test sc --units bits --top 2
answer "CSV" "x,y,z,verdict,estimate,lower,upper,*,p,p_holm,p_bh,*
island,species,,detected,*
sex,species,,not_detected,*" pairs "$P" -c sex,island --target species --csv
agrees() { # agrees TEST ARGS...: a pair is what the question gets alone from that test
	test=$1 && shift
	"$MIXMI" pairs "$P" -c species,island -z sex "$@" --json >.pairs && "$MIXMI" test "$P" -x island -y species -z sex --test $test --json >.one && python3 -c 'import json
m, o = json.load(open(".pairs"))["answers"][0], json.load(open(".one"))
assert all(m[k] == o[k] for k in "verdict estimate lower upper corrected strength statistic df p permutations rows rows_dropped".split())'
}
if has python3; then
	truth "a pair is what mixmi test says" agrees residual --test residual
	truth "... and by default" agrees residual
	truth "... or another test" agrees sc --test sc
	truth "... also where a level is asked for" agrees residual --alpha 0.05
else 
	skip "a pair is what mixmi test says" "no python3"
fi
threads() { # threads ARGS...
	"$MIXMI" "$@" --threads 1 >.one && "$MIXMI" "$@" --threads 64 >.many && cmp .one .many
}
truth "1 thread and 64 give the same bytes of JSON" threads pairs "$P" --atom-threshold 15 --json
truth "... with permutations" threads pairs "$P" -c 1,2,7 --test perm --json
truth "... and of CSV" threads pairs "$P" --atom-threshold 15 --csv

printf 'a,b,same,none,once\n1,x,k,,\n2,y,k,NA,\n3,x,k,,\n4,y,k,NA,5\n5,x,k,,\n6,y,k,NA,\n' >odd.csv
judge "a constant column tells 0" pairs odd.csv -c a,b,same --json 'all(q["estimate"] == 0 and q["verdict"] == "not_detected" for q in a["answers"] if "same" in q["x"] + q["y"])'
judge "... and is independent by the test of a level too" pairs odd.csv -c a,b,same --test residual --json 'all(q["verdict"] == "not_detected" and q["lower"] == 0 and q["p"] == 1 or "same" not in q["x"] + q["y"] for q in a["answers"])'
missing() { # columns without values: no answer, last, said on standard error and in the notes
	"$MIXMI" pairs odd.csv -c 1-5 --json >.json 2>.err && grep -q "mixmi: note: 7 of 10 questions have no answer" .err && python3 -c 'import json
a = json.load(open(".json"))
assert [q["remark"] is not None for q in a["answers"]] == [False] * 3 + [True] * 7
assert all(("none" in q["x"] + q["y"] or "once" in q["x"] + q["y"]) == (q["remark"] is not None) for q in a["answers"])
assert any("no answer" in n for n in a["remarks"])'
}
if has python3; then truth "columns without values are reported, not fatal" missing; else skip "columns without values" "no python3"; fi
rounded() { "$MIXMI" pairs "$P" -c bill_depth_mm,sex --preset paper --json >.json 2>.err && grep -q "note: 'bill_depth_mm' has 31 values" .err && grep -q "raise --atom-threshold" .json; }
truth "what looks rounded is noted once" rounded
answer "... and is no matter to preset default" "1 pair of columns, test residual*" pairs "$P" -c bill_depth_mm,sex

printf 'a\n1\n2\n' >one.csv
refuse "one column" 2 "mixmi: no pairs: at least two columns are needed, and 1 is left" pairs one.csv
refuse "one column left" 2 "mixmi: no pairs*" pairs "$P" -c species,sex -z sex
refuse "the target alone" 2 "mixmi: no pairs*" pairs "$P" -c species --target species
printf 'a,b\n1,2\n' >row.csv
refuse "one row" 2 "mixmi: row.csv: *" pairs row.csv
refuse "an unknown target suggests the nearest" 1 "mixmi: *'specie'*'species'*" pairs "$P" --target specie
refuse "an unknown column to exclude" 1 "mixmi: *'specie'*" pairs "$P" --exclude specie
refuse "a target that is given" 1 "mixmi: 'sex' is in both --target and -z*" pairs "$P" --target sex -z sex
refuse "a column twice" 1 "mixmi: --columns names 'sex' twice*" pairs "$P" -c sex,7
refuse "a target twice" 1 "mixmi: --target names 'sex' twice*" pairs "$P" --target sex,7
refuse "an empty target" 1 "mixmi: --target names no column*" pairs "$P" --target ""
refuse "an unknown order" 1 "mixmi: --sort: 'size' is not one of: evidence,estimate,strength,p,corrected,name,file*" pairs "$P" --sort size
refuse "an order that the test cannot give" 1 "mixmi: --sort p needs p-values, which the test jic does not give*" pairs "$P" --sort p --test jic
for n in 0 -1 1.5 x; do refuse "top $n" 1 "mixmi: --top: '$n' is not a whole number from 1*" pairs "$P" --top=$n; done
refuse "no --queries" 1 "mixmi: no option '--queries'*" pairs "$P" --queries q.csv

"$MIXMI" pairs "$P" -c species,island,sex,bill_depth_mm --plot heat.svg >.heat 2>.err
truth "a heat map of all pairs, beside the table" sh -c '"$MIXMI" pairs "$DATA/penguins.csv" -c species,island,sex,bill_depth_mm | cmp - .heat && for c in species island sex bill_depth_mm; do grep -q ">$c</text>" heat.svg || exit 1; done'
truth "... the same for any order of columns" sh -c '"$MIXMI" pairs "$DATA/penguins.csv" -c sex,bill_depth_mm,island,species --plot other.svg >/dev/null && cmp heat.svg other.svg'
truth "... and against a target" sh -c '"$MIXMI" pairs "$DATA/penguins.csv" -c island,sex,species --target species -z sex --plot target.svg >/dev/null && grep -q "given sex" target.svg'
refuse "a heat map with an unknown ending" 1 "mixmi: --plot: 'h.gif' does not end in .svg, .png or .pdf*" pairs "$P" --plot h.gif
refuse "a heat map that is the output" 1 "mixmi: --output and --plot must name different files*" pairs "$P" --plot h.svg -o h.svg

awk 'BEGIN { srand(3); for (j = 0; j < 7; j++) printf "v%d%s", j, j < 6 ? "," : "\n"
for (i = 0; i < 60; i++) { a = rand(); for (j = 0; j < 7; j++) printf "%s%s", a + rand(), j < 6 ? "," : "\n" } }' >many.csv
on_terminal() { # with a clock that runs fast (tests/hooks/command.c)
	HOOK_CLOCK=1 script -qec "'$HOOKED' pairs many.csv --test perm --permutations 99 --threads 1 -o many.txt" /dev/null </dev/null >.tty 2>&1
	grep -q 'testing \[.*%.*of 21 questions, .*/s, .* left' .tty
}
if has script; then hooked "a progress bar on a terminal" on_terminal; else skip "a progress bar on a terminal" "no script(1)"; fi
