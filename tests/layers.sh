#!/usr/bin/env bash
# The include rule: a folder of src/ may include itself and those before it in the order below; cli/,
# experiments/ and bindings/ see only mixmi.h. src/mpi alone includes mpi.h, src/base/functions.c alone GSL, and, within src/, the
# files src/base/platform_*.c alone what not every operating system has. Nor is what comes later named in any other way: a struct that a
# folder mentions is defined in it, earlier or in a public header, and no source file declares what is elsewhere. No two files, and no two
# folders or subfolders, include each other in a circle.
# The folder in `public` is written as a user's own method is: it sees the public headers alone.
# layers.sh [ROOT]; without ROOT it also shows that it catches offenders.
set -u
order="base data paper/cells paper/question paper/histogram paper/method peers question residual answer many explain answers \
graph/model graph/search graph/orient graph/latent graph/series graph/target graph/learn effect io plot mpi"
foreign="stat _stat64 flock dirent rlimit timespec XML_Error" # structs of the system and of libraries
public="peers" # only mixmi.h, mixmi/method.h and its own; peers/perm may use the rest, because it permutes the paper's histogram

declare -A place=() # of a folder or subfolder in the order, from 1; nothing for any other
rank=0
for folder in $order; do place[$folder]=$((rank += 1)); done

# place_of HEADER: of the folder or subfolder that it is in; 0 for one outside of src/.
place_of() {
    local folder=${1%%/*} below=${1#*/}
    echo "${place[$folder]:-${place[$folder/${below%%/*}]:-0}}"
}

# includes FILE...: "file:line:header" of every include in quotes, and of mixmi's own in angle brackets.
includes() {
    grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' "$@" /dev/null |
        sed -E 's/^([^:]*:[0-9]+):[^"<]*["<]([^">]*)[">].*/\1:\2/'
}

offend() {
    echo "layers: $1 includes \"$2\": $3"
    offences=$((offences + 1))
}

check_src() { # check_src FOLDER
    local own=$1 files file line header
    mapfile -t files < <(find "src/$own" -name '*.[ch]')
    while IFS=: read -r file line header; do
        if [ "$(place_of "$header")" -gt "${place[$own]}" ]; then
            offend "$file:$line" "$header" "$own may not use ${header%/*}"
        elif [ "$header" != "${header#*..}" ]; then
            offend "$file:$line" "$header" "write folder/file.h"
        fi
    done < <(includes "${files[@]}")
}

check_declarations() { # check_declarations FOLDER
    local own=$1 folder earlier=() known file line tag
    for folder in $order; do
        if [ "${place[$folder]}" -le "${place[$own]}" ] && [ -d "src/$folder" ]; then earlier+=("src/$folder"); fi
    done
    if [ -d include ]; then earlier+=(include); fi
    known=$(grep -rhoE '\b(struct|union|enum) [A-Za-z0-9_]+ \{' "${earlier[@]}" | awk '{ print $2 }' | sort -u)
    while IFS=: read -r file line tag; do
        if [[ " $foreign " != *" ${tag#* } "* ]] && ! grep -qx "${tag#* }" <<<"$known"; then
            echo "layers: $file:$line declares '$tag', which is defined later"
            offences=$((offences + 1))
        fi
    done < <(grep -rnE '\b(struct|union|enum) [A-Za-z0-9_]+' --include='*.[ch]' "src/$own" |
        grep -vE '^[^:]*:[0-9]+:[[:space:]]*/?\*' | sed -E 's@/\*.*@@' |
        sed -nE 's/^([^:]*:[0-9]+):.*\b((struct|union|enum) [A-Za-z0-9_]+).*/\1:\2/p')
    while IFS=: read -r file line _; do
        echo "layers: $file:$line declares what another file defines: include its header"
        offences=$((offences + 1))
    done < <(grep -rnE '^[[:space:]]*extern\b' --include='*.c' "src/$own")
}

check_public() { # check_public FOLDER
    local own=$1 files file line header
    mapfile -t files < <(find "src/$own" -name '*.[ch]' -not -path "src/$own/perm/*")
    while IFS=: read -r file line header; do
        if [ -e "src/$header" ] && [ "${header%%/*}" != "$own" ]; then
            offend "$file:$line" "$header" "$own may see only mixmi.h and mixmi/method.h of the library"
        fi
    done < <(includes "${files[@]}")
}

# circle WHAT: reads pairs "this includes that", and complains if they close.
circle() {
    local found
    found=$(tsort 2>&1 >/dev/null | sed 's/^tsort: //; s/^-: //' | tr '\n' ' ')
    if [ -n "$found" ]; then
        echo "layers: $1 include each other: $found"
        offences=$((offences + 1))
    fi
}

check_circles() {
    local files file line header pairs
    mapfile -t files < <(find src -name '*.[ch]' 2>/dev/null)
    pairs=$(includes "${files[@]}" | while IFS=: read -r file line header; do
        if [ -e "src/$header" ]; then echo "${file#src/} $header"; fi
    done)
    circle files <<<"$pairs"
    circle folders < <(awk '{ sub("/[^/]*$", "", $1); sub("/[^/]*$", "", $2) } $1 != $2' <<<"$pairs" | sort -u)
}

check_outside() { # check_outside FOLDER
    local files file line header
    mapfile -t files < <(find "$1" -name '*.[ch]' -o -name '*.cpp' -o -name '*.pyx')
    while IFS=: read -r file line header; do
        if [ -e "src/$header" ] || [ "$(place_of "$header")" -gt 0 ] || [[ $header == *src/* ]]; then
            offend "$file:$line" "$header" "$1 may see only mixmi.h of the library"
        fi
    done < <(includes "${files[@]}")
}

check_mpi() { # only src/mpi knows MPI
    local files file line header
    mapfile -t files < <(find src cli experiments bindings bench tests -name '*.[ch]' -not -path 'src/mpi/*' 2>/dev/null)
    while IFS=: read -r file line header; do
        if [ "$header" = mpi.h ]; then offend "$file:$line" "$header" "only src/mpi may"; fi
    done < <(includes "${files[@]}")
}

check_system() { # what one file wraps for all
    local files file line header
    mapfile -t files < <(find src -name '*.[ch]' -not -path 'src/mpi/*')
    while IFS=: read -r file line header; do
        case $header in
        gsl/*)
            [ "$file" = src/base/functions.c ] || offend "$file:$line" "$header" "only src/base/functions.c may"
            ;;
        unistd.h | fcntl.h | dirent.h | dlfcn.h | fnmatch.h | strings.h | sys/* | windows.h | io.h)
            [[ $file == src/base/platform_* ]] || offend "$file:$line" "$header" "only src/base/platform_*.c may"
            ;;
        esac
    done < <(includes "${files[@]}")
}

check_tree() {
    local folder
    check_mpi
    check_system
    check_circles
    for folder in src/*/ src/*/*/; do
        [ -d "$folder" ] || continue
        folder=${folder#src/}
        folder=${folder%/}
        if [ -n "${place[$folder]:-}" ]; then
            check_src "$folder"
            check_declarations "$folder"
            if [[ " $public " == *" $folder "* ]]; then check_public "$folder"; fi
        elif [[ " $order" != *" $folder/"* ]] && [ -z "${place[${folder%%/*}]:-}" ]; then
            echo "layers: src/$folder has no place in the order"
            offences=$((offences + 1))
        fi
    done
    for folder in cli experiments bindings; do
        if [ -d "$folder" ]; then check_outside "$folder"; fi
    done
}

# A small tree with allowed and forbidden includes and declarations: the check must find all of the latter.
check_itself() {
    local tree
    tree=$(mktemp -d)
    mkdir -p "$tree"/src/{base,data,paper/cells,paper/method,paper/lost,peers/perm,io,mpi} "$tree/cli"
    touch "$tree"/src/base/a.h
    echo 'struct later {' >"$tree/src/io/o.h"
    echo 'struct sooner {' >"$tree/src/paper/cells/c.h"
    echo 'struct sooner *good;' >"$tree/src/paper/method/good.c"
    echo 'struct later *bad;' >"$tree/src/paper/method/bad.h"
    echo 'extern int io_number;' >"$tree/src/paper/method/bad.c"
    echo '#include "paper/method/bad.h"' >"$tree/src/paper/cells/up.c"
    echo '#include "base/a.h"' >"$tree/src/data/good.c"
    echo '#include "data/b.h"' >"$tree/src/data/c.h"
    echo '#include "data/c.h"' >"$tree/src/data/b.h"
    mkdir "$tree"/src/peers/{one,two}
    echo '#include "peers/two/of_two.h"' >"$tree/src/peers/one/of_one.h"
    echo '#include "peers/one/also_one.h"' >"$tree/src/peers/two/of_two.h"
    touch "$tree/src/peers/one/also_one.h"
    echo '#include "io/o.h"' >"$tree/src/data/up.c"
    echo '#  include <io/o.h>' >"$tree/src/base/angle.h"
    echo '#include "../io/o.h"' >"$tree/src/base/dots.c"
    echo '#include <mpi.h>' >"$tree/src/mpi/good.c"
    echo '#include <mpi.h>' >"$tree/src/data/ranks.c"
    echo '#include <gsl/gsl_cdf.h>' >"$tree/src/base/functions.c"
    echo '#include <gsl/gsl_cdf.h>' >"$tree/src/data/gsl.c"
    echo '#include <fcntl.h>' >"$tree/src/base/platform_posix.c"
    echo '#include <sys/stat.h>' >"$tree/src/io/posix.c"
    echo '#include "base/a.h"' >"$tree/src/peers/perm/good.c"
    echo '#include "base/a.h"' >"$tree/src/peers/private.c"
    echo '#include "base/a.h"' >"$tree/cli/inside.c"
    echo '#include "../src/base/a.h"' >"$tree/cli/dots.c"
    local found
    found=$("$0" "$tree" | wc -l)
    rm -rf "$tree"
    if [ "$found" -ne 15 ]; then
        echo "layers: the check itself finds $found of 15 planted offences"
        offences=$((offences + 1))
    fi
}

offences=0
if [ $# -eq 0 ]; then
    check_itself
fi
cd "${1:-$(dirname "$0")/..}" || exit 1
check_tree
[ "$offences" -eq 0 ]
