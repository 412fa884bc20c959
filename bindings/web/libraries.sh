#!/usr/bin/env bash
# Builds the libraries of the WebAssembly build with emscripten from Debian's source packages: libraries.sh FOLDER
# writes FOLDER/sysroot, unless it is complete.
set -euo pipefail
mkdir -p "$1"
home=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
if [ -e "$home/sysroot/complete" ]; then exit 0; fi
# shellcheck disable=SC2034 # read by small_libraries.sh
compiler=emcc archiver=emar tag=web configure=(emcmake cmake)
# shellcheck source=scripts/small_libraries.sh
. "$here/../../scripts/small_libraries.sh"

cd "$home/sources"
download bookworm --only-source gsl jansson expat zlib libzstd xz-utils sqlite3
download trixie --tar-only readstat # archives no longer have the source of bookworm's
tar -xf readstat_*.orig.tar.gz

small_jansson
by_cmake libzstd-*/build/cmake install -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF -DZSTD_MULTITHREAD_SUPPORT=OFF \
    -DZSTD_LEGACY_SUPPORT=OFF
by_cmake xz-utils-*/ liblzma -DENABLE_THREADS=OFF -DCMAKE_C_BYTE_ORDER=LITTLE_ENDIAN -DCMAKE_POLICY_DEFAULT_CMP0118=NEW
cp xz-utils-*/web/liblzma.a "$root/lib/" && cp -r xz-utils-*/src/liblzma/api/lzma* "$root/include/"

small_expat XML_DEV_URANDOM
small_zlib -DHAVE_UNISTD_H
by_hand readstat "-I$(echo "$PWD"/ReadStat-*/src) -I$root/include -DHAVE_ZLIB=1" ReadStat-*/src/*.c ReadStat-*/src/{sas,spss,stata}/*_{read,parse}*.c \
    ReadStat-*/src/sas/{ieee,readstat_sas,readstat_sas_rle,readstat_xport}.c \
    ReadStat-*/src/spss/readstat_{por,sav,sav_compress,spss}.c ReadStat-*/src/stata/readstat_dta.c
cp ReadStat-*/src/readstat.h "$root/include/"
(cd sqlite3-*/ && ./configure >web.log 2>&1 && make sqlite3.c >>web.log 2>&1)
by_hand sqlite3 "-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_DEPRECATED" sqlite3-*/sqlite3.c
cp sqlite3-*/sqlite3.h "$root/include/"

small_gsl "$here/gsl_config.h"

# Random123 rejects unknown processors; the parts used here need only 32- and 64-bit arithmetic.
cp -r /usr/include/Random123 "$root/include/"
sed -i 's/!defined(__riscv)/!defined(__riscv) \&\& !defined(__wasm__)/' "$root/include/Random123/features/gccfeatures.h"
touch "$root/complete"
