# shellcheck shell=sh
# The functions of the cases. Each prints one TAP line, and on failure what was found instead.
# A case runs in an empty directory of its script, with the command as $MIXMI and the data sets in $DATA.

report() { # report NAME STATUS
	if [ "$2" -eq 0 ]; then echo "ok - $1"; else
		echo "not ok - $1"
		sed 's/^/#   out: /' .out | head -40
		sed 's/^/#   err: /' .err | head -10
	fi
}

matches() { # matches FILE GLOB
	case $(cat "$1") in $2) return 0 ;; esac
	echo "#   wanted: $2"
	return 1
}

# remarks FILE: what is on standard error besides the remark on few rows, which most tables of the cases have.
remarks() { grep -v '^mixmi: note: only [0-9]* rows: ' "$1"; }

# answer NAME GLOB ARGS...: exit code 0, nothing on standard error, standard output matches the pattern.
answer() {
	name=$1 glob=$2
	shift 2
	"$MIXMI" "$@" >.out 2>.err
	code=$?
	[ $code -eq 0 ] && ! remarks .err | grep -q . && matches .out "$glob"
	report "$name" $?
}

# noted NAME GLOB NOTE ARGS...: the same, with notes on standard error that match the second pattern, and nothing else there.
noted() {
	name=$1 glob=$2 note=$3
	shift 3
	"$MIXMI" "$@" >.out 2>.all
	code=$?
	remarks .all >.err
	[ $code -eq 0 ] && [ -s .err ] && ! grep -qv '^mixmi: note: ' .err && matches .out "$glob" && matches .err "$note"
	report "$name" $?
}

# refuse NAME CODE GLOB ARGS...: that exit code, nothing on standard output, one line besides notes on standard error, which
# matches.
refuse() {
	name=$1 wanted=$2 glob=$3
	shift 3
	"$MIXMI" "$@" >.out 2>.err
	code=$?
	[ $code -eq "$wanted" ] || echo "#   exit code $code, wanted $wanted"
	grep -v '^mixmi: note: ' .err >.line
	[ $code -eq "$wanted" ] && [ ! -s .out ] && [ "$(wc -l <.line)" -eq 1 ] && matches .line "$glob"
	report "$name" $?
}

# Cuts numbers to ten decimals, the last digits being the mathematical library's, with 1 for what is short of it by no
# more than that, and hides the version.
steady() { sed -e 's/0\.9999999999[0-9]*/1/g' -e 's/\(\.[0-9]\{10\}\)[0-9]*/\1/g' -e 's/"version": "[0-9.]*"/"version": "..."/'; }

# golden NAME FILE ARGS...: exit code 0 and standard output equal to expected/FILE, made steady. With UPDATE=1 in the
# environment the file is written instead: read the difference before you commit it.
golden() {
	name=$1 file=$2
	shift 2
	"$MIXMI" "$@" >.raw 2>.err && steady <.raw >.out
	[ -z "$UPDATE" ] || cp .out "$EXPECTED/$file"
	diff "$EXPECTED/$file" .out >.diff 2>&1
	status=$?
	[ $status -eq 0 ] || sed 's/^/#   /' .diff
	report "$name" $status
}

# truth NAME COMMAND...: the command succeeds.
truth() {
	name=$1
	shift
	"$@" >.out 2>.err
	report "$name" $?
}

# skip NAME WHY
skip() { echo "ok - $1 # SKIP $2"; }

has() { command -v "$1" >/dev/null 2>&1; }

# hooked NAME COMMAND...: truth, for what calls $HOOKED, the command with the hooks of the tests.
hooked() { if [ -n "$HOOKED" ]; then truth "$@"; else skip "$1" "no command with hooks was given"; fi; }

# json ARGS...: runs the command and evaluates the last argument in python with `a` the parsed answer.
# (-S: nothing of the site is needed, and starting takes a quarter less)
json() {
	for expression; do :; done
	count=$(($# - 1)) i=0
	for word; do
		[ $i -eq 0 ] && set --
		[ $i -lt $count ] && set -- "$@" "$word"
		i=$((i + 1))
	done
	"$MIXMI" "$@" >.json || return 1
	python3 -S -c 'import json, sys, math
a = json.load(open(".json", encoding="utf-8"), parse_constant=lambda c: sys.exit("not JSON: " + c))
sys.exit(not ('"$expression"'))'
}

# judge NAME ARGS... EXPRESSION: a JSON answer of which the python expression over `a` is true.
judge() {
	name=$1
	shift
	if has python3; then truth "$name" json "$@"; else skip "$name" "no python3"; fi
}
