# shellcheck shell=sh
# Functions of the tests in this folder, which source this file in a scratch folder. MIXMI is the command of one process.
# Prints one TAP line per case; a case is a command that must succeed.
LC_ALL=C
export LC_ALL OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
failures=0
truth() { # truth NAME COMMAND...
    name=$1
    shift
    if "$@" >.truth 2>&1; then
        echo "ok - $name"
    else
        echo "not ok - $name"
        sed 's/^/# /' .truth | head -n 20
        failures=$((failures + 1))
    fi
}
skip() { # skip WHY: ends the test
    echo "ok - skipped: $1"
    exit 77
}
finish() { [ "$failures" -eq 0 ]; }

# How many questions a checkpoint answered does not change the answer.
steady() { sed 's/"tests_reused": [0-9]*/"tests_reused": 0/' "$1"; }
same() { # same FILE FILE: the same JSON
    steady "$1" >.same1
    steady "$2" >.same2
    [ -s .same1 ] && cmp .same1 .same2
}

# No line twice in the logs of questions that were asked.
asked_once() { # asked_once LOG...
    cat "$@" >.asked
    [ "$(wc -l <.asked)" -eq "$(sort -u .asked | wc -l)" ] && [ -s .asked ]
}

# A table in which RFCI takes an edge away that the first search has left: dense_table FILE.
dense="--test mdl --latent --latent-search rfci"
edges() { "$MIXMI" graph "$@" --json --threads 1 2>/dev/null | grep -c '"from"'; }
dense_table() {
    /usr/bin/python3 "$here/draw_dense.py" 8 1500 6 >"$1" &&
        [ "$(edges "$1" $dense)" -lt "$(edges "$1" --test mdl)" ]
}
