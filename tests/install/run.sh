#!/usr/bin/env bash
# Installs a build into a temporary prefix and uses it from outside: run.sh BUILD. Programs are built through
# pkg-config (shared and static) and through find_package, from C and C++; the command, its manual pages and its
# completions must be in their places and work.
set -eu
build=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=0

fail() {
    echo "install: $1"
    exit 1
}

must() { # must WHAT COMMAND...
    local what=$1
    shift
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$what"; }
    cases=$((cases + 1))
}

must "cmake --install" cmake --install "$build" --prefix "$work/usr"
libdir=$(dirname "$(find "$work/usr" -name libmixmi.a)")
export PKG_CONFIG_PATH=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir

flags() { pkg-config "$@" mixmi; }
# shellcheck disable=SC2046 # one argument per flag
{
    must "C with pkg-config" gcc -std=c11 -Wall -Werror "$here/consumer.c" $(flags --cflags --libs) -lm -o "$work/shared"
    must "C with pkg-config --static" gcc -std=c11 -Wall -Werror "$here/consumer.c" $(flags --cflags) "$libdir/libmixmi.a" \
        $(flags --static --libs) -o "$work/static"
    must "C++ with pkg-config" g++ -std=c++17 -Wall -Werror "$here/consumer.cpp" $(flags --cflags --libs) -o "$work/cpp"
}
for program in shared static cpp; do must "running $program" "$work/$program"; done
must "the version of mixmi.pc is the header's" grep -q "mixmi $(flags --modversion):" <("$work/shared")

must "configuring with find_package" cmake -S "$here" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/usr" -DCMAKE_BUILD_TYPE=Release
must "building with find_package" cmake --build "$work/build"
for kind in shared static cpp; do must "running consumer-$kind" "$work/build/consumer-$kind"; done

# The sources as a part of another project. Only configured: the build is the one above.
must "configuring with FetchContent" cmake -S "$here" -B "$work/fetched" -DMIXMI_SOURCE="$(realpath "$here/../..")" -DCMAKE_BUILD_TYPE=Release
must "FetchContent makes no benchmarks" test ! -e "$work/fetched/_deps/mixmi-build/bench"
# Hardening (see CMakeLists.txt), where this is a release build of Linux.
hardened() { # hardened FILE
    local dynamic segments used
    dynamic=$(readelf -dW "$1") segments=$(readelf -lW "$1") used=$(readelf --dyn-syms -W "$1")
    grep -q 'BIND_NOW\|FLAGS_1.*NOW' <<<"$dynamic" || fail "$1 binds its symbols late"
    grep -q GNU_RELRO <<<"$segments" || fail "$1 has no read-only relocations"
    ! grep -q 'GNU_STACK.*RWE' <<<"$segments" || fail "$1 has an executable stack"
    grep -q __stack_chk_fail <<<"$used" || fail "$1 has no stack protector"
    grep -q '__[a-z]*_chk' <<<"$(grep -v __stack_chk_fail <<<"$used")" || fail "$1 has no fortified calls"
    readelf -hW "$1" | grep -q 'Type: *DYN' || fail "$1 has a fixed address"
}
if [ "$(uname)" = Linux ] && grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=Release$' "$build/CMakeCache.txt"; then
    for file in "$work"/usr/bin/* "$(realpath "$libdir/libmixmi.so")"; do
        hardened "$file"
        cases=$((cases + 1))
    done
fi

if [ -e "$build/bin/mixmi" ]; then
    command=$work/usr/bin/mixmi
    must "the installed command" "$command" --version
    for source in "$here"/../../cli/main.c "$here"/../../cli/cmd_*.c; do
        page=$(basename "$source" .c | sed 's/^main$/mixmi/; s/^cmd_/mixmi-/').1
        file=$work/usr/share/man/man1/$page
        must "$page is installed" test -s "$file"
        groff -man -Tutf8 -ww "$file" 2>"$work/warnings" >/dev/null
        must "$page has no warnings: $(cat "$work/warnings")" test ! -s "$work/warnings"
    done
    must "bash completion" bash -n "$work/usr/share/bash-completion/completions/mixmi"
    must "fish completion" grep -q '^complete -c mixmi ' "$work/usr/share/fish/vendor_completions.d/mixmi.fish"
    must "zsh completion" grep -q '^#compdef mixmi' "$work/usr/share/zsh/site-functions/_mixmi"
fi
echo "$cases passed, 0 failed"
