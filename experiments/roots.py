#!/usr/bin/env python3
"""How often arrows are right on real tables with columns whose role is known.

    experiments/roots.py --tables FOLDER --roles FILE [--mixmi build/bin/mixmi] --csv build/roots.csv
    experiments/roots.py --read experiments/roots.csv --page build/DIRECTIONS.md

FOLDER has the tables as NAME.csv; FILE has the columns table, column and kind: a root is a column that nothing else in the table can
cause (age, sex, a randomised arm), a sink causes nothing in it (a final outcome). An arrow into a root from another column, or out of a
sink, is wrong; one out of a root or into a sink is right; nothing is known about others. Each table is searched with its columns renamed
c1, c2, ..., so that kinds of arrows cannot depend on names, and with --latent. What names change is known from the suggested roots, which a
search of few rows tells: a clear arrow at a column that is suggested by its name is a possible one. The figures may have a column `group`
(people, panel, experiment) and are then shown for each; tables without a group are those on which rules were chosen, and not among all. --page appends to the page that
`directions` writes. Needs only Python's own library."""
import argparse
import csv
import json
import os
import random
import subprocess
import sys
import tempfile

DRAWS = 2000  # of the bootstrap over tables
SHORT = 200  # rows from which suggestions come
SECONDS = 60  # of a search; a table that takes longer is left out and named
CHOSEN = "chosen on"  # group of tables in a file of roles without groups
GROUP = ""  # key of the kind of table among the roles of its columns
FIELDS = ["table", "group", "search", "kind", "mark_probability", "from", "to", "end", "right"]


def read_roles(path):
    roles = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            roles.setdefault(row["table"], {})[row["column"]] = row["kind"]
            roles[row["table"]][GROUP] = row.get("group", CHOSEN)
    return roles


def judge(roles, tail, head):
    """True or False for an arrow that can be judged, else None; and by which end."""
    if roles.get(head) == "root" and roles.get(tail) != "root":
        return False, "root"
    if roles.get(tail) == "sink" and roles.get(head) != "sink":
        return False, "sink"
    if roles.get(tail) == "root" and roles.get(head) != "root":
        return True, "root"
    if roles.get(head) == "sink" and roles.get(tail) != "sink":
        return True, "sink"
    return None, ""


def learn(mixmi, path, options):
    try:
        done = subprocess.run([mixmi, "graph", path, "--json", "--threads", "1", *options], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        sys.exit(f"{path} {' '.join(options)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def heads(edge):
    """(tail, head, kind) of each arrowhead."""
    if edge["type"] in ("directed", "partially-directed", "bidirected"):
        yield edge["from"], edge["to"], edge["kind"]
    if edge["type"] == "bidirected":
        yield edge["to"], edge["from"], edge["kind_from"]


def write(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows(rows)


def measure_table(mixmi, path, roles):
    name, group = os.path.basename(path)[:-len(".csv")], roles[GROUP]
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    renamed = {f"c{i + 1}": column for i, column in enumerate(rows[0])}
    found = []
    with tempfile.TemporaryDirectory() as folder:
        short, blind = os.path.join(folder, "short.csv"), os.path.join(folder, "blind.csv")
        write(short, [rows[0], *rows[1::max(1, len(rows) // SHORT)]])
        write(blind, [list(renamed), *rows[1:]])
        shown = learn(mixmi, short, ["--search", "pc-stable", "--max-cond", "0"])
        suggested = {s["column"]: s["why"] for s in shown.get("suggested_roots", [])} if shown else {}
        for column in rows[0]:
            if column in suggested or roles.get(column) == "root":
                found.append([name, group, "suggestion", "suggested" if column in suggested else "missed", "", column, "",
                              roles.get(column, ""), int(column in suggested and roles.get(column) == "root")])
        for search, options in (("blind", []), ("latent", ["--latent"])):
            graph = learn(mixmi, blind, options)
            if graph is None:
                print(f"{name}: not finished after {SECONDS} s", file=sys.stderr)
            for edge in graph["edges"] if graph else []:
                for tail, head, kind in heads(edge):
                    right, end = judge(roles, renamed[tail], renamed[head])
                    if right is not None:
                        named = kind == "clear" and "name" in suggested.get(renamed[head], "")
                        found.append([name, group, search, "named" if named else kind, edge["mark_probability"], renamed[tail], renamed[head],
                                      end, int(right)])
    return found


def interval(by_table):
    """Share wrong, with the .95 interval of a bootstrap over tables."""
    def wrong(tables):
        arrows = [right for table in tables for right in table]
        return 1 - sum(arrows) / len(arrows) if arrows else None
    tables, draw = list(by_table.values()), random.Random(1)
    draws = sorted(s for s in (wrong(draw.choices(tables, k=len(tables))) for _ in range(DRAWS)) if s is not None) if tables else []
    return (wrong(tables), draws[len(draws) * 25 // 1000], draws[len(draws) * 975 // 1000]) if draws else (None, None, None)


def line(label, rows):
    by_table = {}
    for row in rows:
        by_table.setdefault(row["table"], []).append(int(row["right"]))
    share, low, high = interval(by_table)
    arrows = sum(map(len, by_table.values()))
    shown = "no arrow" if share is None else f"{share:.2f} ({low:.2f} to {high:.2f})"
    return f"| {label} | {len(by_table)} | {arrows} | {shown} |"


def page(rows):
    def chosen(search, test=lambda row: True):
        return [row for row in rows if row["search"] == search and test(row)]

    tables = len({row["table"] for row in rows if row["group"] != CHOSEN})
    yield "\n## Real tables\n"
    yield f"Arrows of {tables} real tables that touch a column whose role is known: nothing in the table can cause a root (age, sex, a"
    yield "randomised arm), and a sink (a final outcome) causes nothing in it. A coin is wrong in .50. The interval is a bootstrap over tables."
    yield "Clear arrows never point at a column whose name suggests a root; `without the clause on names` counts those that would."
    yield "Written by experiments/roots.py.\n"
    yield "| arrows | tables | arrows | share wrong |"
    yield "|---|---|---|---|"
    groups = sorted({row["group"] for row in rows})
    for group in [None, *(groups if len(groups) > 1 else [])]:
        def of(search, *kinds):
            own = [row for row in chosen(search) if (row["group"] != CHOSEN if group is None else row["group"] == group)]
            return [row for row in own if not kinds or row["kind"] in kinds]
        label = "" if group is None else f"{group}: "
        yield line(f"{label}all", of("blind"))
        yield line(f"{label}clear", of("blind", "clear"))
        yield line(f"{label}clear, without the clause on names", of("blind", "clear", "named"))
        yield line(f"{label}possible", of("blind", "possible"))
        if of("latent"):
            yield line(f"{label}`--latent`, all arrowheads", of("latent"))
            yield line(f"{label}`--latent`, clear, without the clause on names", of("latent", "clear", "named"))
    yield "\nThe probability of marks, `mark_probability`, that is right without unmeasured causes says little there:\n"
    yield "| mark_probability | tables | arrows | share wrong |"
    yield "|---|---|---|---|"
    for low, high in ((0, .6), (.6, .8), (.8, .9), (.9, .95), (.95, 1.01)):
        yield line(f"{low} to {min(high, 1)}", chosen("blind", lambda row: row["group"] != CHOSEN and row["mark_probability"] and low <= float(row["mark_probability"]) < high))
    for group in groups:
        known = chosen("suggestion", lambda row: row["end"] == "root" and row["group"] == group)
        others = chosen("suggestion", lambda row: row["end"] != "root" and row["group"] == group)
        yield f"\nSuggested roots, {group}: {sum(int(row['right']) for row in known)} of {len(known)} known roots, and {len(others)} other columns: "
        yield ", ".join(f"{row['from']} of {row['table']}" for row in others) + "."


def measure(given):
    """Adds the lines of tables that the file does not have yet, small tables first."""
    roles, done = read_roles(given.roles), set()
    if os.path.exists(given.csv):
        with open(given.csv, newline="") as file:
            done = {row["table"] for row in csv.DictReader(file)}
    else:
        write(given.csv, [FIELDS])
    for file in sorted(os.listdir(given.tables), key=lambda file: os.path.getsize(os.path.join(given.tables, file))):
        if file.endswith(".csv") and file[:-4] in roles and file[:-4] not in done:
            rows = measure_table(given.mixmi, os.path.join(given.tables, file), roles[file[:-4]])
            with open(given.csv, "a", newline="") as out:
                csv.writer(out).writerows(rows)
            print(file, file=sys.stderr)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--tables", "--roles", "--csv", "--read", "--page"):
        arguments.add_argument(option)
    arguments.add_argument("--mixmi", default="build/bin/mixmi")
    given = arguments.parse_args()
    if not given.read:
        if not given.tables or not given.roles or not given.csv:
            arguments.error("either --read, or --tables, --roles and --csv")
        measure(given)
    with open(given.read or given.csv, newline="") as file:
        rows = list(csv.DictReader(file))
    text = "\n".join(page(rows)) + "\n"
    if given.page:
        with open(given.page, "a") as file:
            file.write(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
