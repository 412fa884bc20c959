#!/usr/bin/env bash
# Every header compiles alone without a warning: the public ones with gcc as C11 and with clang as C++17, those of src/ with gcc
# as C11, but for src/mpi, which needs an mpi.h. So no header depends on what was included before it. A header that its own source
# includes first was compiled so by the build. (A C program by clang and a C++ program by g++ are in the builds of make check.)
set -u
cd "$(dirname "$0")/.." || exit 1
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror"
bad=0

alone() { # alone COMPILER LANGUAGE STANDARD HEADER
    # shellcheck disable=SC2086 # one argument a warning
    if ! echo "#include \"$4\"" | $1 -x "$2" -std="$3" $warnings -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc -fsyntax-only -; then
        echo "headers: $4 does not compile alone with $1 as $3"
        bad=1
    fi
}

for header in mixmi.h $(cd include && ls mixmi/*.h); do
    alone gcc c c11 "$header"
    alone clang c++ c++17 "$header"
done
while read -r header; do
    first=$(grep -m 1 '^ *# *include' "${header%.h}.c" 2>/dev/null)
    [ "$first" = "#include \"${header#src/}\"" ] || alone gcc c c11 "${header#src/}"
done < <(find src -name '*.h' -not -path 'src/mpi/*')

# On Windows the library exports what a program imports.
for pair in MIXMI_BUILDING_DLL:dllexport MIXMI_DLL:dllimport; do
    if ! echo '#include "mixmi.h"' | gcc -E -P -D_WIN32 -D"${pair%:*}" '-D__declspec(x)=MARK_##x' -Iinclude -x c - | grep -q "MARK_${pair#*:} .*mixmi_version"; then
        echo "headers: ${pair%:*} does not mark functions with ${pair#*:}"
        bad=1
    fi
done
exit $bad
