# The answers themselves, as text and as JSON, and every way to name files, columns and options.
. "$WORDS"
P=$DATA/penguins.csv
printf 'a,b,c\n' >xor.csv
for i in 1 2 3 4 5; do printf '0,0,0\n0,1,1\n1,0,1\n1,1,0\n' >>xor.csv; done
printf '"long, name",größe,b\nx,1,p\ny,2,q\nx,1,p\ny,2,q\nNA,1,p\n' >names.csv

golden "cmi of a closed form, text" xor_cmi.txt cmi xor.csv -x a -y b -z c --units bits --preset paper --verbose
golden "cmi of a closed form, JSON" xor_cmi.json cmi xor.csv -x a -y b -z c --units bits --preset paper --json
golden "histogram, text" xor_histogram.txt histogram xor.csv -c a,c --preset paper
golden "histogram, JSON" xor_histogram.json histogram xor.csv -c a,c --preset paper --json
golden "describe, text" penguins_describe.txt describe "$P"
golden "names and labels beyond ASCII are aligned" names.txt histogram names.csv -c '"long, name",größe' --discrete größe --preset paper
for i in 1 2 3 4 5; do cat xor.csv; done | awk 'NR == 1 || !/a/' >longer.csv # tests need more rows than closed forms
for p in paper default; do
	judge "closed forms, preset $p" cmi longer.csv -x a -y b -z c --units bits --preset $p --json 'abs(a["estimate"] - 1) < (1e-9 if a["preset"] == "paper" else 0.02) and a["preset"] == "'$p'"'
	judge "entropies of values, preset $p" histogram xor.csv -c a,b --units bits --preset $p --json 'abs(a["estimate"] - 2) < 1e-9'
done
golden "describe, JSON" names_describe.json describe names.csv --preset paper --json

answer "independent columns without Z" "I(a; b) = 0 nats*20 used, none left out*chi2 *0 *1 *1 *not detected at alpha 0.01*" cmi xor.csv -x a -y b --preset paper
answer "... which preset default puts into one cell" "I(a; b): no dependence detected; at most 0.* nats

estimate  0 nats
p         *
rows      20 used, none left out
cells     1 of 1 hold data*
search    preset default, *

column *" cmi xor.csv -x a -y b --verbose
truth "... of which it shows no corrections" sh -c '"$MIXMI" cmi xor.csv -x a -y b -z c >.t && ! grep -q "corrected\|chi2\|verdict" .t'
answer "missing rows are counted and explained" "I(long, name; b)*4 used, 1 left out for a missing value (long, name 1)*" cmi names.csv -x '"long, name"' -y b
answer "several columns per set" "I(a, b; c) = 0.9* bits*" cmi xor.csv -x a,b -y c --units bits
answer "flags before the file" "I(a; b)*" cmi -x a -y b xor.csv
answer "repeated flags add up" "I(a, b; c) = *" cmi xor.csv -x a -x b -y c
answer "columns by number" "I(a; b | c)*" cmi xor.csv -x 1 -y 2 -z 3
answer "columns by number, later ones alone" "I(c; b)*" cmi xor.csv -x 3 -y 2
answer "value after an equals sign" "I(a; b | c)* bits*" cmi xor.csv -x a -y b -z c --units=bits
answer "value attached to a short flag" "I(a; b | c)*" cmi xor.csv -xa -yb -zc
answer "file after --" "I(a; b)*" cmi -x a -y b -- xor.csv
answer "level of the test" "*at alpha 0.5*" cmi xor.csv -x a -y b --preset paper --alpha 0.5
answer "preset before other options" "*" cmi xor.csv -x a -y b --preset paper --atom-threshold 30
judge "preset after other options does not undo them" describe xor.csv --atom-threshold 30 --preset paper --json 'all(c["atoms"] == 0 for c in a["columns"])'
judge "... nor before them" describe xor.csv --preset paper --atom-threshold 30 --json 'all(c["atoms"] == 0 for c in a["columns"])'
judge "a switch, negated" describe xor.csv --no-header --json 'a["rows"] == 21 and a["columns"][0]["name"] == "V1"'
judge "a switch with its value" describe xor.csv --header no --json 'a["rows"] == 21'
judge "a switch alone" describe --header xor.csv --json 'a["rows"] == 20'
judge "lists of options add up" describe xor.csv --discrete a --discrete b --json '[c["type"] for c in a["columns"]] == ["discrete", "discrete", "numeric"]'
judge "only some columns" describe xor.csv --only c,a --json 'sorted(c["name"] for c in a["columns"]) == ["a", "c"] and sorted(c["position"] for c in a["columns"]) == [1, 3]'

same() { # same ARGS...: standard input as given, the same answer as from the file
	"$MIXMI" cmi xor.csv -x a -y b -z c >.wanted
	"$MIXMI" cmi "$@" -x a -y b -z c >.got && cmp .wanted .got
}
from_pipe() { cat xor.csv | same "$@"; }
from_file() { same "$@" <xor.csv; }
from_gzip() { gzip -c xor.csv | same "$@"; }
truth "standard input by -" from_pipe -
truth "standard input when no file is given" from_pipe
truth "standard input from a file" from_file
if has gzip; then
	truth "gzip on standard input" from_gzip
	gzip -c xor.csv >xor.csv.gz
	truth "gzip file" same xor.csv.gz
fi
tr , '\t' <xor.csv >xor.tsv
truth "TSV" same xor.tsv
tr , ';' <xor.csv >semicolon.csv
truth "semicolons" same semicolon.csv
truth "delimiter by name" same semicolon.csv --delimiter semicolon
truth "threads change nothing" same xor.csv --threads 2

judge "cmi: the keys that are promised" cmi "$P" -x bill_length_mm -y bill_depth_mm -z species --json '
all(k in a for k in "command version preset rows rows_dropped units method verdict p alpha estimate lower upper confidence standard_error strength score columns".split())
and a["command"] == "cmi" and a["preset"] == "default" and a["rows"] == 342 and a["rows_dropped"] == 2 and a["units"] == "nats"
and all(k in c for c in a["columns"] for k in "name type atoms cuts bins".split())
and [c["role"] for c in a["columns"]] == ["x", "y", "z"] and not a.keys() & {"plug_in", "bias", "chi2", "sc", "fnml", "jic"} and a["corrected"] is None'
judge "... and those of preset paper" cmi "$P" -x bill_length_mm -y bill_depth_mm -z species --preset paper --json '
a.keys() >= {name + end for name in ("chi2", "sc", "fnml", "jic") for end in ("", "_correction")} | {"chi2_df", "chi2_p", "plug_in", "bias"} and a["lower"] is None'
judge "cmi: columns in the order X, Y, Z, not that of the file" cmi "$P" -x year -y bill_depth_mm -z island,species --json '
[c["name"] for c in a["columns"]] == ["year", "bill_depth_mm", "island", "species"] and a["x"] == ["year"] and a["z"] == ["island", "species"]
and a["columns"][2]["atoms"] == ["Biscoe", "Dream", "Torgersen"] and a["columns"][1]["cuts"] == sorted(a["columns"][1]["cuts"])'
Q="-x bill_length_mm -y bill_depth_mm"
judge "the estimate is what was counted less the bias" cmi "$P" $Q -z species --estimator histogram --confidence 0.95 --json '
a["estimate"] > 0 and a["bias"] != 0 and abs(a["plug_in"] - a["bias"] - a["estimate"]) < 1e-12 and a["standard_error"] > 0 and 0 < a["strength"] < 1 and a["lower"] <= a["estimate"] <= a["upper"] and a["confidence"] == 0.95'
judge "the level of the interval is 1 - alpha" cmi "$P" $Q --alpha 0.2 --json 'a["confidence"] == 0.8 and a["alpha"] == 0.2'
judge "... unless it is given" cmi "$P" $Q --alpha 0.2 --confidence 0.9 --json 'abs(a["confidence"] - 0.9) < 1e-12 and a["alpha"] == 0.2'
judge "--bias none: as counted" cmi "$P" $Q --estimator histogram --bias none --json 'a["bias"] == 0 and a["estimate"] == a["plug_in"] > 0.2'
truth "... and nothing is said of bias" sh -c '"$MIXMI" cmi "$1" -x bill_length_mm -y bill_depth_mm --verbose --estimator histogram --bias none >.t && ! grep -q "bias" .t' sh "$P"
judge "preset paper takes nothing off" cmi "$P" $Q --atom-threshold 15 --preset paper --json 'a["bias"] == 0 and a["estimate"] == a["plug_in"]'
refuse "an unknown bias correction" 1 "mixmi: --bias: 'jackknife' is not one of: none,miller-madow*" cmi "$P" $Q --bias jackknife
answer "a confidence interval, text" "I(bill_length_mm; bill_depth_mm) = 0.*

interval  0.* to 0.* at level 0.9, standard error 0.*
strength  0.*" cmi "$P" $Q --confidence 0.9
judge "a confidence interval, JSON" cmi "$P" $Q --confidence 0.9 --json '
abs(a["confidence"] - 0.9) < 1e-12 and 0 < a["lower"] < a["estimate"] < a["upper"] and json.dump(a, open(".ninety", "w")) is None'
judge "... in bits" cmi "$P" $Q --confidence 0.9 --units bits --json '
(lambda n: all(abs(a[k] * math.log(2) - n[k]) < 1e-12 for k in ("lower", "upper")) and a["strength"] == n["strength"])(json.load(open(".ninety")))'
judge "... wider at a higher level, about the same estimate" cmi "$P" $Q --confidence 0.99 --json '
(lambda n: a["lower"] < n["lower"] and a["upper"] > n["upper"] and a["estimate"] == n["estimate"])(json.load(open(".ninety")))'
for level in -0.1 1 95 nan x; do refuse "confidence $level" 1 "mixmi: --confidence: '$level' is not a number from 0 to 0.999999*" cmi "$P" $Q --confidence=$level; done
answer "an interval of a test's estimate" "*
interval  * to * at level 0.9
*" test "$P" $Q --confidence 0.9
for o in k-init k-init-factor k-max k-max-factor max-rounds; do
	refuse "$o has no effect on the default" 1 "mixmi: --$o has no effect with --estimator residual, only with: histogram; see 'mixmi cmi --help'" cmi xor.csv -x a -y b --$o 9
	answer "... but to preset paper" "I(a; b) = *" cmi xor.csv -x a -y b --preset paper --$o 9
done
judge "k-max 1 with preset paper: one interval" cmi "$P" $Q --preset paper --k-max 1 --json 'all(c["cuts"] == [] for c in a["columns"])'
judge "score is the sum of its parts" cmi "$P" -x bill_length_mm -y bill_depth_mm --json 'abs(a["score"] - sum(a["score_parts"].values())) < 1e-6'
judge "a bin for each atom and interval" cmi "$P" -x bill_length_mm -y bill_depth_mm --json '
all(c["bins"] == len(c["atoms"]) + (len(c["cuts"]) + 1 if c["range"] else 0) for c in a["columns"])'
judge "bits are nats over ln 2, the score stays" cmi "$P" -x bill_length_mm -y species --preset paper --json --units bits '
[a["estimate"], a["jic"], a["score"]] and json.dump(a, open(".bits", "w")) is None'
judge "... so says the same question in nats" cmi "$P" -x bill_length_mm -y species --preset paper --json '
(lambda b: abs(a["estimate"] / math.log(2) - b["estimate"]) < 1e-12 and a["score"] == b["score"]
 and abs(a["jic_correction"] / math.log(2) - b["jic_correction"]) < 1e-12)(json.load(open(".bits")))'
judge "exchanging X and Y changes nothing" cmi "$P" -x species -y bill_length_mm --preset paper --json --units bits 'a["estimate"] == json.load(open(".bits"))["estimate"]'
judge "histogram: counts add up" histogram "$P" -c bill_length_mm,species --json '
sum(c["count"] for c in a["cell_list"]) == a["rows"] and len(a["cell_list"]) == a["cells"]
and all(sum(b["count"] for b in c["bin_list"]) == a["rows"] and len(c["bin_list"]) == c["bins"] for c in a["columns"])'
judge "describe: what is promised" describe "$P" --json '
a["rows"] == 344 and len(a["columns"]) == 8 and all(k in c for c in a["columns"] for k in
"name type why position distinct atoms atom_rows missing range".split()) and a["columns"][6]["missing"] == 11'
judge "the file is named" describe "$P" --json 'a["file"].endswith("penguins.csv")'

SCHEMA=$DATA/../docs/reference/json.md
documented() { # every key of these answers stands in the schema
	"$MIXMI" histogram "$P" -c bill_length_mm,sex --save model.json --json >.all &&
		"$MIXMI" cmi "$P" -x bill_length_mm -y sex -z species --confidence 0.9 --explain --by-z --json >>.all && "$MIXMI" describe "$P" --json >>.all &&
		"$MIXMI" assign "$P" --model model.json --json >>.all && cat model.json >>.all &&
		"$MIXMI" test "$P" -x bill_length_mm -y sex --json >>.all &&
		"$MIXMI" pairs "$P" --target sex --adjust --json >>.all &&
		printf 'x,y\nsex,species\n' | "$MIXMI" test "$P" --queries - --json >>.all &&
		"$MIXMI" graph "$P" -c sex,species,island --write csv:truth.csv --bootstrap 2 --json >>.all &&
		"$MIXMI" graph "$P" -c sex,species,island --truth truth.csv --json >>.all || return 1
	for key in $(grep -o '"[a-z_0-9]*":' .all | tr -d '":' | sort -u); do
		grep -q "\`$key\`" "$SCHEMA" || { echo "not in the schema: $key"; return 1; }
	done
}
if [ -e "$SCHEMA" ]; then truth "every key is documented" documented; else skip "every key is documented" "no docs"; fi

# an outlier: 400 evenly spread values, and one far away
awk 'BEGIN { print "x,y"; for (i = 0; i < 400; i++) print i / 400 + 0.00001 * (i * i % 97) "," (i * 37) % 400; print "1e6,1e6" }' >far.csv
judge "preset default sees the bulk beside an outlier" histogram far.csv -c x --preset default --json 'abs(a["estimate"]) < 0.1'
judge "preset paper does not" histogram far.csv -c x --preset paper --json 'a["estimate"] > 5'
judge "bins of preset default hold all rows" histogram far.csv -c x,y --preset default --json 'all(sum(b["count"] for b in c["bin_list"]) == 401 for c in a["columns"])'
answer "a histogram of preset default is saved" "histogram of x*" histogram far.csv -c x --preset default --save far.json
truth "... with its edges, as version 2" grep -q '"version": 2.*"edges": \[' far.json
truth "... and gives every row a bin" sh -c '"$MIXMI" assign far.csv --model far.json | grep -c "^\"\[" | grep -qx 401'
