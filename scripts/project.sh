#!/usr/bin/env bash
# Facts about the project that more than one file needs: project.sh version | address | date | epoch.
#   version   of include/mixmi.h, the only place where it stands
#   address   of the repository, from packaging/address, the only place that decides it (tests/project.sh compares the others)
#   date      of the version in CHANGELOG.md, or of the last commit where it has none yet
#   epoch     the same in seconds, as SOURCE_DATE_EPOCH: what is built twice from the same sources has the same bytes
set -eu
cd "$(dirname "$0")/.."

version() {
    sed -nE 's/^#define MIXMI_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' include/mixmi.h | paste -sd.
}

released() {
    sed -nE "s/^## $(version | sed 's/\./\\./g') \(([0-9]{4}-[0-9]{2}-[0-9]{2})\)$/\1/p" CHANGELOG.md
}

day() {
    local found
    found=$(released)
    if [ -z "$found" ]; then found=$(git log -1 --format=%cs 2>/dev/null || true); fi
    echo "${found:-1980-01-02}"
}

case ${1:-} in
version) version ;;
address) cat packaging/address ;;
released) released ;;
date) day ;;
epoch) date -u -d "$(day)" +%s ;;
*)
    echo "usage: project.sh version | address | released | date | epoch" >&2
    exit 1
    ;;
esac
