# Saving a histogram, finding the bins of rows in it, and drawing it.
. "$WORDS"
P=$DATA/penguins.csv
printf 'v,k\n' >t.csv
for i in 1 2 3 4 5 6 7 8 9; do printf '%d.25,a\n7,"x,y"\n' "$i" >>t.csv; done

answer "saving prints the histogram as well" "histogram of v, k*" histogram t.csv -c v,k --save model.json --preset paper
if has python3; then truth "the model is JSON" python3 -m json.tool model.json; else skip "the model is JSON" "no python3"; fi
answer "bins of the same rows" 'v,k
"\[1.25,9.25\]",a
7,"x,y"
*' assign t.csv --model model.json
printf 'k,z,v\na,0,7\nb,0,1.25\n,0,100\n"x,y",0,NA\na,0,9.25\n' >new.csv
golden "missing, unseen and out of range are empty" assign.csv assign new.csv --model model.json
golden "the same as JSON" assign.json assign new.csv --model model.json --json
truth "bins of rows from standard input" sh -c '"$MIXMI" assign --model model.json <new.csv | cmp - "$EXPECTED/assign.csv"'
truth "model from standard input" sh -c '"$MIXMI" assign new.csv --model - <model.json | cmp - "$EXPECTED/assign.csv"'
printf 'v,q\n1,2\n3,4\n' >lacks.csv
refuse "rows without a column of the model" 1 "mixmi: *'k'*" assign lacks.csv --model model.json
printf 'v,k\n1,a\nz,a\n' >text.csv
refuse "a text where the model has numbers" 2 "mixmi: *text.csv*3*" assign text.csv --model model.json
"$MIXMI" histogram t.csv -c v --save one.json >/dev/null
printf 'v\n7\nNA\n2\n' >one.csv
answer "a row without any bin is still a record" 'v
7
""
"\[1.25,9.25\]"' assign one.csv --model one.json

cat >groups.json <<'END'
{"format": "mixmi-histogram", "version": 2, "kind": "dependence", "score_parts": {"data": -3.5, "complexity": 2, "cuts": 1},
"preset": "robust", "rows": 12, "rows_dropped": 0, "rounds": 1, "converged": true, "columns": [
{"name": "v", "type": "numeric", "labelled": false, "range": [0.5, 2], "k_init": 10, "k_max": 5, "edges": [0.5, 0.75, 2],
 "atoms": [3, 4, 5], "atom_bins": [2, 1, 2]},
{"name": "k", "type": "discrete", "labelled": true, "range": null, "k_init": 0, "k_max": 0, "cut_indices": [],
 "atoms": ["a", "b", "c", "d"], "atom_bins": [1, 0, 1, 0]},
{"name": "d", "type": "discrete", "labelled": false, "range": null, "k_init": 0, "k_max": 0, "cut_indices": [],
 "atoms": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "atom_bins": [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]}],
"cells": [[0, 0, 0, 2], [1, 0, 1, 2], [2, 1, 0, 4], [1, 1, 0, 4]]}
END
printf 'v,k,d\n0.6,a,1\n4,b,9\n3,c,10\n9,d,11\n5,e,3\n2,a,2\n' >groups.csv
golden "groups of atoms and free edges have names" groups.csv assign groups.csv --model groups.json
sed 's/0.75, 2\]/0.75, 0.6]/' groups.json >bad.json
refuse "edges that do not ascend" 2 "mixmi: *bad.json*edges*ascending*" assign groups.csv --model bad.json
sed 's/\[2, 1, 2\]/[2, 1, 9]/' groups.json >bad.json
refuse "an atom in a bin that does not exist" 2 "mixmi: *bad.json*bin of an atom*" assign groups.csv --model bad.json

"$MIXMI" histogram "$P" -c bill_length_mm,bill_depth_mm,species --save p.json >/dev/null 2>&1
counts() { # the counts of assigned bins are those of the histogram
	"$MIXMI" assign "$P" --model p.json --json >.bins && "$MIXMI" histogram "$P" -c bill_length_mm,bill_depth_mm,species --json >.hist &&
		python3 -c 'import json
b, h = json.load(open(".bins")), json.load(open(".hist"))
cells = {}
for row in zip(*[c["assigned"] for c in b["columns"]]):
    if None not in row: cells[row] = cells.get(row, 0) + 1
assert cells == {tuple(c["bins"]): c["count"] for c in h["cell_list"]}'
}
if has python3; then truth "assigned rows fill the cells of the histogram" counts; else skip "assigned rows fill the cells" "no python3"; fi

for kind in svg png pdf; do
	if [ $kind != svg ] && ! "$MIXMI" histogram "$P" -c bill_length_mm --plot can.$kind >.out 2>.err; then
		truth "without librsvg: an error that says so, and no picture" sh -c 'grep -q librsvg .err && [ ! -e can.'$kind' ]'
		skip "pictures as $kind" "no librsvg"
		continue
	fi
	"$MIXMI" histogram "$P" -c bill_length_mm --plot one.$kind >.out 2>.err
	truth "a picture of one column, $kind" test -s one.$kind
	"$MIXMI" histogram "$P" -c bill_length_mm,bill_depth_mm --plot two.$kind >.out 2>.err
	truth "a picture of two columns, $kind" test -s two.$kind
done
truth "SVG is SVG" grep -q '<svg' two.svg
truth "SVG needs no other program" sh -c 'mkdir -p empty; PATH=$PWD/empty "$MIXMI" histogram t.csv -c v --plot alone.svg >.out && [ -s alone.svg ]'
# mixmi cmi leaves the histogram of its columns behind
answer "cmi saves its histogram" "I(bill_length_mm; bill_depth_mm) = *" cmi "$P" -x bill_length_mm -y bill_depth_mm --save cmi.json
truth "... which is that of mixmi histogram" sh -c '"$MIXMI" histogram "$1" -c bill_length_mm,bill_depth_mm --save h.json >.h && cmp h.json cmi.json' sh "$P"
answer "cmi given Z saves the histogram of all its columns" "I(bill_length_mm; bill_depth_mm | species) = *" cmi "$P" -x 3 -y 4 -z species --save given.json
truth "... for all rows" sh -c '"$MIXMI" assign "$1" --model given.json >.h && test "$(grep -c "^.\[.*,.\[.*,[ACG]" .h)" = 342' sh "$P"
answer "cmi saves with the preset paper too" "I(v; k) = *" cmi t.csv -x v -y k --preset paper --save cmi.paper.json
truth "... all that the histogram of the columns is" sh -c '"$MIXMI" histogram t.csv -c k,v --preset paper --save h.json >.h && "$MIXMI" assign t.csv --model h.json >.h && "$MIXMI" assign t.csv --model cmi.paper.json | cmp - .h'
answer "cmi draws its histogram" "I(bill_length_mm; species) = *" cmi "$P" -x bill_length_mm -y species --plot cmi.svg
truth "... as SVG" grep -q '<svg' cmi.svg
answer "cmi draws what Z leaves" "I(bill_length_mm; bill_depth_mm | species) = *" cmi "$P" -x 3 -y 4 -z species --plot given.svg
truth "... with axes that say so" sh -c 'grep -q "bill_length_mm for its species, rank in %" given.svg && grep -q "bill_depth_mm for its species, rank in %" given.svg'
refuse "cmi: a picture where one set has two" 1 "mixmi: --plot draws one or two columns, not 3*" cmi "$P" -x 3,4 -y species --plot c.svg
refuse "cmi: a picture with an unknown ending" 1 "mixmi: --plot: 'c.gif' does not end in .svg, .png or .pdf*" cmi "$P" -x 3 -y 4 --plot c.gif
refuse "cmi: a histogram into a missing directory" 3 "mixmi: no/m.json: No such file or directory" cmi "$P" -x 3 -y 4 --save no/m.json
refuse "cmi: a histogram to standard output" 1 "mixmi: --save needs a file name, not '-'*" cmi "$P" -x 3 -y 4 --save -
refuse "cmi: two outputs into one file" 1 "mixmi: --output, --plot and --save must name different files*" cmi "$P" -x 3 -y 4 --save c.svg --plot c.svg
cp t.csv kept.csv
refuse "cmi: a histogram does not replace the table" 1 "mixmi: --save: 'kept.csv' is an input file and would be overwritten*" cmi kept.csv -x v -y k --save kept.csv
truth "what was refused left the table and made no file" sh -c 'cmp t.csv kept.csv && [ ! -e c.svg ] && [ ! -e c.gif ]'
refuse "a picture into a missing directory" 3 "mixmi: no/p.svg: No such file or directory" histogram "$P" -c bill_length_mm --plot no/p.svg
