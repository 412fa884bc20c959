#!/usr/bin/env bash
# The Python wheel that runs on any Linux with glibc: wheel.sh builds build/dist/mixmi-*-manylinux*.whl.
# SUITE="bullseye bookworm": compiled against that Debian's libraries (scripts/sysroot.sh); an older one makes the wheel run on
# more systems. SUITE= takes the libraries of this system. scripts/wheel_libraries.py then adds every library that a system might
# lack, and names the wheel after the glibc that its symbols need.
set -eu
cd "$(dirname "$0")/.."
here=$PWD
suite=${SUITE-bullseye bookworm}
home=$here/build-wheel
python=${PYTHON:-/usr/bin/python3}
most_bytes=8000000
export PIP_DISABLE_PIP_VERSION_CHECK=1 SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/project.sh epoch)}
scripts/setup.sh python wheel

options=(-DCMAKE_BUILD_TYPE=Release)
flags=-ffile-prefix-map=$here=.
libraries=/
if [ -n "$suite" ]; then
    libraries=$home/sysroot
    scripts/sysroot.sh "$suite" "$libraries" libc6-dev libgsl-dev libjansson-dev libexpat1-dev zlib1g-dev libreadstat-dev \
        libsqlite3-dev libzstd-dev liblzma-dev librandom123-dev libpython3-dev
    triplet=$(gcc -print-multiarch)
    export PKG_CONFIG_SYSROOT_DIR=$libraries
    export PKG_CONFIG_LIBDIR=$libraries/usr/lib/$triplet/pkgconfig:$libraries/usr/share/pkgconfig
    export MIXMI_PYTHON_INCLUDE
    MIXMI_PYTHON_INCLUDE=$(dirname "$libraries"/usr/include/python3.*/Python.h)
    link="-L$libraries/usr/lib/$triplet -static-libgcc"
    options+=(-DCMAKE_SYSROOT="$libraries" -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER
        -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY
        -DCMAKE_EXE_LINKER_FLAGS="$link" -DCMAKE_SHARED_LINKER_FLAGS="$link")
    # only the build uses the run path, to ask the module for its options; relative, so that the bytes do not depend on the folder
    export MIXMI_CFLAGS="--sysroot=$libraries -static-libgcc -Wl,-rpath,\$ORIGIN/../../../../../build-wheel/sysroot/usr/lib/$triplet $flags"
fi
cmake -G Ninja -S . -B "$home/core" -DMIXMI_PROGRAMS=OFF "${options[@]}" -DCMAKE_C_FLAGS="$flags" >"$home/configure.log"

left="bindings/python/build bindings/python/mixmi.egg-info" # by the build, in the sources
# shellcheck disable=SC2064,SC2086 # two words, as they are now
trap "rm -rf $left" EXIT
# shellcheck disable=SC2086 # two words
rm -rf $left "$home/plain" build/dist/mixmi-*.whl
mkdir -p "$home/plain" build/dist
MIXMI_CORE_BUILD=$home/core \
    "$python" -m pip wheel --quiet --no-build-isolation --no-index --no-deps -w "$home/plain" bindings/python
"$python" scripts/wheel_libraries.py "$home"/plain/mixmi-*.whl "$libraries" build/dist
size=$(stat -c %s build/dist/mixmi-*.whl)
if [ "$size" -gt $most_bytes ]; then
    echo "wheel.sh: the wheel has $size bytes, more than $most_bytes" >&2
    exit 1
fi
ls -l build/dist/mixmi-*.whl
