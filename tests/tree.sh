#!/usr/bin/env bash
# Properties of the source tree: functions are short (scripts/function-lengths has the limits), the lines of the
# public headers have at most 100 columns, a file's name says which file is meant, and the files that the documents name are there.
# tree.sh [ROOT]; without ROOT it also shows that it catches offenders.
set -u

offend() {
    echo "tree: $1"
    offences=$((offences + 1))
}

check_functions() {
    local said
    said=$("$scripts/function-lengths" src cli) || offend "functions are too long:
$said"
}

check_header() {
    local line
    while read -r line; do
        offend "$line has more than 100 columns"
    done < <(find include -name '*.h' -exec grep -nHP '^(?:[^\t]{4}|[^\t]{0,3}\t){25}.' {} + | cut -d: -f1,2)
}

check_names() {
    local name
    while read -r name; do
        offend "$name is the name of two files in src/"
    done < <(find src -name '*.[ch]' ! -name constants.h | sed 's|.*/||' | sort | uniq -d) # every method has its constants
}

# What a document calls a file: "document:word" of each word in backticks that has an ending of ours or begins with a folder of
# the root or of src/. Code that stands apart, between fences, is for the reader's own files.
named_files() {
    local folders
    folders=$(find . src -mindepth 1 -maxdepth 1 -type d -not -name '.*' -not -name 'build*' -printf '%f\n' | sort -u | paste -sd'|')
    # shellcheck disable=SC2046 # no name has a blank
    awk '/^ *```/ { fenced = !fenced } !fenced { print FILENAME ":" $0 }' README.md $(find docs -name "*.md") |
        awk -F'`' '{ split($0, start, ":"); for (i = 2; i < NF; i += 2) { n = split($i, words, " ");
            for (k = 1; k <= n; k++) print start[1] ":" words[k] } }' |
        grep -E ":($folders)/|:[A-Za-z0-9_/*-]+\.([ch]|def|md|mjs|py|sh)\$" | sort -u
}

# exists WORD: as it stands, in src/, as a program or a pair of files by its stem, or, a bare name, anywhere among the sources.
exists() {
    compgen -G "$1" >/dev/null || compgen -G "src/$1" >/dev/null || compgen -G "src/$1.[ch]" >/dev/null ||
        compgen -G "$1.[ch]" >/dev/null || { [[ $1 != */* ]] && [ -n "$(find . -name "$1" -not -path './build*' -print -quit)" ]; }
}

check_documents() {
    local document word
    while IFS=: read -r document word; do
        exists "$word" || offend "$document names $word, which is not there"
    done < <(named_files)
}

# A small tree with six offences, at least one of each kind.
# shellcheck disable=SC2016 # backticks of documents
check_itself() {
    local tree found
    tree=$(mktemp -d)
    mkdir -p "$tree"/{src/base,src/data,cli,include,docs}
    { echo "static int f(void)"; echo "{"; yes "	x();" | head -n 30; echo "}"; } >"$tree/src/base/long.c"
    cp "$tree/src/base/long.c" "$tree/src/data/long.c"
    touch "$tree/cli/main.c"
    printf '%101s\n\t%96s\n' '*/' '*/' >"$tree/include/mixmi.h"
    echo 'There are `src/base/long.c`, `long.c` and `base/long`, but no `base/gone.c`, `gone.h` and `make src/gone`.' >"$tree/README.md"
    printf '```\n`gone.c`\n```\n' >"$tree/docs/A.md"
    found=$("$0" "$tree" | grep -c '^tree:')
    rm -rf "$tree"
    [ "$found" -eq 6 ] || offend "the check itself finds $found of 6 planted offences"
}

offences=0
scripts=$(cd "$(dirname "$0")/../scripts" && pwd)
if [ $# -eq 0 ]; then
    check_itself
fi
cd "${1:-$(dirname "$0")/..}" || exit 1
check_functions
check_header
check_names
check_documents
[ "$offences" -eq 0 ]
