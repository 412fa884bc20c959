#!/usr/bin/env bash
# Debian packages: deb.sh builds build/dist/*.deb and the source package from what is committed (DIRTY=1: from the files as they are),
# below DEB_PLACE (default build-deb), and checks them with lintian. debian/ is packaging/debian; its changelog is written here, because the version is only in mixmi.h.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh python r deb
version=$(scripts/project.sh version)
home=${DEB_PLACE:-build-deb}
tree=$home/mixmi-$version
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/project.sh epoch)}
rm -rf "$home"
mkdir -p "$tree" build/dist
if [ -n "${DIRTY:-}" ]; then
    git ls-files -co --exclude-standard -z | xargs -0 cp -P --parents -t "$tree"
else
    git archive HEAD | tar -x -C "$tree"
fi
tar -c --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$home" "mixmi-$version" |
    gzip -9n >"$home/mixmi_$version.orig.tar.gz"
cp -r packaging/debian "$tree/debian"
cat >"$tree/debian/changelog" <<EOF
mixmi ($version-1) unstable; urgency=medium

  * Version $version; CHANGELOG.md has what is new.

 -- $(sed -n 's/^Maintainer: //p' packaging/debian/control)  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
EOF
(cd "$tree" && DEB_BUILD_OPTIONS="parallel=$(nproc)" dpkg-buildpackage -us -uc --jobs="$(nproc)" >../build.log 2>&1) || {
    tail -n 30 "$home/build.log" >&2
    exit 1
}
lintian --fail-on error "$home"/*.changes
rm -f build/dist/*.deb build/dist/*.dsc build/dist/*.debian.tar.xz build/dist/*.orig.tar.gz
find "$home" -maxdepth 1 \( -name '*.deb' -o -name '*.dsc' -o -name '*.orig.tar.gz' -o -name '*.debian.tar.xz' \) -not -name '*dbgsym*' -exec cp {} build/dist \;
ls -l build/dist/*.deb
