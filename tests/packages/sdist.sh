#!/usr/bin/env bash
# In a chroot (chroot.sh) with a compiler, CMake and the tools of building: the source distribution that lies here is installed where GSL is there;
# where it is not, the message says what to install.
set -eu
options=(--no-index --no-build-isolation --break-system-packages)
if pkg-config --exists gsl; then
    python3 -m pip install --quiet "${options[@]}" mixmi-*.tar.gz 2>&1 | grep -v WARNING || true
    mixmi --version
    PICTURES=none python3 tests/pages.py --mixmi "$(command -v mixmi)" --run console,sh README.md docs/start/tour.md
    python3 -c 'import mixmi; print(mixmi.cmi("data/penguins.csv", "bill_length_mm", "bill_depth_mm", given="species"))'
    echo "sdist: builds on Debian $(cat /etc/debian_version)"
else
    if python3 -m pip install "${options[@]}" mixmi-*.tar.gz >said 2>&1; then
        echo "sdist: built without GSL, which cannot be" && exit 1
    fi
    grep -q 'needs gsl, which cannot be found' said || { cat said && exit 1; }
    grep -q 'apt-get install .*libgsl-dev' said
    echo "sdist: says what is missing"
fi
