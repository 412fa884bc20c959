#!/usr/bin/env python3
"""Makes a site that Sphinx wrote work from a folder, without a server: self_contained.py SITE.

Debian's furo has no dark mode that follows the system, takes its style sheet for resetting from the root of a web server and its script from a module, which a browser does
not load from a file. Here all three are put right.
"""
import re
import sys
from pathlib import Path

NORMALIZE = Path("/usr/share/javascript/normalize.css/normalize.css")


def follow_system(text):
    """If the system prefers dark pages, the rules of the theme "dark" apply to "auto"."""
    dark = re.findall(r'body\[data-theme="dark"\]([^{},]*)\{([^{}]*)\}', text)
    if "prefers-color-scheme: dark" in text or not dark:
        return text
    rules = "".join(f'body[data-theme="auto"]{where}{{{what}}}\n' for where, what in dark if "theme-toggle" not in where)
    return text + "\n@media (prefers-color-scheme: dark) {\n@media not print {\n" + rules + "}\n}\n"


def main():
    static = Path(sys.argv[1]) / "_static"
    css = static / "styles/furo.css"
    text = css.read_text()
    if "/javascript/normalize.css" in text:
        text = NORMALIZE.read_text() + re.sub(r"@import url\(/javascript/[^)]*\);", "", text)
    css.write_text(follow_system(text))
    script, module = static / "scripts/furo.js", static / "scripts/gumshoe-patched.js"
    text = script.read_text()
    line = 'import Gumshoe from "./gumshoe-patched.js";\n'
    if text.startswith(line):  # the module sets window.Gumshoe where there is no loader of modules
        script.write_text(module.read_text() + text[len(line):])


if __name__ == "__main__":
    main()
