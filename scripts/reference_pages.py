#!/usr/bin/env python3
"""Writes the generated pages of the reference: reference_pages.py ROOT MIXMI FOLDER.

The command's pages come from its own help, those of C from the comments of the public headers, those of R from the Rd files.
The Python page is made by Sphinx from the docstrings.
"""
import re
import subprocess
import sys
from pathlib import Path

# ------------------------------------------------------------------------------------------------- the command


def command_pages(mixmi, folder):
    said = lambda *words: subprocess.run([mixmi, *words], stdout=subprocess.PIPE, text=True, check=True).stdout.rstrip()
    overview = said("--help")
    commands = re.findall(r"^  ([a-z]+) {2,}\S", overview.split("Commands:")[1].split("\n\n")[0], re.MULTILINE)
    page = ["# Command", "", "These pages are what the command itself prints: `mixmi --help` and `mixmi COMMAND --help-all`.", "",
            "```text", overview, "```", ""]
    for name in commands:
        if name == "help":
            continue
        page += [f"## mixmi {name}", "", "```text", said(name, "--help-all"), "```", ""]
    for name in ("estimators", "tests"):
        page += [f"## {name.capitalize()}", "", f"What `mixmi help {name}` prints.", "", "```text", said("help", name), "```", ""]
    (folder / "command.md").write_text("\n".join(page))


# ------------------------------------------------------------------------------------------------- C

SECTION = re.compile(r"^/\* -{10,} (.+?) \*/$", re.MULTILINE)
COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)
NAME = re.compile(r"\b(mixmi_\w+|MIXMI_\w+)\b")


def prose(comment):
    """The text of a comment, without its stars; what is indented by four blanks or more is code."""
    lines = [re.sub(r"^ ?\* ?", "", line.strip("\n")) for line in comment.strip().split("\n")]
    out = [escape(line) if not line.startswith("    ") else line for line in lines]
    return "\n".join(line[1:] if re.match(r" - |  \S", line) else line for line in out)


def escape(line):
    line = re.sub(r"([<>*|])", r"\\\1", line)
    return re.sub(r"(?<![`\w])(_?[A-Za-z]\w*_\w+(?:\(\))?)(?![`\w])", r"`\1`", line)


def declarations(text):
    """(comment, code) in order: a comment that begins a line, and what is declared below it."""
    pieces, comment, code, inside = [], "", [], None
    for line in text.split("\n"):
        if inside is not None:
            inside.append(line)
            if "*/" in line:
                comment, inside = "\n".join(inside), None
            continue
        if line.startswith("/*"):
            if code:
                pieces.append((comment, code))
            comment, code = line, []
            if "*/" not in line:
                inside = [line]
        elif line.strip():
            code.append(line)
        elif code and not code[0].startswith("typedef") or (code and code[-1].startswith("}")):
            pieces.append((comment, code))
            comment, code = "", []
    return [*pieces, (comment, code)]


def interesting(code):
    return [line for line in code if not re.match(r"#|extern \"C\"|}$|\s*$", line)]


def section_page(title, text):
    page = [f"# {title}", ""]
    for comment, code in declarations(text):
        code = interesting(code)
        words = prose(COMMENT.match(comment)[1]) if comment else ""
        if code:
            page += ["```c", *[line.replace("MIXMI_API ", "").replace("\t", "    ") for line in code], "```", ""]
        if words:
            page += [words, ""]
    return "\n".join(page)


def strip_guards(text):
    return re.sub(r"^#(if|ifdef|ifndef|endif|else|elif|include|define \w+_H\b|define MIXMI_API).*(\\\n.*)*\n", "", text, flags=re.MULTILINE)


def sections(root):
    """(title, text) of each section: of the umbrella header first, then of each header under it."""
    umbrella = root / "include/mixmi.h"
    parts = [root / "include" / name for name in re.findall(r'^#include [<"](mixmi/[^>"]+)', umbrella.read_text(), re.MULTILINE)]
    for path in [umbrella, *parts]:
        text = strip_guards(path.read_text())
        if path.name == "mixmi.h":
            start, text = COMMENT.match(text)[0], text[COMMENT.match(text).end():]
            yield "Conventions", start + "\n"
            parts = SECTION.split("\n/* ---------- version and capabilities */" + text)[1:]
            yield from zip(parts[::2], parts[1::2])
        else:
            yield f"mixmi/{path.name}", text


def c_pages(root, folder):
    places = []
    (folder / "c").mkdir(exist_ok=True)
    for title, text in sections(root):
        if title != "Conventions" and not re.search(r"\bmixmi_\w+\(|^typedef", text, re.MULTILINE):
            continue
        place = re.sub(r"[^a-z0-9]+", "-", title.lower().replace("mixmi/", "").replace(".h", "")).strip("-")
        shown = title if title.startswith("mixmi/") else title[0].upper() + title[1:]
        (folder / "c" / f"{place}.md").write_text(section_page(shown, text))
        places.append(place)
    page = ["# C", "", "The public interface is `#include <mixmi.h>` and `pkg-config --cflags --libs mixmi`. These pages are the comments of the",
            "header. [A tour](../../start/tour.md) has a whole program; [Your own test](../../contributing/own-test.md) has another.", "",
            "```{toctree}", ":maxdepth: 1", "", *places, "```", ""]
    (folder / "c" / "index.md").write_text("\n".join(page))


# ------------------------------------------------------------------------------------------------- R


def braces(text, at):
    """The text between the brace at `at` and its partner, and where it ends."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] == "\\":
            continue
        if text[i] == "{" and text[i - 1] != "\\":
            depth += 1
        elif text[i] == "}" and text[i - 1] != "\\":
            depth -= 1
            if depth == 0:
                return text[at + 1:i], i + 1
    raise ValueError("a brace without its partner: " + text[at:at + 60])


def marked(text):
    """The markup of Rd within a paragraph, as Markdown."""
    text = re.sub(r"\\link(\[[^\]]*\])?\{([^{}]*)\}", r"\2", text)
    text = re.sub(r"\\(code|pkg|file|option|samp|command|env)\{((?:[^{}]|\{[^{}]*\})*)\}", lambda m: "`" + plain(m[2]) + "`", text)
    text = re.sub(r"\\(emph|strong|dQuote|sQuote|bold|var|cite)\{([^{}]*)\}", r"*\2*", text)
    text = re.sub(r"\\url\{([^{}]*)\}", r"<\1>", text)
    text = re.sub(r"\\href\{([^{}]*)\}\{([^{}]*)\}", r"[\2](\1)", text)
    text = re.sub(r"\\(doi)\{([^{}]*)\}", r"doi:\2", text)
    text = re.sub(r"\\eqn\{([^{}]*)\}(\{[^{}]*\})?", r"$\1$", text)
    return re.sub(r"\\(ldots|dots)(\{\})?", "...", text).replace("\\%", "%").replace("\\{", "{").replace("\\}", "}")


def plain(text):
    return re.sub(r"\\(dots|ldots)", "...", text).replace("\\%", "%").replace("\\\\", "\\")


def items(text, bullet):
    out, at = [], 0
    for match in re.finditer(r"\\item", text):
        if match.start() < at:
            continue
        if text[match.end():match.end() + 1] == "{":
            name, at = braces(text, match.end())
            words, at = braces(text, text.index("{", at)) if text[at:].lstrip().startswith("{") else ("", at)
            out.append(f"{bullet} `{plain(re.sub(chr(92) * 2 + r'code{(.*)}', r'{}1'.format(chr(92)), name))}`: {' '.join(marked(words).split())}")
        else:
            end = text.find("\\item", match.end())
            out.append(f"{bullet} {' '.join(marked(text[match.end():end if end >= 0 else None]).split())}")
    return out


def rows(text):
    """A table of Rd as a list: the first cell names, the second says what it is."""
    return [f"- {': '.join(' '.join(marked(cell).split()) for cell in row.split(TAB))}" for row in re.split(r"\\cr\b", text) if row.strip()]


TAB = r"\tab"


def body(text):
    """Paragraphs with lists and tables."""
    match = re.search(r"\\(itemize|describe|enumerate|tabular)\{", text)
    if not match:
        return marked(text).strip()
    inside, end = braces(text, match.end() - 1)
    if match[1] == "tabular":
        inside, end = braces(text, end)
        listed = rows(inside)
    else:
        listed = items(inside, "-")
    return "\n".join([marked(text[:match.start()]).strip(), "", *listed, "", body(text[end:])])


def usage(text):
    text = re.sub(r"\\(?:S3)?method\{([^{}]*)\}\{([^{}]*)\}", r"\1", text)
    return plain(text).strip()


def r_page(path):
    text = re.sub(r"(?<!\\)%.*", "", path.read_text())
    text = re.sub(r"\\Sexpr\[[^\]]*\]\{[^{}]*\}", "[The pages of the command](command.md) list them all.", text)
    parts = {}
    for match in re.finditer(r"^\\(name|title|description|usage|arguments|value|details|examples|section|references|format|source|note)\{", text, re.MULTILINE):
        inside, end = braces(text, match.end() - 1)
        if match[1] == "section":
            parts.setdefault("sections", []).append((inside, braces(text, text.index("{", end))[0]))
        else:
            parts[match[1]] = inside
    page = [f"## {parts['name']}", "", f"*{marked(parts['title']).strip()}*", "", body(parts.get("description", "")), ""]
    if "usage" in parts:
        page += ["```r", usage(parts["usage"]), "```", ""]
    if "arguments" in parts:
        page += [*items(parts["arguments"], "-"), ""]
    for name in ("format", "value", "details", "note", "source", "references"):
        if name in parts:
            page += [f"**{name.capitalize()}.** {body(parts[name])}", ""]
    for title, words in parts.get("sections", []):
        page += [f"**{title}.** {body(words)}", ""]
    if "examples" in parts:
        examples = re.sub(r"\\(dontrun|donttest)\{(.*?)\n\}", r"\2", parts["examples"], flags=re.DOTALL)
        page += ["```r", plain(examples).strip(), "```", ""]
    return "\n".join(page)


def r_pages(root, folder):
    files = sorted((root / "bindings/r/man").glob("*.Rd"), key=lambda p: (p.stem != "mixmi-package", p.stem))
    page = ["# R", "", "The help pages of the package; `help(package = \"mixmi\")` shows them in R.", ""]
    (folder / "r.md").write_text("\n".join([*page, *[r_page(path) for path in files]]))


def main():
    root, mixmi, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    command_pages(mixmi, folder)
    c_pages(root, folder)
    r_pages(root, folder)


if __name__ == "__main__":
    main()
