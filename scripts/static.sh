#!/usr/bin/env bash
# One file that runs on any Linux on this processor, with any C library: static.sh builds build/dist/mixmi-VERSION-linux-MACHINE.
# Linked with static glibc and Debian's static libraries, which their -dev packages bring (scripts/setup.sh).
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/project.sh epoch)}
mkdir -p build-static build/dist
cmake -G Ninja -S . -B build-static -DCMAKE_BUILD_TYPE=Release -DMIXMI_STATIC=ON -DMIXMI_PROGRAMS=OFF \
    -DCMAKE_C_FLAGS="-ffile-prefix-map=$PWD=." >build-static/configure.log
cmake --build build-static --target mixmi_cli
target=build/dist/mixmi-$(scripts/project.sh version)-linux-$(uname -m)
strip -o "$target" build-static/bin/mixmi
if readelf -d "$target" | grep -q NEEDED; then
    echo "static.sh: $target still needs shared libraries" >&2
    exit 1
fi
ls -l "$target"
