#!/usr/bin/env bash
# Compiles for other processors and for Windows with Debian's cross compilers, without warnings, and runs unit tests under emulation, with a twentieth of
# random cases: library, command and tests for arm64, i386 and ppc64el (qemu), library and tests for Windows (wine). tests/cross asks the same questions on
# each system and compares the digits with those of this one. ONLY="arm64 windows" chooses; TESTS is a regular expression of ctest. The last line is the sum.
# Nothing is installed for those systems: their libraries are below build-cross.
set -u
cd "$(dirname "$0")/.." || exit 1
suite=${SUITE:-bookworm}
tests=${TESTS:-unit-test_(golden|special|base|number|table|histogram|divide|kernel|miic|suzuki|files|json|model|shared)\$}
# tests that need no POSIX function
windows_tests="base canonical cells dates density divide files golden histogram info json kernel miic model number question rank residual segment special suzuki table"
passed=0 failed=0
export MIXMI_TEST_SHARE=${MIXMI_TEST_SHARE:-5}

outcome() { # outcome NAME STATUS
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    echo "cross: $1 $([ "$2" -eq 0 ] && echo passed || echo failed)"
}

# compare NAME EXACT COMMAND...: the command runs tests/cross/answers.c of another system. Answers of this one are computed once.
compare() {
    local name=$1 exact=$2 home=build-cross/native
    shift 2
    if [ ! -s "$home/answers.txt" ]; then
        cmake -G Ninja -S . -B "$home/build" -DCMAKE_BUILD_TYPE=Release -DMIXMI_LIBRARY_ONLY=ON >"$home.log" && cmake --build "$home/build" --target mixmi >>"$home.log" || return 1
        # shellcheck disable=SC2046 # flags
        gcc -std=c11 -Iinclude tests/cross/answers.c "$home/build/libmixmi.a" $(pkg-config --libs gsl jansson expat zlib) -lpthread -ldl -lm -o "$home/answers" || return 1
        "$home/answers" data/penguins.csv >"$home/answers.txt"
    fi
    "$@" data/penguins.csv | tr -d '\r' >"build-cross/$name/answers.txt"
    tests/cross/compare.py "$home/answers.txt" "build-cross/$name/answers.txt" ${exact:+"$exact"}
}

linux() { # linux ARCHITECTURE TRIPLET EMULATOR PROCESSOR [FLAGS]
    local home=build-cross/$1 root=$PWD/build-cross/$1/sysroot libraries
    scripts/setup.sh "cross-$1" || return 1
    mkdir -p "$home" build-cross/native
    ARCHITECTURE=$1 scripts/sysroot.sh "$suite" "$root" libc6-dev libgsl-dev libjansson-dev libexpat1-dev zlib1g-dev libreadstat-dev \
        libsqlite3-dev libzstd-dev liblzma-dev librandom123-dev libgomp1 libcmocka-dev || return 1
    libraries=$(dirname "$(find "$root/usr/lib" -name 'libgsl.so' | head -n 1)")
    ln -sf libgomp.so.1 "$libraries/libgomp.so"
    PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$libraries/pkgconfig:$root/usr/share/pkgconfig \
        cmake -G Ninja -S . -B "$home/build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$4" -DCMAKE_C_COMPILER="$2-gcc" \
        -DCMAKE_SYSROOT="$root" -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
        -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS="${5:-}" -DMIXMI_WERROR=ON -DMIXMI_TESTS=ON \
        -DCMAKE_EXE_LINKER_FLAGS="-L$libraries" -DCMAKE_SHARED_LINKER_FLAGS="-L$libraries" \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$3;-L;$root" -DMIXMI_TEST_WRAPPER="$3;-L;$root" >"$home/configure.log" || return 1
    cmake --build "$home/build" --target mixmi mixmi_shared mixmi_cli
    outcome "$1: library and command compile" $?
    # a test that cannot be built counts as failed
    # shellcheck disable=SC2046 # one target a word
    cmake --build "$home/build" --target $(ctest --test-dir "$home/build" -N -R "$tests" | sed -n 's/.*: unit-\(test_.*\)/unit_\1/p')
    outcome "$1: tests compile" $?
    OMP_NUM_THREADS=1 ctest --test-dir "$home/build" -R "$tests" -j 1 --output-on-failure >"$home/tests.log" 2>&1
    outcome "$1: tests" $?
    grep -E 'Failed|tests passed' "$home/tests.log"
    # shellcheck disable=SC2086 # flags
    "$2-gcc" --sysroot="$root" ${5:-} -std=c11 -Iinclude tests/cross/answers.c "$home/build/libmixmi.a" -L"$libraries" -Wl,-rpath-link,"$libraries" \
        -lgsl -lgslcblas -ljansson -lexpat -lz -lpthread -ldl -lm -o "$home/answers" &&
        compare "$1" "" "$3" -L "$root" "$home/answers"
    outcome "$1: answers" $?
}

windows() {
    local home=build-cross/windows root=$PWD/build-cross/windows/sysroot name code=0
    scripts/setup.sh cross-windows || return 1
    mkdir -p "$home/tests" build-cross/native
    scripts/windows_libraries.sh "$home" || return 1
    PKG_CONFIG_LIBDIR=$root/lib/pkgconfig cmake -G Ninja -S . -B "$home/build" -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 \
        -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc -DCMAKE_FIND_ROOT_PATH="$root" -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER \
        -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_BUILD_TYPE=Release -DMIXMI_WERROR=ON \
        -DMIXMI_LIBRARY_ONLY=ON -DZLIB_LIBRARY="$root/lib/libz.a" -DZLIB_INCLUDE_DIR="$root/include" >"$home/configure.log" || return 1
    cmake --build "$home/build" --target mixmi mixmi_shared
    outcome "windows: library compiles" $?
    export WINEPREFIX=$PWD/$home/prefix WINEDEBUG=-all
    local flags=(-std=c11 -O1 -fopenmp -ffp-contract=off -fstack-protector-strong -static -D_POSIX_C_SOURCE=200809L -D__USE_MINGW_ANSI_STDIO=1 -Isrc -Iinclude
        -Itests -Ibench/lib -isystem "$root/include")
    local libraries=("$home/build/libmixmi.a" -L"$root/lib" -lcmocka -lgsl -ljansson -lexpat -lz -lm)
    for name in $windows_tests; do
        x86_64-w64-mingw32-gcc "${flags[@]}" "tests/unit/test_$name.c" bench/lib/textbook.c "${libraries[@]}" -o "$home/tests/$name.exe" &&
            OMP_NUM_THREADS=1 wine "$home/tests/$name.exe" >"$home/tests/$name.log" 2>&1
        local status=$?
        if [ $status -ne 0 ]; then code=1 && grep -aE 'FAILED|ERROR' "$home/tests/$name.log"; fi
    done
    outcome "windows: tests" $code
    x86_64-w64-mingw32-gcc "${flags[@]}" tests/cross/answers.c "${libraries[@]}" -o "$home/answers.exe" && compare windows "" wine "$home/answers.exe"
    outcome "windows: answers" $?
}

for system in ${ONLY:-arm64 i386 ppc64el windows}; do
    case $system in
    arm64) linux arm64 aarch64-linux-gnu qemu-aarch64-static aarch64 || outcome "$system" 1 ;;
    # the default of this compiler is the old coprocessor, whose numbers have 80 bits
    i386) linux i386 i686-linux-gnu qemu-i386-static i686 "-msse2 -mfpmath=sse -Wno-psabi" || outcome "$system" 1 ;;
    ppc64el) linux ppc64el powerpc64le-linux-gnu qemu-ppc64le-static ppc64le || outcome "$system" 1 ;;
    windows) windows || outcome "$system" 1 ;;
    *) outcome "no system '$system'" 1 ;;
    esac
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
