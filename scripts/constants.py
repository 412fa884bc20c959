#!/usr/bin/python3
"""The constants of the default method as tables in docs/METHOD.md.

constants.py            writes the tables between the markers of docs/METHOD.md
constants.py --check    exits with 1 if they differ from what the headers say, or if a constant has no reason

A constant is an enumerator or a `static const` of src/residual/constants.h or src/question/few.h, with a comment that says what it rests on: on its
line, or before it. Markers: <!-- constants: src/residual/constants.h --> and <!-- end of constants -->.
"""
import re
import sys

PAGE = "docs/METHOD.md"
MARKED = re.compile(r"<!-- constants: (\S+) -->\n.*?<!-- end of constants -->", re.S)


def entries(text):
    """(names, values, reason) of each constant, in the order of the file."""
    text = text[text.index("#define"):]
    comment = r"/\*(?P<{0}>(?:[^*]|\*(?!/))*)\*/"
    pattern = re.compile(
        r"(?:" + comment.format("before") + r"\s*\n)?\s*(?:"
        r"(?P<name>[A-Z][A-Z0-9_]+) =\s*(?P<value>[^,/}]+?)\s*,[ \t]*|"
        r"static const (?:double|struct \{[^}]*\})\s+(?P<rest>[^;]*);[ \t]*)"
        r"(?:" + comment.format("after") + r")?")
    for found in pattern.finditer(text):
        reason = " ".join((found["after"] or found["before"] or "").replace("*", " ").split())
        if found["name"]:
            yield [found["name"]], [found["value"]], reason
        else:
            pairs = re.findall(r"(\w+)(?:\[\d*\])? =\s*((?:\{(?:[^{}]|\{[^{}]*\})*\})|[^,]+)", found["rest"])
            yield [name for name, _ in pairs], [" ".join(value.split()) for _, value in pairs], reason


def table(path):
    with open(path, encoding="utf-8") as file:
        rows = list(entries(file.read()))
    for names, _, reason in rows:
        if not reason:
            sys.exit(f"constants: {path}: {', '.join(names)} has no reason")
    lines = ["| constant | value | reason |", "|---|---|---|"]
    lines += [f"| {', '.join(names)} | {'; '.join(values)} | {reason} |" for names, values, reason in rows]
    return "\n".join(lines)


def main():
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    new, count = MARKED.subn(lambda m: f"<!-- constants: {m[1]} -->\n{table(m[1])}\n<!-- end of constants -->", page)
    if count == 0:
        sys.exit(f"constants: {PAGE} has no markers")
    if "--check" in sys.argv[1:]:
        if new != page:
            sys.exit(f"constants: {PAGE} is not what the headers say: run scripts/constants.py")
        return
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(new)


if __name__ == "__main__":
    main()
