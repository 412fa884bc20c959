#!/usr/bin/env bash
# Both scripts of docs/guide/clusters.md in a real Slurm on this machine: scripts.sh MIXMI MIXMI_MPI HOOKED MPIRUN
# Each gives the JSON of one process. Exit status 77, with the reason, where Slurm or MPI cannot be started.
MIXMI=$1 MIXMI_MPI=$2
here=$(cd "$(dirname "$0")" && pwd)
examples=$(cd "$here/../../examples/cluster" && pwd)
if [ "${IN_SLURM:-}" != yes ]; then
    IN_SLURM=yes exec "$here/slurm.sh" bash "$here/scripts.sh" "$@"
fi

scratch=$(mktemp -d /tmp/mixmi-scripts-XXXXXX) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
. "$here/words.sh"
export MIXMI MIXMI_MPI
/usr/bin/python3 "$here/draw.py" 10 200 3 >drawn.csv
"$MIXMI" graph drawn.csv --stability 4 --json >one.json 2>/dev/null

with_ranks() {
    rm -f graph.json answers.txt*
    sbatch --wait --ntasks=3 "$examples/mpi.slurm" drawn.csv --stability 4 || { cat mixmi-*.log; return 1; }
    same one.json graph.json || { cat mixmi-*.log; return 1; }
}
if [ -x "$MIXMI_MPI" ]; then
    truth "mpi.slurm by 3 ranks that srun starts" with_ranks
    LAUNCH="mpirun -n 3" truth "... or mpirun within the job" with_ranks
else
    echo "ok - mpi.slurm: skipped, mixmi-mpi was not built"
fi

# Jobs submit jobs: the work is done when no job is left.
drain() {
    local jobs
    while jobs=$(squeue -h -o %A) || return 1; [ -n "$jobs" ]; do
        sbatch --wait --dependency="afterany:$(sort -u <<<"$jobs" | paste -sd:)" --output=/dev/null --wrap true >/dev/null || return 1
    done
}
with_shards() {
    rm -rf graph.json shards
    SHARDS=3 sbatch "$examples/array.slurm" drawn.csv --stability 4 || return 1
    drain || return 1
    same one.json graph.json || { cat mixmi-*.log; return 1; }
}
truth "array.slurm by 3 shards per round" with_shards
finish
