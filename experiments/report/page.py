"""A page as a list of blocks, written as Markdown and as HTML."""

import html
import re

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.2em; border-bottom: 1px solid #ddd; }
table { border-collapse: collapse; margin: 1em 0; font-size: 0.9em; display: block; overflow-x: auto; }
th, td { border: 1px solid #ddd; padding: 0.3em 0.6em; text-align: left; vertical-align: top; }
th { background: #f4f4f4; } img { max-width: 100%; height: auto; } figure { margin: 1.5em 0; }
figcaption { color: #555; font-size: 0.9em; } code { background: #f4f4f4; padding: 0 0.2em; }
.seen { color: #00684c; font-weight: bold; } .partly { color: #8a5a00; font-weight: bold; }
.notseen { color: #b03a00; font-weight: bold; } .absent { color: #777; }
"""
CLASSES = {"seen": "seen", "partly seen": "partly", "not seen": "notseen", "not in this run": "absent"}


class Page:
    def __init__(self, title, figures):
        self.title = title
        self.figures = figures  # folder of the figures, as seen from the page
        self.blocks = []

    def heading(self, level, text):
        self.blocks.append(("heading", level, text))

    def text(self, text):
        self.blocks.append(("text", text))

    def table(self, head, rows):
        self.blocks.append(("table", head, [[str(cell) for cell in row] for row in rows]))

    def figure(self, name, caption):
        self.blocks.append(("figure", name, caption))

    def code(self, text):
        self.blocks.append(("code", text))

    def markdown(self):
        out = ["# " + self.title, ""]
        for kind, *rest in self.blocks:
            if kind == "heading":
                out += ["#" * rest[0] + " " + rest[1], ""]
            elif kind == "text":
                out += [rest[0], ""]
            elif kind == "code":
                out += ["    " + line for line in rest[0].splitlines()] + [""]
            elif kind == "figure":
                out += ["![%s](%s/%s.svg)" % (rest[1], self.figures, rest[0]), "", "*%s*" % rest[1], ""]
            else:
                head, rows = rest
                escape = lambda cell: cell.replace("|", "\\|").replace("\n", " ")
                out.append("| " + " | ".join(map(escape, head)) + " |")
                out.append("|" + "---|" * len(head))
                out += ["| " + " | ".join(map(escape, row)) + " |" for row in rows]
                out.append("")
        return "\n".join(out)

    def html(self):
        out = ["<!DOCTYPE html>", '<html lang="en">', '<head><meta charset="utf-8">',
               '<meta name="viewport" content="width=device-width, initial-scale=1">',
               "<title>%s</title><style>%s</style></head><body>" % (html.escape(self.title), STYLE),
               "<h1>%s</h1>" % inline(self.title)]
        for kind, *rest in self.blocks:
            if kind == "heading":
                out.append("<h%d>%s</h%d>" % (rest[0], inline(rest[1]), rest[0]))
            elif kind == "text":
                out.append("<p>%s</p>" % inline(rest[0]))
            elif kind == "code":
                out.append("<pre>%s</pre>" % html.escape(rest[0]))
            elif kind == "figure":
                out.append('<figure><img src="%s/%s.svg" alt="%s"><figcaption>%s</figcaption></figure>' %
                           (self.figures, rest[0], html.escape(rest[1], quote=True), inline(rest[1])))
            else:
                head, rows = rest
                out.append("<table><tr>%s</tr>" % "".join("<th>%s</th>" % inline(cell) for cell in head))
                for row in rows:
                    out.append("<tr>%s</tr>" % "".join(cell_html(cell) for cell in row))
                out.append("</table>")
        return "\n".join(out + ["</body></html>", ""])


def inline(text):
    """`code`, **bold** and [links](target) of the Markdown text."""
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]*)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\[([^\]]*)\]\(([^)]*)\)", r'<a href="\2">\1</a>', text)


def cell_html(cell):
    plain = cell.replace("*", "")
    if plain in CLASSES:
        return '<td class="%s">%s</td>' % (CLASSES[plain], plain)
    return "<td>%s</td>" % inline(cell)
