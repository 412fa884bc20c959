#!/usr/bin/env bash
# Version and address of the project are defined in one place each, and files of other systems that must repeat them agree:
# project.sh [ROOT]. Workflow files run targets that the Makefile has. Recipes have their fields.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1
version=$(scripts/project.sh version)
address=$(scripts/project.sh address)
bad=0
offend() {
    echo "project: $1"
    bad=1
}

# The version: where it is repeated, and nowhere else among what is packaged.
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || offend "include/mixmi.h has no version"
grep -q "set version = \"$version\"" packaging/conda/meta.yaml || offend "packaging/conda/meta.yaml has another version"
grep -q "/v$version.tar.gz" packaging/homebrew/mixmi.rb || offend "packaging/homebrew/mixmi.rb has another version"
grep -q "\"version\": \"$version\"" packaging/vcpkg/vcpkg.json || offend "packaging/vcpkg/vcpkg.json has another version"
grep -q "mixmi_$version.tar.gz" README.md || offend "README.md names another version of the R package"
grep -qE "^## \[($version|Unreleased)\]" CHANGELOG.md || offend "CHANGELOG.md does not have $version"
grep -nE '^## ' CHANGELOG.md | grep -vE '^[0-9]+:## (\[Unreleased\]|\[[0-9]+\.[0-9]+\.[0-9]+\] - [0-9]{4}-[0-9]{2}-[0-9]{2})$' &&
    offend "CHANGELOG.md has a version without a date"
grep -nE '^### ' CHANGELOG.md | grep -vE ':### (Added|Changed|Deprecated|Removed|Fixed|Security)$' && offend "CHANGELOG.md has a heading that Keep a Changelog has not"

# The address.
[[ $address =~ ^https://[^/]+/.*[^/]$ ]] || offend "packaging/address is no address"
grep -n '<this repository>' README.md docs/*.md docs/*/*.md bindings/*/README.md && offend "a document leaves the address open"
grep -nF "$address" README.md && offend "README.md has an address that readers of the source need not have"
for file in bindings/python/pyproject.toml bindings/r/DESCRIPTION.in packaging/conda/meta.yaml packaging/homebrew/mixmi.rb \
    packaging/vcpkg/vcpkg.json packaging/vcpkg/portfile.cmake packaging/debian/control packaging/debian/copyright; do
    grep -qF "$address" "$file" || offend "$file does not have the address $address"
done

# Registries show these pages without the tree around them.
grep -nE '\]\([^)]*\)' bindings/python/README.md bindings/web/README.md | grep -vE '\]\((https:|#)' && offend "a page for a registry has a relative link"

# Workflows run what people run.
for target in $(sed -n 's/.*target: \[\(.*\)\].*/\1/p' .github/workflows/check.yml | tr -d ,) $(sed -n 's/^\([a-z]*\):$/\1/p' .gitlab-ci.yml); do
    grep -q "^$target:" Makefile || offend "a workflow runs make $target, which is not there"
done

# Recipes: the fields that their tools require. Their own linters are not in Debian.
python3 - <<'END' || bad=1
import json, re, sys
bad = []
json.load(open("packaging/vcpkg/vcpkg.json"))
recipe = open("packaging/conda/meta.yaml").read()
bad += ["meta.yaml: " + name for name in ("package", "source", "build", "requirements", "test", "about")
        if not re.search(rf"^{name}:$", recipe, re.M)]
bad += ["meta.yaml: " + name for name in ("license", "license_file", "summary", "home") if not re.search(rf"^  {name}: \S", recipe, re.M)]
if "\t" in recipe or recipe.count("{{") != recipe.count("}}"):
    bad.append("meta.yaml: tabs or open braces")
formula = open("packaging/homebrew/mixmi.rb").read()
bad += ["mixmi.rb: " + name for name in ("desc", "homepage", "url", "sha256", "license") if not re.search(rf'^  {name} "', formula, re.M)]
if len(re.findall(r"^\s*(?:class|def|(?:on_macos|test) do)\b", formula, re.M)) != len(re.findall(r"^\s*end$", formula, re.M)):
    bad.append("mixmi.rb: blocks that do not end")
if not re.search(r'desc "[^"]{1,80}"', formula):
    bad.append("mixmi.rb: the description is longer than 80 letters")
for line in bad:
    print("project:", line)
sys.exit(bool(bad))
END
if command -v ruby >/dev/null && ! ruby -c packaging/homebrew/mixmi.rb >/dev/null; then offend "packaging/homebrew/mixmi.rb is not Ruby"; fi
exit $bad
