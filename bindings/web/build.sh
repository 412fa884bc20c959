#!/usr/bin/env bash
# Builds the command as WebAssembly and its npm package: build.sh FOLDER. FOLDER/package is the input of `npm pack`.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ ! -x /usr/bin/python3 ] || export PATH=/usr/bin:$PATH # emcc is Python; pyenv's takes longer to start than a file to compile
bindings/web/libraries.sh "$1"
home=$(cd "$1" && pwd)
root=$home/sysroot
export NODE_PATH=/usr/share/nodejs # where Debian has acorn, whichever node is used

# An in-memory file system and no main() at the start: JavaScript writes the table there and calls the command with its
# arguments.
link="-sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=4MB -sMODULARIZE -sEXPORT_ES6 -sUSE_ES6_IMPORT_META=0 -sEXPORT_NAME=mixmiModule
-sINVOKE_RUN=0 -sEXIT_RUNTIME=1 -sEXPORTED_RUNTIME_METHODS=FS,callMain -sENVIRONMENT=web,worker -sFORCE_FILESYSTEM"
PKG_CONFIG_LIBDIR=$root/lib/pkgconfig emcmake cmake -G Ninja -S . -B "$home/core" -DCMAKE_BUILD_TYPE=Release -DMIXMI_STATIC=ON -DMIXMI_PROGRAMS=OFF \
    -DMIXMI_HAS_STACK_PROTECTOR=OFF -DMIXMI_HAS_RELRO=OFF -DCMAKE_C_FLAGS=-msimd128 -DCMAKE_EXE_LINKER_FLAGS="${link//$'\n'/ }" \
    -DCMAKE_FIND_ROOT_PATH="$root" -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
    -DZLIB_LIBRARY="$root/lib/libz.a" -DZLIB_INCLUDE_DIR="$root/include" >"$home/configure.log" 2>&1
cmake --build "$home/core" --target mixmi_cli

rm -rf "$home/package"
mkdir -p "$home/package"
cp "$home/core/bin/mixmi.js" "$home/package/module.js"
cp "$home/core/bin/mixmi.wasm" bindings/web/src/*.js bindings/web/src/*.d.ts bindings/web/README.md LICENSE "$home/package/"
sed "s/@VERSION@/$(scripts/project.sh version)/" bindings/web/package.json.in >"$home/package/package.json"
ls -l "$home/package"
