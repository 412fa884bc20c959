# Remarks on the rows: every command makes them, in text and in JSON, also about columns that it was not asked about.
. "$WORDS"
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 7; print "state,year,x,y"; for (i = 0; i < 336; i++) printf "s%d,%d,%.4f,%.4f\n", i / 7, 2000 + i % 7, draw(), draw() }' >panel.csv
N="*note: 'state' is a repeated identifier (48 values in 336 rows)*name it in --cluster*"
noted "test" "x and y: *" "$N" test panel.csv -x x -y y
noted "cmi" "I(x; y)*" "$N" cmi panel.csv -x x -y y
noted "pairs" "1 pair*" "$N" pairs panel.csv -c x,y
noted "graph" "Graph of 2 nodes*" "$N" graph panel.csv -c x,y
noted "select" "* for x*" "$N" select panel.csv -t x -c x,y
noted "blanket" "* for x*" "$N" blanket panel.csv -t x -c x,y
noted "effect" "*" "$N" effect panel.csv -x x -y y --adjust year
noted "histogram" "histogram of x*" "$N" histogram panel.csv -c x
noted "describe" "336 rows*" "$N" describe panel.csv
answer "an option answers it" "x and y: *" test panel.csv -x x -y y --cluster state
for command in "test -x x -y y" "cmi -x x -y y" "pairs -c x,y" "graph -c x,y" "select -t x -c x,y" "effect -x x -y y --adjust year" "histogram -c x"; do
	set -- $command
	name=$1
	shift
	judge "$name, JSON" "$name" panel.csv "$@" --json 'any("repeated identifier" in remark for remark in a["remarks"])'
done
awk 'function draw() { s = (s * 16807) % 2147483647; return s / 2147483647 }
BEGIN { s = 9; print "x,y,a,b,c,d,e"; for (i = 0; i < 40; i++) { for (j = 0; j < 6; j++) printf "%.4f,", draw(); printf "%.4f\n", draw() } }' >wide.csv
noted "a wide Z" "x and y given*" "*note: Z has 5 columns for 40 rows*" test wide.csv -x x -y y -z a,b,c,d,e
answer "a Z of few columns" "x and y given*" test wide.csv -x x -y y -z a,b
refuse "sampling weights" 2 "*these look like sampling weights*weights-are to frequencies" test panel.csv -x x -y y --weights year
noted "... that are said to be frequencies" "x and y: *" "*rows count as*" test panel.csv -x x -y y --weights year --weights-are frequencies
