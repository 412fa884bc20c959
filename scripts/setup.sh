#!/bin/sh
# Installs what is missing, and only that: setup.sh [check] [long] [coverage] [python] [wheel] [deb] [release] [packages] [r]
# [bench] [reproduce] [report] [web] [docs] [cluster] [mpich] [slurm]. Without arguments: what the build and the demo
# need. It looks for the program, library or header itself, so other systems than Debian pass too once their own packages
# are installed.
set -u

missing=
need() { # need PACKAGE PROBE...: notes the package unless the probe succeeds
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}
program() { command -v "$1"; }
server() { PATH=$PATH:/usr/sbin:/sbin command -v "$1"; }
library() { pkg-config --exists "$1"; }
shared_library() { any_file /usr/lib/*/"$1" /usr/lib/"$1" /usr/lib64/"$1" /usr/local/lib/"$1"; }
any_file() { for file; do [ -e "$file" ] && return 0; done; return 1; }
r_package() { any_file /usr/lib/R/site-library/"$1" /usr/lib/R/library/"$1" /usr/local/lib/R/site-library/"$1"; }
python_module() { /usr/bin/python3 -c "import sys, importlib.util as u; sys.exit(u.find_spec('$1') is None)"; }

# What the Python package is built and tested with; all but cffi, numpy and the tools of building serve the tests alone.
python_needs() {
    need python3-dev any_file /usr/include/python3*/Python.h
    need python3-venv python_module ensurepip
    need python3-pip python_module pip
    for module in setuptools wheel cffi numpy scipy pandas matplotlib networkx tqdm pytest hypothesis mypy nbformat nbconvert \
        ipykernel joblib distributed mpi4py; do
        need "python3-$module" python_module "$module"
    done
    need python3-sklearn python_module sklearn
}

# What the documentation site is built with; cffi and numpy, because docstrings are read from the package itself.
docs_needs() {
    need python3-sphinx python_module sphinx
    need python3-myst-parser python_module myst_parser
    need furo python_module furo
    need python3-sphinx-inline-tabs python_module sphinx_inline_tabs
    need python3-sphinx-copybutton python_module sphinx_copybutton
    need python3-cffi python_module cffi
    need python3-numpy python_module numpy
    need python3-jsonschema python_module jsonschema
    need pandoc program pandoc
}

probe() {
    missing=
    need gcc program gcc
    need libc6-dev any_file /usr/include/stdio.h
    need cmake program cmake
    need ninja-build program ninja
    need pkg-config program pkg-config
    need libgsl-dev library gsl
    need libjansson-dev library jansson
    need libexpat1-dev library expat
    # loaded on demand; the development packages, because their names do not change with versions
    need libgraphviz-dev shared_library libgvc.so.6
    need zlib1g-dev library zlib
    need libreadstat-dev any_file /usr/include/readstat.h /usr/local/include/readstat.h
    need libsqlite3-dev library sqlite3
    need libzstd-dev library libzstd
    need liblzma-dev library liblzma
    need librandom123-dev any_file /usr/include/Random123/philox.h /usr/local/include/Random123/philox.h
    need librsvg2-2 shared_library librsvg-2.so.2
    for set; do
        case $set in
        check | long)
            need g++ program g++
            need libcmocka-dev library cmocka
            need clang program clang
            need lld program ld.lld
            need clang-format program clang-format
            need libomp-dev any_file /usr/lib/llvm-*/lib/libomp.so /usr/lib*/libomp.so /usr/lib/*/libomp.so
            need groff-base program groff
            need fish program fish
            need zsh program zsh
            need libxml2-utils program xmllint
            need python3 program python3
            python_needs
            docs_needs
            need libclang-rt-dev any_file /usr/lib/llvm-*/lib/clang/*/lib/*/libclang_rt.fuzzer*
            ;;
        python)
            python_needs
            ;;
        deb)
            need dpkg-dev program dpkg-buildpackage
            need debhelper program dh
            need dh-python program dh_python3
            need fakeroot program fakeroot
            need lintian program lintian
            ;;
        cross-arm64)
            need gcc-aarch64-linux-gnu program aarch64-linux-gnu-gcc
            need qemu-user-static program qemu-aarch64-static
            ;;
        cross-i386)
            need gcc-i686-linux-gnu program i686-linux-gnu-gcc
            need qemu-user-static program qemu-i386-static
            ;;
        cross-ppc64el)
            need gcc-powerpc64le-linux-gnu program powerpc64le-linux-gnu-gcc
            need qemu-user-static program qemu-ppc64le-static
            ;;
        cross-windows)
            need gcc-mingw-w64-x86-64 program x86_64-w64-mingw32-gcc
            need wine64 any_file /usr/lib/wine/wine64
            need wine program wine
            ;;
        release)
            need abigail-tools program abidiff
            ;;
        packages)
            need debootstrap server debootstrap
            ;;
        wheel)
            need patchelf program patchelf
            need binutils program objdump
            ;;
        coverage)
            need gcovr program gcovr
            ;;
        bench)
            need python3-pandas python_module pandas
            need python3-sklearn python_module sklearn
            ;;
        reproduce)
            need gnuplot-nox program gnuplot
            need python3 program python3
            ;;
        report)
            need nodejs program node
            need npm program npm
            need chromium program chromium
            ;;
        web)
            need emscripten program emcc
            need tcl program tclsh # SQLite's source is put together by it
            need firefox-esr program firefox-esr
            ;;
        docs)
            docs_needs
            ;;
        cluster)
            need python3 program python3
            # the compiler's wrapper alone does not do: Debian ships it with the programs, without mpi.h
            need libopenmpi-dev any_file /usr/lib/*/openmpi/include/mpi.h /usr/include/openmpi*/mpi.h
            need openmpi-bin program mpirun.openmpi
            ;;
        slurm)
            need slurm-wlm server slurmctld
            need munge server munged
            ;;
        mpich)
            need libmpich-dev any_file /usr/include/*/mpich/mpi.h /usr/include/mpich*/mpi.h
            need mpich program mpirun.mpich
            ;;
        r)
            need r-base-core program R
            need g++ program g++
            need make program make
            need python3 program python3
            need pandoc program pandoc
            need qpdf program qpdf
            need devscripts program checkbashisms
            for name in testthat knitr rmarkdown igraph jsonlite tibble data.table broom survival; do
                need r-cran-$name r_package $name
            done
            need r-bioc-graph r_package graph
            ;;
        *)
            echo "setup.sh: no set '$set' (there are check, long, coverage, python, wheel, deb, release, packages, r, bench, reproduce, report, web, docs, cluster, slurm and mpich)" >&2
            exit 1
            ;;
        esac
        if [ "$set" = long ]; then
            need valgrind program valgrind
            need libclang-rt-dev any_file /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.tsan*
        fi
    done
}

give_up() {
    echo "setup.sh: $1" >&2
    echo "Please install these packages (Debian's names), then run this again:" >&2
    echo "   $missing" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif [ -t 0 ]; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

install_missing() {
    # shellcheck disable=SC2086 # one argument a package
    as_root apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=300 $missing
}

probe "$@"
[ -z "$missing" ] && exit 0

command -v apt-get >/dev/null 2>&1 || give_up "some packages are missing, and this system has no apt-get"
[ "$(id -u)" = 0 ] || command -v sudo >/dev/null 2>&1 || give_up "some packages are missing; only root can install them"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "setup.sh: installing$missing" >&2
# Package lists may be missing or too old: they are fetched only after an install has failed.
if ! install_missing >"$log" 2>&1 && ! { as_root apt-get update -q && install_missing; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    give_up "apt-get could not install them"
fi

probe "$@"
[ -z "$missing" ] || give_up "still missing after installing"
