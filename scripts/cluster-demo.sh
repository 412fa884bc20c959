#!/bin/sh
# Learns the same graph three times on this machine: in one process, with MPI ranks, and with shards that do not
# communicate. Run by `make cluster-demo`: a small version of docs/guide/clusters.md.
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B build -DMIXMI_MPI=ON -DMPI_C_COMPILER=mpicc.openmpi -DMPIEXEC_EXECUTABLE:STRING=mpiexec.openmpi >/dev/null
cmake --build build --target mixmi_cli mixmi_mpi >/dev/null
bin=$PWD/build/bin
place=build/cluster-demo
rm -rf "$place"
mkdir -p "$place"
tests/cluster/draw.py 30 500 1 >"$place/table.csv"
cd "$place"
# Few cores and root as the user are acceptable in a demonstration.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1
search="graph table.csv --stability 4 --json"
show() { printf '%s\n' "\$ $*"; }

show mixmi $search
"$bin/mixmi" $search >one.json
show mpirun -n 4 mixmi-mpi $search
mpirun.openmpi -n 4 "$bin/mixmi-mpi" $search >ranks.json
cmp one.json ranks.json && echo "the same JSON, byte for byte"

show mixmi $search --gather --checkpoint shards "(after each round of --shard 1/4 ... 4/4)"
while :; do
    code=0
    "$bin/mixmi" $search --gather --checkpoint shards >shards.json || code=$?
    [ $code -eq 5 ] || break # 5: another round is needed
    for k in 1 2 3 4; do "$bin/mixmi" $search --shard "$k/4" --checkpoint shards 2>/dev/null; done
done
sed 's/"tests_reused": [0-9]*/"tests_reused": 0/' shards.json | cmp one.json - &&
    echo "the same JSON but for tests_reused, which counts the answers that shards gave"
sed -n 's/^  "tests": \(.*\),/\1 tests/p' one.json
