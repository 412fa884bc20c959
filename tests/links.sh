#!/usr/bin/env bash
# What the command and the shared library load when they start: links.sh COMMAND SHARED. Graphviz is for pictures of graphs only,
# and is loaded by these. BLAS and LAPACK are not used: their order of summation depends on the processor, and OpenBLAS would start
# threads in every command, and hang at the end if the address space is too small for them.
set -u
command=$1
shared=$2
bad=0

complain() {
    echo "links: $1"
    bad=1
}

for file in "$command" "$shared"; do
    loaded=$(ldd "$file" | grep -E 'lib(open)?blas|liblapack|libgvc|libcgraph|libgfortran')
    [ -z "$loaded" ] || complain "$file loads at its start:
$loaded"
done

data=$(dirname "$0")/../data/penguins.csv
small() { # small SPACE ARGUMENTS...: the command with so many kB of address space
    local space=$1
    shift
    (ulimit -v "$space" && exec "$command" "$@") >/dev/null || complain "status $? within $space kB: $*"
}
small 140000 --version
small 140000 cmi "$data" -x bill_length_mm -y bill_depth_mm -z species --threads 2
small 140000 test "$data" -x bill_length_mm -y bill_depth_mm --threads 2
small 140000 test "$data" -x bill_length_mm -y bill_depth_mm -z species --test rcit --threads 2
small 50000 pairs "$data" --threads 8 # too little for eight stacks: fewer threads do the work

# The same if the user may start no further process. The limit does not apply to root, so the test runs as nobody.
lone=$(mktemp -d) && trap 'rm -rf "$lone"' EXIT
cp "$command" "$lone/mixmi" && cp "$data" "$lone/data.csv" && chmod -R a+rX "$lone"
become=
[ "$(id -u)" -ne 0 ] || become='setpriv --reuid=65534 --clear-groups'
$become bash -c 'ulimit -u 1; exec "$1/mixmi" pairs "$1/data.csv" --threads 8' lone "$lone" >/dev/null ||
    complain "status $? without any further thread"
exit $bad
