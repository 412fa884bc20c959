#!/usr/bin/env bash
# The static command in a system with nothing else in it, not even a shell: static.sh FOLDER, run by chroot.sh with suite "empty".
set -eu
place=$(dirname "$1") # the root of that system, which holds /test
program=$(basename "$(ls "$1"/mixmi-*-linux-*)")
inside() { unshare --net chroot "$place" /test/"$program" "$@"; }
inside --version
sed -n '/^```console/,/^```/p' "$1/README.md" | sed '1,2d;$d' >"$1/expected"
inside cmi /test/data/penguins.csv -x bill_length_mm -y bill_depth_mm -z species --by-z 2>/dev/null | diff "$1/expected" -
for file in packed.csv.gz packed.csv.xz packed.csv.zst workbook.xlsx; do inside describe "/test/tests/files/$file" >/dev/null; done
inside describe /test/tests/files/shop.db --table sales >/dev/null
inside test /test/data/penguins.csv -x sex -y body_mass_g -z species >/dev/null
inside graph /test/data/penguins.csv --exclude year >/dev/null
inside pairs /test/data/penguins.csv --plot /test/heat.svg >/dev/null
inside report /test/data/penguins.csv --target species -o /test/report.html >/dev/null
grep -q '</html>' "$1/report.html"
if inside describe /test/tests/files/survey.sav 2>"$1/said"; then echo "reads SPSS files too"; else grep -q ReadStat "$1/said"; fi
echo "static: works in an empty system"
