"""Reading goes by the data alone, not by the language of the user: in Turkish, I is not the capital of i."""
import os
import shutil
import subprocess
import sys

import pytest

READ = """
import locale, mixmi, sys
assert locale.setlocale(locale.LC_ALL, "").startswith(sys.argv[1])
table = mixmi.read(sys.argv[2])
print(table.types, table.notes, sorted(set(table.values("when"))), table.labels("size"))
"""


def read_in(locale, path, **more):
    environment = {**os.environ, "LC_ALL": locale, "PYTHONIOENCODING": "utf-8", **more}
    done = subprocess.run([sys.executable, "-c", READ, locale[:2], str(path)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_words_are_the_same_in_every_language(tmp_path):
    if shutil.which("localedef") is None or not os.path.exists("/usr/share/i18n/locales/tr_TR"):
        pytest.skip("a Turkish locale cannot be made here")
    subprocess.run(["localedef", "-i", "tr_TR", "-f", "UTF-8", str(tmp_path / "tr_TR.UTF-8")], check=True)
    lines = [f"{('LOW', 'MEDIUM', 'HIGH')[i % 3]},{i % 28 + 1} APRIL 2021,{'NIL' if i == 7 else i}" for i in range(40)]
    (tmp_path / "words.csv").write_text("\n".join(["size,when,number", *lines, ""]))
    expected = read_in("C.UTF-8", tmp_path / "words.csv")
    assert "taken as ordered" in expected
    assert read_in("tr_TR.UTF-8", tmp_path / "words.csv", LOCPATH=str(tmp_path)) == expected
