#!/usr/bin/env bash
# Builds everything that a release consists of in build/dist: source, Python wheel and source distribution, R package, static command and
# Debian packages, of what is committed. ONLY="wheel static" chooses.
set -eu
cd "$(dirname "$0")/.."
version=$(scripts/project.sh version)
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(scripts/project.sh epoch)
mkdir -p build/dist
for part in ${ONLY:-source wheel sdist r static deb}; do
    echo "artefacts: $part" >&2
    case $part in
    source)
        git archive --format=tar --prefix="mixmi-$version/" HEAD >build/source.tar
        mv build/source.tar "build/mixmi-$version-source.tar"
        python3 scripts/pack_again.py "build/mixmi-$version-source.tar" build/dist
        ;;
    wheel) scripts/wheel.sh >/dev/null ;;
    sdist) scripts/setup.sh python && scripts/python.sh sdist >/dev/null ;;
    r)
        [ -x build-wheel/core/bin/mixmi ] || scripts/wheel.sh >/dev/null # any core would do: it tells which files the package needs
        MIXMI_CORE_BUILD=build-wheel/core scripts/r.sh tarball >build/r.log 2>&1 || { tail -n 20 build/r.log >&2 && exit 1; }
        cp build/mixmi_"$version".tar.gz build/dist
        ;;
    static) scripts/static.sh >/dev/null ;;
    deb) scripts/deb.sh >build/deb.log 2>&1 || { tail -n 20 build/deb.log >&2 && exit 1; } ;;
    *)
        echo "artefacts.sh: no part '$part'" >&2
        exit 1
        ;;
    esac
done
