#!/usr/bin/env bash
# Runs a script in a fresh Debian without a network: chroot.sh SUITE "PACKAGE..." SCRIPT FILE...
# The system is debootstrap's minbase with those packages; it is kept below CHROOTS (default build/chroots) and never changed:
# the script sees it through an overlay that is thrown away, with the FILEs and the tests' data in /test. SUITE "empty" is a
# system with nothing in it but those. Needs root; exit status 77 where it cannot run.
set -eu
repository=$(cd "$(dirname "$0")/../.." && pwd)
suite=$1
read -ra packages <<<"$2"
script=$3
shift 3
home=${CHROOTS:-$repository/build/chroots}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

give_up() {
    echo "chroot.sh: $1" >&2
    exit 77
}
[ "$(id -u)" = 0 ] || give_up "only root can make a chroot"
[ "$suite" = empty ] || command -v debootstrap >/dev/null || give_up "debootstrap is not installed"
mkdir -p "$home"
home=$(cd "$home" && pwd)

# One system for each list of packages, on top of the suite's own.
base=$home/$suite
if [ "$suite" != empty ] && [ ! -e "$base/.done" ]; then
    rm -rf "$base"
    debootstrap --variant=minbase --include=python3,python3-pip,ca-certificates "$suite" "$base" "$mirror" >"$home/$suite.log" 2>&1 ||
        give_up "debootstrap cannot make $suite: $(tail -n 1 "$home/$suite.log")"
    touch "$base/.done"
fi
mkdir -p "$base"
lower=$base
work=$(mktemp -d "$home/run.XXXXXX")
mkdir "$work/root" "$work/upper" "$work/scratch"
finish() {
    for place in proc dev ""; do
        if mountpoint -q "$work/root/$place"; then umount "$work/root/$place"; fi
    done
    rm -rf "$work"
}
trap finish EXIT

mounted() { # mounted LOWER UPPER COMMAND...: runs it while the overlay is at $work/root
    local code=0
    mount -t overlay overlay -o "lowerdir=$1,upperdir=$2,workdir=$work/scratch" "$work/root"
    mkdir -p "$work/root/proc" "$work/root/dev"
    mount -t proc proc "$work/root/proc"
    mount --bind /dev "$work/root/dev"
    "${@:3}" || code=$?
    umount "$work/root/proc" "$work/root/dev" "$work/root"
    rm -rf "$work/scratch" && mkdir "$work/scratch"
    return $code
}

install_packages() {
    cp /etc/resolv.conf "$work/root/etc/resolv.conf"
    chroot "$work/root" sh -c "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends ${packages[*]} &&
        apt-get clean" >"$home/$suite-packages.log" 2>&1
}

if [ ${#packages[@]} -gt 0 ]; then
    layer=$home/$suite+$(IFS=+ && echo "${packages[*]}" | sha256sum | cut -c1-12)
    if [ ! -e "$layer.done" ]; then
        rm -rf "$layer" && mkdir "$layer"
        mounted "$base" "$layer" install_packages || give_up "apt-get cannot install ${packages[*]} in $suite: $(tail -n 1 "$home/$suite-packages.log")"
        touch "$layer.done"
    fi
    lower=$layer:$base
fi

run_script() {
    local test=$work/root/test
    mkdir -p "$test/tests" "$work/root/tmp"
    cp -r "$repository/data" "$repository/README.md" "$test"
    mkdir -p "$test/docs/start"
    cp "$repository/docs/start/tour.md" "$test/docs/start"
    cp -r "$repository/tests/files" "$repository/tests/pages.py" "$test/tests"
    for file; do cp -r "$file" "$test"; done
    if [ "$suite" = empty ]; then
        "$script" "$test"
        return
    fi
    cp "$script" "$test/script"
    unshare --net chroot "$work/root" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 sh -c 'cd /test && exec ./script'
}
mounted "$lower" "$work/upper" run_script "$@"
