#!/bin/sh
# Runs the tests of the command: run.sh BIN DATADIR [NAME]. Prints a TAP line a case; fails if any case fails.
# A case is a call in one of cases/*.sh, or only in cases/NAME.sh; the words they use are in words.sh.
[ $# -eq 2 ] || [ $# -eq 3 ] || { echo "usage: run.sh BIN DATADIR [NAME]" >&2; exit 1; }
[ -x "$1" ] || { echo "run.sh: $1 is not a program" >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
MIXMI=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
DATA=$(cd "$2" && pwd)
EXPECTED=$here/expected
LC_ALL=C
export MIXMI DATA EXPECTED LC_ALL
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
for script in "$here"/cases/${3:-*}.sh; do
	name=$(basename "$script" .sh)
	mkdir "$scratch/$name"
	echo "# $name"
	(cd "$scratch/$name" && WORDS="$here/words.sh" sh "$script" </dev/null) || echo "not ok - $name stopped early"
done >"$scratch/all" 2>&1
awk '/^(not )?ok - / { n++; sub(/ok - /, "ok " n " - ") } { print } END { print "1.." n }' "$scratch/all"
! grep -q '^not ok' "$scratch/all"
