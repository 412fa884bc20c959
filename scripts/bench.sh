#!/bin/sh
# Runs every benchmark, after `make bench` has built them: bench/NAME.py with the program of bench/NAME.c as its argument,
# or that program alone where there is no such script.
set -eu
cd "$(dirname "$0")/.."

for script in bench/*.py; do
    [ -e "$script" ] || continue
    printf '\n# %s\n' "$script"
    /usr/bin/python3 "$script" "build/bench/$(basename "$script" .py)"
done
for source in bench/*.c; do
    name=$(basename "$source" .c)
    if [ -e "$source" ] && [ ! -e "bench/$name.py" ]; then
        printf '\n# %s\n' "$source"
        "build/bench/$name"
    fi
done
