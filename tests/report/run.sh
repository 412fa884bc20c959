#!/bin/sh
# Tests of the page that `mixmi report` writes: run.sh WHAT MIXMI.
#   stale    the committed template is what the sources in report/ build
#   lint     eslint finds nothing
#   parts    unit tests of the page's parts
#   browser  the page in Debian's chromium; with PICTURES=FOLDER in the environment, every view is photographed there
# Prints TAP lines, or says why it is skipped (status 77): node, npm's packages (installed here if npm can) or chromium may not be there.
set -u
what=$1
mixmi=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
root=$(cd "$(dirname "$0")/../.." && pwd)
pictures=${PICTURES:+$(mkdir -p "$PICTURES" && cd "$PICTURES" && pwd)}

skip() {
    echo "report-$what: skipped: $1"
    exit 77
}

# The digest of all digests, in the order of names, as report/build.mjs computes it. Needs no node.
sources() {
    cd "$root/report" || exit 1
    for file in build.mjs package-lock.json $(cd src && LC_ALL=C ls | sed 's:^:src/:'); do
        sha256sum "$file"
    done | sha256sum | cut -d ' ' -f 1
}

# Several tests may want the packages at once: the first installs them while the others wait.
packages() {
    command -v node >/dev/null || skip "there is no node"
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 18 ? 1 : 0)' || skip "node is older than 18"
    if ! cmp -s package-lock.json node_modules/.complete; then
        command -v npm >/dev/null || skip "npm's packages are not installed and there is no npm"
        exec 9>.lock
        command -v flock >/dev/null && flock 9
        if ! cmp -s package-lock.json node_modules/.complete; then
            npm ci --no-audit --no-fund --ignore-scripts >/dev/null 2>&1 || skip "npm could not install the packages"
            cp package-lock.json node_modules/.complete
        fi
        exec 9>&-
    fi
}

stale() {
    wanted=$(sources)
    found=$(sed -n 's/.*<!-- sources sha256:\([0-9a-f]*\) -->.*/\1/p' "$root/report/template.html")
    if [ "$wanted" = "$found" ]; then echo "ok 1 - the template carries the digest of its sources"; else
        echo "not ok 1 - report/template.html is stale: run 'npm ci && npm run build' in report/"
        echo "1..1"
        exit 1
    fi
    if ! command -v node >/dev/null || { [ ! -d "$root/report/node_modules" ] && ! command -v npm >/dev/null; }; then
        echo "ok 2 - building it again gives the same bytes # SKIP there is no node or no npm"
        echo "1..2"
        exit 77
    fi
    cd "$root/report" || exit 1
    packages
    if node build.mjs --check; then echo "ok 2 - building it again gives the same bytes"; else
        echo "not ok 2 - building it again gives other bytes"
        echo "1..2"
        exit 1
    fi
    size=$(wc -c <template.html)
    if [ "$size" -lt 600000 ]; then echo "ok 3 - the page without data has $size bytes, fewer than 600,000"; else
        echo "not ok 3 - the page without data has $size bytes"
        echo "1..3"
        exit 1
    fi
    echo "1..3"
}

cd "$root/report" || exit 1
case $what in
stale) stale ;;
lint)
    packages
    if node node_modules/eslint/bin/eslint.js --max-warnings 0 .; then echo "ok 1 - eslint finds nothing"; else
        echo "not ok 1 - eslint"
        status=1
    fi
    echo "1..1"
    exit ${status:-0}
    ;;
parts)
    packages
    exec node --test --test-reporter=tap test/unit/*.test.mjs
    ;;
browser)
    browser=
    for name in chromium chromium-browser google-chrome; do
        [ -n "$browser" ] || browser=$(command -v $name)
    done
    [ -n "$browser" ] || skip "there is no chromium"
    packages
    MIXMI=$mixmi DATA=$root/data CHROMIUM=$browser PICTURES=$pictures exec node --test --test-reporter=tap test/browser/*.test.mjs
    ;;
*)
    echo "run.sh: no tests '$what'" >&2
    exit 1
    ;;
esac
