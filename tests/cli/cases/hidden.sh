# Characters that a terminal does not show or acts on, and texts that a spreadsheet takes for formulas, in names and labels: which
# formats escape what. Texts for people and JSON escape what is not shown; CSV keeps every byte, unless it is to be safe.
. "$WORDS"
has python3 || { skip "hidden characters" "no python3"; exit 0; }
cat >check.py <<'PYTHON'
import csv, io, json, random, re, subprocess, sys

mixmi = sys.argv[1]
random.seed(1)
rows = [["=x", "\x1b[2Jy", "\u202ez", "a\u200bb", "\x07c", "\u009bd"]]
for i in range(60):
    rows.append(["=1+1" if i % 2 else "@b", "%.3f" % random.gauss(0, 1), str(-i), "q\u202e" if i % 3 else "w",
                 "s\x1b" if i % 2 else "t", "+5z" if i % 2 else "-7x"])
with open("hidden.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows(rows)

HIDDEN = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
COMMANDS = ["describe F", "test F -x 1 -y 2", "cmi F -x 1 -y 2 -z 4 --by-z", "cmi F -x 1 -y 2 --explain --verbose", "pairs F",
            "graph F", "select F -t 1", "blanket F -t 1", "histogram F -c 1,4"]
FORMS = {"text": [], "JSON": ["--json"], "safe CSV": ["--csv", "--csv-safe"]}  # what has to be escaped in them: all of HIDDEN
bad = []


def run(words):
    done = subprocess.run([mixmi] + [word.replace("F", "hidden.csv") if word == "F" else word for word in words],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    if done.returncode != 0:
        bad.append(f"{words}: exit {done.returncode}: {out[1]}")
    return out


for command in COMMANDS:
    for form, flags in FORMS.items():
        if form == "safe CSV" and "--verbose" in command:
            continue
        out, err = run(command.split() + flags)
        for name, text in (("the answer", out), ("a message", err)):
            found = re.search(HIDDEN, text)
            if found:
                bad.append(f"{command}, {form}: {name} has {found.group()!r}")
        if form == "JSON" and out:
            json.loads(out)
        if form == "safe CSV":
            cells = [cell for row in csv.reader(io.StringIO(out)) for cell in row]
            bad += [f"{command}: the cell {cell!r} is a formula" for cell in cells
                    if cell[:1] in ("=", "+", "-", "@") and not re.fullmatch(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?", cell) and cell != "-"]
names = [name for name in rows[0]]
out, _ = run("describe F --csv".split())
if [row[1] for row in csv.reader(io.StringIO(out))][1:] != names:
    bad.append("names do not survive CSV")
out, _ = run("describe F --json".split())
if [column["name"] for column in json.loads(out)["columns"]] != names:
    bad.append("names do not survive JSON")
print("\n".join(bad))
sys.exit(1 if bad else 0)
PYTHON
truth "no output shows or runs what is hidden" python3 check.py "$MIXMI"
sed 's/^/#   /' .out
python3 -c 'print(",".join("same%d" % i for i in range(3000)) + ",x,y"); [print("1," * 3000 + "%d,%d" % (i * 7 % 23, i * 5 % 19)) for i in range(40)]' >wide.csv
short_notes() { "$MIXMI" pairs wide.csv >.out 2>.err && grep -q "and 2988 others" .err && [ "$(wc -c <.err)" -lt 4000 ]; }
truth "notes never list thousands of names" short_notes
