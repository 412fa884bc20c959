#!/usr/bin/env bash
# In a chroot (chroot.sh) that has what the packages depend on: installs the packages that lie here, and runs their own tests.
set -eu
dpkg -i ./*.deb >/dev/null
for test in readme python r library; do
    AUTOPKGTEST_TMP=$(mktemp -d) ./autopkgtest/$test >out 2>&1 || { cat out && echo "deb: $test fails" && exit 1; }
done
man -w mixmi >/dev/null 2>&1 || test -e /usr/share/man/man1/mixmi.1.gz || echo "deb: documentation is left out of this system"
echo "packages: $(dpkg-query -W -f '${Package} ' 'mixmi*' 'libmixmi*' python3-mixmi r-cran-mixmi) work on Debian $(cat /etc/debian_version)"
