#!/bin/sh
# Runs the experiments, draws the figures and writes the page. `make reproduce` calls it once the program is built.
#   QUICK=1      a shorter run that writes to build/reproduce and leaves the committed results unchanged
#   RESTART=1    deletes the checkpoint of another run
#   OPTIONS=...  further options of the program, such as "--threads 1"
set -u
cd "$(dirname "$0")/.." || exit 1
program=build/experiments/reproduce
if [ -n "${QUICK:-}" ] && [ "$QUICK" != 0 ]; then
    results=build/reproduce
    page=$results/REPRODUCTION.md
    html=$results/reproduction.html
    set -- --quick
else
    results=experiments/results
    page=experiments/REPRODUCTION.md
    html=experiments/reproduction.html
    set --
fi
[ -z "${RESTART:-}" ] || set -- "$@" --restart
# shellcheck disable=SC2086 # one argument per word
"$program" "$@" --out "$results" ${OPTIONS:-} || exit $?
experiments/figures/draw.sh "$results" || exit 1
if command -v python3 >/dev/null 2>&1; then
    python3 experiments/report/report.py "$results" "$page" "$html" || exit 1
    echo "reproduce: the page is $page, and $html"
else
    echo "reproduce: no python3: the results and figures are there, the page is not" >&2
fi
