#!/bin/sh
# Ranks of MPI give the JSON of one process, byte for byte: ranks.sh short|spread|long MIXMI MIXMI_MPI HOOKED MPIRUN
# short: some of everything; spread: 1, 2, 3 and 8 ranks once each, every test and 20 deaths; long: these ranks each with and
# without threads and every test. An MPI whose waiting ranks spin (MPICH) takes ten minutes and more for long where ranks are more
# than processors. MPIRUN starts ranks of the MPI that MIXMI_MPI was built with; HOOKED has the hooks of tests/hooks/ranks.c. Exit status 77: there is no such MPI.
how=$1 MIXMI=$2 MPI=$3 HOOKED=$4 MPIRUN=$5
here=$(cd "$(dirname "$0")" && pwd)
data=$(cd "$here/../../data" && pwd)/penguins.csv
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
. "$here/words.sh"
[ -x "$MPI" ] || skip "mixmi-mpi was not built (cmake -DMIXMI_MPI=ON)"
command -v "$MPIRUN" >/dev/null || skip "there is no $MPIRUN"
"$MPIRUN" -n 1 "$MPI" --version >/dev/null 2>&1 || skip "$MPIRUN cannot start ranks here"

/usr/bin/python3 "$here/draw.py" 14 200 5 >drawn.csv
/usr/bin/python3 "$here/draw.py" 5 120 2 >small.csv
truth "RFCI takes edges away from a dense table" dense_table dense.csv
printf 'x,y,z\nx0,x1,\nx0,x2,x1;x3\nx4,x0,x1\nx1,x1,\n' >wrong.csv
printf 'x,y,z\nx0,x1,\nx0,x2,x1;x3\nx4,x0,x1\nx3,x2,\nx3,x4,x0;x1;x2\n' >asked.csv
tests=$("$MIXMI" help tests | sed -n 's/^\([a-z0-9-]*\): .*/\1/p')

ranks() { # ranks N THREADS ARGUMENTS...
    n=$1 threads=$2
    shift 2
    "$MPIRUN" -n "$n" "$MPI" "$@" --threads "$threads" </dev/null
}
agree() { # agree N THREADS ARGUMENTS...: as one process
    n=$1 threads=$2
    shift 2
    "$MIXMI" "$@" --threads 1 --json >one.json 2>one.err || return 1
    ranks "$n" "$threads" "$@" --json >many.json 2>many.err || { cat many.err; return 1; }
    cmp one.json many.json
}
all_commands() { # all_commands N THREADS
    truth "graph by $1 ranks, $2 threads" agree "$1" "$2" graph drawn.csv
    truth "graph with stability by $1 ranks, $2 threads" agree "$1" "$2" graph drawn.csv --stability 3
    truth "latent graph by $1 ranks, $2 threads" agree "$1" "$2" graph "$data" --latent
    truth "graph by RFCI, $1 ranks, $2 threads" agree "$1" "$2" graph dense.csv $dense
    truth "pairs by $1 ranks, $2 threads" agree "$1" "$2" pairs "$data" --adjust
    truth "questions by $1 ranks, $2 threads" agree "$1" "$2" test small.csv --queries asked.csv
}
every_test() { # every_test N THREADS
    for test in $tests; do
        truth "graph by $test, $1 ranks, $2 threads" agree "$1" "$2" graph small.csv --test "$test" --stability 2
        truth "pairs by $test, $1 ranks, $2 threads" agree "$1" "$2" pairs small.csv --test "$test"
        truth "questions by $test, $1 ranks, $2 threads" agree "$1" "$2" test small.csv --queries asked.csv --test "$test"
    done
}
case $how in
short)
    all_commands 3 2
    ;;
spread)
    all_commands 1 2
    all_commands 2 1
    all_commands 3 2
    all_commands 8 1
    every_test 2 1
    ;;
long)
    for n in 1 2 3 8; do
        for threads in 1 2; do
            all_commands $n $threads
            every_test $n $threads
        done
    done
    ;;
esac
truth "searches of both kinds and rules" agree 2 1 graph small.csv --search pc-stable --v-rule standard
reads() { "$MIXMI" pairs small.csv --json >one.json && ranks 3 1 pairs small.csv --json --read "$1" >many.json && cmp one.json many.json; }
truth "a table that each node reads" reads each
truth "... or the first rank" reads first
piped() { "$MIXMI" pairs small.csv --json >one.json && "$MPIRUN" -n 2 "$MPI" pairs - --json <small.csv >many.json && cmp_but_file; }
cmp_but_file() { sed '/"file"/d' one.json >.a && sed '/"file"/d' many.json >.b && cmp .a .b; }
truth "a table from standard input" piped
alone() { "$MIXMI" cmi "$data" -x 1 -y 2 --json >one.json && ranks 3 1 cmi "$data" -x 1 -y 2 --json >many.json && cmp one.json many.json; }
truth "other commands run once" alone
single() { "$MIXMI" test "$data" -x 1 -y 2 --json >one.json && ranks 3 1 test "$data" -x 1 -y 2 --json >many.json && cmp one.json many.json; }
truth "one question is asked once" single

# Errors: one message, the same as of one process, with its exit status.
fails() { # fails ARGUMENTS...
    "$MIXMI" "$@" >/dev/null 2>one.err && return 1
    code=$?
    "$MPIRUN" -n 3 "$MPI" "$@" </dev/null >many.out 2>many.err
    [ $? -eq $code ] || { echo "status"; cat many.err; return 1; }
    grep '^mixmi: ' one.err >.a
    grep '^mixmi: ' many.err >.b
    [ ! -s many.out ] && cmp .a .b
}
truth "no such file" fails graph nowhere.csv
truth "a wrong option" fails graph small.csv --test nonsense
truth "an output that cannot be written" fails pairs small.csv -o no/such/place
truth "a question that makes no sense" fails test small.csv --queries wrong.csv
truth "knowledge that contradicts itself" sh -c "printf 'require x0 -> x1\nforbid x0 -- x1\n' >known.txt"
truth "... is refused" fails graph small.csv --knowledge known.txt
held() { mkdir -p held && fails graph small.csv --checkpoint held; }
truth "a checkpoint that is a folder" held

# Kills: a rank dies at the answer with this number, as by kill -9. The same command then finishes with the same result.
search="graph drawn.csv --json --stability 2"
"$MIXMI" $search >whole.json 2>/dev/null
"$MIXMI" $search --checkpoint whole.txt >/dev/null 2>&1
total=$(($(wc -l <whole.txt) - 1))
survives() { # survives RANKS RANK COUNT THEN
    rm -f ck ck.part-* log.*
    HOOK_LOG=log HOOK_KILL=$2:$3 "$MPIRUN" -n "$1" "$HOOKED" $search --checkpoint ck >dead.json 2>dead.err </dev/null && {
        same whole.json dead.json # the rank had ended before it came to that answer
        return
    }
    cat dead.err dead.json | grep -qiE 'signal 9|killed' || { echo "no message"; return 1; } # MPICH has it on standard output
    kept=$(cat ck ck.part-* 2>/dev/null | wc -l)
    HOOK_LOG=log "$MPIRUN" -n "$4" "$HOOKED" $search --checkpoint ck >again.json 2>again.err </dev/null || { cat again.err; return 1; }
    [ "$kept" -gt 1 ] && same whole.json again.json && asked_once log.* && [ ! -e ck.part-1 ] &&
        [ "$(sort -u ck | wc -l)" -eq $((total + 1)) ]
}
deaths=20
[ "$how" = short ] && deaths=3
seed=7
i=0
while [ $i -lt $deaths ]; do
    i=$((i + 1))
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    rank=$((seed / 65536 % 3))
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    count=$((seed / 65536 % (total / 3) + 1))
    truth "rank $rank dies at its answer $count of $total" survives 3 $rank $count $((i % 4 + 1))
done
plainly() {
    rm -f ck ck.part-*
    HOOK_KILL=1:1 "$MPIRUN" -n 2 "$HOOKED" $search --checkpoint ck >dead.json 2>/dev/null </dev/null && {
        same whole.json dead.json # the other rank was given all of the work
        return
    }
    ls ck.part-1 >/dev/null && "$MIXMI" $search --checkpoint ck >again.json && same whole.json again.json && [ ! -e ck.part-1 ]
}
truth "one process goes on where ranks died" plainly
finish
