#!/usr/bin/env bash
# The tables of constants in docs/METHOD.md are those of the headers, every constant has a reason, and no file of the regression
# defines one without; a header that changes is noticed.
set -eu
cd "$(dirname "$0")/.."
python3 scripts/constants.py --check
if grep -nE '^(static )?const double [a-z_]+ =' src/residual/*.c | grep -v '/\*'; then
    echo "constants: a constant of the method needs a reason" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/docs" "$work/src/question" "$work/src/residual"
cp docs/METHOD.md "$work/docs"
cp src/question/few.h "$work/src/question"
cp src/residual/constants.h "$work/src/residual"
cp -r scripts "$work"
cd "$work"
python3 scripts/constants.py --check
sed -i 's/RESIDUAL_DEPTH = 6/RESIDUAL_DEPTH = 7/' src/residual/constants.h
if python3 scripts/constants.py --check 2>/dev/null; then
    echo "constants: a changed constant is not noticed" >&2
    exit 1
fi
