#!/bin/sh
# A method added as docs/contributing/own-test.md describes: own_method.sh MIXMI. Its answer is compared with awk's, and all subcommands
# accept it.
set -u
mixmi=$1
data=data/penguins.csv
bad=0
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
complain() { echo "own method: $1" && bad=1; }

# r of columns 5 and 6 given column 3, by the formula for one Z.
expected=$(awk -F, 'NR > 1 && $3 != "NA" && $5 != "NA" && $6 != "NA" { n++; v[1] = $5; v[2] = $6; v[3] = $3
    for (i = 1; i <= 3; i++) { s[i] += v[i]; for (j = 1; j <= 3; j++) p[i, j] += v[i] * v[j] } }
    function r(i, j) { return (n * p[i, j] - s[i] * s[j]) / sqrt((n * p[i, i] - s[i] ^ 2) * (n * p[j, j] - s[j] ^ 2)) }
    END { x = (r(1, 2) - r(1, 3) * r(2, 3)) / sqrt((1 - r(1, 3) ^ 2) * (1 - r(2, 3) ^ 2)); printf "%.8f", -log(1 - x * x) / 2 }' $data)
question="$data -x flipper_length_mm -y body_mass_g -z bill_length_mm --test fisher"
# shellcheck disable=SC2086 # words
"$mixmi" test $question --json 2>/dev/null | awk -v expected="$expected" -F'[:,]' '/"estimate"/ { found = ($2 - expected) ^ 2 < 1e-14 } END { exit !found }' ||
    complain "the estimate is not $expected"
"$mixmi" help tests | grep -q '^fisher: partial correlation' || complain "the help does not list it"
"$mixmi" graph $data -c 3-6 --test fisher >/dev/null || complain "no graph can be learnt with it"
"$mixmi" test $data -x species -y body_mass_g --test fisher >/dev/null 2>"$said" && complain "it takes a column of texts"
grep -q "column 'species' is discrete" "$said" || complain "the message does not say why"
exit $bad
