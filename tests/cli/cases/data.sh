# Bad data is an error that names the place; data at the edge of what can be has an answer.
. "$WORDS"
q="-x a -y b"

refuse "no such file" 3 "mixmi: *nosuch.csv*No such file*" cmi nosuch.csv $q
mkdir dir
refuse "a directory" 3 "mixmi: *dir*irectory*" cmi dir $q
: >empty.csv
refuse "an empty file" 2 "mixmi: *empty.csv*" cmi empty.csv $q
printf 'a,b\n' >header.csv
refuse "header only" 2 "mixmi: *header.csv*" cmi header.csv $q
printf 'a,b\n1,2\n' >one.csv
refuse "one row" 2 "mixmi: one.csv: *1 row*" cmi one.csv $q
refuse "a column that the file lacks" 1 "mixmi: one.csv: no column 'c' among*" cmi one.csv -x a -y c
refuse "... in a list of types" 1 "mixmi: one.csv: no column 'c' among*" cmi one.csv $q --discrete c
printf 'a,b\n1,NA\n2,3\nNA,4\n' >usable.csv
refuse "one usable row" 2 "mixmi: usable.csv: *row*" cmi usable.csv $q
printf 'a,b\n1,2\n3\n4,5\n' >ragged.csv
refuse "a short row" 2 "mixmi: *ragged.csv*3*" cmi ragged.csv $q
printf 'a,b\n1,2\n3,4,5\n4,5\n' >long.csv
refuse "a long row" 2 "mixmi: *long.csv*3*" cmi long.csv $q
printf 'a,b\n1,2\n3,"4\n4,5\n' >quote.csv
refuse "an unclosed quote" 2 "mixmi: *quote.csv*3*" cmi quote.csv $q
printf 'a,b\n1,2\n3,\0004\n4,5\n' >nul.csv
refuse "a NUL byte" 2 "mixmi: *nul.csv*3*" cmi nul.csv $q
printf 'a,b,a\n1,2,3\n4,5,6\n' >twice.csv
refuse "duplicate column names" 2 "mixmi: *twice.csv*'a'*" cmi twice.csv $q
printf 'a\377,b\n1,2\n4,5\n' >utf8.csv
refuse "invalid UTF-8 in a name, shown escaped" 2 "mixmi: *utf8.csv*a\\\\xff*" cmi utf8.csv -x 1 -y b
printf 'a,b\n1,2\n1e400,4\n4,5\n' >range.csv
refuse "a number out of range" 2 "mixmi: *range.csv*3*1e400*" cmi range.csv $q
printf 'a,b\n1,2\n3,inf\n4,5\n' >inf.csv
refuse "an infinite value" 2 "mixmi: *inf.csv*3*" cmi inf.csv $q
printf 'a,b\n1,2\nx,3\n4,5\n' >text.csv
refuse "a text in a column that must be numeric" 2 "mixmi: *text.csv*3*" cmi text.csv $q --numeric a
printf 'not json' >bad.json
refuse "a model that is none" 2 "mixmi: bad.json: *" assign one.csv --model bad.json
: >none.json
refuse "an empty model" 2 "mixmi: none.json: *" assign one.csv --model none.json
refuse "a model that does not exist" 3 "mixmi: nosuch.json: No such file or directory" assign one.csv --model nosuch.json
refuse "a model that is a directory" 3 "mixmi: dir: Is a directory" assign one.csv --model dir
refuse "output into a missing directory" 3 "mixmi: no/out: No such file or directory" cmi "$DATA/penguins.csv" -x 1 -y 3 -o no/out
refuse "output is a directory" 3 "mixmi: dir: Is a directory" cmi "$DATA/penguins.csv" -x 1 -y 3 -o dir

printf 'a,b\n1,2\n3,4\n' >two.csv
answer "two rows" "I(a; b): undecided: *2 used*" cmi two.csv $q
printf 'a,b\n1,2\n1,4\n1,7\n1,1\n' >constant.csv
noted "a constant column tells nothing" "I(a; b): no dependence detected; at most 0 nats*" "*'a': the same value in all rows" cmi constant.csv $q
noted "a constant column has no entropy" "*entropy   0 nats*" "*'a': the same value in all rows" histogram constant.csv -c a
printf 'a,b\n5,5\n5,5\n5,5\n5,5\n5,5\n5,5\n' >ties.csv
noted "nothing but ties" "I(a; b): no dependence detected; at most 0 nats*" "*'b': the same value in all rows" cmi ties.csv $q
{
	echo a,b
	seq 1 30 | sed 's/$/.5,1/'
	echo n.a.,2
} >word.csv
judge "a word for missing among numbers" describe word.csv --json 'a["columns"][0]["type"] == "numeric" and a["columns"][0]["missing"] == 1'
judge "... is a category without recognition" describe word.csv --no-recognise --json 'a["columns"][0]["type"] == "discrete" and a["columns"][0]["missing"] == 0'
printf 'a,b\n-1e308,1\n1e308,2\n0,3\n1,1\n2,2\n' >huge.csv
judge "values at +-1e308 give a finite answer" cmi huge.csv $q --json 'a["rows"] == 5 and a["estimate"] >= 0'
judge "... and no number that JSON lacks" histogram huge.csv -c a --json 'a["rows"] == 5'
printf 'a,b\n4.9e-324,1\n9.9e-324,2\n1.5e-323,3\n2e-323,1\n2.5e-323,2\n' >denormal.csv
judge "denormals give a finite answer" cmi denormal.csv $q --json 'a["rows"] == 5 and a["estimate"] >= 0'
judge "the entropy of denormals is a number" histogram denormal.csv -c a --json 'a["estimate"] is not None'
awk 'BEGIN { print "a,b"; for (i = 0; i < 200000; i++) printf "k%d,%d\n", i, i % 2 }' >labels.csv
judge "200,000 distinct labels: an answer" cmi labels.csv $q --preset paper --json 'abs(a["estimate"] - math.log(2)) < 1e-9 and a["columns"][0]["bins"] == 200000'
judge "... and labels that occur once tell nothing" cmi labels.csv $q --json 'a["verdict"] == "undecided" and a["estimate"] is None and a["rows"] == 200000'
printf 'a,b\n"new\nline",1\n"new\nline",2\n\t,1\n\t,2\n' >odd.csv
noted "labels with line breaks are shown escaped" "*new\\\\nline*" "*same value*" histogram odd.csv -c a
printf 'a,b\nl\377,1\nl\377,2\nm,1\nm,2\n' >latin.csv
judge "a label that is not UTF-8 is escaped in JSON" cmi latin.csv $q --json 'a["columns"][0]["atoms"] == ["l\\xff", "m"]'
