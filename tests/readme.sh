#!/usr/bin/env bash
# The README as a stranger reads it: readme.sh COMMAND README DATA. The sample at its top must be what the command prints, to the
# byte, and every command of it and of docs/start/tour.md must end well (with PICTURES=none but for the picture of a graph, which needs Graphviz). They run in a folder of their own, beside a copy of the data.
set -u
command=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
readme=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
data=$(cd "$3" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cp -r "$data" data
mkdir bin
ln -s "$command" bin/mixmi
PATH=$work/bin:$PATH
bad=0

complain() {
    echo "readme: $1"
    bad=1
}

tour=$(dirname "$readme")/docs/start/tour.md

# blocks KIND FILE...: what lies between the lines ```KIND and ```.
blocks() {
    local kind=$1
    shift
    awk -v open="\`\`\`$kind" '$0 == "```" { inside = 0 } inside { print } $0 == open { inside = 1 }' "$@"
}

blocks console "$readme" >sample
sed -n '1s/^\$ //p' sample >sample.sh
sed 1d sample >expected
bash sample.sh >printed 2>/dev/null || complain "the sample fails"
cmp -s expected printed || complain "the sample differs: $(diff expected printed)"

{
    blocks sh "$readme" "$tour"
    sed -n 's/^    \(mixmi .*\)/\1/p' "$tour"
} | grep -E '(^| )mixmi ' | grep -v '^git clone' >commands
if [ "${PICTURES:-}" = none ]; then sed -i 's/--plot graph\.svg/--write dot:graph.svg/' commands; fi
[ "$(wc -l <commands)" -ge 15 ] || complain "only $(wc -l <commands) commands found"
while IFS= read -r line; do
    bash -c "set -o pipefail; $line" >out 2>err </dev/null || complain "'$line' fails: $(cat err)"
done <commands
for file in flipper.svg model.json heatmap.svg graph.svg report.html; do
    [ -s "$file" ] || complain "$file was not written"
done
exit $bad
