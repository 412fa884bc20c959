"""The results of a run, as they stand in its CSV files."""

import csv
import os


class Missing(Exception):
    """A figure that this run does not have, such as a number of rows that a quick run leaves out."""


def number(text):
    """A number where the text is one, None where it is empty, else the text."""
    if text == "":
        return None
    try:
        return float(text)
    except ValueError:
        return text


class Results:
    def __init__(self, folder):
        self.folder = folder
        self.tables = {}
        for name in ("truth", "estimates", "weak", "bins", "network", "structures", "levels", "times"):
            path = os.path.join(folder, name + ".csv")
            if os.path.exists(path):
                with open(path, newline="", encoding="utf-8") as file:
                    self.tables[name] = [{k: number(v) for k, v in row.items()} for row in csv.DictReader(file)]
        self.facts = {}
        path = os.path.join(folder, "RUN.txt")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    key, colon, value = line.partition(": ")
                    if colon and not line.startswith(" "):
                        self.facts[key] = value.strip()

    def rows(self, table, **where):
        """The rows of a table whose columns have these values; an entry that is a tuple or list allows any of its items."""
        def fits(row):
            return all(row[k] in v if isinstance(v, (tuple, list)) else row[k] == v for k, v in where.items())
        return [row for row in self.tables.get(table, []) if fits(row)]

    def row(self, table, **where):
        found = self.rows(table, **where)
        if len(found) != 1:
            raise Missing(", ".join("%s %s" % item for item in where.items()))
        return found[0]

    def distinct(self, table, column):
        return list(dict.fromkeys(row[column] for row in self.tables.get(table, [])))

    # ---------------------------------------------------------------------------------- what the claims speak of

    def mse(self, experiment, n, method):
        return self.row("estimates", experiment=experiment, n=n, method=method)["mse"]

    def mean(self, experiment, n, method):
        return self.row("estimates", experiment=experiment, n=n, method=method)["mean"]

    def sizes(self, table, **where):
        found = sorted({row["n"] for row in self.rows(table, **where)})
        if not found:
            raise Missing(table)
        return [int(n) for n in found]

    def network(self, test, n, what):
        return self.row("network", test=test, n=n)[what]

    def accuracy(self, kind, group, test, n, variant="text"):
        """Mean accuracy over the mechanisms of a group, with tan as in the text or with tanh."""
        found = [row for row in self.rows("structures", type=kind, group=group, test=test, n=n)
                 if (row["variant"] == "text" if variant == "text"
                     else row["variant"] == "tanh" or not row["structure"].endswith("-tan"))]
        if not found:
            raise Missing("%s, %s, %s, n = %d" % (kind, group, test, n))
        return sum(row["accuracy"] for row in found) / len(found)

    def structure(self, name, test, n):
        return self.row("structures", structure=name, test=test, n=n)["accuracy"]
