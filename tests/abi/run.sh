#!/usr/bin/env bash
# A program compiled with this header runs with the library of a later version: run.sh BUILD. The later one is made here, from
# a copy of the sources that has two options more, one before all others, and one field more at the end of two structs that
# the library fills in. The program must run with both libraries and print the same, to the last bit; with the later library
# it can set the new option by its name. A program of the later header must run with this library and find 0 in the new field.
set -eu
build=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
root=$(realpath "$here/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "abi: $1"
    exit 1
}

must() { # must WHAT COMMAND...
    local what=$1
    shift
    "$@" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; fail "$what"; }
}

insert() { # insert FILE AFTER TEXT: a line after the only one that begins with AFTER
    [ "$(grep -c "^$2" "$1")" -eq 1 ] || fail "$1 has no single line that begins with '$2'"
    sed -i "s/^$2.*/&\n$3/" "$1"
}

# Only what the library and the page of reports are made of; the rest of the tree is not looked at without tests, command and programs.
later=$work/later
mkdir -p "$later/cli" "$later/report"
cp -r "$root/CMakeLists.txt" "$root/cmake" "$root/include" "$root/src" "$root/bench" "$root/experiments" "$later"
cp "$root"/cli/*.[ch] "$later/cli"
cp "$root/report/template.html" "$later/report"
sed -i 's/^#define MIXMI_VERSION_MINOR .*/#define MIXMI_VERSION_MINOR 99/' "$later/include/mixmi.h"
sed -i 's/^} mixmi_\(answer\|bin\);/\tdouble later;\n&/' "$later"/include/mixmi/*.h
[ "$(cat "$later"/include/mixmi/*.h | grep -c 'double later;')" -eq 2 ] || fail "the header could not be given its fields"
insert "$later/src/base/options.h" 'struct mixmi_options {' '\tint64_t later_number;\n\tconst char *later_text;'
insert "$later/src/base/options.c" 'static const size_t offsets\[\] = {' \
    '\toffsetof(mixmi_options, later_number), offsetof(mixmi_options, later_text),'
insert "$later/src/base/options.c" 'static const mixmi_option table\[\] = {' \
    '\t{ "later-number", "test", MIXMI_OPTION_INTEGER, "N", NULL, 0, 9, false, "3", "later" },\n\t{ "later-text", "test", MIXMI_OPTION_TEXT, "TEXT", NULL, 0, 0, false, "", "later" },'
grep -q 'NESTED(REAL, jic_correction, paper.jic_correction),' "$later/src/base/answer.c" || fail "base/answer.c has no row for jic_correction"
sed -i 's/NESTED(REAL, jic_correction, paper.jic_correction),/& FIELD(REAL, later),/' "$later/src/base/answer.c"

must "configuring the later library" cmake -S "$later" -B "$later/build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DMIXMI_LIBRARY_ONLY=ON
must "building the later library" cmake --build "$later/build" --target mixmi_shared

flags=(-std=c11 -Wall -Wextra -Werror -O1)
must "compiling the program" gcc "${flags[@]}" -I"$root/include" "$here/consumer.c" -L"$build" -lmixmi -lm -o "$work/program"
must "the library's name has the number that stays" \
    grep -q 'libmixmi\.so\.0$' <(objdump -p "$work/program" | awk '$1 == "NEEDED" { print $2 }')
LD_LIBRARY_PATH=$build must "running with the library at hand" "$work/program"
cp "$work/log" "$work/now"
LD_LIBRARY_PATH=$later/build must "running with the later library" "$work/program"
cp "$work/log" "$work/then"
must "the same answers" cmp "$work/now" "$work/then"
[ "$(wc -l <"$work/now")" -ge 10 ] || fail "the program printed too little to tell"
LD_LIBRARY_PATH=$later/build must "setting the option that came later" "$work/program" later-number
if LD_LIBRARY_PATH=$build "$work/program" later-number >"$work/log" 2>&1; then
    fail "the library at hand accepts an option that it does not have"
fi
must "compiling against the later header" gcc "${flags[@]}" -I"$later/include" "$here/newer.c" -L"$build" -lmixmi -o "$work/newer"
LD_LIBRARY_PATH=$build must "a later program with the library at hand" "$work/newer"
LD_LIBRARY_PATH=$later/build "$work/newer" && fail "the later library leaves its own field 0"
echo "abi: passed"
