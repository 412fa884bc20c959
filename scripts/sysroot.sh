#!/usr/bin/env bash
# The headers and libraries of an older Debian, to compile against: sysroot.sh "SUITE [NEWER...]" FOLDER PACKAGE...
# A package that SUITE lacks is taken from the newer suites.
# Programs compiled against them run on every Linux with that glibc or a newer one. apt resolves the packages and checks their
# signatures, but installs nothing on this system; neither root nor a chroot is needed. Kept as long as the list is the same.
set -eu
suites=$1
folder=$2
shift 2
packages=("$@")
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
wanted="$suites $mirror ${packages[*]}"
[ "$(cat "$folder/.complete" 2>/dev/null)" = "$wanted" ] && exit 0

if ! command -v apt-get >/dev/null || [ ! -f "$keyring" ]; then
    echo "sysroot.sh: needs apt-get and debian-archive-keyring (SUITE= builds against this system instead)" >&2
    exit 1
fi
rm -rf "$folder"
mkdir -p "$folder"/.apt/{etc/apt.conf.d,etc/preferences.d,state/lists/partial,cache/archives/partial}
folder=$(cd "$folder" && pwd)
apt=$folder/.apt
for suite in $suites; do echo "deb [signed-by=$keyring] $mirror $suite main"; done >"$apt/etc/sources.list"
: >"$apt/status"
cat >"$apt/apt.conf" <<EOF
Dir::Etc "$apt/etc";
Dir::Etc::Parts "$apt/etc/apt.conf.d";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
APT::Default-Release "${suites%% *}";
APT::Install-Recommends "false";
APT::Get::List-Cleanup "false";
APT::Architecture "${ARCHITECTURE:-$(dpkg --print-architecture)}";
APT::Architectures { "${ARCHITECTURE:-$(dpkg --print-architecture)}"; };
APT::Sandbox::User "";
Acquire::Languages "none";
EOF
export APT_CONFIG=$apt/apt.conf
apt-get update -qq
apt-get install -y -qq --download-only "${packages[@]}" >/dev/null
for file in "$apt"/cache/archives/*.deb; do
    dpkg-deb -x "$file" "$folder"
    dpkg-deb -f "$file" Package Version >>"$folder/.packages"
done
rm -rf "$apt"
# Absolute links would point outside of the folder.
find "$folder" -type l -lname '/*' | while read -r link; do
    ln -sfrT "$folder$(readlink "$link")" "$link"
done
echo "$wanted" >"$folder/.complete"
