# shellcheck shell=bash
# shellcheck disable=SC2154 # the caller sets home, compiler, archiver, tag and configure
# Compiles GSL's special functions, jansson, expat and zlib from Debian's source packages for a system that Debian has no libraries for: WebAssembly
# (bindings/web/libraries.sh) and Windows (cross.sh). Sourced by bash with set -e. The caller sets
#   home      the folder to work in; the libraries go to $home/sysroot
#   compiler, archiver, tag     commands of the cross compiler, and a name for the folders of builds
#   configure an array: cmake with the options that choose the compiler
root=$home/sysroot
mkdir -p "$home/sources/lists/partial" "$home/objects" "$root/lib/pkgconfig" "$root/include"

download() { # download SUITE FLAG PACKAGE...
    local list=$home/sources/$1.list suite=$1
    shift
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" >"$list"
    local options=(-qq -o "Dir::Etc::sourcelist=$list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$home/sources/lists" -o APT::Sandbox::User=)
    (cd "$home/sources" && apt-get "${options[@]}" update && apt-get "${options[@]}" source "$@" >/dev/null)
}

by_cmake() { # by_cmake FOLDER TARGET FLAGS...
    local source=$1 target=$2
    shift 2
    "${configure[@]}" -G "Unix Makefiles" -S "$source" -B "$source/$tag" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-ffp-contract=off \
        -DCMAKE_INSTALL_PREFIX="$root" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "$@" >"$source/$tag.log" 2>&1
    cmake --build "$source/$tag" --target "$target" >>"$source/$tag.log" 2>&1 || { tail -n 20 "$source/$tag.log" >&2 && false; }
}

by_hand() { # by_hand LIBRARY FLAGS FILES...
    local objects=$home/objects/$1 library=$root/lib/lib$1.a flags=$2
    shift 2
    mkdir -p "$objects"
    # shellcheck disable=SC2016 # for the inner shell
    printf '%s\n' "$@" | COMPILER=$compiler OBJECTS=$objects FLAGS=$flags xargs -P 2 -n 1 sh -c \
        '$COMPILER -O2 -ffp-contract=off -w $FLAGS -c "$1" -o "$OBJECTS/$(basename "$(dirname "$1")")_$(basename "$1").o"' sh
    rm -f "$library"
    $archiver rcs "$library" "$objects"/*.o
}

package() { # package LIBRARY: writes its file for pkg-config
    printf 'Name: %s\nDescription: %s\nVersion: 0\nLibs: -L%s/lib -l%s\nCflags: -I%s/include\n' "$1" "$1" "$root" "$1" "$root" >"$root/lib/pkgconfig/$1.pc"
}

small_jansson() {
    by_cmake jansson-*/ install -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
}

small_expat() { # small_expat DEFINITION...
    mkdir -p expat-config
    printf '#define %s 1\n' XML_NS XML_DTD XML_GE HAVE_MEMMOVE "$@" >expat-config/expat_config.h
    echo '#define XML_CONTEXT_BYTES 1024' >>expat-config/expat_config.h
    by_hand expat "-I$PWD/expat-config" expat-2*/expat/lib/xml{parse,role,tok}.c
    cp expat-2*/expat/lib/expat{,_external}.h "$root/include/"
    package expat
}

small_zlib() { # small_zlib FLAGS: reading alone
    by_hand z "$1" zlib-*/{adler32,crc32,inffast,inflate,inftrees,uncompr,zutil}.c
    cp zlib-*/{zlib,zconf}.h "$root/include/"
}

# The special functions of GSL. Its configure takes minutes to find what gsl_config.h says.
small_gsl() {
    mkdir -p gsl-config/gsl && cp "$1" gsl-config/config.h
    find "$PWD"/gsl-[0-9]* -name 'gsl_*.h' -exec ln -sf {} gsl-config/gsl/ \;
    by_hand gsl "-I$PWD/gsl-config -I$(echo "$PWD"/gsl-[0-9]*)" gsl-[0-9]*/specfunc/{psi,gamma,gamma_inc,expint,exp,log,zeta,trig,elementary,erfc}.c \
        gsl-[0-9]*/cdf/{chisq,gamma,gaussinv}.c gsl-[0-9]*/err/{error,stream,strerror,message}.c gsl-[0-9]*/sys/{infnan,fdiv,coerce,hypot,log1p,invhyp,pow_int}.c \
        gsl-[0-9]*/complex/{math,inline}.c
    mkdir -p "$root/include/gsl" && cp -L gsl-config/gsl/*.h "$root/include/gsl/"
    package gsl
}
