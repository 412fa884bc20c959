#!/usr/bin/env bash
# Builds and tests the page and the npm package: check.sh BUILD-FOLDER MIXMI [PICTURES]. `make web` calls it.
set -euo pipefail
cd "$(dirname "$0")/.."
bindings/web/build.sh "$1"
home=$(cd "$1" && pwd)
mixmi=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
(cd report && cmp -s package-lock.json node_modules/.complete || { npm ci --no-audit --no-fund --ignore-scripts >/dev/null && cp package-lock.json node_modules/.complete; })
report/node_modules/.bin/eslint --max-warnings 0 -c web/eslint.config.js web bindings/web/src
node web/build.mjs "$home/package" "$home/mixmi.html"
mkdir -p "$home/types/node_modules"
ln -sfn ../../package "$home/types/node_modules/mixmi"
cp web/test/consumer.ts web/test/tsconfig.json "$home/types/"
report/node_modules/.bin/tsc -p "$home/types"
(cd "$home" && npm pack --silent ./package)
PACKAGE=$home/package MIXMI=$mixmi node --test web/test/package.test.mjs
PAGE=$home/mixmi.html MIXMI=$mixmi CHROMIUM=$(command -v chromium) PICTURES=${3:-} node --test web/test/page.test.mjs
if command -v firefox-esr >/dev/null; then
    PAGE=$home/mixmi.html MIXMI=$mixmi FIREFOX=$(command -v firefox-esr) PICTURES=${3:-} node --test web/test/firefox.test.mjs
fi
