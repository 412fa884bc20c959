# What an answer looks like and where it comes from: cmi --explain and --by-z, as text, CSV and JSON; signs and shapes in pairs
# and graphs; names and labels are data.
. "$WORDS"
P=$DATA/penguins.csv
Q="-x bill_length_mm -y bill_depth_mm -z species"

answer "the first screen" "I(bill_length_mm; bill_depth_mm | species) = 0.* nats: dependence detected

interval  0.* to 0.* at level 0.95, standard error 0.*
strength  0.*, strong (|r| of a Gaussian pair with the same information)
p         *
rows      342 used, 2 left out *" cmi "$P" $Q
truth "... has nothing of the search" sh -c '"$MIXMI" cmi "$1" -x 3 -y 4 >.t && ! grep -q "score\|search\|bins\|plug-in" .t' sh "$P"
answer "... which --verbose adds" "I(*strength*p  *score *search *column *" cmi "$P" $Q --verbose
answer "an explanation" "I(*
shape     increasing; rank correlation 0.* given Z, standard error 0.*
*Cells of the grid*share*rows*expected*cell
*%*bill_length_mm high (highest *%), bill_depth_mm low (lowest *%) for its species*" cmi "$P" $Q --explain
answer "... of columns that nothing is given" "I(*
*%*bill_length_mm >= *, bill_depth_mm *" cmi "$P" -x bill_length_mm -y bill_depth_mm --explain
answer "the size of a dependence" "I(*
size      body_mass_g 4* where sex = male, 38* where sex = female: 6* more (* to *); an association adjusted for Z, not an effect
*" cmi "$P" -x sex -y body_mass_g -z species
judge "... in JSON" test "$P" -x species -y body_mass_g --json '
a["size"]["kind"] == "means" and [l["label"] for l in a["size"]["levels"]] == ["Adelie", "Chinstrap", "Gentoo"] and abs(a["size"]["levels"][2]["value"] - 5076.016) < 0.001
and abs(a["size"]["value"] - (a["size"]["levels"][2]["value"] - a["size"]["levels"][0]["value"])) < 1e-9 and 1200 < a["size"]["lower"] < a["size"]["value"] < a["size"]["upper"] < 1550'
judge "two texts of more than two values have no size" cmi "$P" -x species -y island --json 'a["verdict"] == "detected" and a["size"] is None'
answer "by the values of Z" "I(*For each value or bin of Z, in nats
given *rows *estimate *lower *upper *p *sign *shape
species = Adelie *151 *increasing
species = Chinstrap *68 *increasing
species = Gentoo *123 *increasing" cmi "$P" $Q --by-z
answer "by bins of a numeric Z" "*For each value or bin of Z*flipper_length_mm*" cmi "$P" -x bill_length_mm -y bill_depth_mm -z flipper_length_mm --by-z
judge "an explanation, JSON" cmi "$P" $Q --explain --by-z --json '
(lambda e: e["shape"] == "increasing" and e["along"] == "x" and 0.3 < e["sign"] < 0.7 and 0 < e["sign_error"] < 0.1 and e["words"] == "increasing"
and abs(sum(c["share"] for c in e["cells"]) - 1) < 1e-9 and all(c["contribution"] >= 0 and len(c["bins"]) == 3 for c in e["cells"])
and [c["share"] for c in e["cells"]] == sorted((c["share"] for c in e["cells"]), reverse=True)
and abs(sum(c["observed"] for c in e["cells"]) - 342) < 1e-9 and abs(sum(c["expected"] for c in e["cells"]) - 342) < 1e-6)(a["explanation"])
and [g["words"] for g in a["by_z"]] == ["species = Adelie", "species = Chinstrap", "species = Gentoo"] and sum(g["rows"] for g in a["by_z"]) == 342'
answer "cells as CSV" "cell,observed,expected,contribution_nats,share
*" cmi "$P" $Q --explain --csv
answer "groups as CSV" "given,verdict,p,alpha,*,estimate,lower,upper,*,rows,*,sign,sign_error,shape,remark,units
species = Adelie,detected,*,151,*,increasing,,bits
*" cmi "$P" $Q --by-z --csv --units bits
answer "the answer as CSV" "x,y,z,method,verdict,p,alpha,*,estimate,lower,upper,*
bill_length_mm,bill_depth_mm,species,residual,detected,*,342,2,340,,nats" cmi "$P" $Q --csv
answer "the answer of another estimator as CSV" "x,y,z,method,verdict,p,alpha,*
bill_length_mm,bill_depth_mm,species,ms,,,0.05,,,0.*,342,2,342,,nats" cmi "$P" $Q --estimator ms --csv
answer "bins as CSV" "column,bin,kind,values,lower,upper,rows,share,density
species,0,atom,Adelie,,,152,*" histogram "$P" -c species --csv
judge "pairs have sign and shape" pairs "$P" --json '
(lambda q: q["shape"] == "increasing" and q["sign"] > 0.75 and q["along"] == "x" and q["size"]["kind"] == "slope" and 450 < q["size"]["value"] < 600)([q for q in a["answers"] if q["x"] == ["flipper_length_mm"] and q["y"] == ["body_mass_g"]][0])
and all((q["shape"] == "none") == (q["verdict"] == "not_detected") for q in a["answers"])'

# one group only: y follows x where g is b
awk 'BEGIN { s = 7; print "x,y,g"; for (i = 0; i < 600; i++) { s = (s * 16807) % 2147483647; x = s % 1000; s = (s * 16807) % 2147483647; e = s % 1000; g = i % 2 ? "b" : "a"; print x "," (g == "b" ? x + e / 5 : e) "," g } }' >one.csv
judge "an effect in one group only is seen" cmi one.csv -x x -y y -z g --by-z --json '
a["by_z"][0]["verdict"] == "not_detected" and a["by_z"][0]["lower"] == 0 < a["by_z"][0]["upper"] and a["by_z"][1]["lower"] > 0.5 and a["by_z"][1]["shape"] == "increasing"'
awk 'BEGIN { s = 11; print "x,y"; for (i = 0; i < 500; i++) { s = (s * 16807) % 2147483647; x = s % 1000 / 10; s = (s * 16807) % 2147483647; print x "," (x > 37.2 ? -1 : 0) + s % 1000 / 1000 } }' >step.csv
answer "what a group could have shown" "*g = a *300 *0 *0 *0.* *-  not detected
g = b *300 *1.* *increasing" cmi one.csv -x x -y y -z g --by-z
# groups are the values of a column of few values, and small ones are not tested
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 3; print "x,y,cyl"; for (i = 0; i < 66; i++) { c = i < 11 ? 4 : i < 18 ? 6 : 8; x = draw() + c; print x "," 2 * x + draw() "," c } }' >few.csv
answer "the groups of a Z with few values are its values" "*
cyl = 4 *11 *- *undecided: fewer than 40 rows
cyl = 6 *7 *- *undecided: fewer than 40 rows
cyl = 8 *48 *increasing" cmi few.csv -x x -y y -z cyl --by-z
judge "... in JSON" cmi few.csv -x x -y y -z cyl --by-z --json '
[g["words"] for g in a["by_z"]] == ["cyl = 4", "cyl = 6", "cyl = 8"] and [g["estimate"] is None for g in a["by_z"]] == [True, True, False]
and [(g["verdict"], g["rows"], g["p"], g["lower"]) for g in a["by_z"][:2]] == [("undecided", 11, None, None), ("undecided", 7, None, None)] and a["by_z"][2]["remark"] is None'
head -19 few.csv >fewer.csv
awk 'BEGIN { s = 3; for (i = 0; i < 15; i++) print 20 - i "," 15 - i ",8" }' >>fewer.csv
answer "all rows and groups do not contradict each other" "I(x; y | cyl) = 0.*
The dependence is detected in all rows together, but in no single group: the groups are too small." cmi fewer.csv -x x -y y -z cyl --by-z
# y follows x up where g is a, and down where it is b: bins of Z show it
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 5; print "x,y,g"; for (i = 0; i < 400; i++) { x = draw(); print x "," (i % 2 ? x : -x) + draw() / 4 "," (i % 2 ? "a" : "b") } }' >turns.csv
same_numbers() { # a picture has the estimate of the answer, and its parts have those of the groups
	"$MIXMI" cmi "$P" $Q --csv --plot whole.svg >.csv && "$MIXMI" cmi turns.csv -x x -y y -z g --by-z --csv --plot parts.svg >.groups || return 1
	python3 -S -c 'import csv, re
for picture, answers, count in ("whole.svg", ".csv", 1), ("parts.svg", ".groups", 2):
    shown = re.findall(r">(\d+) rows, I = ([0-9.e-]+) nats<", open(picture, encoding="utf-8").read())
    found = [(a["rows"], "%.3g" % float(a["estimate"])) for a in csv.DictReader(open(answers))]
    assert len(found) == count and shown == found, (shown, found)'
}
if has python3; then truth "a picture has the same numbers" same_numbers; else skip "a picture has the same numbers" "no python3"; fi
answer "a threshold with its place" "*shape     threshold near 37*, lower above it; *" cmi step.csv -x x -y y --explain

# names and labels are data
printf '"</td>%%s",y,"z, ""q"""\n' >odd.csv
awk 'BEGIN { s = 5; for (i = 0; i < 300; i++) { s = (s * 16807) % 2147483647; print s % 97 "," (s % 97) * 2 + i % 3 "," (i % 2 ? "\"a,b\"" : "\"\t<b>\"") } }' >>odd.csv
answer "odd names in text" '*I(</td>%s; y | z, "q") = *\\t<b>*' cmi odd.csv -x 1 -y 2 -z 3 --by-z
judge "odd names in JSON" cmi odd.csv -x 1 -y 2 -z 3 --explain --by-z --json 'sorted(g["words"] for g in a["by_z"]) == ["z, \"q\" = \t<b>", "z, \"q\" = a,b"]'
answer "odd names in CSV" '*"z, ""q"" = a,b",detected,*' cmi odd.csv -x 1 -y 2 -z 3 --by-z --csv

# small and empty
printf 'a,b,c\n1,2,x\n' >tiny.csv
refuse "one row" 2 "mixmi: *" cmi tiny.csv -x a -y b -z c --explain --by-z
printf '2,3,y\n' >>tiny.csv
answer "two rows" "I(a; b | c): undecided: 0 of 2 rows can be compared given Z

rows *undecided: fewer than 40 rows*" cmi tiny.csv -x a -y b -z c --explain --by-z
printf 'a,b\n1,2\n1,3\n1,4\n' >same.csv
noted "a constant" "I(a; b): no dependence detected; at most 0 nats*" "*" cmi same.csv -x a -y b --explain
refuse "by-z without Z" 1 "mixmi: --by-z needs a Z*" cmi "$P" -x 3 -y 4 --by-z
refuse "two tables as CSV" 1 "mixmi: with --csv, --explain and --by-z*" cmi "$P" $Q --explain --by-z --csv
refuse "no grid to explain" 1 "mixmi: only the estimators residual and histogram have a grid to explain*" cmi "$P" $Q --explain --estimator ms
refuse "csv and json" 1 "mixmi: --csv and --json are mutually exclusive*" cmi "$P" $Q --csv --json

# few rows: no p, and no dependence, that so few rows cannot show
printf 'v,w,g\n-0.63,2,0\n1.5,2,0\n0.39,1,0\n0.25,1,0\n' >four.csv
judge "four rows have no p below that of one pairing and its mirror image in 4!" test four.csv -x v -y w --json 'a["p"] >= 2 / 24 and a["verdict"] == "not_detected" and a["lower"] == 0 and a["estimate"] < 0.01'
answer "... and anything could be there" "I(v; w): no dependence detected; at most 0.693 nats*" cmi four.csv -x v -y w
awk 'function draw() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
BEGIN { seed = 7; print "x,y,z,g"; for (i = 0; i < 400; i++) { x = draw(); z = 10 * draw(); print x "," (z > 5 ? x + 0.3 * draw() : draw()) "," z "," int(2 * draw()) } }' >binary.csv
truth "a part of Z that is one value is named by it" sh -c '"$MIXMI" cmi binary.csv -x x -y y -z z,g --by-z >.o && grep -q "g = 0 " .o && ! grep -q "0 <= g <= 0" .o'
