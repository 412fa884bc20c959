#!/usr/bin/env bash
# The libraries of the WebAssembly build, compiled by emscripten from Debian's source packages: libraries.sh FOLDER writes
# FOLDER/sysroot, unless it is complete already.
set -euo pipefail
mkdir -p "$1/sources/lists/partial" "$1/objects" "$1/sysroot/lib/pkgconfig" "$1/sysroot/include"
home=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=$home/sysroot
if [ -e "$root/complete" ]; then exit 0; fi

download() { # download SUITE FLAG PACKAGE...
    local list=$home/sources/$1.list suite=$1
    shift
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" >"$list"
    local options=(-qq -o "Dir::Etc::sourcelist=$list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$home/sources/lists")
    (cd "$home/sources" && apt-get "${options[@]}" update && apt-get "${options[@]}" source "$@")
}

by_cmake() { # by_cmake FOLDER TARGET FLAGS...
    local source=$1 target=$2
    shift 2
    emcmake cmake -G "Unix Makefiles" -S "$source" -B "$source/web" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-ffp-contract=off \
        -DCMAKE_INSTALL_PREFIX="$root" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "$@" >"$source/web.log" 2>&1
    cmake --build "$source/web" --target "$target" >>"$source/web.log" 2>&1 || { tail -n 20 "$source/web.log" >&2 && false; }
}

by_hand() { # by_hand LIBRARY FLAGS FILES...
    local objects=$home/objects/$1 library=$root/lib/lib$1.a flags=$2
    shift 2
    mkdir -p "$objects"
    # shellcheck disable=SC2016 # for the inner shell
    printf '%s\n' "$@" | OBJECTS=$objects FLAGS=$flags xargs -P 2 -n 1 sh -c \
        'emcc -O2 -ffp-contract=off -w $FLAGS -c "$1" -o "$OBJECTS/$(basename "$(dirname "$1")")_$(basename "$1").o"' sh
    rm -f "$library"
    emar rcs "$library" "$objects"/*.o
}

package() { # package LIBRARY: what pkg-config says about it
    printf 'Name: %s\nDescription: %s\nVersion: 0\nLibs: -L%s/lib -l%s\nCflags: -I%s/include\n' "$1" "$1" "$root" "$1" "$root" >"$root/lib/pkgconfig/$1.pc"
}

cd "$home/sources"
download bookworm --only-source gsl jansson expat zlib libzstd xz-utils sqlite3
download trixie --tar-only readstat # archives no longer have the source of bookworm's
tar -xf readstat_*.orig.tar.gz

by_cmake jansson-*/ install -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
by_cmake libzstd-*/build/cmake install -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF -DZSTD_MULTITHREAD_SUPPORT=OFF \
    -DZSTD_LEGACY_SUPPORT=OFF
by_cmake xz-utils-*/ liblzma -DENABLE_THREADS=OFF -DCMAKE_C_BYTE_ORDER=LITTLE_ENDIAN -DCMAKE_POLICY_DEFAULT_CMP0118=NEW
cp xz-utils-*/web/liblzma.a "$root/lib/" && cp -r xz-utils-*/src/liblzma/api/lzma* "$root/include/"

mkdir -p expat-web
printf '#define %s 1\n' XML_NS XML_DTD XML_GE XML_DEV_URANDOM HAVE_MEMMOVE >expat-web/expat_config.h
echo '#define XML_CONTEXT_BYTES 1024' >>expat-web/expat_config.h
by_hand expat "-I$PWD/expat-web" expat-2*/expat/lib/xml{parse,role,tok}.c
cp expat-2*/expat/lib/expat{,_external}.h "$root/include/"
package expat

by_hand z -DHAVE_UNISTD_H zlib-*/{adler32,crc32,inffast,inflate,inftrees,uncompr,zutil}.c
cp zlib-*/{zlib,zconf}.h "$root/include/"
by_hand readstat "-I$(echo "$PWD"/ReadStat-*/src) -I$root/include -DHAVE_ZLIB=1" ReadStat-*/src/*.c ReadStat-*/src/{sas,spss,stata}/*_{read,parse}*.c \
    ReadStat-*/src/sas/{ieee,readstat_sas,readstat_sas_rle,readstat_xport}.c \
    ReadStat-*/src/spss/readstat_{por,sav,sav_compress,spss}.c ReadStat-*/src/stata/readstat_dta.c
cp ReadStat-*/src/readstat.h "$root/include/"
(cd sqlite3-*/ && ./configure >web.log 2>&1 && make sqlite3.c >>web.log 2>&1)
by_hand sqlite3 "-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_DEPRECATED" sqlite3-*/sqlite3.c
cp sqlite3-*/sqlite3.h "$root/include/"

# Of GSL the special functions. Its configure takes minutes to find what gsl_config.h says.
mkdir -p gsl-web/gsl && cp "$here/gsl_config.h" gsl-web/config.h
find "$PWD"/gsl-[0-9]* -name 'gsl_*.h' -exec ln -sf {} gsl-web/gsl/ \;
by_hand gsl "-I$PWD/gsl-web -I$(echo "$PWD"/gsl-[0-9]*)" gsl-[0-9]*/specfunc/{psi,gamma,gamma_inc,expint,exp,log,zeta,trig,elementary,erfc}.c \
    gsl-[0-9]*/cdf/{chisq,gamma,gaussinv}.c gsl-[0-9]*/err/{error,stream,strerror,message}.c gsl-[0-9]*/sys/{infnan,fdiv,coerce}.c
mkdir -p "$root/include/gsl" && cp -L gsl-web/gsl/*.h "$root/include/gsl/"
package gsl

# Random123 refuses processors that its authors have not tried; what is used of it is arithmetic of 32 and 64 bits.
cp -r /usr/include/Random123 "$root/include/"
sed -i 's/!defined(__riscv)/!defined(__riscv) \&\& !defined(__wasm__)/' "$root/include/Random123/features/gccfeatures.h"
touch "$root/complete"
