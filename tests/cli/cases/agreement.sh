# Text, JSON, CSV and the order of every command agree with p and alpha, on drawn tables of columns of every type. SEED in the
# environment draws others.
. "$WORDS"
has python3 || { skip "text, JSON and order agree" "no python3"; exit 0; }
cat >agree.py <<'PYTHON'
import csv, io, json, math, os, random, re, subprocess, sys

mixmi, seed, tables = sys.argv[1], int(os.environ.get("SEED", "1")), 12
bad = []


def run(*words):
    done = subprocess.run([mixmi, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        bad.append(f"{words}: exit {done.returncode}: {done.stderr.decode()}")
        return ""
    return done.stdout.decode()


def check(holds, *what):
    if not holds:
        bad.append(" ".join(map(str, what)))


def draw(name, turn):
    random.seed(1000 * seed + turn)
    rows = random.choice([20, 45, 120, 300])
    kinds = [random.randrange(5) for _ in range(6)]
    with open(name, "w") as file:
        file.write("a,b,c,d,e,f\n")
        for _ in range(rows):
            common, cells = random.gauss(0, 1), []
            for j, kind in enumerate(kinds):
                u = random.gauss(0, 1) + (common if j < 3 else 0)
                cells.append(["%.4f" % u, "%.4f" % max(u, 0), str(int(3 * abs(u))), "lmnop"[min(int(2 * abs(u)), 4)],
                              str(int(u > 0))][kind] if random.random() > 0.03 else "")
            file.write(",".join(cells) + "\n")


def same(a, b):
    return a is None and b in ("", None) or a is not None and b not in ("", None) and float(b) == a


def judge(words, a, alpha):
    """One answer: its verdict, p, interval and estimate say the same."""
    if a["verdict"] == "undecided":
        check(a["p"] is None and a["estimate"] is None, words, "undecided with numbers")
        return
    check((a["verdict"] == "detected") == (a["p"] < alpha), words, "verdict", a["verdict"], "p", a["p"], "alpha", alpha)
    check((a["lower"] > 0) == (a["p"] < alpha), words, "lower", a["lower"], "p", a["p"])
    check(a["lower"] <= a["upper"] and (a["estimate"] > 0 or a["p"] >= alpha), words, "estimate", a["estimate"])


def one(file, command, alpha):
    words = [command, file, "-x", "a", "-y", random.choice(["b", "d"]), "--alpha", alpha]
    if random.random() < 0.5:
        words += ["-z", random.choice(["c", "e,f"])]
    a = json.loads(run(*words, "--json") or "null")
    text, table = run(*words), list(csv.DictReader(io.StringIO(run(*words, "--csv"))))
    if a is None or len(table) != 1:
        return
    judge(words, a, float(alpha))
    row = table[0]
    for field in ("estimate", "lower", "upper", "p"):
        check(same(a[field], row[field]), words, "CSV", field, row[field], "JSON", a[field])
    check(row["verdict"] == a["verdict"], words, "CSV", row["verdict"])
    said = "undecided" if "undecided" in text.split("\n")[0] else "not_detected" if "no dependence detected" in text.split("\n")[0] else "detected"
    check(said == a["verdict"], words, "text says", said, "JSON", a["verdict"])
    p = re.search(r"^p +(\S+)", text, re.MULTILINE)
    if p and a["p"] is not None and not p.group(1).startswith("<"):
        check(math.isclose(float(p.group(1)), a["p"], rel_tol=5e-3), words, "text has p", p.group(1), a["p"])


def groups(file, alpha):
    words = ["cmi", file, "-x", "a", "-y", random.choice(["b", "d"]), "-z", random.choice(["c", "e"]), "--alpha", alpha, "--by-z", "--explain"]
    a = json.loads(run(*words, "--json") or "null")
    if a is None:
        return
    judge(words, a, float(alpha))
    cells, found = a["explanation"]["cells"], a["verdict"] == "detected"
    check((len(cells) > 1) == found == (a["fitted"] > 0), words, "cells", len(cells), a["fitted"], a["verdict"])
    check(math.isclose(sum(c["contribution"] for c in cells), a["fitted"], abs_tol=1e-9), words, "contributions")
    for group in a["by_z"]:
        judge(words + [group["words"]], group, float(alpha))
        check(group["rows"] >= 40 or group["verdict"] == "undecided", words, group)


def pairs(file, alpha):
    words = ["pairs", file, "--alpha", alpha]
    a = json.loads(run(*words, "--json") or "null")
    table, text = list(csv.DictReader(io.StringIO(run(*words, "--csv")))), run(*words)
    if a is None:
        return
    answers = a["answers"]
    for answer in answers:
        judge(words, answer, float(alpha))
    names = [(x["x"][0], x["y"][0]) for x in answers]
    check([(row["x"], row["y"]) for row in table] == names, words, "CSV has another order")
    lines = re.findall(r"^ *(\d+) +([a-f]) +([a-f]) ", text, re.MULTILINE)
    check([(x, y) for _, x, y in lines] == names, words, "text has another order")
    detected = [x["verdict"] == "detected" for x in answers]
    check(detected == sorted(detected, reverse=True), words, "a detected pair below one that is not")
    check(sum(detected) == a["detected"], words, "number of detected pairs")
    lower = [x["lower"] for x, found in zip(answers, detected) if found]
    check(lower == sorted(lower, reverse=True), words, "detected pairs are not in the order of the lower end")
    p = [x["p"] for x, found in zip(answers, detected) if not found and x["p"] is not None]
    check(p == sorted(p), words, "the others are not in the order of p")
    given = [x["p"] for x in answers if x["p"] is not None]
    for x in answers:
        near = 1 + 1e-12
        check(x["p"] is None or x["p"] <= near * x["p_bh"] <= near**2 * x["p_holm"] <= near**3 * min(1, len(given) * x["p"]), words,
              "adjusted p", x["p"], x["p_bh"], x["p_holm"])


def graph(file, alpha):
    words = ["graph", file, "--alpha", alpha]
    a = json.loads(run(*words, "--json") or "null")
    if a is None:
        return
    for edge in a["edges"]:
        if edge["verdict"] is not None and edge["estimate"] is not None:
            judge(words + [edge["from"], edge["to"]], edge, float(alpha))
        asked = ["test", file, "-x", edge["from"], "-y", edge["to"], "--alpha", alpha, "--json"]
        found = json.loads(run(*asked, *(["-z", ",".join(edge["given"])] if edge["given"] else [])) or "null")
        for field in ("p", "estimate", "lower", "upper"):
            check(found is None or edge[field] is None or edge[field] == found[field], words, edge["from"], edge["to"], field,
                  edge[field], "is", found and found[field], "in test")
        check(edge["above_alpha"] == (edge["p"] is not None and edge["p"] > float(alpha)), words, "above alpha", edge["p"])
    text = run(*words)
    check(f"{len(a['nodes'])} nodes with {len(a['edges'])} edge" in text, words, "text has another number of edges")
    table = list(csv.DictReader(io.StringIO(run(*words, "--csv"))))
    rows = [row for row in table if row["type"] != "node" and row["remark"] != "undecided"]
    check(len(rows) == len(a["edges"]), words, "CSV has another number of edges")
    for edge, row in zip(a["edges"], rows):
        check(all(same(edge[field], row[field]) for field in ("p", "estimate", "lower", "upper")), words, "CSV of an edge", row)
        check(row["verdict"] == (edge["verdict"] or ""), words, "CSV of an edge has another verdict", row)


def chosen(command, file, alpha):
    words = [command, file, "--target", "a", "--alpha", alpha]
    a = json.loads(run(*words, "--json") or "null")
    if a is None:
        return
    for row in a["columns"]:
        if row["decided_by"] == "level" and not row["undecided"]:
            check((row["p"] <= row["level"]) == (row["role"] != "discarded"), words, row["column"], row["role"], row["p"], row["level"])
    table = list(csv.DictReader(io.StringIO(run(*words, "--csv"))))
    check([r["column"] for r in table] == [r["column"] for r in a["columns"]], words, "CSV has another order")
    check(all(same(r["p"], t["p"]) for r, t in zip(a["columns"], table)), words, "CSV has another p")
    check(run(*words).startswith(f"{sum(r['role'] != 'discarded' for r in a['columns'])} column"), words, "text has another number")


def claims(file, alpha):
    with open("claims.txt", "w") as out:
        out.write("a -> b\nb -> c\nd -> c\ne -> f\n")
    words = ["check", file, "--graph", "claims.txt", "--alpha", alpha, "--permuted", "0"]
    a = json.loads(run(*words, "--json") or "null")
    if a is None:
        return
    for claim in a["claims"]:
        check(claim["rejected"] == (claim["p_holm"] is not None and claim["p_holm"] <= float(alpha)), words, claim)
    p = [claim["p"] for claim in a["claims"] if claim["p"] is not None]
    check(p == sorted(p), words, "claims are not in the order of p")
    check(sum(claim["rejected"] for claim in a["claims"]) == a["rejected"], words, "number of rejected claims")


for turn in range(tables):
    draw("drawn.csv", turn)
    alpha = random.choice(["0.01", "0.05", "0.2"])
    for command in ("test", "cmi", "test", "cmi"):
        one("drawn.csv", command, alpha)
    groups("drawn.csv", alpha)
    pairs("drawn.csv", alpha)
    graph("drawn.csv", alpha)
    chosen("select", "drawn.csv", alpha)
    chosen("blanket", "drawn.csv", alpha)
    claims("drawn.csv", alpha)
print(f"seed {seed}\n" + "\n".join(bad))
sys.exit(1 if bad else 0)
PYTHON
truth "text, JSON, CSV and order agree with p and alpha in every command" python3 agree.py "$MIXMI"
sed 's/^/#   /' .out
