#!/usr/bin/env bash
# A Slurm of one node on this machine, as long as a command runs in it: slurm.sh COMMAND...
# Everything it needs lies in one temporary folder: key and socket of munge, configuration, state and logs. The node says that it
# has 4 processors, so that several tasks run side by side on any machine. Exit status 77, with a message, where it cannot be
# started: no packages (slurm-wlm, munge), or not root, which the daemons of Slurm need to run jobs.
set -u
for program in munged slurmctld slurmd sbatch srun scontrol; do
    PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || {
        echo "slurm: skipped, there is no $program (packages slurm-wlm and munge)"
        exit 77
    }
done
PATH=$PATH:/usr/sbin:/sbin
[ "$(id -u)" = 0 ] || {
    echo "slurm: skipped, its daemons need root"
    exit 77
}

place=$(mktemp -d /tmp/mixmi-slurm-XXXXXX)
chmod 755 "$place"
mkdir -p "$place"/{munge,state,spool}
chmod 700 "$place/munge"
node=$(hostname -s)
daemons=()
stop() {
    for pid in ${daemons[@]+"${daemons[@]}"}; do kill "$pid" 2>/dev/null; done
    for pid in ${daemons[@]+"${daemons[@]}"}; do wait "$pid" 2>/dev/null; done
    rm -rf "$place"
}
trap stop EXIT
give_up() {
    echo "slurm: skipped, $1"
    tail -n 5 "$place"/*.log 2>/dev/null
    exit 77
}

# await FILE-OR-COMMAND...: until the command succeeds; gives up when the daemon behind it has ended.
await() { # await PID COMMAND...
    local pid=$1
    shift
    until "$@" >/dev/null 2>&1; do
        kill -0 "$pid" 2>/dev/null || return 1
        read -rt 0.05 <> <(:) || true
    done
}

dd if=/dev/urandom of="$place/munge/key" bs=1024 count=1 2>/dev/null
chmod 600 "$place/munge/key"
# the folder of the socket must be open to all who may use it
mkdir "$place/socket"
chmod 755 "$place/socket"
munged --foreground --force --key-file="$place/munge/key" --socket="$place/socket/munge" --pid-file="$place/munge/pid" \
    --log-file="$place/munge/log" --seed-file="$place/munge/seed" --num-threads=1 >"$place/munged.log" 2>&1 &
daemons+=($!)
await $! munge -n -S "$place/socket/munge" || give_up "munged has ended"

port=$((20000 + $$ % 20000))
cat >"$place/slurm.conf" <<CONF
ClusterName=mixmi
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$place/socket/munge
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=pmix
SwitchType=switch/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$place/slurm.conf
slurmctld -D -f "$SLURM_CONF" >"$place/slurmctld.out" 2>&1 &
daemons+=($!)
await $! scontrol ping || give_up "slurmctld has ended"
slurmd -D -f "$SLURM_CONF" -N "$node" >"$place/slurmd.out" 2>&1 &
daemons+=($!)
await $! sh -c "sinfo -h -o %T | grep -q idle" || give_up "slurmd has ended"
"$@"
