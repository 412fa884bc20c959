#!/bin/sh
# Shards that never meet give the JSON of one process: shards.sh short|long MIXMI HOOKED
# HOOKED has the hooks of tests/hooks/ranks.c.
how=$1 MIXMI=$2 HOOKED=$3
here=$(cd "$(dirname "$0")" && pwd)
data=$(cd "$here/../../data" && pwd)/penguins.csv
scratch=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
. "$here/words.sh"
/usr/bin/python3 "$here/draw.py" 14 200 5 >drawn.csv
/usr/bin/python3 "$here/draw.py" 5 120 2 >small.csv
/usr/bin/python3 "$here/draw_ring.py" 15 250 1 >ring.csv
truth "RFCI takes edges away from a dense table" dense_table dense.csv
tests=$("$MIXMI" help tests | sed -n 's/^\([a-z0-9-]*\): .*/\1/p')

drive() { # drive N FOLDER ARGUMENTS...: rounds of N shards until the graph is there, into gathered.json
    n=$1 folder=$2
    shift 2
    while :; do
        "$MIXMI" "$@" --json --gather --checkpoint "$folder" >gathered.json 2>gather.err
        code=$?
        [ $code -eq 5 ] || return $code
        grep -q '^mixmi: round [0-9]* of shards is needed: ' gather.err && [ ! -s gathered.json ] || return 1
        k=$n
        while [ $k -gt 0 ]; do # any order will do
            "$MIXMI" "$@" --json --shard "$k/$n" --checkpoint "$folder" >shard.out 2>shard.err || { cat shard.err; return 1; }
            [ ! -s shard.out ] || return 1
            k=$((k - 1))
        done
    done
}
agree() { # agree N ARGUMENTS...
    rm -rf folder
    n=$1
    shift
    "$MIXMI" "$@" --json >one.json 2>/dev/null && drive "$n" folder "$@" && same one.json gathered.json
}
truth "a graph from 3 shards" agree 3 graph drawn.csv
truth "a graph with stability from 4 shards" agree 4 graph drawn.csv --stability 5
truth "a latent graph from 2 shards" agree 2 graph "$data" --latent
truth "a graph by RFCI from 3 shards" agree 3 graph dense.csv $dense
# The whole table leads to RFCI, although halves of its rows would lead to FCI.
ring="graph ring.csv --test mdl --latent --v-rule standard --stability 4"
frequencies() { "$MIXMI" $ring --json "$@" 2>/dev/null | grep '"frequency"'; }
chosen_once() {
    frequencies --latent-search rfci >asked && frequencies --threads 1 >one && frequencies --threads 3 >three &&
        cmp asked one && cmp asked three
}
truth "one search is chosen for all subsamples" chosen_once
truth "... and by 3 shards" agree 3 $ring
resumed() { # a search that was killed among its subsamples: the checkpoint ends somewhere in a line
    rm -f kept
    "$MIXMI" $ring --json --checkpoint kept >one.json 2>/dev/null || return 1
    head -c $(($(wc -c <kept) * 3 / 4)) kept >cut && mv cut kept
    "$MIXMI" $ring --json --checkpoint kept >two.json 2>/dev/null
    grep -q '"tests_reused": [1-9]' two.json && same one.json two.json
}
truth "... and by a search that was killed and goes on" resumed
truth "one shard" agree 1 graph small.csv
truth "more shards than pairs" agree 30 graph small.csv
truth "the algorithm of PC" agree 2 graph small.csv --search pc-stable --v-rule standard
for test in $tests; do
    truth "a graph by $test from 2 shards" agree 2 graph small.csv --test "$test" --stability 2
done
truth "a graph for what follows" agree 2 graph small.csv
again() { "$MIXMI" graph small.csv --json --gather --checkpoint folder >again.json 2>/dev/null && same gathered.json again.json; }
truth "gathering again gives the graph again" again
nothing() { "$MIXMI" graph small.csv --shard 1/2 --checkpoint folder 2>.err && grep -q "no tests are left" .err && again; }
truth "there is nothing left for shards" nothing

# Error messages.
S="graph small.csv --test chi2"
refuse() { # refuse STATUS MESSAGE ARGUMENTS...
    status=$1 message=$2
    shift 2
    "$MIXMI" "$@" >.out 2>.err
    code=$?
    cat .err
    [ $code -eq "$status" ] && [ ! -s .out ] && [ "$(wc -l <.err)" -eq 1 ] && grep -q -- "$message" .err
}
for shard in 0/16 17/16 3 3/ /16 -1/3 1/0 1.5/2 1/2/3 'x/y' 99999999/99999999; do
    truth "shard $shard" refuse 1 "is not K/N with whole numbers" $S --shard "$shard" --checkpoint f
done
truth "a shard without a folder" refuse 1 "need a shared folder" $S --shard 1/2
truth "gathering without a folder" refuse 1 "need a shared folder" $S --gather
truth "a shard that gathers" refuse 1 "are mutually exclusive" $S --gather --shard 1/2 --checkpoint f
truth "a file in place of the folder" refuse 1 "is not a folder" $S --shard 1/2 --checkpoint small.csv
truth "a folder in no folder" refuse 3 "cannot make the folder" $S --shard 1/2 --checkpoint no/such/f
truth "the search has left nothing behind" test ! -e f
"$MIXMI" $S --shard 2/4 --checkpoint f 2>/dev/null
"$MIXMI" $S --shard 4/4 --checkpoint f 2>/dev/null
truth "missing shards are named" refuse 2 "2 of 4 shards are not finished: 1, 3" $S --gather --checkpoint f
truth "another number of shards" refuse 1 "divided into 3 shards and into 4" $S --shard 1/3 --checkpoint f
truth "a finished shard says so" refuse 0 "shard 2/4 of round 1 is done already" $S --shard 2/4 --checkpoint f
truth "another alpha" refuse 2 'belongs to another search; what differs: alpha' $S --alpha 0.2 --shard 1/4 --checkpoint f
truth "other data" refuse 2 'belongs to another search; what differs: data' graph drawn.csv -c 1-5 --test chi2 --shard 1/4 --checkpoint f
sed 's/0\./1./' small.csv >changed.csv
truth "changed data" refuse 2 'belongs to another search; what differs: data' graph changed.csv --test chi2 --gather --checkpoint f
if [ "$(id -u)" != 0 ]; then
    mkdir closed && chmod 555 closed
    truth "a folder that cannot be written" refuse 3 "Permission denied" $S --shard 1/2 --checkpoint closed
fi
printf 'round x\n' >f/round
truth "a damaged round" refuse 2 "does not say which round" $S --shard 1/4 --checkpoint f
rm f/round
echo "garbage" >>f/shard-1-2-of-4
"$MIXMI" $S --shard 1/4 --checkpoint f 2>/dev/null
"$MIXMI" $S --shard 3/4 --checkpoint f 2>/dev/null
truth "a damaged shard" refuse 2 "shard-1-2-of-4.* is damaged" $S --gather --checkpoint f
full() { # a disk that is full: a limit of file size, whose signal is ignored, so that write() fails
    rm -rf full
    (
        trap '' XFSZ
        ulimit -f 1
        "$MIXMI" graph drawn.csv --test chi2 --shard 1/1 --checkpoint full
    ) 2>.err
    [ $? -eq 3 ] && grep -q "cannot write checkpoint" .err && "$MIXMI" graph drawn.csv --test chi2 --shard 1/1 --checkpoint full 2>/dev/null
}
truth "a full disk is an error, and the shard goes on later" full

# Symbolic links that others put into a shared folder are not followed: their targets stay unchanged.
links() {
    rm -rf f && mkdir f && echo precious >kept && cp kept before
    ln -s ../kept f/lock
    refuse 3 "cannot open" $S --shard 1/1 --checkpoint f && rm f/lock
    ln -s ../kept f/shard-1-1-of-1.part
    refuse 3 "cannot open" $S --shard 1/1 --checkpoint f && rm f/shard-1-1-of-1.part
    (
        apart=f/search.new-$(exec sh -c 'echo $PPID') # what the file is called before it is whole: by the process that comes
        ln -s ../kept "$apart" && ln -s ../kept "$apart-0" && ln -s ../kept "$apart-1" && rm -f f/search || exit 1
        exec "$MIXMI" $S --shard 1/1 --checkpoint f
    ) 2>.err || { cat .err; return 1; }
    same kept before && [ ! -L f/search ]
}
truth "nothing is written through a symbolic link" links

# A process that waits while another one has the folder: a pipe holds the first one open until the second has been refused.
mkfifo hold
locked() {
    rm -rf f
    "$MIXMI" $S --shard 1/2 --checkpoint f 2>/dev/null
    /usr/bin/python3 -c "
import fcntl, signal
with open('hold', 'w') as pipe: # whatever fails, the reader sees the end of the pipe
    lock = open('f/lock', 'r+')
    fcntl.lockf(lock, fcntl.LOCK_EX)
    pipe.write('held\n')
signal.pause()" &
    holder=$!
    read -r line <hold
    refuse 3 "in use by another process" $S --shard 2/2 --checkpoint f
    result=$?
    kill $holder 2>/dev/null
    wait $holder 2>/dev/null
    return $result
}
truth "two processes at a time: the second is refused" locked

# A killed shard resumes where it was.
search="graph drawn.csv --json"
"$MIXMI" $search >whole.json 2>/dev/null
survives() { # survives COUNT
    rm -rf f log.*
    HOOK_LOG=log HOOK_KILL=0:$1 "$HOOKED" $search --shard 1/2 --checkpoint f >/dev/null 2>&1 && return 1
    HOOK_LOG=log "$HOOKED" $search --shard 1/2 --checkpoint f >/dev/null 2>&1 || return 1
    HOOK_LOG=log "$HOOKED" $search --shard 2/2 --checkpoint f >/dev/null 2>&1 || return 1
    asked_once log.* && drive 2 f $search && same whole.json gathered.json
}
counts="1 17 40"
[ "$how" = long ] && counts="1 2 3 5 9 17 30 40 44 45"
for count in $counts; do
    truth "a shard dies at its answer $count" survives $count
done
finish
