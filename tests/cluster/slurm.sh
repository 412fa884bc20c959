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
    tail -n 5 "$place"/*.log "$place"/*.out 2>/dev/null
    exit 77
}

# start NAME LINE COMMAND...: a daemon, until it says LINE; false where it ends without. What it says goes to NAME.out, also later.
start() {
    local name=$1 line=$2 said
    shift 2
    mkfifo "$place/$name"
    "$@" >"$place/$name" 2>&1 &
    daemons+=($!)
    exec 5<"$place/$name"
    while IFS= read -r said <&5; do
        echo "$said" >>"$place/$name.out"
        if [[ $said == *"$line"* ]]; then
            cat <&5 >>"$place/$name.out" &
            exec 5<&-
            return 0
        fi
    done
    return 1
}

# A job that waits in the queue until the node is there; false where the node's daemon, the last one started, ends before it.
first_job() {
    srun true >/dev/null 2>&1 &
    local job=$! daemon=${daemons[-1]}
    wait -n "$job" "$daemon" && kill -0 "$daemon" 2>/dev/null && return 0
    daemons+=("$job")
    return 1
}

dd if=/dev/urandom of="$place/munge/key" bs=1024 count=1 2>/dev/null
chmod 600 "$place/munge/key"
# the folder of the socket must be open to all who may use it
mkdir "$place/socket"
chmod 755 "$place/socket"
start munged "Created socket" \
    munged --foreground --force --key-file="$place/munge/key" --socket="$place/socket/munge" --pid-file="$place/munge/pid" \
    --log-file="$place/munge/log" --seed-file="$place/munge/seed" --num-threads=1 || give_up "munged has ended"

# Two ports that nothing listens on, below those that the kernel gives away by itself; runs side by side start at others.
port=$((20000 + $$ % 5000 * 2))
listens() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
while listens $port || listens $((port + 1)); do port=$((port + 2)); done

# No time limit that a busy machine could exceed.
cat >"$place/slurm.conf" <<CONF
MessageTimeout=3600
TCPTimeout=3600
BatchStartTimeout=3600
SlurmctldTimeout=3600
SlurmdTimeout=0
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
start slurmctld "Running as primary controller" slurmctld -D -f "$SLURM_CONF" || give_up "slurmctld has ended"
start slurmd "started on" slurmd -D -f "$SLURM_CONF" -N "$node" || give_up "slurmd has ended"
first_job || give_up "no job can run"
"$@"
