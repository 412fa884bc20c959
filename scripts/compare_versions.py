#!/usr/bin/python3
"""Runs command lines with two builds of mixmi and reports how their answers differ: the second half of compare-versions.sh.

Usage: compare_versions.py OLD NEW LIST TABLE    in the folder that the command lines name files in

LIST has a line per command line: its group and its arguments, separated by tabs. The group "-" is run by OLD alone and not compared.
TABLE gets a line of tabs for every command line that is not the same: group, class, kind, what OLD said, what NEW says, the
arguments.

JSON is compared field by field. Fields that only NEW has are additions; an answer of schema version 1 is read as one of version 2
(modern), and lists of answers are compared in the order of their columns; a field that has another name now is compared under it
(RENAMED); sentences (WORDS) are words, and the version is nothing. CSV is compared column by column, by the names in its first line.
Every other output is compared by its numbers, in order; where OLD's are all among NEW's in the same order, NEW has added some. Classes:
  same      to the byte, but for the version
  added     every field of OLD has its value; NEW has more of them
  words     every number is the same
  numbers   a number, a verdict or a label differs, or is gone
  status    the exit status differs
"""
import collections
import csv
import io
import json
import os
import re
import subprocess
import sys

WORDS = {"note", "notes", "remark", "why", "message", "type_because", "reason", "help"}
RENAMED = {"bootstrap": "stability"}  # subsamples took the place of resamples
NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")


def run(command, arguments):
    done = subprocess.run([command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def plain(text):
    """Without the version, which is not part of the answer."""
    kept = (line for line in text.splitlines() if '"version"' not in line)
    return re.sub(r"mixmi [0-9]+\.[0-9]+\.[0-9]+", "mixmi", "\n".join(kept))


def as_json(text):
    """Numbers stay texts, so that they are compared to the last digit."""
    try:
        return json.loads(text, parse_float=lambda t: ("number", t), parse_int=lambda t: ("number", t))
    except ValueError:
        return None


def verdict_of(answer):
    independent, undecided = answer.pop("independent", None), answer.pop("undecided", None)
    if undecided in (True, "true"):
        return "undecided"
    return {True: "not_detected", "true": "not_detected", False: "detected", "false": "detected"}.get(independent)


def modern_answer(old):
    """The flat fields of an answer in place of what stood for them before schema version 2; what was null may be gone."""
    if "independent" in old or "undecided" in old:
        old["verdict"] = verdict_of(old)
    interval = old.pop("interval", None)
    if isinstance(interval, dict):
        old.update(confidence=interval["level"], lower=interval["lower"], upper=interval["upper"])
    corrected = old.get("corrected")
    if isinstance(corrected, dict):
        del old["corrected"]
        for name, parts in corrected.items():
            old.update({name if part == "value" else f"{name}_{part}": value for part, value in parts.items()})
    for before, now in (("corrected_estimate", "corrected"), ("estimator", "method"), ("p_adjusted", "p_bh"), ("pairs", "count")):
        if before in old and not isinstance(old[before], list):
            old[now] = old.pop(before)
    old.pop("detectable", None)
    old.pop("schema_version", None)
    if "x" in old and "test" in old and "method" not in old and isinstance(old["x"], list):
        old["method"] = old.pop("test")
    return {key: value for key, value in old.items() if value is not None and value != ""}


def by_columns(answer):
    return json.dumps([answer.get(key) for key in "xyz"])


def modern(document):
    """A document of any schema version as one of version 2, its lists of answers in the order of their columns."""
    if isinstance(document, list):
        items = [modern(item) for item in document]
        if items and all(isinstance(item, dict) and {"x", "y"} <= item.keys() for item in items):
            items.sort(key=by_columns)
        return items
    if isinstance(document, dict):
        return modern_answer({key: modern(value) for key, value in document.items()})
    return document


def differences(old, new, path=""):
    """All differences between two documents: the class, the place, and both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        old, new = ({k: v for k, v in d.items() if k != "version"} for d in (old, new))
        names = {key: key if key in new else RENAMED.get(key, key) for key in old}
        for key, name in names.items():
            place = f"{path}.{key}"
            if key in WORDS:
                if old[key] != new.get(name):
                    yield "words", place, old[key], new.get(name)
            elif name not in new:
                yield "numbers", place + " is gone", old[key], None
            else:
                yield from differences(old[key], new[name], place)
        for key in new:
            if key not in names.values():
                yield "added", f"{path}.{key}", None, new[key]
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            yield "numbers", path + "[] has another length", len(old), len(new)
        for a, b in zip(old, new):
            yield from differences(a, b, path + "[]")
    elif old != new:
        yield "numbers", path, old, new


def short(value):
    if isinstance(value, tuple):
        return value[1]
    text = json.dumps(value) if isinstance(value, (dict, list)) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


RANK = {"added": 0, "words": 1, "numbers": 2}


def compare_json(old, new):
    found = list(differences(old, new))
    if not found:
        return "words", "layout", "", ""
    worst = max(found, key=lambda f: RANK[f[0]])
    return worst[0], worst[1], short(worst[2]), short(worst[3])


def as_records(text):
    """Rows of a CSV text by the names of its first line; None if it is not CSV."""
    rows = list(csv.reader(io.StringIO(text)))
    if len(rows) < 1 or len(rows[0]) < 3 or len(set(rows[0])) < len(rows[0]) or any(len(r) != len(rows[0]) for r in rows):
        return None
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def compare_text(old, new):
    a, b = NUMBER.findall(plain(old)), NUMBER.findall(plain(new))
    if a == b:
        return "words", "text", "", ""
    rest = iter(b)
    for x in a:
        if x not in rest:  # goes on behind the last one found
            return "numbers", "text", x, ""
    return "added", "text", "", ""


def compare(old, new):
    (old_status, old_out, _), (new_status, new_out, new_error) = old, new
    if old_status != new_status:
        return "status", f"{old_status} to {new_status}", str(old_status), new_error.strip()[:160]
    if plain(old_out) == plain(new_out):
        return "same", "", "", ""
    for read in (as_json, as_records):
        a, b = read(old_out), read(new_out)
        if a is not None and b is not None:
            return compare_json(modern(a), modern(b))
    return compare_text(old_out, new_out)


def report(counts, kinds):
    classes = ["same", "added", "words", "numbers", "status"]
    print(f"{'group':<18}" + "".join(f"{c:>9}" for c in classes))
    for group in sorted(counts):
        print(f"{group:<18}" + "".join(f"{counts[group][c]:>9}" for c in classes))
    total = sum((c for c in counts.values()), collections.Counter())
    print(f"{'all':<18}" + "".join(f"{total[c]:>9}" for c in classes))
    print("\nkinds of difference in numbers or exit status (group, where, how many, the first: old and new)")
    for (group, kind), lines in sorted(kinds.items()):
        print(f"{group}\t{kind}\t{len(lines)}\t{lines[0][0]}\t{lines[0][1]}")
    return total["numbers"] + total["status"]


def main():
    old, new, listed, table = sys.argv[1:5]
    counts, kinds = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    os.environ.update(LC_ALL="C", OMP_NUM_THREADS="1")
    with open(listed, encoding="utf-8") as lines, open(table, "w", encoding="utf-8") as out:
        for line in lines:
            group, *arguments = line.rstrip("\n").split("\t")
            if group == "-":
                run(old, arguments)
                continue
            kind_of, where, before, after = compare(run(old, arguments), run(new, arguments))
            counts[group][kind_of] += 1
            if kind_of != "same":
                print(group, kind_of, where, before, after, " ".join(arguments), sep="\t", file=out)
            if kind_of in ("numbers", "status"):
                kinds[group, where].append((before, after))
    return 1 if report(counts, kinds) else 0


if __name__ == "__main__":
    sys.exit(main())
