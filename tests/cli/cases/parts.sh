# Tables that are read in parts, and their states: bytes do not depend on the split, and answers say what they are about.
. "$WORDS"

# 9000 rows in three files of unequal length, and in one.
awk 'BEGIN { srand(4); for (i = 0; i < 9000; i++) { x = rand() + rand() + rand(); y = rand() + rand() + (rand() < .3 ? x / 2 : 0)
	printf "%d,%.5f,%.3f,%s\n", i, x, rand() < .2 ? 0 : y, rand() < x / 3 ? "a" : "b" } }' >body
mkdir -p folder/below
for cut in 1,1000:folder/p1.csv 1001,5500:folder/p2.csv 5501,9000:folder/below/p3.csv 1,9000:one.csv; do
	{ echo id,x,y,g; sed -n "${cut%%:*}p" body; } >"${cut#*:}"
done
state() { # NAME FILE...
	state=$1; shift
	"$MIXMI" sketch "$@" --key id --sample 1000 -o "$state" 2>>.err
}
same_bytes() {
	state whole.state one.csv && state folder.state folder && state a.state 'folder/*.csv' && cmp whole.state folder.state &&
		state p1.state folder/p1.csv && state p2.state folder/p2.csv && state p3.state folder/below/p3.csv &&
		"$MIXMI" merge p3.state p1.state p2.state -o merged.state 2>>.err && cmp whole.state merged.state
}
truth "a state does not depend on files, folders and merging" same_bytes
noted "questions of two columns are about all rows" "*x*y*" "*random sample: 1000 of 9000*over all rows*" pairs --sketch whole.state --columns x,y,g
noted "... and say so" "*rows *9000 used*" "*random sample*" cmi --sketch whole.state -x x -y y
noted "given Z they are about the sample" "*rows *1000 of 9000 used*" "*1000 of 9000*" cmi --sketch whole.state -x x -y y -z g
noted "several files are one table" "*rows *9000 used*" "*2000 of 9000*" test folder/p1.csv folder/p2.csv folder/below/p3.csv -x x -y g --sample 2000
answer "a folder that fits into the sample is the table" "*rows *9000 used*" test folder -x x -y g -z y
judge "rows that satisfy a condition" test folder --where 'x > 1' -x x -y y -z g --json 'a["answer"]["rows"] < 9000 if "answer" in a else a["rows"] < 9000'

printf 'id,x,y,g\n9001,1,2,a\n9002,none,2,a\n' >folder/p4.csv
refuse "a type that is contradicted later" 2 "*folder/p4.csv: line 3*x*'none'*" sketch folder -o no.state
rm folder/p4.csv
printf 'id,x,y\n9001,1,2\n' >folder/p4.csv
refuse "a column that is missing later" 2 "*folder/p4.csv*" sketch folder -o no.state
rm folder/p4.csv
refuse "a state twice" 2 "*occurs twice*" merge p1.state p1.state -o no.state
refuse "rows twice" 2 "*occurs twice*" sketch one.csv one.csv -o no.state
refuse "a key that repeats" 2 "*occurs twice*cluster*" sketch one.csv --key g -o no.state
head -c 5000 p1.state >cut.state
refuse "a state that is cut off" 2 "*5000 bytes*" pairs --sketch cut.state
refuse "what is no state" 2 "*no state*" merge one.csv -o no.state
refuse "a state and a file" 1 "*exclude*" pairs one.csv --sketch p1.state
refuse "no output" 1 "*--output*" sketch one.csv
truth "errors leave no state" test ! -e no.state
