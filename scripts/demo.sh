#!/bin/sh
# The main job on real data: how much do the length and the depth of a penguin's bill tell about each other, alone and
# within a species? Run by `make demo`, after the build.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/demo

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run build/bin/mixmi describe data/penguins.csv
run build/bin/mixmi cmi data/penguins.csv -x bill_length_mm -y bill_depth_mm --atom-threshold 15
run build/bin/mixmi cmi data/penguins.csv -x bill_length_mm -y bill_depth_mm -z species --atom-threshold 15
run build/bin/mixmi histogram data/penguins.csv -c bill_length_mm,bill_depth_mm --atom-threshold 15 --plot build/demo/penguins.svg
printf '\nThe picture of that histogram is in build/demo/penguins.svg\n'
