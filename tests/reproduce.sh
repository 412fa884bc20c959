#!/usr/bin/env bash
# The program behind `make reproduce`, on its two smallest experiments: reproduce.sh PROGRAM, which has the hooks
# of tests/hooks/reproduce.c (a checkpoint knows the program that made it, so that one makes all the runs). What it shows: the same bytes for any
# number of threads and however often the run was killed; damaged checkpoints; that a page's verdicts follow the numbers.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
tree=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d) || exit 1
running=
trap '[ -z "$running" ] || kill -9 "$running" 2>/dev/null; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
count=0
failures=0

check() { # check WHAT COMMAND...
    local what=$1
    shift
    count=$((count + 1))
    if "$@" >check.log 2>&1; then
        echo "ok $count - $what"
    else
        echo "not ok $count - $what"
        sed 's/^/# /' check.log | head -n 20
        failures=$((failures + 1))
    fi
}

run() { # run FOLDER [OPTIONS...]: leaves its messages in FOLDER.log
    local folder=$1
    shift
    "$program" --quick --only bins,weak --out "$folder" "$@" >"$folder.log" 2>&1
}

# stop SIGNAL FOLDER: a run that gets the signal once it has added 8 records to its checkpoint.
stop() {
    HOOK_AFTER=8 HOOK_SIGNAL=$1 "$program" --quick --only bins,weak --threads 1 --out "$2" >"$2.log" 2>&1
}

exits() { # exits STATUS COMMAND...
    local expected=$1 got=0
    shift
    "$@" || got=$?
    [ "$got" -eq "$expected" ] || { echo "status $got, not $expected"; return 1; }
}

same() { # same FOLDER FOLDER: all CSV files
    cmp "$1/bins.csv" "$2/bins.csv" && cmp "$1/weak.csv" "$2/weak.csv"
}

says() { grep -q -- "$2" "$1.log" || { cat "$1.log"; return 1; }; }
not() { ! "$@"; }

# ------------------------------------------------------------------------------------------------ same bytes
check "a run with one thread succeeds" run whole --threads 1
check "a run with three threads succeeds" run three --threads 3
check "any number of threads gives the same bytes" same whole three
check "RUN.txt names command, version, date and seed" grep -cE '^(command|version|finished|seed): .' whole/RUN.txt

# --------------------------------------------------------------------------------------------------- killed
check "a run is killed in the middle" exits 137 stop 9 killed
check "a killed run leaves no CSV file" not test -e killed/weak.csv
check "it goes on where it was" run killed --threads 2
check "and says so" says killed 'parts are in the checkpoint'
check "a killed run gives the same bytes as an undisturbed one" same whole killed

check "an interrupted run ends with status 130" exits 130 stop 2 interrupted
check "and says how to go on" says interrupted 'the same command resumes'
check "which works" run interrupted
check "with the same bytes" same whole interrupted

# -------------------------------------------------------------------------------------------------- damaged
damage() { # damage FOLDER SED-SCRIPT: a copy of the finished checkpoint with something wrong in it
    mkdir -p "$1" && sed "$2" whole/checkpoint >"$1/checkpoint"
}
lines=$(wc -l <whole/checkpoint)
damage torn "$lines s/.\{30\}\$//"
truncate -s -1 torn/checkpoint # no newline either
check "a torn last line is done again" run torn
check "with the same bytes" same whole torn
damage changed '5s/[0-9] \*/x */;9s/ \*/ 7 */'
check "changed lines are noticed" run changed
check "and counted" says changed '2 damaged'
check "with the same bytes" same whole changed
damage zeros '7s/.*/\x00\x00\x00\x00/'
check "a line of zero bytes is noticed" run zeros
check "with the same bytes" same whole zeros
mkdir nothing && : >nothing/checkpoint
check "an empty checkpoint is a new one" run nothing
check "with the same bytes" same whole nothing

# -------------------------------------------------------------------------------------------- another run's
cp -r whole other
check "the checkpoint of another seed is refused" exits 1 run other --seed 2
check "with what differs" says other 'seed=1'
check "and stays as it was" cmp whole/checkpoint other/checkpoint
check "unless it is thrown away" run other --seed 2 --restart
check "another seed gives other numbers" not cmp whole/weak.csv other/weak.csv
mkfifo gate
HOOK_AFTER=3 HOOK_GATE=gate "$program" --quick --only bins,weak --threads 1 --out busy >busy.log 2>&1 &
running=$!
exec 9<gate # returns when that run has got so far, and waits
check "two runs do not write to one checkpoint" exits 1 "$program" --quick --only bins,weak --out busy
kill -9 "$running"
wait "$running" 2>/dev/null
exec 9<&-
running=

# -------------------------------------------------------------------------------------------------- options
check "an unknown option is an error" exits 2 "$program" --nonsense
check "an unknown experiment is an error" exits 2 "$program" --only nonsense
check "an option without its value is an error" exits 2 "$program" --out
for wrong in "--threads 0" "--threads two" "--seed -1" "--seed 1x" "--default-draws 0"; do
    # shellcheck disable=SC2086 # two words
    check "'$wrong' is an error" exits 2 "$program" $wrong
done
check "an empty folder name is an error" exits 2 "$program" --out ""
check "a folder that cannot be made is an error" exits 1 "$program" --quick --only bins --out /dev/null/x
check "--help prints a text" sh -c "'$program' --help | grep -q -- --quick"
check "--list names every experiment" sh -c "[ \$('$program' --list | wc -l) -eq 9 ]"

# --------------------------------------------------------------------------------------------------- report
if command -v python3 >/dev/null; then
    page() { python3 -B "$tree/experiments/report/report.py" "$1" "$1/page.md" "$1/page.html"; }
    verdict() { [ "$(sed -n 's/^| Sample size.*slower than.*| \*\*\(.*\)\*\* |$/\1/p' "$1/page.md")" = "$2" ]; }
    check "a page is written" page whole
    check "a claim that the numbers bear out is seen" verdict whole seen
    awk -F, -v OFS=, 'NR > 1 && $1 == 1 { $5 = 1000 - $2 / 1000 } { print }' whole/bins.csv >other/bins.csv
    check "a page of other numbers is written" page other
    check "the same claim is not seen in numbers that contradict it" verdict other "not seen"
    check "what was not computed is said" grep -q 'not in this run' whole/page.md
fi
if command -v gnuplot >/dev/null; then
    check "figures are drawn" "$tree/experiments/figures/draw.sh" whole bins weak
    check "as SVG and PNG" test -s whole/figures/bins.svg -a -s whole/figures/weak.png
fi
echo "1..$count"
[ "$failures" -eq 0 ]
