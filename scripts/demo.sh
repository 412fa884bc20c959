#!/bin/sh
# The main task on real data: how much do the length and the depth of a penguin's bill tell about each other, overall and
# within a species? Run by `make demo`, after the build.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/demo

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run build/bin/mixmi describe data/penguins.csv
run build/bin/mixmi cmi data/penguins.csv -x bill_length_mm -y bill_depth_mm
run build/bin/mixmi cmi data/penguins.csv -x bill_length_mm -y bill_depth_mm -z species
run build/bin/mixmi test data/penguins.csv -x bill_length_mm -y bill_depth_mm -z species
run build/bin/mixmi cmi data/penguins.csv -x bill_length_mm -y bill_depth_mm --plot build/demo/penguins.svg -o /dev/null
run build/bin/mixmi cmi data/penguins.csv -x bill_length_mm -y bill_depth_mm -z species --plot build/demo/given.svg -o /dev/null
run build/bin/mixmi pairs data/penguins.csv --plot build/demo/pairs.svg -o /dev/null
printf '\nPictures of the two grids and of all pairs are in build/demo: penguins.svg, given.svg, pairs.svg\n'
run build/bin/mixmi report data/penguins.csv --target species --title 'Palmer penguins' -o build/demo/report.html
printf '\nThe report, a page for any browser, is in build/demo/report.html\n'
