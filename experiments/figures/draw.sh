#!/bin/sh
# Draws every figure from the CSV files of a folder, as SVG and PNG: draw.sh RESULTS [NAME...]. A figure whose files are missing is
# left out with a message; so are all of them where there is no gnuplot.
set -u
LC_ALL=C.UTF-8
export LC_ALL
if [ $# -lt 1 ] || [ ! -d "$1" ]; then
    echo "usage: draw.sh RESULTS [NAME...]" >&2
    exit 2
fi
scripts=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 1
shift
command -v gnuplot >/dev/null 2>&1 || {
    echo "draw.sh: no gnuplot: the results are there, the figures are not (Debian: gnuplot-nox)" >&2
    exit 0
}
mkdir -p figures
failed=0
[ $# -gt 0 ] || set -- experiments-1-4 experiments-5-6 experiment-6-large bins network network-recovery structures \
    structures-tanh structures-each levels weak times
for name; do
    script=$scripts/$name.gp
    needed=$(sed -n 's/^# Needs \(.*\)\.$/\1/p' "$script")
    [ -z "$needed" ] || [ -e "$needed" ] || { echo "draw.sh: $name: no $needed" >&2; continue; }
    for format in svg png; do
        messages=$(GNUPLOT_LIB=$scripts gnuplot -e "name='$name'; format='$format'" "$script" 2>&1) || failed=1
        [ -z "$messages" ] || echo "draw.sh: $name.$format: $messages" >&2
    done
done
exit $failed
