# Files as people have them: weights, rows and columns that are chosen, what describe shows, and what searches leave out.
. "$WORDS"
FILES=$DATA/../tests/files

awk -F, 'NR > 1 { for (i = 0; i < $4; i++) print $1 "," $2 "," $3 }' "$FILES/ucb_counts.csv" | sed '1i Admit,Gender,Dept' >rows.csv
same() { # same ARGS...: counts as weights give what repeated rows give, to the last bit
	"$MIXMI" "$1" "$FILES/ucb_counts.csv" --weights Freq -x Gender -y Admit $2 --json >.counts 2>/dev/null &&
		"$MIXMI" "$1" rows.csv -x Gender -y Admit $2 --json >.rows 2>/dev/null && python3 -S -c 'import json, sys
def answer(name):
    a = json.load(open(name), parse_float=str)
    for key in ("file", "remarks"):
        a.pop(key)
    for column in a.get("columns", []):
        column.pop("why")
    return a
a, b = answer(".counts"), answer(".rows")
sys.exit(a != b or "estimate" not in a)'
}
if has python3; then
	truth "admissions: 24 counts are 4526 rows, cmi" same cmi
	truth "... given the department" same cmi "-z Dept"
	truth "... a test" same test "-z Dept"
fi
noted "... and the rows are reported" "*4526 used*" "*24 rows count as 4526*" cmi "$FILES/ucb_counts.csv" --weights Freq -x Gender -y Admit

printf 'a,b,n\n1,2,2\n2,1,NA\n3,4,1\n2,2,1\n' >unweighted.csv
noted "rows without a weight are reported" "*4 used*" "*note: 1 row without a weight is left out*" cmi unweighted.csv --weights n -x a -y b
printf 'a,b,n\n1,2,NA\n2,1,NA\n' >none.csv
refuse "no row with a weight" 2 "*all weights are missing" cmi none.csv --weights n -x a -y b --numeric n

edges() { "$MIXMI" graph "$1" --json 2>.err | python3 -S -c 'import json, sys
a = json.load(sys.stdin)
print(sorted([e["from"], e["to"], e["type"]] for e in a["edges"]))'; }
dated() { edges "$FILES/airquality.csv" >.plain && edges "$FILES/airquality_date.csv" >.dated && grep -q "'Date'" .err && cmp .plain .dated; }
if has python3; then truth "a date column changes nothing among the others" dated; else skip "a date column" "no python3"; fi

answer "describe tells dates, limits and orders" "*lead*<5 to *arsenic*<0.5 to*" describe "$FILES/limits_below.csv"
answer "... as CSV" "position,column,type,kind*1,q1,discrete,ordered,5,0*" describe "$FILES/likert.csv" --csv
judge "... as JSON" describe "$FILES/dates_iso.csv" --json 'a["columns"][0]["kind"] == "date" and a["columns"][0]["range"][0] == "2021-01-01"'
judge "limits stand beyond the numbers" describe "$FILES/limits_lod.csv" --json 'a["columns"][1]["below"] == ["<= 2"] and a["columns"][1]["above"] == [">=50"] and a["columns"][1]["atoms"] >= 2'
answer "a label of the file is shown" "*age in years*" describe "$FILES/survey.sav"
refuse "a query beside a text file" 1 "mixmi: *--sql needs an SQLite file*" describe "$FILES/cats.csv" --sql "select 1"
refuse "two queries" 1 "mixmi: *--sql takes one query, and another follows the first*" describe "$FILES/shop.db" --sql "select 1 as a; select 2 as b"
answer "a query with a comment at its end" "*1 row, 1 column*" describe "$FILES/shop.db" --sql "select 1 as a; -- the end"
answer "a query of an SQLite file" "*22 rows, 2 columns*" describe "$FILES/shop.db" --sql "select kind, amount from sales where amount > 10"
noted "a condition keeps rows" "*38 rows, 6 columns*" "*38 of 153 rows are kept" describe "$FILES/airquality.csv" --where 'Month >= 8 && Ozone < 50'
answer "lists take patterns and ranges" "153 rows, 3 columns*" describe "$FILES/airquality.csv" --only 'T*,1-2'
noted "identifiers are left out of pairs" "1 pair *" "*left out*'nr'*" pairs "$FILES/ids_running.csv"
noted "... unless they are named" "3 pairs*" "*'nr': consecutive*" pairs "$FILES/ids_running.csv" --columns x,y,nr

narrow() { # narrow FILE COLUMN STEP: no bin of the default is narrower than the step
	"$MIXMI" histogram "$1" -c "$2" --json 2>/dev/null | python3 -S -c 'import json, sys
bins = json.load(sys.stdin)["columns"][0]["bin_list"]
widths = [b["upper"] - b["lower"] for b in bins if b["kind"] == "interval"]
sys.exit(not (len(widths) > 0 and min(widths) > 0.999 * float(sys.argv[1])))' "$3"
}
if has python3; then
	truth "no bin is narrower than the step: body mass" narrow "$DATA/penguins.csv" body_mass_g 25
	truth "... flipper length" narrow "$DATA/penguins.csv" flipper_length_mm 1
	truth "... ages" narrow "$FILES/ages.csv" age 1
	truth "... heights" narrow "$FILES/ages.csv" height_cm 1
	truth "... incomes" narrow "$FILES/ages.csv" income 100
	truth "... rain" narrow "$FILES/zero_inflated.csv" rain_mm 0.1
	truth "... censored times" narrow "$FILES/censored.csv" time_days 0.1
fi
judge "zero inflation keeps its point mass" histogram "$FILES/zero_inflated.csv" -c rain_mm --json 'a["columns"][0]["atoms"] == [0]'
judge "... and censoring its own" histogram "$FILES/censored.csv" -c time_days --json 'a["columns"][0]["atoms"] == [60]'
truth "a picture of all columns" sh -c '"$MIXMI" describe "$DATA/penguins.csv" --plot all.svg >/dev/null && grep -q "body_mass_g" all.svg'
refuse "... in a format that is none" 1 "mixmi: *.svg, .png or .pdf*" describe "$DATA/penguins.csv" --plot all.gif

# names that are numbers: a name comes first, #3 is position 3
printf '3,1,2\n5,a,1\n6,b,2\n7,a,1\n8,b,3\n' >numbers.csv
judge "a name that is a number is a name" cmi numbers.csv --header -x 3 -y 1 --json 'a["x"] == ["3"] and a["y"] == ["1"] and a["columns"][1]["type"] == "discrete"'
judge "... and #3 is position 3" cmi numbers.csv --header -x '#3' -y '#1' --json 'a["x"] == ["2"] and a["y"] == ["3"]'
judge "... in ranges too" pairs numbers.csv --header -c '#1-#3' --json 'len(a["answers"]) == 3'
refuse "a position beyond the last" 1 "mixmi: *'#4'*" cmi numbers.csv --header -x '#4' -y '#1'
