#!/usr/bin/env bash
# The Python package, with the library of an existing build folder (MIXMI_CORE_BUILD, default build):
#   python.sh build              a wheel in build/python, installed into the venv build/python-venv
#   python.sh test [ARGUMENTS]   pytest on bindings/python/tests in that venv
#   python.sh asan [ARGUMENTS]   the tests with AddressSanitizer, with the library of build-asan
#   python.sh sdist              the source distribution, in build/dist; wheel.sh makes the portable wheel
# Nothing is downloaded: the package uses the system's Python packages.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-/usr/bin/python3}
venv=build/python-venv
export PIP_DISABLE_PIP_VERSION_CHECK=1

wheel() {
    rm -rf build/python
    mkdir -p build/python
    "$python" -m pip wheel --quiet --no-build-isolation --no-index --no-deps -w build/python bindings/python
    rm -rf bindings/python/build bindings/python/mixmi.egg-info
}

case ${1:-} in
build)
    export MIXMI_CORE_BUILD=${MIXMI_CORE_BUILD:-$PWD/build}
    wheel
    [ -x "$venv/bin/python" ] || "$python" -m venv --system-site-packages "$venv"
    "$venv/bin/python" -m pip install --quiet --no-index --no-deps --force-reinstall build/python/mixmi-*.whl
    ;;
test)
    shift
    MIXMI=${MIXMI:-$PWD/build/bin/mixmi} MPLBACKEND=Agg \
        "$venv/bin/python" -m pytest -q -p no:cacheprovider bindings/python/tests "$@"
    ;;
sdist)
    export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/project.sh epoch)}
    mkdir -p build/dist
    rm -rf "build/dist/mixmi-$(scripts/project.sh version).tar.gz" build/sdist # the archive of the sources stays
    (cd bindings/python && "$python" setup.py -q sdist --formats=tar --dist-dir "$OLDPWD/build/sdist")
    rm -rf bindings/python/mixmi.egg-info
    "$python" scripts/pack_again.py build/sdist/mixmi-*.tar build/dist
    ;;
asan)
    shift
    MIXMI_CORE_BUILD=$PWD/build-asan MIXMI_CFLAGS='-fsanitize=address,undefined -fno-omit-frame-pointer' wheel
    target=build-asan/python
    rm -rf "$target"
    "$python" -m pip install --quiet --no-index --no-deps --target "$target" build/python/mixmi-*.whl
    # Python itself does not release all its memory, so test_leaks.py looks for leaks, not the sanitizer.
    LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 \
        PYTHONPATH=$target PYTHONMALLOC=malloc OMP_NUM_THREADS=2 MPLBACKEND=Agg \
        "$python" -m pytest -q -p no:cacheprovider bindings/python/tests "$@" \
        -k 'not leaks and not notebook and not mypy and not processes and not joblib'
    ;;
*)
    echo "python.sh: build, test, sdist or asan" >&2
    exit 1
    ;;
esac
