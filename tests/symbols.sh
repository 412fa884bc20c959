#!/usr/bin/env bash
# What the libraries define and use: symbols.sh STATIC SHARED. The shared one exports mixmi_* and nothing else; global
# names of the static one carry their folder's prefix, so that they cannot clash with a program's own; neither can
# print, exit or handle signals, because nothing in them refers to the functions that do.
set -u
static=$1
shared=$2
bad=0

complain() { # complain MESSAGE SYMBOLS
    if [ -n "$2" ]; then
        # shellcheck disable=SC2086 # on one line
        echo "symbols: $1:" $2
        bad=1
    fi
}

exported=$(nm -D --defined-only "$shared" | awk '{ print $NF }' | sort -u)
used=$(nm -u "$static" | awk 'NF == 2 { print $2 }' | sort -u)
declared=$(cat "$(dirname "$0")"/../include/mixmi/*.h | tr '\n' ' ' | grep -oE 'MIXMI_API [^;(]*\(' | grep -oE 'mixmi_[a-z_0-9]*\($' | tr -d '(' | sort -u)

# Global names without the prefix of the folder that their file, whose name no other has (tree.sh), lies in, graph_ for all below graph/,
# paper_ for paper/method/. What the registry
# gives to base is the one exception (docs/decisions/0010-a-method-is-one-descriptor.md).
astray=$(awk 'NR == FNR { sub("/graph/.*", "/graph", $2); sub("/paper/method", "/paper", $2); sub(".*/", "", $2); prefix[$1 ".o"] = ($2 == "histogram" ? "hist" : $2) "_"; next }
    NF == 3 { n = split($1, part, ":") }
    NF == 3 && index($3, "mixmi_") != 1 && index($3, prefix[part[n - 1]]) != 1 && $3 !~ /^base_(estimator|test)_names$/ { print $3 }
    ' <(find "$(dirname "$0")/../src" -name '*.c' -printf '%f %h\n') <(nm -A -g --defined-only "$static"))
forbidden='_?exit|_Exit|quick_exit|abort|v?printf|__v?printf_chk|puts|putchar|perror|stdout|stderr|signal|sigaction'
complain "exported by the shared library" "$(grep -v '^mixmi_' <<<"$exported")"
complain "global in the static library without its folder's prefix" "$astray"
complain "used by a library that never prints, exits or handles signals" "$(grep -xE "$forbidden" <<<"$used")"
complain "declared in include/ but not exported" "$(comm -23 <(echo "$declared") <(echo "$exported"))"
complain "exported but not declared in include/" "$(comm -13 <(echo "$declared") <(echo "$exported"))"
exit $bad
