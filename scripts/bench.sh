#!/bin/sh
# Runs the benchmarks that `make bench` has built: one table on standard output, and build/bench/results.json (or the file
# that JSON names). bench/NAME.py runs where there is one, else the program of bench/NAME.c. Environment:
#   ONLY=NAMES   only these, such as ONLY=threads or ONLY="pairs file"; ONLY=help lists them
#   QUICK=1      smaller and fewer
#   OLD=PATH     another build of the command, for `versions`, which compares both figure by figure
#   ROWS=N       rows of the files that `file` and `read_speed` make
# A figure that misses its goal is marked, but is no error, because times depend on the machine.
set -eu
cd "$(dirname "$0")/.."
results=${JSON:-build/bench/results.json}
helpers="file_estimate peak hand_out" # programs that a script calls

# rough estimates of their duration: quick ones first
names=
for name in estimate conditioning presets cost threads limits neighbour file read_speed pairs; do
    { [ -e "bench/$name.py" ] || [ -e "bench/$name.c" ]; } && names="$names $name"
done
for source in bench/*.c bench/*.py; do # what nobody has put in the list
    name=$(basename "${source%.*}")
    case " $names $helpers " in *" $name "*) ;; *) names="$names $name" ;; esac
done
if [ "${ONLY:-}" = help ]; then
    echo "benchmarks:$names"
    exit 0
fi
for name in ${ONLY:-}; do
    case " $names " in *" $name "*) ;; *)
        echo "bench: no benchmark '$name'; there are:$names" >&2
        exit 1
        ;;
    esac
done

records=$(mktemp)
trap 'rm -f "$records"' EXIT
export BENCH_JSON="$records"
load() { cut -d' ' -f1-3 /proc/loadavg 2>/dev/null || echo unknown; }
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
before=$(load)
echo "$(build/bin/mixmi --version) on ${processor:-unknown processor}, $(getconf _NPROCESSORS_ONLN) processors, load $before, $started"

failed=
for name in ${ONLY:-$names}; do
    if [ -e "bench/$name.py" ]; then
        if [ ! -x /usr/bin/python3 ]; then
            printf '\n%s: skipped, there is no /usr/bin/python3\n' "$name"
            continue
        fi
        /usr/bin/python3 "bench/$name.py" || failed="$failed $name"
    else
        "build/bench/$name" || failed="$failed $name"
    fi
done

{
    printf '{"version": "%s",\n "processor": "%s",\n "processors": %s,\n' "$(build/bin/mixmi --version)" \
        "${processor:-unknown}" "$(getconf _NPROCESSORS_ONLN)"
    printf ' "started": "%s",\n "load_before": "%s",\n "load_after": "%s",\n "quick": %s,\n "figures": [\n' "$started" \
        "$before" "$(load)" "$([ -n "${QUICK:-}" ] && [ "${QUICK:-}" != 0 ] && echo true || echo false)"
    sed '$!s/$/,/' "$records"
    printf ']}\n'
} >"$results.part"
mv "$results.part" "$results"
printf '\nfigures in %s\n' "$results"
if [ -n "$failed" ]; then
    echo "bench: failed:$failed" >&2
    exit 1
fi
