#!/bin/sh
# Draws the pictures that the README shows, with the command that was built: scripts/pictures.sh [MIXMI].
set -eu
cd "$(dirname "$0")/.."
mixmi=${1:-build/bin/mixmi}
data=data/penguins.csv
to=docs/pictures
"$mixmi" cmi $data -x bill_length_mm -y bill_depth_mm --plot $to/penguins.svg -o /dev/null
"$mixmi" cmi $data -x bill_length_mm -y bill_depth_mm -z species --plot $to/penguins-given.svg -o /dev/null
"$mixmi" pairs $data --plot $to/penguins-pairs.svg -o /dev/null
"$mixmi" graph $data --exclude year --knowledge data/penguins-known.txt --plot $to/penguins-graph.svg -o /dev/null
