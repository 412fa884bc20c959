#!/usr/bin/env bash
# Facts about the project that more than one file needs: project.sh version | set VERSION | address | released | date | epoch.
#   version   the version, which is only in include/mixmi.h
#   set       prepares a release: writes its version there, into the recipes and README.md, and the date into CHANGELOG.md
#   address   of the repository, from packaging/address (tests/project.sh checks that all other files agree)
#   released  the date of the version in CHANGELOG.md; empty if it has none yet
#   date      the same, or that of the last commit
#   epoch     the same in seconds, as SOURCE_DATE_EPOCH, so that two builds of the same sources have the same bytes
set -eu
cd "$(dirname "$0")/.."

version() {
    sed -nE 's/^#define MIXMI_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' include/mixmi.h | paste -sd.
}

released() {
    sed -nE "s/^## \[$(version | sed 's/\./\\./g')\] - ([0-9]{4}-[0-9]{2}-[0-9]{2})$/\1/p" CHANGELOG.md
}

set_version() {
    local old parts
    old=$(version)
    [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "project.sh: '$1' is no version" >&2 && exit 1; }
    IFS=. read -ra parts <<<"$1"
    sed -i -E "s/^(#define MIXMI_VERSION_MAJOR) .*/\1 ${parts[0]}/; s/^(#define MIXMI_VERSION_MINOR) .*/\1 ${parts[1]}/
        s/^(#define MIXMI_VERSION_PATCH) .*/\1 ${parts[2]}/" include/mixmi.h
    sed -i "s/${old//./\\.}/$1/" packaging/conda/meta.yaml packaging/homebrew/mixmi.rb packaging/vcpkg/vcpkg.json
    sed -i "s/mixmi_${old//./\\.}\.tar\.gz/mixmi_$1.tar.gz/" README.md
    sed -i "s/^## \[Unreleased\]\$/## [$1] - $(date -u +%F)/" CHANGELOG.md
}

day() {
    local found
    found=$(released)
    if [ -z "$found" ]; then found=$(git log -1 --format=%cs 2>/dev/null || true); fi
    echo "${found:-1980-01-02}"
}

case ${1:-} in
version) version ;;
set) set_version "${2:-}" ;;
address) cat packaging/address ;;
released) released ;;
date) day ;;
epoch) date -u -d "$(day)" +%s ;;
*)
    echo "usage: project.sh version | set VERSION | address | released | date | epoch" >&2
    exit 1
    ;;
esac
