# mixmi test: one question and its verdict, and many from a file with all that can be wrong in one.
. "$WORDS"
P=$DATA/penguins.csv
printf 'a,b,c\n' >xor.csv
for i in 1 2 3 4 5 6 7 8 9 10; do printf '0,0,0\n0,1,1\n1,0,1\n1,1,0\n' >>xor.csv; done

golden "one question, text" xor_test.txt test xor.csv -x a -y b -z c --units bits --preset paper --verbose
golden "one question, JSON" xor_test.json test xor.csv -x a -y b -z c --units bits --preset paper --json
answer "the verdict without a condition" "a and b: no dependence detected (test chi2 at alpha 0.01)

estimate  0 nats
p         1
rows      40 used, none left out" test xor.csv -x a -y b --preset paper
answer "the test that is asked by default" "a and b given c: dependence detected (test residual at alpha 0.05)

estimate  0.6* nats
interval  0.* to 0.* at level 0.95
p         *
size      b = 1 50.0% where a = 1, 50.0% where a = 0: 0.0% more (-*% to *%), no difference on average; an association adjusted for Z, not an effect
rows      40 used, none left out" test xor.csv -x a -y b -z c
judge "... as JSON" test xor.csv -x a -y b --json 'a["method"] == "residual" and a["preset"] == "default" and a["verdict"] == "not_detected" and a["estimate"] == a["strength"] == a["lower"] == 0 and a["upper"] > 0 and a["p"] > 0.05 and a["df"] is None'
judge "... draws by its seed" test "$P" -x bill_length_mm -y year --seed 5 --json 'a["seed"] == 5 and 0 < a["p"] <= 1'
judge "a penalty has no p-value" test xor.csv -x a -y b -z c --test sc --json 'a["method"] == "sc" and a["p"] is None and a["permutations"] is None and a["verdict"] == "detected" and a["corrected"] > 0'
noted "an old name of a test works, with a note" "a and b given c: dependence detected (test sc)*" "mixmi: note: --test mdl is now called sc; the old name works until 0.4" test xor.csv -x a -y b -z c --test mdl
noted "... of a preset" "*test residual*" "mixmi: note: --preset robust is now called default; *" test xor.csv -x a -y b --preset robust
noted "... and of an estimator" "I(a; b)*" "mixmi: note: --estimator hist is now called residual; *" cmi xor.csv -x a -y b --estimator hist
answer "a test without a p-value says so" "a and b given c: dependence detected (test sc)*corrected *" test xor.csv -x a -y b -z c --test sc
answer "... and when it finds nothing" "a and b: no dependence detected (test jic)*" test xor.csv -x a -y b --test jic
answer "permutations and seed are shown" "a and b given c: dependence detected (test perm at alpha 0.05)*p  *0.01*permutations  99, seed 7*" test xor.csv -x a -y b -z c --test perm --alpha 0.05 --seed 7 --verbose
answer "rows left out are counted" "*333 used, 11 left out for a missing value (sex 11)*" test "$P" -x island -y sex
judge "the keys that are promised" test "$P" -x bill_length_mm -y bill_depth_mm -z species --atom-threshold 15 --preset paper --json '
all(k in a for k in "method estimate lower upper confidence standard_error corrected strength strength_max statistic df p alpha verdict comparable rows columns command version file preset rows_dropped units x y z permutations seed remarks".split())
and a["command"] == "test" and a["method"] == "chi2" and a["rows"] == 342 and a["rows_dropped"] == 2 and a["verdict"] == "detected" and a["schema_version"] == 2
and [c["role"] for c in a["columns"]] == ["x", "y", "z"] and abs(a["statistic"] - 2 * 342 * a["estimate"]) < 1e-9
and a["df"] == (a["columns"][0]["bins"] - 1) * (a["columns"][1]["bins"] - 1) * a["columns"][2]["bins"] and a["permutations"] is None'
for t in sc fnml jic; do
	judge "$t has no p-value: null" test xor.csv -x a -y b -z c --test $t --json 'a["method"] == "'$t'" and a["p"] is None and a["df"] is None and (a["verdict"] == "detected") == (a["corrected"] > 0)'
done
judge "perm counts its permutations" test xor.csv -x a -y b -z c --test perm --permutations 19 --alpha 0.05 --json 'a["permutations"] == 19 and a["p"] == 0.05 and a["verdict"] == "detected"'
refuse "too few permutations for alpha" 1 "*18 permutations cannot give a p-value of alpha = 0.05; 19 can*" test xor.csv -x a -y b -z c --test perm --permutations 18 --alpha 0.05
judge "perm stops early where the answer is clear" test "$P" -x species -y sex --test perm --json 'a["verdict"] == "not_detected" and a["permutations"] < 99'
judge "several columns per set" test xor.csv -x a,b -y c --json 'a["x"] == ["a", "b"] and a["verdict"] == "detected"'
same_threads() { # same_threads ARGS...: JSON with 1 thread and with 64 has the same bytes
	"$MIXMI" "$@" --json --threads 1 >.one && "$MIXMI" "$@" --json --threads 64 >.many && cmp .one .many
}
truth "one question: 1 thread and 64 give the same bytes" same_threads test "$P" -x bill_length_mm -y bill_depth_mm -z species --test perm --alpha 0.05

printf 'x,y,z\na,b,\n\na,b,c\n"a;b",c,\n 1 ,"""b""",3\n' >q.csv
golden "many questions, table" xor_queries.txt test xor.csv --queries q.csv --preset paper
golden "many questions, CSV" xor_queries.csv test xor.csv --queries q.csv --preset paper --csv
judge "many questions, JSON, by evidence" test xor.csv --queries q.csv --json '
(lambda k: k == sorted(k))([(q["verdict"] != "detected", -q["lower"], q["p"]) for q in a["answers"]]) and a["count"] == 4 and a["detected"] == 3
and sorted(q["question"] for q in a["answers"]) == [1, 2, 3, 4] and a["answers"][-1]["question"] == 1'
judge "... or in the order of the file" test xor.csv --queries q.csv --sort file --json '
[(q["x"], q["y"], q["z"]) for q in a["answers"]] == [(["a"], ["b"], []), (["a"], ["b"], ["c"]), (["a", "b"], ["c"], []), (["a"], ["b"], ["c"])]
and [q["verdict"] for q in a["answers"]] == ["not_detected", "detected", "detected", "detected"] and [q["question"] for q in a["answers"]] == [1, 2, 3, 4] and a["queries"] == "q.csv" and a["adjust"] is None
and all(q["p_holm"] >= q["p_bh"] >= q["p"] for q in a["answers"]) and a["rows"] == 40 and a["answers"][0]["rows"] == 40'
alone() { # each answer is what the question gets alone
	"$MIXMI" test xor.csv --queries q.csv --sort file --json >.many && "$MIXMI" test xor.csv -x a -y b -z c --json >.one && python3 -c 'import json
m, o = json.load(open(".many"))["answers"][1], json.load(open(".one"))
assert all(m[k] == o[k] for k in "verdict estimate lower upper corrected statistic df p rows rows_dropped".split())'
}
if has python3; then truth "an answer among many is the answer alone" alone; else skip "an answer among many" "no python3"; fi
answers_again() { # the CSV of answers is a list of questions too
	"$MIXMI" test xor.csv --queries q.csv --sort file --csv >first.csv && "$MIXMI" test xor.csv --queries first.csv --sort file --csv | cmp - first.csv
}
truth "answers in CSV can be asked again" answers_again
from_stdin() { "$MIXMI" test xor.csv --queries - --sort file --csv <q.csv | cmp - first.csv; }
truth "questions from standard input" from_stdin
table_from_stdin() { "$MIXMI" test --queries q.csv --sort file --csv <xor.csv | cmp - first.csv; }
truth "the table from standard input" table_from_stdin
truth "many questions: 1 thread and 64 give the same bytes" same_threads test xor.csv --queries q.csv --test perm
printf '\357\273\277X\tY\r\na\tb;c\r\n' >tabs.tsv
answer "tabs, CRLF, a byte-order mark, no z, capitals" "question,x,y,z,*
1,a,b;c,,*" test xor.csv --queries tabs.tsv --csv
printf 'id,z,y,x\n1,,b,a' >order.csv
answer "columns in any order, others left alone, no last newline" "*
1,a,b,,*" test xor.csv --queries order.csv --csv
printf '"a;b","long, name","6"" pipe"\n0,0,1\n1,1,0\n0,1,1\n1,0,0\n' >names.csv
printf 'x,y,z\n"""a;b""","long, name","6"" pipe"\n6" pipe;,"""long, name""",\n' >qn.csv
judge "names with semicolons, commas and quotes" test names.csv --queries qn.csv --sort file --json '
[(q["x"], q["y"], q["z"]) for q in a["answers"]] == [(["a;b"], ["long, name"], ["6\" pipe"]), (["6\" pipe"], ["long, name"], [])]'
names_again() { "$MIXMI" test names.csv --queries qn.csv --sort file --csv >n1.csv && "$MIXMI" test names.csv --queries n1.csv --sort file --csv | cmp - n1.csv; }
truth "such names survive CSV" names_again

printf 'a,b,gone\n1,1,\n2,1,NA\n3,2,\n4,2,5\n' >holes.csv
printf 'x,y,z\na,b,\na,b,gone\ngone,a,\nb,a,\n' >qh.csv
few() { # the third and fourth question have no rows: they get a remark, the rest their answers
	"$MIXMI" test holes.csv --queries qh.csv --sort file --json >.json 2>.err && grep -q "2 of 4 questions have no answer" .err && python3 -c 'import json
a = json.load(open(".json"))
q = a["answers"]
assert [x["remark"] is None for x in q] == [True, False, False, True]
assert [x["verdict"] for x in q][1] is None and q[1]["rows"] is None and "only 1 of 4 rows" in q[1]["remark"] and q[0]["remark"] is None
assert any("have no answer" in n for n in a["remarks"])'
}
if has python3; then truth "a question without enough rows gets a remark" few; else skip "a question without enough rows" "no python3"; fi
truth "... in CSV: empty numbers" sh -c '"$MIXMI" test holes.csv --queries qh.csv --csv 2>.err | grep -qE "^2,a,b,gone,,+residual,only 1 of 4 rows"'
refuse "alone it is an error" 2 "mixmi: holes.csv: only 1 of 4 rows*" test holes.csv -x a -y b -z gone

# Benjamini and Hochberg: adjusted p = least of p_j m / rank_j over the p_j that are no smaller.
cat >bh.py <<'PY'
import json
a = json.load(open(".json"))
p = [q["p"] for q in a["answers"]]
m = sum(x is not None for x in p)
for q in a["answers"]:
    if q["p"] is None:
        assert q["p_bh"] is None and q["p_holm"] is None and q["verdict"] in (None, "undecided")
        continue
    wanted = min(1.0, min(r * m / sum(s is not None and s <= r for s in p) for r in p if r is not None and r >= q["p"]))
    assert abs(q["p_bh"] - wanted) <= 1e-12 * wanted, (q["p_bh"], wanted)
    assert (q["verdict"] == "detected") == (q["p_bh"] < a["alpha"])
assert any((q["p"] < a["alpha"]) != (q["verdict"] == "detected") for q in a["answers"] if q["p"] is not None) == FLIPS
PY
if has python3; then
	adjusted() { flips=$1 && shift && "$MIXMI" "$@" --json >.json 2>.err && sed "s/FLIPS/$flips/" bh.py | python3 -; }
	truth "adjusted p-values of questions" adjusted False test xor.csv --queries q.csv --adjust
	truth "adjusted p-values of pairs; decisions follow them" adjusted True pairs "$P" --preset paper --adjust bh --atom-threshold 15 --alpha 0.0075
	truth "... with questions that have no answer" adjusted False test holes.csv --queries qh.csv --adjust
	# 10 rows, two columns that agree: p of G = 2 n ln 2 at 1 degree of freedom, here three questions of which two have p = 1
	printf 'a,b,c,d\n' >hand.csv
	for i in 1 2 3 4 5; do printf '0,0,0,0\n1,1,0,1\n0,0,1,1\n1,1,1,0\n' >>hand.csv; done
	printf 'x,y\na,b\na,c\na,d\n' >hq.csv
	judge "by hand: p 3/1, and 1 for the rest" test hand.csv --queries hq.csv --preset paper --adjust holm --json '
	(lambda p: abs(a["answers"][0]["p"] - p) < 1e-15 and abs(a["answers"][0]["p_bh"] - 3 * p) < 1e-15 and a["answers"][0]["p_holm"] == a["answers"][0]["p_bh"] and a["adjust"] == "holm")(math.erfc(math.sqrt(20 * math.log(2))))
	and [q["p_bh"] for q in a["answers"][1:]] == [1, 1]'
fi
answer "the table counts the detected dependences and has adjusted p-values" "4 questions*detected in 3, adjusted for their number in 3 (Holm) and 3 (Benjamini-Hochberg)*p Holm *p BH *-- not detected at alpha 0.05 --*" test xor.csv --queries q.csv

refuse "queries with -x" 1 "mixmi: --queries and -x are mutually exclusive*" test xor.csv --queries q.csv -x a
refuse "queries with -z" 1 "mixmi: --queries and -z are mutually exclusive*" test xor.csv --queries q.csv -z a
refuse "neither queries nor -x" 1 "mixmi: -x is needed*" test xor.csv
answer "csv of one question" "x,y,z,verdict,estimate,lower,upper,*,test,remark
a,b,,not_detected,0,0,0.*,residual," test xor.csv -x a -y b --csv
answer "what can be there without being detected" "a and b: no dependence detected; at most 0.* nats (test residual at alpha 0.05)*" test xor.csv -x a -y b
refuse "adjusting one question" 1 "mixmi: --adjust is for many questions*" test xor.csv -x a -y b --adjust
refuse "csv and json" 1 "mixmi: --csv and --json are mutually exclusive*" test xor.csv --queries q.csv --csv --json
refuse "adjusting without p-values" 1 "mixmi: --adjust needs p-values, which the test sc does not give*" test xor.csv --queries q.csv --adjust --test sc
refuse "an unknown adjustment" 1 "mixmi: --adjust: 'bonferroni' is not one of: bh,holm*" test xor.csv --queries q.csv --adjust=bonferroni
refuse "both from standard input" 1 "mixmi: the questions and the table cannot both*" test - --queries -
refuse "no such queries file" 3 "mixmi: nosuch.csv: No such file or directory" test xor.csv --queries nosuch.csv
refuse "an unknown test" 1 "mixmi: --test: 'chi' is not one of: chi2,sc,fnml,jic,perm*" test xor.csv -x a -y b --test chi
for alpha in 0 1 -0.1 nan; do refuse "alpha $alpha" 1 "mixmi: --alpha: '$alpha' is not a number between 0 and 1*" test xor.csv -x a -y b --alpha=$alpha; done
refuse "cmi does not test" 1 "mixmi: --test is not an option of 'mixmi cmi'*" cmi xor.csv -x a -y b --test sc
refuse "residual does not permute" 1 "mixmi: --permutations has no effect with --test residual, only with: perm,rcit,rcot*" test xor.csv -x a -y b --permutations 9
refuse "... and has no tail to fit" 1 "mixmi: --tail has no effect with --test residual, only with: perm*" pairs xor.csv --tail gamma
refuse "cmi does not permute" 1 "mixmi: --permutations is not an option of 'mixmi cmi'*" cmi xor.csv -x a -y b --permutations 9
refuse "cmi draws nothing" 1 "mixmi: --seed is not an option of 'mixmi cmi'*" cmi xor.csv -x a -y b --seed 9
refuse "test searches no graph" 1 "mixmi: --max-cond is not an option of 'mixmi test'*" test xor.csv -x a -y b --max-cond 1

bad() { # bad NAME CODE GLOB TEXT: a queries file that is refused
	printf "$4" >bad.csv
	refuse "queries: $1" "$2" "mixmi: bad.csv: $3" test xor.csv --queries bad.csv
}
bad "empty" 2 "the file is empty" ""
bad "blank lines only" 2 "the file is empty" "\n \n\n"
bad "header only" 2 "there is no question after the header" "x,y,z\n"
bad "no x" 2 "line 1: the header has no column x*" "a,b\n1,2\n"
bad "semicolons as delimiter" 2 "line 1: the header has no column x*commas or tabs" "x;y;z\na;b;c\n"
bad "two columns x" 2 "line 1: two columns are named x" "x,y,x\na,b,c\n"
bad "unknown column, after a blank line" 1 "line 4, field y: no column 'bb'; did you mean 'b'?; see 'mixmi test --help'" "x,y\n\na,b\na,bb\n"
bad "unknown column, after a quoted newline" 1 "line 4, field z: no column 'q'*" "x,y,z,w\na,b,c,\"two\nlines\"\na,b,q,\n"
bad "unknown column with control characters" 1 "line 2, field x: no column '\\\\x01'*" 'x,y\n\001,b\n'
bad "same column in x and y" 1 "line 3: column 'a' occurs twice*" "x,y\na,b\na,a\n"
bad "same column in y and z, by number" 1 "line 2: column 'b' occurs twice*" "x,y,z\na,b,c;2\n"
bad "an empty x" 1 "line 2, field x: no column is named*" "x,y\n,b\n"
bad "only separators" 1 "line 2, field y: no column is named*" "x,y\na,;;\n"
bad "too few fields" 2 "line 3: 2 fields, but the header has 3" "x,y,z\na,b,\na,b\n"
bad "too many fields" 2 "line 2: 3 fields, but the header has 2" "x,y\na,b,c\n"
bad "an unclosed quote" 2 "line 2: a quote is not closed" "x,y\na,\"b\n"
bad "text after a quote" 2 "line 2: a closing quote is followed by text" "x,y\n\"a\"b,c\n"
bad "an unclosed quoted name" 1 "line 2, field y: a quoted name must end*" 'x,y\na,"""b;c"\n'
bad "a NUL byte" 2 "line 2: a NUL byte" 'x,y\na,\000b\n'
cp q.csv kept.csv
refuse "the answers do not replace the questions" 1 "mixmi: --output: 'kept.csv' is an input file and would be overwritten*" test xor.csv --queries kept.csv -o kept.csv
truth "the questions are as they were" cmp q.csv kept.csv

# One answer: the same question to every command, where there is dependence, where there is none and where nothing can tell.
python3 - <<'PY' >same.csv
import random
random.seed(12)
print("id,group,x,y,other")
for i in range(200):
    x = random.gauss(0, 1)
    print(f"u{i},{'abcd'[i % 4]},{x:.5f},{x + random.gauss(0, 1):.5f},{random.gauss(0, 1):.5f}")
PY
agree() { # agree Y Z WANTED: cmi, test, test --queries and pairs have the verdict WANTED about x and Y given Z, in JSON and CSV
	for form in json csv; do
		"$MIXMI" cmi same.csv -x x -y $1 -z $2 --confidence 0.9 --$form >.cmi.$form 2>.notes && "$MIXMI" test same.csv -x x -y $1 -z $2 --confidence 0.9 --$form >.test.$form 2>.notes &&
			printf "x,y,z\nx,$1,$2\n" | "$MIXMI" test same.csv --queries - --confidence 0.9 --$form >.queries.$form 2>.notes &&
			"$MIXMI" pairs same.csv -c x,$1 -z $2 --confidence 0.9 --$form >.pairs.$form 2>.notes || return 1
	done
	python3 - "$3" <<'PY'
import csv, json, sys
wanted = sys.argv[1]
j = [json.load(open(f".{name}.json")) for name in ("cmi", "test", "queries", "pairs")]
j = j[:2] + [a["answers"][0] for a in j[2:]]
c = [next(csv.DictReader(open(f".{name}.csv"))) for name in ("cmi", "test", "queries", "pairs")]
fields = "p alpha statistic estimate lower upper confidence standard_error strength strength_max rows rows_dropped comparable".split()
for key in ["verdict", *fields]:
    assert all(a[key] == j[0][key] for a in j), (key, [a[key] for a in j])
for key in ("verdict", "p", "estimate", "lower", "upper", "strength", "comparable"):
    assert all(a[key] == c[0][key] for a in c), (key, [a[key] for a in c])
a = j[0]
assert a["verdict"] == wanted and c[0]["verdict"] == wanted and a["alpha"] == 0.05
if wanted == "detected":
    assert 0 < a["lower"] < a["estimate"] < a["upper"] and a["p"] < 0.05 and a["confidence"] == 0.9
elif wanted == "not_detected":
    assert (a["lower"] > 0) == (a["p"] < 0.1) and 0 <= a["estimate"] < a["upper"] and a["p"] >= 0.05 and 0 < a["comparable"] <= a["rows"]
else:
    assert all(a[key] is None for key in "p estimate lower upper confidence standard_error strength".split()) and a["comparable"] == 0
PY
}
if has python3; then
	truth "one answer everywhere: detected, with an interval above 0" agree y group detected
	truth "one answer everywhere: not detected, with a bound" agree other group not_detected
	truth "one answer everywhere: undecided given an identifier" agree y id "undecided"
else
	skip "one answer everywhere" "no python3"
fi
noted "text says why it is undecided" "x and y given id: undecided: 0 of 200 rows can be compared given Z (test residual)

rows  200 used, none left out" "*an identifier?*" test same.csv -x x -y y -z id
noted "... and an estimate says so too" "I(x; y | id): undecided: 0 of 200 rows can be compared given Z

rows *" "*an identifier?*" cmi same.csv -x x -y y -z id
noted "... without a Z" "id and y: undecided: too few rows share a value of X or of Y to compare them (test residual)*" "*an identifier?*" test same.csv -x id -y y
answer "a dependence comes with its interval" "*
interval  * to * at level 0.95
*" test same.csv -x x -y y
refuse "an interval of a test that has none" 1 "*--confidence has no effect with --test rcot*" test same.csv -x x -y y --test rcot --confidence 0.9

VISITS=$DATA/../docs/gallery/data/pbcseq.csv
answer "clusters are counted" "*no dependence detected*clusters  312; as informative as * independent rows*" test "$VISITS" -x trt -y platelet --cluster id
noted "... which without them look dependent" "*: dependence detected*" "*repeated identifier*--cluster*" test "$VISITS" -x trt -y platelet
judge "... in JSON" test "$VISITS" -x trt -y platelet --cluster id --json 'a["clusters"] == 312 and 200 < a["effective_rows"] < 700'
judge "... of several columns" test "$VISITS" -x trt -y platelet --cluster id,day --json 'a["clusters"] == 1872 and a["p"] < 0.01'
judge "... only within them" test "$VISITS" -x trt -y platelet --cluster id --within --json 'a["verdict"] == "undecided"'
refuse "few clusters" 2 "mixmi: *in 2 clusters: a test over clusters needs at least 6*" test "$VISITS" -x bili -y platelet --cluster sex
refuse "... of one way" 2 "mixmi: *in 2 clusters*needs at least 6*" test "$VISITS" -x bili -y platelet --cluster id+sex
refuse "three ways" 1 "mixmi: *at most two kinds of clusters*" test "$VISITS" -x bili -y platelet --cluster id+sex+age
refuse "a test that takes none" 1 "mixmi: *test perm assumes independent rows*use one of: residual*" test "$VISITS" -x bili -y platelet --cluster id --test perm
refuse "within nothing" 1 "mixmi: *--within has no effect without --cluster*" test "$VISITS" -x bili -y platelet --within
refuse "a search that takes none" 1 "mixmi: *search pc-stable*" graph "$VISITS" --cluster id --search score
refuse "an unknown cluster" 1 "mixmi: *no column*idd*" test "$VISITS" -x bili -y platelet --cluster idd
refuse "clusters of a histogram" 1 "mixmi: *" histogram "$VISITS" -c bili --cluster id

LIVER=$DATA/../docs/gallery/data/pbc.csv
answer "censored times have no estimate" "sex and time: *rows  418 used*" test "$LIVER" -x sex -y time --survival time:status=2
judge "... in JSON" test "$LIVER" -x bili -y time -z age --survival time:status=2 --json 'a["estimate"] is None and a["p"] < 1e-10 and a["verdict"] == "detected" and a["lower"] is None'
judge "... by p among pairs" pairs "$LIVER" --target time --survival time:status=2 --json 'a["answers"][0]["x"] == ["bili"] and len(a["answers"]) == 17'
answer "... ends of edges in a graph" "*bili -> time*" graph "$LIVER" -c trt,age,time,bili --survival time:status=2
refuse "a status of three values" 2 "mixmi: *pbc.csv: which value of column 'status' means that the event was observed*" test "$LIVER" -x sex -y time --survival time:status
refuse "an estimate of a censored time" 1 "mixmi: *no estimate, and no test but residual*" cmi "$LIVER" -x sex -y time --survival time:status=2
refuse "a censored time held fixed" 1 "mixmi: *cannot be in Z*" test "$LIVER" -x sex -y bili -z time --survival time:status=2
refuse "a censored time and its status" 1 "mixmi: *column 'status' is the status of the times of column 'time'*" test "$LIVER" -x status -y time --survival time:status=2
refuse "a pair of columns that is none" 1 "mixmi: *TIME:STATUS*" test "$LIVER" -x sex -y time --survival time
refuse "a censored time in a report" 1 "mixmi: *--survival is not an option*" report "$LIVER" --survival time:status=2
