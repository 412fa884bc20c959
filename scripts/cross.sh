#!/usr/bin/env bash
# Other processors and another operating system, with Debian's cross compilers: cross.sh compiles everything without warnings for arm64, i386
# and ppc64el and runs tests under qemu, a twentieth of random cases, which must give the recorded bits on 64 bits; and compiles the library for
# Windows. ONLY="arm64 windows" chooses; TESTS is a regular expression of ctest. The last line is the sum.
# Nothing is installed for those systems: their libraries are unpacked below build-cross (scripts/sysroot.sh).
set -u
cd "$(dirname "$0")/.." || exit 1
suite=${SUITE:-bookworm}
tests=${TESTS:-unit-test_(golden|special|base|number|table|histogram|divide|kernel|miic|suzuki|files|json|model|shared)\$}
passed=0 failed=0

outcome() { # outcome NAME STATUS
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    echo "cross: $1 $([ "$2" -eq 0 ] && echo passed || echo failed)"
}

linux() { # linux ARCHITECTURE TRIPLET EMULATOR PROCESSOR [FLAGS]
    local home=build-cross/$1 root=$PWD/build-cross/$1/sysroot libraries
    scripts/setup.sh "cross-$1" || return 1
    mkdir -p "$home"
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
    # a test that cannot be built is one that fails
    # shellcheck disable=SC2046 # one target a word
    cmake --build "$home/build" --target $(ctest --test-dir "$home/build" -N -R "$tests" | sed -n 's/.*: unit-\(test_.*\)/unit_\1/p')
    outcome "$1: tests compile" $?
    MIXMI_TEST_SHARE=${MIXMI_TEST_SHARE:-5} OMP_NUM_THREADS=1 ctest --test-dir "$home/build" -R "$tests" -j 1 --output-on-failure >"$home/tests.log" 2>&1
    outcome "$1: tests" $?
    grep -E 'Failed|tests passed' "$home/tests.log"
}

# The headers of libraries that Debian has no Windows versions of are those of this system; nothing is linked.
windows() {
    local home=build-cross/windows include=build-cross/windows/include file name code=0
    scripts/setup.sh cross-windows || return 1
    mkdir -p "$include"
    for name in gsl Random123 jansson.h jansson_config.h expat.h expat_external.h zlib.h zconf.h; do
        for file in "/usr/include/$name" "/usr/include/$(gcc -print-multiarch)/$name"; do
            if [ -e "$file" ]; then ln -sfnT "$file" "$include/$name"; fi
        done
    done
    while read -r file; do
        x86_64-w64-mingw32-gcc -std=c11 -O2 -fopenmp-simd -ffp-contract=off -D_POSIX_C_SOURCE=200809L -D__USE_MINGW_ANSI_STDIO=1 \
            -DBASE_VERSION='""' -Isrc -Iinclude -isystem "$include" -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
            -Wsign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wno-float-conversion -Wno-format -Werror \
            -c "$file" -o "$home/object.o" || code=1
    done < <(find src -name '*.c' -not -path 'src/mpi/*' -not -name platform_posix.c -not -name library_static.c | sort)
    outcome "windows: library compiles" $code
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
