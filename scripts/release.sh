#!/usr/bin/env bash
# Prepares a release, up to the steps that need a person: VERSION=0.3.0 release.sh. Checks the tree, the date in CHANGELOG.md, and the
# library's interface against that of the last release (packaging/abi); builds all artefacts in two clones at different places
# and compares them byte for byte; writes SHA256SUMS and an SBOM; says what to push. The result is in build/release.
# `scripts/project.sh set 0.3.0` writes the version and the date; commit that first.
set -eu
cd "$(dirname "$0")/.."
here=$PWD
out=$here/build/release
work=$here/build-release

stop() {
    echo "release.sh: $1" >&2
    exit 1
}

version=$(scripts/project.sh version)
[ -n "${VERSION:-}" ] || stop "which version? make release VERSION=$version"
[ "$VERSION" = "$version" ] || stop "include/mixmi.h has $version; scripts/project.sh set $VERSION, then commit"
[ -z "$(git status --porcelain)" ] || stop "the tree has changes that are not committed"
[ -n "$(scripts/project.sh released)" ] || stop "CHANGELOG.md needs the line '## [$version] - YYYY-MM-DD'"
[ -z "$(git tag -l "v$version")" ] || stop "there is a tag v$version already"
bash tests/project.sh || stop "version or address differ somewhere"
scripts/setup.sh python wheel deb release r

echo "release: interface of the library" >&2
cmake -G Ninja -S . -B "$work/abi" -DCMAKE_BUILD_TYPE=Debug -DMIXMI_LIBRARY_ONLY=ON >/dev/null
cmake --build "$work/abi" --target mixmi mixmi_shared >/dev/null
bash tests/symbols.sh "$work/abi/libmixmi.a" "$work/abi/libmixmi.so" || stop "the library exports what it should not"
abidw --exported-interfaces-only --headers-dir include --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs "$work/abi/libmixmi.so" --out-file "$work/$version.abi"
last=$(find packaging/abi -name '*.abi' -not -name "$version.abi" | sort -V | tail -n 1)
if [ -z "$last" ]; then
    echo "release: no earlier interface in packaging/abi: this release starts the list" >&2
else
    code=0
    abidiff --headers-dir1 include --headers-dir2 include "$last" "$work/$version.abi" >"$work/abidiff.txt" || code=$?
    # bits of the status: 1 and 2 an error, 4 a change, 8 one that breaks programs
    [ $((code & 11)) -eq 0 ] || { cat "$work/abidiff.txt" && stop "programs of $(basename "$last" .abi) would break"; }
    echo "release: $([ $code -eq 0 ] && echo same as || echo grew since) $(basename "$last" .abi): $(grep -m 1 '^Functions' "$work/abidiff.txt" || echo no change)" >&2
fi

for turn in first second; do
    place=$work/$turn/a-$turn-place
    rm -rf "${work:?}/$turn"
    git clone -q --no-hardlinks "$here" "$place/mixmi"
    if [ -d "$here/build-wheel/sysroot" ]; then # unpacked packages, which are checked against the same list
        mkdir -p "$place/mixmi/build-wheel" && cp -a "$here/build-wheel/sysroot" "$place/mixmi/build-wheel"
    fi
    echo "release: building, the $turn time" >&2
    # Nothing compiled in one place serves the other. R writes the place of the build into a package, so Debian's are built at one place,
    # one after the other, as Debian itself builds them again.
    (cd "$place/mixmi" && CCACHE_DIR=$work/ccache-$turn DEB_PLACE=$work/deb scripts/artefacts.sh)
    (cd "$place/mixmi/build/dist" && sha256sum -- *) >"$work/$turn.sums"
done
diff "$work/first.sums" "$work/second.sums" || stop "what was built twice differs"

rm -rf "$out"
mkdir -p "$out"
cp "$work"/first/a-first-place/mixmi/build/dist/* "$out"
cp "$work/$version.abi" "$out"
python3 scripts/sbom.py "$out" "$work/first/a-first-place/mixmi/build-wheel/sysroot/.packages" >"$work/sbom.json"
mv "$work/sbom.json" "$out/mixmi-$version.spdx.json"
(cd "$out" && sha256sum -- *) >"$work/SHA256SUMS"
mv "$work/SHA256SUMS" "$out"
cat <<END
Release $version is in $out: $(find "$out" -type f | wc -l) files, the same bytes twice.
$(cat "$out/SHA256SUMS")

What remains for a person:
  cp build/release/$version.abi packaging/abi/ && git add packaging/abi && git commit -m "Interface of $version"
  git tag -s v$version -m "mixmi $version" && git push origin main v$version      $(scripts/project.sh address)
  twine upload build/release/mixmi-$version-*.whl build/release/mixmi-$version.tar.gz
  R: upload build/release/mixmi_$version.tar.gz at https://cran.r-project.org/submit.html
  conda, Homebrew: sha256 of the source archive $(sha256sum "$out/mixmi-$version-source.tar.gz" | cut -d' ' -f1)
END
