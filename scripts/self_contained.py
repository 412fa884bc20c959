#!/usr/bin/env python3
"""Makes a site that Sphinx wrote work from a folder, without a server: self_contained.py SITE.

Debian's furo takes its style sheet for resetting from the root of a web server and its script from a module, which a browser does
not load from a file. Here the one is copied beside furo's own, and the module is put into the script.
"""
import re
import sys
from pathlib import Path

NORMALIZE = Path("/usr/share/javascript/normalize.css/normalize.css")


def main():
    static = Path(sys.argv[1]) / "_static"
    css = static / "styles/furo.css"
    text = css.read_text()
    if "/javascript/normalize.css" in text:
        css.write_text(NORMALIZE.read_text() + re.sub(r"@import url\(/javascript/[^)]*\);", "", text))
    script, module = static / "scripts/furo.js", static / "scripts/gumshoe-patched.js"
    text = script.read_text()
    line = 'import Gumshoe from "./gumshoe-patched.js";\n'
    if text.startswith(line):  # the module sets window.Gumshoe where there is no loader of modules
        script.write_text(module.read_text() + text[len(line):])


if __name__ == "__main__":
    main()
