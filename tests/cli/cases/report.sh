# mixmi report: what is on the page, what it refuses, and that the same input gives the same bytes. The page itself is tested
# in a browser, by report/test.
. "$WORDS"
P=$DATA/penguins.csv

truth "one file that is a page" sh -c '"$MIXMI" report "'"$P"'" -o page.html && head -c 15 page.html | grep -q "<!doctype html>"'
truth "the page asks nobody for anything" sh -c '! grep -qE "(src|href)=.?https?:" page.html && grep -q "default-src .none.; script-src .sha256-" page.html'
truth "the page is small" sh -c '[ "$(wc -c <page.html)" -lt 600000 ]'
truth "the same bytes from any number of threads" sh -c '"$MIXMI" report "'"$P"'" --threads 1 -o one.html && cmp page.html one.html'
truth "the same page on standard output" sh -c '"$MIXMI" report "'"$P"'" -o - >out.html && cmp page.html out.html'
cp "$P" mine.csv
answer "without -o the page is beside its table, and its path is printed" "mine.csv-report.html" report mine.csv --title penguins.csv
truth "... and it is a page" sh -c 'head -c 15 mine.csv-report.html | grep -q "<!doctype html>"'
refuse "... but standard input has no name" 1 "mixmi: the table comes from standard input and has no name*-o FILE*" report -
if has script; then
	script -qec "'$MIXMI' report mine.csv -o -" /dev/null </dev/null >.tty 2>&1
	truth "never a page to a terminal" sh -c 'grep -q "is not written to a terminal" .tty && ! grep -qi "<html" .tty'
else
	skip "never a page to a terminal" "no script(1)"
fi
judge "columns, pairs, graph and details" report "$P" --json '
a["rows"] == 344 and [c["name"] for c in a["columns"]][:2] == ["species", "island"] and len(a["pairs"]["p"]) == 28 and len(a["details"]) == 28
and a["graph"]["edges"] and "target" not in a and a["sampled"] == 344 and a["all"] == 8'
judge "the grid of a pair holds all its rows" report "$P" --json '
all(sum(d["n"]) == 342 and len(d["n"]) == d["bins"][0] * d["bins"][1] for d in a["details"] if {d["a"], d["b"]} <= {2, 3, 4, 5})'
judge "p, interval, estimate and verdict of every pair agree" report "$P" --graph no --json '
len(a["pairs"]["p"]) == 28 and abs(a["confidence"] - (1 - a["alpha"])) < 1e-9 and all((p < a["alpha"]) == (low > 0) == (verdict == 2) and low <= value <= high
for p, low, value, high, verdict in zip(*(a["pairs"][key] for key in ("p", "lower", "estimate", "upper", "verdict"))))'
judge "a target with every other column, alone and given" report "$P" --target species --json '
len(a["target"]["rows"]) == 7 and a["target"]["rows"][0]["chosen"] and not a["target"]["rows"][-1]["chosen"] and a["target"]["column"] == 0'
judge "the same questions as pairs asks" report "$P" -c species,sex,body_mass_g --json 'len(a["pairs"]["p"]) == 3 and len(a["columns"]) == 3'
judge "estimates in bits" report "$P" -c species,island --units bits --json 'a["units"] == "bits" and abs(a["pairs"]["estimate"][0] - 0.75) < 0.01'
judge "points are a sample" report "$P" --max-points 50 --json 'a["sampled"] == 50 and all(len(c["v"]) == 50 for c in a["points"])'
judge "as many grids as asked for, the strongest first" report "$P" --graph no --max-pairs 3 --json '
len(a["details"]) == 3 and "graph" not in a and [
dict(zip([(i, j) for i in range(8) for j in range(i + 1, 8)], a["pairs"]["strength"]))[d["a"], d["b"]] for d in a["details"]] == sorted(a["pairs"]["strength"], reverse=True)[:3]'
judge "stability" report "$P" -c species,sex,body_mass_g --stability 2 --json 'all(0 <= e["frequency"] <= 1 for e in a["graph"]["edges"])'
refuse "a report has no shards" 1 "mixmi: --shard is not an option of 'mixmi report'*" report "$P" --shard 1/2 --json
judge "circles where common causes may be hidden" report "$P" -c species,sex,body_mass_g --latent --json 'a["graph"]["kind"] == "pag"'
printf 'root: species\nforbid species -- sex\n' >known.txt
judge "what is known beforehand" report "$P" -c species,sex,body_mass_g -k known.txt --json '
any(s[6] % 2 == 1 for s in a["graph"]["separations"]) and not any({e["from"], e["to"]} == {0, 2} for e in a["graph"]["edges"])'
printf 'a\n1\n2\n4\n3\n' >one.csv
judge "one column has an overview" report one.csv --json 'len(a["columns"]) == 1 and "pairs" not in a'
judge "a test without estimates still has strengths" report "$P" -c species,island,sex --test rcit --graph no --json 'all(s is not None for s in a["pairs"]["strength"])'

{ printf 'k,"</script><script>x()","a\342\200\250b"\n' && awk 'BEGIN { for (i = 0; i < 40; i++) printf "%d,<!--%d,%d\n", i % 7, i % 3, i * i % 11 }'; } >names.csv
truth "a name cannot leave the data" sh -c '"$MIXMI" report names.csv --title "</script>" -o names.html &&
[ "$(grep -o "</script>" names.html | wc -l)" -eq 2 ] && [ "$(grep -o "<script" names.html | wc -l)" -eq 2 ]'
truth "nor can a separator of lines" sh -c '! LC_ALL=C grep -q "$(printf "\342\200\250")" names.html'
judge "a long title is cut" report "$P" -c species,sex --title "$(printf '%02000d' 7)" --json 'len(a["title"]) < 1000'
awk 'BEGIN { for (j = 0; j < 310; j++) printf "%sc%d", j ? "," : "", j; print ""; for (i = 0; i < 6; i++) { for (j = 0; j < 310; j++) printf "%s%d", j ? "," : "", (i * (j + 3) + j) % 5 + i; print "" } }' >wide.csv
[ "${MIXMI_TEST_SHARE:-100}" -lt 100 ] || # 44,850 pairs, too many for a slow build
truth "a page compares 300 columns at most, and says so" sh -c '"$MIXMI" report wide.csv --test sc --max-pairs 2 --json >wide.json 2>wide.err && grep -q "at most 300 columns" wide.err &&
python3 -S -c "import json; a = json.load(open(\"wide.json\")); assert len(a[\"used\"]) == 300 and a[\"leftOut\"] > 0 and \"graph\" not in a"'

printf 'a,b\n' >empty.csv
refuse "a table without rows" 2 "mixmi: *" report empty.csv -o none.html
truth "which leaves no page" test ! -e none.html
refuse "two targets" 1 "*--target takes one column, not 2*" report "$P" --target species,sex -o none.html
refuse "an unknown target" 1 "*speces*species*" report "$P" --target speces -o none.html
refuse "a number of points that is none" 1 "*--max-points*not a whole number*" report "$P" --max-points 0 -o none.html
refuse "a folder that is not there" 3 "*nowhere*" report "$P" -o nowhere/page.html
refuse "a file that is not there" 3 "*none.csv*" report none.csv -o none.html
refuse "a checkpoint" 1 "*--checkpoint*" report "$P" --checkpoint x -o none.html

printf 'require species -> body_mass_g\nrequire sex -> body_mass_g\nroot: species, sex\n' >cause.txt
judge "an effect by the graph of the page" report "$P" -c species,sex -k cause.txt --effect sex:body_mass_g --json '
a["effect"]["identified"] and a["effect"]["x"] == "sex" and len(a["effect"]["sets"][0]["outcomes"][0]["points"]) == 2 and a["effect"]["places"] == [2, 1]'
refuse "an effect without an outcome" 1 "*--effect takes a treatment and an outcome*" report "$P" --effect sex -o none.html
refuse "an effect of an unknown column" 1 "*speces*species*" report "$P" --effect speces:sex -o none.html
refuse "an effect without a graph" 1 "*needs the graph*" report "$P" --effect sex:species --graph no -o none.html
