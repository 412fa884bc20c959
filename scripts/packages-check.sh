#!/usr/bin/env bash
# Tries what is in build/dist in fresh Debian systems without a network (tests/packages): the wheel in three versions of Debian, the
# packages in this one, the static command in an empty system. The last line is the total.
set -u
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh packages || exit 1
version=$(scripts/project.sh version)
passed=0 failed=0

try() { # try SUITE PACKAGES SCRIPT FILE...
    tests/packages/chroot.sh "$@"
    local code=$?
    if [ $code -eq 0 ]; then passed=$((passed + 1)); fi
    if [ $code -eq 77 ]; then echo "packages: $3 in $1 is skipped"; elif [ $code -ne 0 ]; then failed=$((failed + 1)); fi
}

for suite in bullseye bookworm trixie; do
    try $suite "python3-numpy python3-cffi python3-pandas" tests/packages/wheel.sh build/dist/mixmi-"$version"-*.whl
done
tools="gcc libc6-dev cmake ninja-build pkg-config libjansson-dev libexpat1-dev zlib1g-dev librandom123-dev python3-dev python3-setuptools python3-wheel
python3-cffi python3-numpy"
try bookworm "${tools//$'\n'/ }" tests/packages/sdist.sh build/dist/mixmi-"$version".tar.gz
try bookworm "${tools//$'\n'/ } libgsl-dev" tests/packages/sdist.sh build/dist/mixmi-"$version".tar.gz
try empty "" tests/packages/static.sh build/dist/mixmi-"$version"-linux-*
needs="libgsl-dev libjansson-dev libexpat1-dev zlib1g-dev libgvc6 libreadstat1 python3-cffi-backend python3-numpy python3-pandas r-base-core pkg-config gcc libc6-dev"
rm -rf build/autopkgtest && cp -r packaging/debian/tests build/autopkgtest # two folders of the same name do not fit
try bookworm "$needs" tests/packages/deb.sh build/dist/*.deb build/autopkgtest
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
