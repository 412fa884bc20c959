#!/bin/sh
# Runs the tests of the command: run.sh BIN DATADIR [NAME [HOOKED]]. Prints one TAP line per case; fails if any case fails.
# A case is a call in one of cases/*.sh, or only in cases/NAME.sh; the words they use are in words.sh. HOOKED is the command
# with the hooks of tests/hooks/command.c; without it the cases that need one are skipped. Status 77: some case was skipped, and
# none failed.
[ $# -ge 2 ] && [ $# -le 4 ] || { echo "usage: run.sh BIN DATADIR [NAME [HOOKED]]" >&2; exit 1; }
[ -x "$1" ] || { echo "run.sh: $1 is not a program" >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
MIXMI=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
DATA=$(cd "$2" && pwd)
EXPECTED=$here/expected
HOOKED=${4:+$(cd "$(dirname "$4")" && pwd)/$(basename "$4")}
LC_ALL=C
export MIXMI DATA EXPECTED HOOKED LC_ALL
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
if grep -q '^not ok' "$scratch/all"; then exit 1; fi
if grep -q '^ok .* # SKIP' "$scratch/all"; then exit 77; fi
