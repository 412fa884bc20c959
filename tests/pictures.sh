#!/bin/sh
# The pictures of the README show what the command prints today: pictures.sh MIXMI. Also shows that a picture drawn from
# other numbers, and one replaced by hand, are detected.
set -u
mixmi=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
bad=0
check() { PICTURES=$1 "$root/scripts/pictures.sh" --check "$mixmi"; }

check "$root/docs/pictures" || bad=1
cp -r "$root/docs/pictures" "$work/numbers"
sed 's/  [0-9a-f]\{8\}\(.*penguins-graph\)/  00000000\1/' "$root/docs/pictures/SOURCES" >"$work/numbers/SOURCES"
if check "$work/numbers" >"$work/said"; then
    echo "a picture of other numbers is not noticed"
    bad=1
fi
grep -q '^penguins-graph.svg is not' "$work/said" || bad=1
cp -r "$root/docs/pictures" "$work/replaced"
echo >>"$work/replaced/penguins.svg"
if check "$work/replaced" >"$work/said"; then
    echo "a picture that was replaced is not noticed"
    bad=1
fi
grep -q '^penguins.svg is not' "$work/said" || bad=1
[ "$(find "$root/docs" -name '*.svg' -o -name '*.png' | wc -l)" -eq "$(wc -l <"$root/docs/pictures/SOURCES")" ] || {
    echo "a picture in docs/ is not in docs/pictures/SOURCES"
    bad=1
}
exit $bad
