# Limits that keep a small file from taking all memory or time: each is an option, which the error names.
. "$WORDS"

bomb() { # bomb LINES LINE: so many such lines of two numbers, packed
	awk -v n="$1" -v line="$2" 'BEGIN { print "a,b"; for (i = 0; i < n; i++) print line }' | gzip -9
}
bomb 50000 1.0000000,2.0000000 >packed.csv.gz
refuse "a file that unpacks to more than is allowed" 4 "mixmi: packed.csv.gz: unpacks to more than 100000 bytes; --max-unpacked raises the limit" describe packed.csv.gz --max-unpacked 100000
answer "... or to just as much" "50000 rows, 2 columns*" describe packed.csv.gz --max-unpacked 1000004
refuse "... one byte less" 4 "*max-unpacked*" describe packed.csv.gz --max-unpacked 1000003
bomb 50000 1,2 >short.csv.gz
answer "numbers that take more memory than text" "50000 rows, 2 columns*" describe short.csv.gz --max-unpacked 800000
refuse "... one byte less" 4 "mixmi: short.csv.gz: unpacks to more than 799999 bytes; --max-unpacked raises the limit" describe short.csv.gz --max-unpacked 799999
bomb 50000 1,2 | gunzip >plain.csv
answer "what is not packed has no such limit" "50000 rows*" describe plain.csv --max-unpacked 1
N=$DATA/../tests/files/workbook.xlsx
refuse "a workbook that unpacks to more" 4 "mixmi: */workbook.xlsx: unpacks to more than 100 bytes; --max-unpacked raises the limit" describe "$N" --max-unpacked 100
{ echo "a,b" && printf '1,"' && awk 'BEGIN { for (i = 0; i < 200000; i++) print "2,3,4" }'; } >open.csv
refuse "a quote that is not closed, long before the end" 4 "mixmi: open.csv: line 2, column 2 ('b'): a field of more than 1000000 bytes (a quote that is not closed?); --max-field raises the limit" describe open.csv
refuse "... with more room: what is wrong" 2 "mixmi: open.csv: line 2, column 2 ('b'): the quote that opens here is never closed" describe open.csv --max-field 10000000

awk 'BEGIN { for (r = 0; r < 9; r++) { for (j = 0; j < 240; j++) printf "%s%s", j ? "," : "", r ? (r * (j + 7) * 7919) % 1009 / 7 : "c" j; print "" } }' >wide.csv
refuse "too many pairs" 4 "mixmi: 28680 pairs exceed the limit of 28679: choose fewer columns or a target; --max-pairs raises the limit" pairs wide.csv --max-pairs 28679
judge "a target leaves few" pairs wide.csv --max-pairs 239 --target c0 --test jic --json 'a["count"] == 239'
memory() { # what a pair adds to the memory of the command, in bytes: less than the bound
	python3 -c '
import os, resource, subprocess, sys
def peak(columns):
	environment = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=0:detect_leaks=0")
	child = subprocess.Popen([os.environ["MIXMI"], "pairs", "wide.csv", "-c", columns, "--test", "jic", "--preset", "paper",
		"--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
	_, status, usage = os.wait4(child.pid, 0)
	assert status == 0
	return usage.ru_maxrss * 1024
growth = (peak("1-240") - peak("1-60")) / (240 * 239 / 2 - 60 * 59 / 2)
print(growth, "bytes")
sys.exit(growth >= float(sys.argv[1]))' "$1"
}
if has python3; then
	truth "a pair adds less than 600 bytes to what the command holds" memory 600
else
	skip "a pair adds less than 600 bytes" "no python3"
fi
