"""HTML for notebooks: a small card with key numbers and possibly a picture."""
from __future__ import annotations

from typing import Any, Mapping, Sequence, Tuple

_STYLE = "display:inline-block;font-family:sans-serif;font-size:13px;border:1px solid #d0d7de;border-radius:6px;padding:8px 12px"


def escape(value: Any) -> str:
    import html  # its table of entities would be read by every import of mixmi

    return html.escape(str(value))


def short(value: float) -> str:
    """A number with three significant digits, but all digits before the point."""
    return f"{value:.0f}" if 999.5 <= abs(value) < 1e15 else f"{value:.3g}"


def shown(value: Any) -> str:
    """A value in a line of text; "-" if there is none."""
    if value is None or value != value:
        return "-"
    return short(value) if isinstance(value, float) else str(value)


def lines(heads: Sequence[str], rows: Sequence[Mapping[str, Any]], most: int = 20) -> str:
    """Rows as an aligned text below a headline, with these fields; of many rows the first."""
    if not rows:
        return ""
    table = [list(heads), *([shown(row.get(head)) for head in heads] for row in rows[:most])]
    widths = [max(len(line[i]) for line in table) for i in range(len(heads))]
    text = "\n".join("  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in table)
    return "\n" + text + (f"\n  and {len(rows) - most} more" if len(rows) > most else "")


def card(title: str, rows: Sequence[Tuple[str, str]], histogram: Any = None) -> str:
    """A title and lines of name and value."""
    lines = "".join(f'<tr><td style="text-align:left;color:#57606a;padding:1px 12px 1px 0">{escape(name)}</td>'
                    f'<td style="text-align:left;padding:1px 0">{escape(value)}</td></tr>' for name, value in rows)
    if histogram is not None:
        bins = ", ".join(f"{name} {count}" for name, count in histogram.bins_by_name().items())
        lines += ('<tr><td style="text-align:left;color:#57606a;padding:1px 12px 1px 0">bins</td>'
                  f'<td style="text-align:left;padding:1px 0">{escape(bins)}</td></tr>')
    return f'<div style="{_STYLE}"><b>{escape(title)}</b><table style="border:0;margin:4px 0 0 0">{lines}</table></div>'
