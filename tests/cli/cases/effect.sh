# mixmi effect: means under a treatment, adjusted by a graph or for columns that are named.
. "$WORDS"
awk 'BEGIN { print "z,t,x,y,name"; srand(7); for (i = 0; i < 400; i++) { z = rand() * 4 - 2; t = rand() < 1 / (1 + exp(-2 * z)) ? 1 : 0; x = z + rand() * 4
	y = 5 + t + 3 * z + 2 * x + rand(); print z "," t "," x "," y "," (y > 9 ? "high" : "low") } }' >rows.csv
printf 'z -> t\nz -> x\nz -> y\nt -> y\nx -> y\n' >dag.txt
judge "an effect by a graph" effect rows.csv --graph dag.txt -x t -y y --json '
a["command"] == "effect" and a["kind"] == "dag" and a["identified"] and a["affects"] and a["reference"] == 0 and not a["curve"] and not a["risks"]
and len(a["sets"]) == 1 and set(a["sets"][0]["adjusted_for"]) == {"x", "z"}
and abs(a["sets"][0]["outcomes"][0]["points"][1]["difference"] - 1) < 0.2
and a["sets"][0]["outcomes"][0]["points"][1]["unadjusted"] - a["sets"][0]["outcomes"][0]["points"][0]["unadjusted"] > 5'
judge "for columns that are named" effect rows.csv --adjust z,x -x t -y y --json '
a["kind"] is None and a["graph"] is None and abs(a["sets"][0]["outcomes"][0]["points"][1]["difference"] - 1) < 0.2'
judge "for none" effect rows.csv --adjust "" -x t -y y --json '
a["sets"][0]["adjusted_for"] == [] and abs(a["sets"][0]["outcomes"][0]["points"][1]["mean"] - a["sets"][0]["outcomes"][0]["points"][1]["unadjusted"]) < 0.01'
answer "text" "t -> y: means of the outcome, 95% intervals
adjusted for z, x (400 rows)

t  rows  unadjusted  adjusted  interval *difference  interval *effective rows
0 *reference *
1 *
test of equal means: p = *
unmeasured cause: would bring the difference to 0 if it explained *% of the residual variance of both columns*" effect rows.csv --adjust z,x -x t -y y
judge "a curve" effect rows.csv --adjust z -x x -y y --json '
a["curve"] and len(a["sets"][0]["outcomes"][0]["points"]) == 20 and abs(a["sets"][0]["outcomes"][0]["slope"] - 2) < 0.3
and "rows" not in a["sets"][0]["outcomes"][0]["points"][0]'
answer "... as text" "*slope * per unit of x, unadjusted *" effect rows.csv --adjust z -x x -y y
judge "risks of labels" effect rows.csv --adjust z,x -x t -y name --json '
a["risks"] and [o["label"] for o in a["sets"][0]["outcomes"]] == ["high", "low"]
and abs(sum(o["points"][0]["mean"] for o in a["sets"][0]["outcomes"]) - 1) < 1e-6'
judge "another reference" effect rows.csv --adjust z,x -x t -y y --reference 1 --json '
a["reference"] == 1 and a["sets"][0]["outcomes"][0]["points"][1]["difference"] == 0 and a["sets"][0]["outcomes"][0]["points"][0]["difference"] < 0'
judge "wider at a higher confidence" effect rows.csv --adjust z -x t -y y --confidence 0.99 --json 'a["confidence"] == 0.99'
printf 't -- y\nz -> y\nx -> y\n' >class.txt
printf 't -- y\n' >pair.txt
judge "a CPDAG has an estimate per set of parents" effect rows.csv --graph pair.txt -x t -y y --json '
a["kind"] == "cpdag" and not a["identified"] and len(a["sets"]) == 2 and any(s["outcome_is_cause"] and s["information"] == 0 for s in a["sets"])'
answer "... and the range" "*over all sets *least difference  largest difference
1 *y *0 *" effect rows.csv --graph pair.txt -x t -y y
judge "no effect by the graph" effect rows.csv --graph dag.txt -x y -y z --json 'not a["affects"] and a["sets"] == []'
answer "... as text" "y -> z: no effect: there is no directed path from treatment to outcome" effect rows.csv --graph dag.txt -x y -y z
printf 'u -> t\nu -> y\nt -> y\n' >hidden.txt
answer "an unmeasured confounder" "t -> y: the effect is not identified by adjustment: *u*" effect rows.csv --graph hidden.txt -x t -y y
judge "an unmeasured common cause may be behind an arrow" effect rows.csv --graph hidden.txt -x t -y y --latent --json 'a["kind"] == "mag"'
awk 'BEGIN { print "a,ward,t,y,school,arm"; srand(5); for (i = 0; i < 600; i++) { a = rand() * 4 - 2; w = int(rand() * 4); t = w != 3 && rand() < .4 ? 1 : 0
	s = i % 24; print a "," substr("pqrs", w + 1, 1) "," t "," (i % 7 == 0 ? "" : t + a + w + rand()) "," s "," s % 2 } }' >wards.csv
awk -F, '{ print $0 "," (NR == 1 ? "id" : "p" int(NR / 2)) }' wards.csv >visits.csv
judge "a label without a row at a level" effect wards.csv --adjust a,ward -x t -y y --json '
a["sets"][0]["status"] == "no support" and a["sets"][0]["outcomes"][0]["points"][1]["mean"] is None and a["sets"][0]["outcomes"][0]["points"][1]["lacking"] == "ward: s"
and abs(a["sets"][0]["outcomes"][0]["points"][1]["overlap_difference"] - 1) < 0.2'
answer "... as text" "*No support at 1*
warning: *% of the rows could hardly have had t 1 (ward: s)
among rows that could have had any level: y, 1 *" effect wards.csv --adjust a,ward -x t -y y
judge "the treated have support" effect wards.csv --adjust a,ward -x t -y y --population treated --json 'a["population"] == "treated" and a["sets"][0]["status"] == "ok" and abs(a["sets"][0]["outcomes"][0]["points"][1]["difference"] - 1) < 0.2'
judge "rows without an outcome" effect wards.csv --adjust a,ward -x t -y y --json 'a["sets"][0]["without_outcome"] == 86 and a["sets"][0]["rows"] == 600'
judge "an identifier" effect visits.csv --adjust id -x t -y y --json 'a["sets"][0]["status"] == "undecided" and "id" in a["sets"][0]["undecided"]'
judge "a trial by school" effect wards.csv --randomised --cluster school -x arm -y y --json 'a["randomised"] and a["sets"][0]["groups"] == 24'
judge "doses" effect wards.csv --adjust a --numeric school -x school -y y --json 'a["curve"] and len(a["sets"][0]["outcomes"][0]["points"]) == 20'
refuse "treated of a number" 1 "mixmi: *population: a numeric treatment has no treated and untreated*" effect wards.csv --adjust ward -x a -y y --population treated
refuse "neither graph nor set" 1 "mixmi: --graph or --adjust is needed*" effect rows.csv -x t -y y
printf 'z -> t\nz -> y\nt -> x\nx -> y\n' >mediator.txt
judge "a set that the graph allows" effect rows.csv --graph mediator.txt --adjust z -x t -y y --json 'a["graph"] == "mediator.txt" and a["sets"][0]["adjusted_for"] == ["z"]'
refuse "a set with a mediator" 1 "mixmi: --adjust: not an adjustment set in mediator.txt: 'x' is on a causal path from 't'*" effect rows.csv --graph mediator.txt --adjust z,x -x t -y y
refuse "a set that leaves a path open" 1 "mixmi: --adjust: not an adjustment set in mediator.txt: it leaves a path open*" effect rows.csv --graph mediator.txt --adjust "" -x t -y y
refuse "a set with a column that is no node" 2 "mixmi: rows.csv, mediator.txt: the graph has no node 'name'" effect rows.csv --graph mediator.txt --adjust name -x t -y y
printf 't -> y\ny -> z\nz -> t\n' >cycle.txt
refuse "a cycle in the graph" 2 "mixmi: rows.csv, cycle.txt: *a directed cycle*" effect rows.csv --graph cycle.txt -x t -y y
refuse "no treatment" 1 "mixmi: *-x*" effect rows.csv --adjust z -y y
refuse "an unknown column" 1 "mixmi: *no column 'zz'*" effect rows.csv --adjust zz -x t -y y
refuse "a reference that is no value" 1 "mixmi: *reference '7' is not a value of column 't'*" effect rows.csv --adjust z -x t -y y --reference 7
refuse "a reference outside the curve" 1 "mixmi: *reference '99' is not a value of column 'x': it is outside its range*" effect rows.csv --adjust z -x x -y y --reference 99
refuse "the outcome as the treatment" 1 "mixmi: *treatment and outcome are the same column*" effect rows.csv --adjust z -x t -y t
printf 'z -> t\n' >short.txt
refuse "an outcome that is no node" 2 "mixmi: *the graph has no node 'y'*" effect rows.csv --graph short.txt -x t -y y
head -20 rows.csv >few.csv
refuse "too few rows" 2 "mixmi: *19 rows are complete; an effect needs at least 30*" effect few.csv --adjust z -x t -y y
truth "a picture of a curve" sh -c '"$MIXMI" effect rows.csv --adjust z -x x -y y --plot curve.svg >/dev/null && grep -q "effect of x on y" curve.svg && grep -q "adjusted for z" curve.svg && grep -q "<polygon" curve.svg'
truth "... and of risks of levels" sh -c '"$MIXMI" effect rows.csv --adjust z,x -x t -y name --plot risks.svg >/dev/null && grep -q "risk of high" risks.svg && grep -q "risk of low" risks.svg && grep -q "<circle" risks.svg'
refuse "a picture with an unknown ending" 1 "mixmi: --plot: 'e.gif' does not end in .svg, .png or .pdf*" effect rows.csv --adjust z -x x -y y --plot e.gif
