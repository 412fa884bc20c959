# Series: lagged columns in questions, transfer entropy, graphs with lags and what is refused.
. "$WORDS"
AIR=$DATA/../docs/gallery/data/air.csv
printf 't,u,x,y\n' >panel.csv
awk 'BEGIN { srand(3); for (u = 1; u <= 20; u++) { x = 0; y = 0; for (t = 1; t <= 20; t++) { b = x; x = .5 * x + rand() - .5; y = .8 * b + .3 * y + rand() - .5; print t "," u "," x "," y } } }' >>panel.csv
answer "a column one step earlier" "x@1 and y given y@1: dependence detected*rows      380 used, 20 left out for a missing value*" test panel.csv -x x@1 -y y -z y@1 --time t --id u
judge "... of dates" test "$AIR" -x Temp@2 -y Temp -z Temp@1 --time date --json 'a["x"] == ["Temp@2"] and a["rows"] == 151'
judge "transfer entropy: the past of X given that of Y" test panel.csv -x x -y y --time t --id u --lags 2 --json 'a["x"] == ["x@1", "x@2"] and a["z"] == ["y@1", "y@2"] and a["estimate"] > 0.1'
judge "... given the past of others" cmi "$AIR" -x Wind -y Ozone -z Temp --time date --lags 1 --json 'a["z"] == ["Ozone@1", "Temp@1"]'
refuse "... without a time" 1 "mixmi: --time is needed*" test panel.csv -x x -y y --lags 1
refuse "... with no lag" 1 "mixmi: --lags: the past has at least 1 step*" test panel.csv -x x -y y --time t --id u --lags 0
noted "under its old name" "I(x@1; y | y@1)*" "mixmi: note: 'mixmi transfer' is now 'mixmi test --lags 1'*" transfer panel.csv -x x -y y --time t --id u
printf 'x,y\nx@1,y\n' >lagged.csv
refuse "a lag in a file of questions" 1 "mixmi: lagged.csv: line 2*--lags*" test panel.csv --queries lagged.csv --time t --id u
answer "pairs with lags" "3 pairs of columns*x@1*" pairs panel.csv --time t --id u --lags 1 --target y
judge "a graph with lags" graph panel.csv --time t --id u --lags 1 --json 'a["search"] == "pcmci+" and a["lags"] == 1 and [(e["from"], e["to"], e["lag"]) for e in a["edges"]] == [("x@1", "x", 1), ("x@1", "y", 1), ("y@1", "y", 1)]'
answer "its summary" "Summary of 2 nodes with 1 edge*x -> y  1 *y -> y  1 *" graph panel.csv --time t --id u --lags 1 --summary
judge "lagged edges only" graph "$AIR" --time date --lags 1 --no-contemporaneous --json 'all("@" in e["from"] for e in a["edges"])'
judge "blocks of rows are subsamples" graph panel.csv --time t --id u --lags 1 --stability 4 --json 'a["stability"] == 4 and a["edges"][1]["frequency"] > 0.4'
awk -v s=1 'function r() { s = s * 16807 % 2147483647; return s / 2147483647 } BEGIN { print "t,x,y"; for (t = 0; t < 100; t++) { y = 0.28 * x + r() + r() + r(); x = r() + r() + r(); print t "," x "," y } }' >weak.csv
judge "short series have a higher level" graph weak.csv --time t --lags 1 --json '[e["from"] for e in a["edges"]] == ["x@1"] and 0.01 < a["edges"][0]["p"] < 0.03'
judge "... but not in the published search" graph weak.csv --time t --lags 1 --search pc-stable --json 'a["edges"] == []'
printf 'day,x\n2024-01-01,1\n2024-01-02,3\n2024-01-03,2\n2024-01-09,5\n2024-01-10,4\n' >days.csv
truth "a gap is a note" sh -c '"$MIXMI" cmi days.csv -x x@1 -y x --time day 2>&1 >/dev/null | grep -q "1 of 4 differences between rows deviate from the step of 1 day by"'
truth "a note where there are no lags" sh -c '"$MIXMI" graph panel.csv -c x,y --time t --id u 2>&1 >/dev/null | grep -q "without --lags, only values at the same time are compared"'
truth "a note where clusters have one row" sh -c '"$MIXMI" test panel.csv -x x -y y --cluster t,u 2>&1 >/dev/null | grep -q "every cluster has one row"'
printf 'x@1 -> x\nx@1 -> y\ny@1 -> y\n' >series.txt
truth "a note where a graph lacks edges between earlier values" sh -c '"$MIXMI" check panel.csv --graph series.txt --time t --id u --lags 1 --permuted 0 2>&1 >/dev/null | grep -q "edges between earlier values"'
refuse "latent variables" 1 "mixmi: *latent and lags are mutually exclusive*" graph panel.csv --time t --id u --lags 1 --latent
refuse "a search by score" 1 "mixmi: *with --lags use search pc-stable*" graph panel.csv --time t --id u --lags 1 --search score
refuse "lags without time" 1 "mixmi: *--lags has no effect without --time*" graph panel.csv --lags 1
refuse "several series without a name" 2 "mixmi: panel.csv: rows * and * have the time 1 in column 't'*--id*" graph panel.csv --time t --lags 1
refuse "a time of texts" 2 "mixmi: *needs numbers or dates*" test "$DATA/penguins.csv" -x year -y sex --time island
refuse "a lag longer than the series" 2 "mixmi: *no row has another one 20 steps earlier: the series are too short*" graph panel.csv --time t --id u --lags 20
refuse "a step that no rows have" 2 "mixmi: *no row has another one 1 step earlier*--step*" test panel.csv -x x@1 -y y --time t --id u --step 0.1
refuse "lag 0" 1 "mixmi: *no column 'x@0': lags are whole numbers from 1*" test panel.csv -x x@0 -y y --time t --id u
refuse "a lag into the future" 1 "mixmi: *no column 'x@-1': lags are whole numbers from 1*" test panel.csv -x x@-1 -y y --time t --id u
refuse "a lag without time" 1 "mixmi: *no column 'x@1': *need --time*" test panel.csv -x x@1 -y y
truth "a report of chosen columns has their lags" sh -c '"$MIXMI" report panel.csv -c x,y --time t --id u --lags 1 -o lags.html && grep -q "x@1" lags.html'
refuse "a summary of no series" 1 "mixmi: *only the graph of a series has a summary*" graph "$AIR" -c Temp,Wind --summary
printf 'forbid x -> y\n' >known.txt
judge "knowledge is about all lags" graph panel.csv --time t --id u --lags 2 --knowledge known.txt --json '[e["from"] for e in a["edges"] if e["to"] == "y" and e["from"][0] == "x"] == []'
same() { "$MIXMI" graph panel.csv --time t --id u --lags 2 --json --threads "$1" | sed '/"file"/d' >"$2"; }
same 1 one.json; same 4 four.json
truth "threads do not show" cmp one.json four.json
