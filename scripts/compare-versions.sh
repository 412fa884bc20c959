#!/usr/bin/env bash
# Compares the answers of two builds of mixmi: compare-versions.sh OLD NEW [GROUP]
# Lists some 3,900 command lines over the golden data of the tests, generated data and the penguins, and runs each with both builds
# (compare_versions.py defines what counts as a difference; fields that only NEW has do not, since answers may grow). Prints the
# counts by group and the kinds of difference; TABLE=FILE keeps every line that differs. GROUP is a pattern such as 'paper*': only
# the groups that match it are run. Takes some ten minutes on one core. Fails if numbers or exit statuses differ. LISTED=1 only
# prints the command lines.
set -u
if [ $# -lt 2 ]; then
    echo "usage: compare-versions.sh OLD NEW [GROUP]" >&2
    exit 1
fi
old=$(realpath "$1")
new=$(realpath "$2")
wanted=${3:-*}
table_of_differences=$(realpath "${TABLE:-/dev/null}")
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export LC_ALL=C OMP_NUM_THREADS=1

# compare GROUP ARGUMENTS...: runs one command line with both builds.
compare() {
    local group=$1
    # shellcheck disable=SC2053 # a pattern
    [[ $group == $wanted ]] || return 0
    (IFS=$'\t' && echo "$*") >>list
}

# --------------------------------------------------------------------------------------------------------------- data

# drawn NAME ROWS PROGRAM: a table from a random generator written in awk, so that every awk draws the same numbers.
drawn() {
    awk -v rows="$2" 'function u() { s = (s * 16807) % 2147483647; return s / 2147483647 }
        function g(   i, t) { t = -6; for (i = 0; i < 12; i++) t += u(); return t }
        BEGIN { s = 20250101; print "x,y,z,w"; for (r = 0; r < rows; r++) { '"$3"'; print x "," y "," z "," w } }' >"$1.csv"
}

draw_tables() {
    drawn fork 250 'z = g(); w = int(3 * u()); x = z + 0.5 * g(); y = -z + 0.5 * g()'
    drawn mixed 250 'w = int(4 * u()); z = u(); x = w + u(); y = u() < 0.3 ? 0 : x * z'
    drawn exclusive 200 'x = u() < 0.5 ? 1 : 0; z = u() < 0.5 ? 1 : 0; y = (x + z) % 2; w = g()'
    drawn counts 200 'w = "abc"; w = substr(w, 1 + int(3 * u()), 1); x = int(8 * u()); z = int(x / 2); y = z + int(2 * u())'
    drawn rounded 220 'z = int(10 * g()) / 10; x = int(10 * (z + g())) / 10; y = int(5 * (x * x)) / 5; w = u() < 0.9 ? 0 : g()'
    drawn nothing 180 'x = g(); y = g(); z = g(); w = int(2 * u())'
    drawn holes 240 'z = g(); x = u() < 0.1 ? "NA" : z + g(); y = u() < 0.1 ? "" : int(3 * u()) + (z > 0); w = u() < 0.5 ? "one" : "two"'
    drawn tiny 12 'x = int(3 * u()); y = g(); z = int(2 * u()); w = g()'
    drawn heavy 200 'z = int(5 * u()); x = exp(4 * g()); y = x / exp(2 * g()); w = 1e300 * g()'
    drawn_tables="fork mixed exclusive counts rounded nothing holes tiny heavy"
    {
        echo x,y,z
        printf '%s\n' 'x,y,' 'x,y,z' 'x,y,z;w' 'z,w,x' 'x,y;z,w' 'w,x,'
    } >questions.csv
    printf 'tier 1: z, w\ntier 2: x, y\n' >tiers.txt
    printf 'require z -> x\nforbid x -> y\n' >lines.txt
    cp "$root/data/penguins.csv" penguins.csv
    numeric="bill_length_mm bill_depth_mm flipper_length_mm body_mass_g"
    discrete="species island sex year"
}

golden() { # golden FOLDER: its tables
    find "$root/tests/golden/$1" -name '*.csv' ! -name values.csv | sort
}

given() { # given FILE: -z and all columns after the first two, or nothing
    local rest
    rest=$(head -n 1 "$1" | cut -d, -f3- | tr -d '\r')
    [ "$(head -n 1 "$1" | tr -cd , | wc -c)" -gt 1 ] && echo "-z $rest"
}

# ---------------------------------------------------------------------------------------------------------- questions

estimators="ksg fp mixed-ksg ravk ms miic suzuki"
corrections="chi2 sc fnml jic"

# question TABLE ARGUMENTS...: one question for every estimator and every fast test.
question() {
    local table=$1 name
    shift
    compare paper-cmi cmi "$table" "$@" --preset paper --json
    compare paper-cmi cmi "$table" "$@" --preset paper --bias miller-madow --confidence 0.9 --json
    compare default-cmi cmi "$table" "$@" --json
    compare default-cmi cmi "$table" "$@" --bias none --confidence 0.95 --json
    for name in $estimators; do
        compare "peers" cmi "$table" "$@" --estimator "$name" --json
    done
    for name in $corrections; do
        compare paper-test test "$table" "$@" --preset paper --test "$name" --json
    done
    for name in rcit rcot; do
        compare paper-kernel test "$table" "$@" --preset paper --test "$name" --json
    done
    for name in rcit miic; do
        compare default-peers test "$table" "$@" --test "$name" --alpha 0.01 --json
    done
    compare perm test "$table" "$@" --preset paper --test perm --permutations 39 --json
    compare default-test test "$table" "$@" --json
}

# The options of each method, on one question.
options_of() {
    local table=$1 name
    shift
    for name in '--k-init 30' '--k-init-factor 7' '--k-max 4' '--k-max-factor 2' '--max-rounds 1' '--atom-threshold 1' \
        '--atom-threshold 20' '--atom-threshold 1000000'; do
        # shellcheck disable=SC2086 # an option and its value
        compare paper-options cmi "$table" "$@" --preset paper $name --json
    done
    for name in ksg fp mixed-ksg ravk ms; do
        compare peers-options cmi "$table" "$@" --estimator $name -k 3 --json
        compare peers-options cmi "$table" "$@" --estimator $name --metric numbers --json
    done
    compare peers-options cmi "$table" "$@" --estimator ksg --ksg-variant 2 --json
    compare peers-options cmi "$table" "$@" --estimator miic --miic-bins 7 --json
    for name in '--null gamma' '--null perm --permutations 49' '--features 20' '--features-xy 3' '--one-hot' '--seed 7'; do
        # shellcheck disable=SC2086
        compare paper-kernel test "$table" "$@" --preset paper --test rcit $name --json
        # shellcheck disable=SC2086
        compare paper-kernel test "$table" "$@" --preset paper --test rcot $name --json
    done
    for name in '--tail gamma' '--seed 9' '--alpha 0.2' '--atom-threshold 12'; do
        # shellcheck disable=SC2086
        compare perm test "$table" "$@" --preset paper --test perm --permutations 39 $name --json
    done
    for name in '--seed 9' '--alpha 0.2'; do
        # shellcheck disable=SC2086
        compare default-test test "$table" "$@" --test residual $name --json
    done
    compare units cmi "$table" "$@" --preset paper --units bits
    compare threads cmi "$table" "$@" --preset paper --threads 2 --json
    compare threads cmi "$table" "$@" --estimator ms --threads 2 --json
    compare threads test "$table" "$@" --preset paper --test perm --permutations 39 --threads 2 --json
    compare threads test "$table" "$@" --preset paper --test rcit --threads 2 --json
}

columns_of() { # columns_of TABLE COLUMNS...: everything that is asked of columns without roles
    local table=$1 preset
    shift
    for preset in paper default; do
        compare "histogram-$preset" entropy "$table" -c "$1" --preset $preset --json
        compare "histogram-$preset" entropy "$table" -c "$1" --preset $preset --units bits
        compare "histogram-$preset" histogram "$table" -c "$1" --preset $preset --json
        compare "histogram-$preset" histogram "$table" -c "$1" --preset $preset
    done
}

# Saves a histogram, then assigns rows to its bins.
saved_by() {
    local table=$1
    shift
    # shellcheck disable=SC2053 # a pattern
    [[ assign == $wanted ]] && printf '%s\t' - histogram "$table" -c "$1" --preset paper --save model.json | sed 's/\t$/\n/' >>list
    compare assign assign "$table" --model model.json
    compare assign assign "$table" --model model.json --json
}

files() {
    local table
    for table in "$@"; do
        compare files describe "$table"
        compare files describe "$table" --json
        compare files describe "$table" --atom-threshold 1 --preset paper --json
    done
    compare files describe penguins.csv --discrete year --json
    compare files describe penguins.csv --missing NA,male --json
    compare files describe penguins.csv --no-header
    compare files describe penguins.csv --delimiter semicolon
    compare files describe absent.csv
    compare files cmi penguins.csv -x species -y nothing
    compare files cmi penguins.csv -x species -y species
}

many() { # many TABLE ARGUMENTS...: pairs and lists of questions
    local table=$1 name
    shift
    for name in chi2 sc fnml jic; do
        compare pairs-paper pairs "$table" "$@" --preset paper --test $name --sort name --json
    done
    compare pairs-paper pairs "$table" "$@" --preset paper --test chi2 --sort name --csv
    compare pairs-paper pairs "$table" "$@" --preset paper --test chi2 --sort p --top 3
    compare pairs-paper pairs "$table" "$@" --preset paper --test miic --sort name --csv
    compare pairs-paper pairs "$table" "$@" --preset paper --test suzuki --sort file --csv
    compare pairs-paper pairs "$table" "$@" --preset paper --test rcot --sort p --csv
    compare pairs-default pairs "$table" "$@" --json
    compare pairs-default pairs "$table" "$@" --sort strength --csv
    compare threads pairs "$table" "$@" --preset paper --test chi2 --threads 2 --json
}

graphs() { # graphs TABLE ARGUMENTS...
    local table=$1 name
    shift
    for name in text json dot graphml csv; do
        compare graph-formats graph "$table" "$@" --preset paper --test chi2 --format $name
    done
    for name in sc fnml jic miic suzuki; do
        compare graph-paper graph "$table" "$@" --preset paper --test $name --json
    done
    for name in '--v-rule conservative' '--v-rule majority' '--max-cond 1' '--bootstrap 3' '--alpha 0.2' '--min-rows 100'; do
        # shellcheck disable=SC2086
        compare graph-paper graph "$table" "$@" --preset paper --test chi2 $name --json
    done
    compare graph-default graph "$table" "$@" --json
    compare threads graph "$table" "$@" --preset paper --test chi2 --bootstrap 2 --threads 2 --json
}

main() {
    local table name other
    draw_tables
    for table in $(golden authors) $(golden authors-mixture) $(golden neighbour); do
        # shellcheck disable=SC2046 # an option and its value
        question "$table" -x x -y y $(given "$table")
        columns_of "$table" x,y
    done
    for name in $drawn_tables; do
        table=$name.csv
        question "$table" -x x -y y
        question "$table" -x x -y y -z z
        question "$table" -x x,w -y y -z z
        question "$table" -x x -y y -z z,w
        options_of "$table" -x x -y y -z z
        columns_of "$table" x,y,z,w
        columns_of "$table" w
        saved_by "$table" x,y
        many "$table"
        many "$table" -z z
        compare queries-paper test "$table" --queries questions.csv --preset paper --test chi2 --csv
        compare queries-paper test "$table" --queries questions.csv --preset paper --test chi2 --json
        compare queries-paper test "$table" --queries questions.csv --preset paper --test rcit --csv
        compare threads test "$table" --queries questions.csv --preset paper --test rcit --threads 2 --csv
        compare queries-default test "$table" --queries questions.csv --csv
        graphs "$table"
        compare graph-paper graph "$table" --preset paper --knowledge tiers.txt --test chi2 --json
        compare graph-paper graph "$table" --preset paper --knowledge lines.txt --test chi2 --json
    done
    for name in $numeric; do
        for other in $discrete; do
            question penguins.csv -x "$name" -y "$other"
        done
    done
    question penguins.csv -x bill_length_mm -y bill_depth_mm -z species
    question penguins.csv -x bill_length_mm,bill_depth_mm -y body_mass_g -z species,sex
    question penguins.csv -x flipper_length_mm -y year -z island
    options_of penguins.csv -x bill_length_mm -y body_mass_g -z species
    columns_of penguins.csv bill_length_mm,species
    saved_by penguins.csv bill_length_mm,species,sex
    many penguins.csv
    many penguins.csv -z species
    many penguins.csv --target species
    graphs penguins.csv
    # shellcheck disable=SC2046,SC2086 # one table per word
    files penguins.csv $(printf '%s.csv ' $drawn_tables) $(golden authors)
}

main
if [ ! -s list ]; then
    echo "compare-versions.sh: no group matches '$wanted'; LISTED=1 shows them" >&2
    exit 1
fi
if [ -n "${LISTED:-}" ]; then
    sed 's/\t/: mixmi /; s/\t/ /g' list
else
    /usr/bin/python3 "$root/scripts/compare_versions.py" "$old" "$new" list "$table_of_differences"
fi
