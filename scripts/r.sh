#!/usr/bin/env bash
# The R package of bindings/r: r.sh source | tarball | install | test | check | long. Run by `make r` (tarball), `make r-check`
# (check, which is R CMD check --as-cran without its network parts, and all tests) and by check.sh and check-long.sh.
# Everything is made under build/r, with the library of an existing build folder (MIXMI_CORE_BUILD, default build); tests compare
# with the command build/bin/mixmi.
set -eu
cd "$(dirname "$0")/.."
here=$PWD
home=$here/build/r
package=$home/mixmi
library=$home/library
export R_LIBS=$library R_MAKEVARS_USER=$home/Makevars _R_CHECK_CRAN_INCOMING_=FALSE _R_CHECK_LIMIT_CORES_=TRUE
# no network: no check of the clock, and no packages that Debian lacks
export _R_CHECK_SYSTEM_CLOCK_=FALSE _R_CHECK_PACKAGE_DEPENDS_IGNORE_MISSING_ENHANCES_=TRUE

scripts/setup.sh r
core=${MIXMI_CORE_BUILD:-build}
if [ ! -f "$core/libmixmi.a" ] || [ ! -f "$core/libmixmi_page.a" ] || [ ! -x "$core/bin/mixmi" ]; then
    echo "r.sh: build first (make)" >&2
    exit 1
fi
mkdir -p "$library"
# Several files at a time, and from the cache of the machine that has one. Tests of the package and its vignettes need no debugging symbols and little
# optimisation, which halves the compiler's time: R's own flags are for what others get, and for R CMD check.
{
    echo "MAKEFLAGS = -j$(nproc)"
    case ${1:-} in test | install | tarball) echo "CFLAGS = -O1" ;; esac
    if command -v ccache >/dev/null 2>&1; then echo "CC = ccache $(R CMD config CC)"; fi
} >"$R_MAKEVARS_USER"

make_source() {
    bindings/r/tools/assemble.py . "$core" "$package"
    mkdir -p "$package/data"
    Rscript --vanilla -e 'a <- commandArgs(TRUE)
        penguins <- read.csv(a[1], stringsAsFactors = TRUE)
        save(penguins, file = a[2], version = 3)' data/penguins.csv "$package/data/penguins.rda"
}

# R's tarball contains the time and the user, so it would differ in every build.
pack_again() {
    local name
    export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/project.sh epoch)}
    name=$(basename "$home"/mixmi_*.tar.gz)
    mkdir "$home/packed"
    tar -xzf "$home/$name" -C "$home/packed"
    sed -i "s/^Packaged: .*/Packaged: $(date -u -d "@$SOURCE_DATE_EPOCH" '+%F %T UTC'); mixmi/" "$home/packed/mixmi/DESCRIPTION"
    tar -czf "$home/packed/$name" -C "$home/packed" mixmi
    scripts/pack_again.py "$home/packed/$name" "$home"
}

make_tarball() {
    make_source
    (cd "$home" && rm -rf mixmi_*.tar.gz packed && R CMD build --no-manual mixmi)
    pack_again
    cp "$home"/mixmi_*.tar.gz build/
}

# The package uses the objects of the build, except for files that its own macro compiles differently. R CMD check compiles
# all of them, as a user's machine does.
take_objects() {
    local from object source
    for from in mixmi_objects.dir/src:core mixmi_page_objects.dir/cli:core/page; do
        while read -r object; do
            source=$package/src/${from#*:}/${object%.o}
            if [ -f "$source" ] && ! grep -qE 'MIXMI_RMATH|MIXMI_NO_GRAPHVIZ|BASE_VERSION' "$source"; then
                cp "$core/CMakeFiles/${from%:*}/$object" "${source%.c}.o"
            fi
        done < <(cd "$core/CMakeFiles/${from%:*}" && find . -name '*.c.o')
    done
}

install_package() {
    make_source
    take_objects
    R CMD INSTALL --no-test-load --library="$library" "$package"
}

run_tests() {
    tests/functions/compare.py "$here" "$home/functions"
    install_package
    MIXMI_COMMAND=$here/build/bin/mixmi Rscript --vanilla bindings/r/tools/run_tests.R bindings/r/tests/testthat
}

# What R CMD check says is shown; errors and warnings are failures. Its own examples and tests run inside.
run_check() {
    make_tarball
    rm -rf "$home/check" && mkdir "$home/check"
    local code=0
    MIXMI_COMMAND=$here/build/bin/mixmi R CMD check --as-cran --no-manual -o "$home/check" "$home"/mixmi_*.tar.gz || code=1
    if grep -qE '^Status:.*(WARNING|ERROR)' "$home/check/mixmi.Rcheck/00check.log"; then code=1; fi
    echo "$(grep -cE '\.\.\.( \[[^]]*\])? OK$' "$home/check/mixmi.Rcheck/00check.log") passed, $code failed"
    return $code
}

# Memory: examples with a garbage collection every few allocations, and calls that end early under valgrind.
run_long() {
    install_package
    local code=0 counts passed=0 failed=0
    for step in "Rscript --vanilla bindings/r/tools/torture.R" "bindings/r/tools/valgrind.sh $home"; do
        $step >"$home/step.log" 2>&1 || code=1
        cat "$home/step.log"
        counts=$(tail -n 1 "$home/step.log")
        passed=$((passed + ${counts%% passed*}))
        counts=${counts#*, }
        failed=$((failed + ${counts%% failed*}))
    done
    echo "$passed passed, $failed failed"
    return $code
}

case ${1:-} in
source) make_source ;;
tarball) make_tarball ;;
install) install_package ;;
test) run_tests ;;
check) run_check ;;
long) run_long ;;
*)
    echo "usage: r.sh source | tarball | install | test | check | long" >&2
    exit 1
    ;;
esac
