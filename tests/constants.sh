#!/usr/bin/env bash
# The tables of constants in docs/METHOD.md are those of the headers, every constant has a reason, and no file of the regression or the
# test defines one elsewhere; a header that changes is noticed. The sources have what `make ablation` removes.
set -eu
cd "$(dirname "$0")/.."
python3 scripts/constants.py --check
python3 scripts/ablation.py --check
python3 scripts/ablation_estimate.py --check
if grep -nE '^(static )?const double|^enum \{ [A-Z_]+ = [0-9]+' src/regress/*.c src/test/*.c |
    grep -vE 'shrunk|pi =|STRIP|SLOTS|TOGETHER|KERNELS|SCORE|SIMPLE'; then
    echo "constants: a constant of the method belongs in constants.h" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/docs" "$work/src"
cp docs/METHOD.md "$work/docs"
for folder in estimate question regress test; do
    mkdir "$work/src/$folder"
    cp "src/$folder/"*constants.h "$work/src/$folder"
done
cp -r scripts "$work"
cd "$work"
python3 scripts/constants.py --check
sed -i 's/REGRESS_DEPTH = 6/REGRESS_DEPTH = 7/' src/regress/constants.h
if python3 scripts/constants.py --check 2>/dev/null; then
    echo "constants: a changed constant is not noticed" >&2
    exit 1
fi
