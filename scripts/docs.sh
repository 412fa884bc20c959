#!/usr/bin/env bash
# The documentation site: docs.sh [BUILD] [UPDATE]. Runs the code of all pages (tests/pages.py; the pictures of the gallery come from there), writes the
# reference, and builds BUILD/site with Sphinx; warnings, differing output and links to a network are errors. UPDATE=1 records the output in the pages.
# RUN: the languages to run (console,sh,c by default; make check runs python and r once the packages are built).
set -eu
cd "$(dirname "$0")/.."
root=$PWD
build=$(cd "${1:-build}" && pwd)
mixmi=$build/bin/mixmi
source=$build/docs-source
python=${PYTHON:-/usr/bin/python3}
missing() { echo "docs: $1 is not installed (scripts/setup.sh docs); skipped" && exit 77; }
for module in sphinx myst_parser furo sphinx_inline_tabs sphinx_copybutton cffi numpy; do
    "$python" -c "import $module" 2>/dev/null || missing "python3-$module"
done
command -v pandoc >/dev/null || missing pandoc

mapfile -t pages < <(printf '%s\n' docs/index.md docs/{start,guide,gallery,contributing}/*.md)
rm -rf "$source"
mkdir -p "$source"
update=()
[ -z "${UPDATE:-}" ] || update=(--update)
"$python" tests/pages.py --mixmi "$mixmi" --run "${RUN:-console,sh,c}" --keep "$source" "${update[@]}" README.md "${pages[@]}"

# The pages are copied, so that generated pages and pictures can be added; what they link to outside of docs/ is linked beside them.
cp -r docs "$source"
for name in include examples experiments data README.md CONTRIBUTING.md CHANGELOG.md bindings; do ln -s "$root/$name" "$source/$name"; done
scripts/reference_pages.py "$root" "$mixmi" "$source/docs/reference"
rm -rf "$build/site"
MIXMI_ROOT=$root MIXMI_BUILD=$build "$python" -m sphinx -q -W --keep-going -b html -d "$build/docs-doctrees" "$source/docs" "$build/site"
scripts/self_contained.py "$build/site"
rm -f "$build/site/.buildinfo" "$build/site/objects.inv"

# The site works offline: a page loads nothing from a network. Links that a reader may follow are allowed.
if grep -rnEo '<(script|img|iframe|source)[^>]+src="(https?:)?//[^"]*"|<link[^>]+href="https?://[^"]*"|@import[^;]*https?://|url\(["'"'"']?(https?:)?/[^)]*\)' \
    --include='*.html' --include='*.css' "$build/site"; then
    echo "docs: pages ask for these from a network" >&2
    exit 1
fi
echo "docs: $(find "$build/site" -name '*.html' | wc -l) pages in $build/site"
