#!/usr/bin/env bash
# The libraries of the Windows build, which Debian does not have, compiled with MinGW from Debian's source packages:
# windows_libraries.sh FOLDER writes FOLDER/sysroot, unless it is already complete.
set -euo pipefail
mkdir -p "$1"
home=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")/.." && pwd)
if [ -e "$home/sysroot/complete" ]; then exit 0; fi
# shellcheck disable=SC2034 # read by small_libraries.sh
compiler=x86_64-w64-mingw32-gcc archiver=x86_64-w64-mingw32-ar tag=windows
# shellcheck disable=SC2034
configure=(cmake -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER="$compiler")
# shellcheck source=scripts/small_libraries.sh
. "$here/scripts/small_libraries.sh"

cd "$home/sources"
download bookworm --only-source gsl jansson expat zlib cmocka
small_jansson
small_expat HAVE_INTTYPES_H
small_zlib ""
small_gsl "$here/bindings/web/gsl_config.h"
by_cmake cmocka-*/ install -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF
rm -f "$root"/lib/libcmocka.dll.a
mv "$root/lib/libcmocka-static.a" "$root/lib/libcmocka.a"
cp -r /usr/include/Random123 "$root/include/"
touch "$root/complete"
