#!/bin/sh
# The pictures of the README and of docs/: pictures.sh [--check] [MIXMI]. Draws them with the command that was built, photographs
# the report's page with chromium, and records in docs/pictures/SOURCES what each was made from: the digest of the file, and the
# digest of what it shows. With --check nothing is drawn, and pictures that would change are named.
# PICTURES in the environment is another folder than docs/pictures.
set -eu
cd "$(dirname "$0")/.."
check=no
if [ "${1:-}" = --check ]; then
    check=yes
    shift
fi
mixmi=${1:-build/bin/mixmi}
to=${PICTURES:-docs/pictures}
data=data/penguins.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

names="penguins.svg penguins-given.svg penguins-pairs.svg penguins-graph.svg report-findings.png report-pairs.png report-graph.png"

# run NAME FLAGS...: runs the command that draws a picture.
run() {
    name=$1
    shift
    case $name in
    penguins.svg) "$mixmi" cmi $data -x bill_length_mm -y bill_depth_mm "$@" ;;
    penguins-given.svg) "$mixmi" cmi $data -x bill_length_mm -y bill_depth_mm -z species "$@" ;;
    penguins-pairs.svg) "$mixmi" pairs $data "$@" ;;
    penguins-graph.svg) "$mixmi" graph $data --exclude year --knowledge data/penguins-known.txt "$@" ;;
    report-*) "$mixmi" report $data --target species --exclude year --knowledge data/penguins-known.txt --stability 10 --title 'Palmer penguins' "$@" ;;
    esac
}

# shows NAME: what a picture shows, the same on every machine. Our own SVG is the same to the byte. Positions by Graphviz and pages
# drawn by a browser may differ, so there it is the numbers, and the page without them.
shows() {
    case $1 in
    penguins-graph.svg) run "$1" --json | grep -v '"version":' ;;
    report-*)
        sha256sum report/template.html
        run "$1" --json | python3 -S -c 'import json, sys
page = json.load(sys.stdin)
page.pop("version")
page["graph"].pop("nodes")
page["graph"].pop("routes")
print(json.dumps(page, sort_keys=True))'
        ;;
    *) run "$1" --plot "$work/$1" -o /dev/null && cat "$work/$1" ;;
    esac
}

digest() { sha256sum | cut -d ' ' -f 1; }

draw() {
    case $1 in
    report-findings.png) photograph "$1" "#overview" ;;
    report-pairs.png) photograph "$1" '#pairs/bill_length_mm/bill_depth_mm' ;;
    report-graph.png) photograph "$1" '#graph/sex/bill_depth_mm' ;;
    *) run "$1" --plot "$to/$1" -o /dev/null ;;
    esac
}

photograph() { # photograph NAME VIEW
    [ -s "$work/page.html" ] || run "$1" -o "$work/page.html"
    node report/photograph.mjs "$work/page.html" "$2" "$to/$1"
}

record() { # record NAME: a line of SOURCES
    shown=$(shows "$1" | digest)
    echo "$(digest <"$to/$1")  $shown  $1"
}

if [ $check = yes ]; then
    stale=0
    for name in $names; do
        case $name in
        report-*) command -v python3 >/dev/null || { echo "$name: not checked, as there is no python3" && continue; } ;;
        esac
        if ! grep -qxF "$(record "$name")" "$to/SOURCES"; then
            echo "$name is not what it would show if it were drawn now: make pictures"
            stale=1
        fi
    done
    exit $stale
fi

command -v node >/dev/null || { echo "pictures.sh: photographs of the report need node and chromium" >&2 && exit 1; }
[ -d report/node_modules ] || (cd report && npm ci --no-audit --no-fund --ignore-scripts >/dev/null)
for name in $names; do draw "$name"; done
for name in $names; do record "$name"; done >"$work/SOURCES"
cp "$work/SOURCES" "$to/SOURCES"
echo "$(echo "$names" | wc -w) pictures in $to"
