#!/usr/bin/env bash
# The Python package, on the core of a build folder that is there (MIXMI_CORE_BUILD, default build):
#   python.sh build              a wheel in build/python, installed into the venv build/python-venv
#   python.sh test [ARGUMENTS]   pytest on bindings/python/tests in that venv
#   python.sh dist               wheel with its libraries, and source distribution, in build/python
# Nothing is downloaded: what the package needs comes from the system's Python packages.
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
dist)
    wheel
    "$python" bindings/python/setup.py -q sdist --dist-dir "$PWD/build/python"
    ;;
*)
    echo "python.sh: build, test or dist" >&2
    exit 1
    ;;
esac
