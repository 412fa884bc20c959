#!/usr/bin/env bash
# Runs early_ends.R under valgrind: valgrind.sh DIRECTORY, for its log. R itself is not clean under valgrind, so only
# errors and lost blocks with a frame of the package in their stack count. The last line is "N passed, M failed".
set -u
log=$1/valgrind.log
export OMP_NUM_THREADS=1
R -d "valgrind --leak-check=full --show-leak-kinds=definite,indirect --num-callers=40 --fullpath-after= --log-file=$log" --vanilla --no-echo \
    -f "$(dirname "$0")/early_ends.R"
code=$?
ours=$(python3 - "$log" <<'PY'
import re, sys
blocks = re.split(r"\n==\d+== \n", open(sys.argv[1], errors="replace").read())
found = [b for b in blocks if re.search(r"mixmi\.so|mixmi/src/", b) and
         re.search(r"Invalid|ninitiali[sz]ed|definitely lost|indirectly lost|Mismatched", b)]
for block in found:
    print(block, file=sys.stderr)
print(len(found))
PY
)
checked=$(grep -c 'HEAP SUMMARY' "$log")
if [ "$code" -eq 0 ] && [ "$ours" = 0 ] && [ "$checked" -ge 1 ]; then
    echo "2 passed, 0 failed"
else
    echo "valgrind.sh: R ended with $code, $ours of valgrind's remarks are about mixmi ($log)"
    echo "$((1 - (code != 0))) passed, $((1 + (code != 0))) failed"
    exit 1
fi
