#!/usr/bin/env bash
# What the libraries define and use: symbols.sh STATIC SHARED. The shared one exports mixmi_* and nothing else; global
# names of the static one carry their folder's prefix, so that they cannot clash with a program's own; neither can
# print, exit or handle signals, because nothing in them refers to the functions that do.
set -u
static=$1
shared=$2
bad=0

complain() { # complain MESSAGE, with the offending symbols on standard input
    local names
    names=$(sort -u | tr '\n' ' ')
    if [ -n "$names" ]; then
        echo "symbols: $1: $names"
        bad=1
    fi
}

exported=$(nm -D --defined-only "$shared" | awk '{ print $NF }')
if ! grep -qx mixmi_version <<<"$exported"; then
    echo "symbols: $shared does not export mixmi_version"
    bad=1
fi
grep -v '^mixmi_' <<<"$exported" | complain "exported by the shared library"

nm -g --defined-only "$static" | awk 'NF == 3 { print $3 }' |
    grep -vE '^(mixmi|base|data|hist|info|neighbour|kernel|miic|independence|graph|output)_' |
    complain "global in the static library without a prefix"

nm -u "$static" | awk 'NF == 2 { print $2 }' |
    grep -xE '_?exit|_Exit|quick_exit|abort|v?printf|__v?printf_chk|puts|putchar|perror|stdout|stderr|signal|sigaction' |
    complain "used by the library, which never prints, exits or handles signals"

sed -n 's/^MIXMI_API.* \**\(mixmi_[a-z_0-9]*\)(.*/\1/p' "$(dirname "$0")/../include/mixmi.h" |
    grep -vxF -f <(echo "$exported") | complain "declared in mixmi.h but not defined"
exit $bad
