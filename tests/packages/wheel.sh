#!/usr/bin/env bash
# In a chroot with python3 and pip (chroot.sh), and NumPy and cffi, on which the wheel depends: installs the wheel that lies
# here, and uses it as the README says.
set -eu
if dpkg-query -W -f '${Package}\n' | grep -E '^(libgsl|libjansson|libreadstat|gcc$|gcc-[0-9]*$|cmake)'; then
    echo "wheel.sh: with these installed the test would show nothing" >&2
    exit 1
fi
options=(--no-index --quiet)
if python3 -m pip install --help | grep -q break-system-packages; then options+=(--break-system-packages); fi
python3 -m pip install "${options[@]}" mixmi-*.whl 2>&1 | grep -v WARNING || true

mixmi --version
[ "$(python3 -m mixmi --version)" = "$(mixmi --version)" ]
PICTURES=none python3 tests/pages.py --mixmi "$(command -v mixmi)" --run console,sh README.md docs/start/tour.md
# every format whose library is inside
for file in survey.dta survey.por survey.sas7bdat survey.sav survey.xpt survey.zsav packed.csv.gz packed.csv.xz packed.csv.zst; do
    mixmi describe "tests/files/$file" >/dev/null
done
mixmi describe tests/files/shop.db --table sales >/dev/null
mixmi report data/penguins.csv --target species -o report.html >/dev/null && grep -q '</html>' report.html
python3 - <<'END'
import json, os, subprocess
import mixmi, pandas as pd
df = pd.read_csv("data/penguins.csv")
question = dict(given="species", confidence=0.95)
estimate = mixmi.cmi(df, "bill_length_mm", "bill_depth_mm", **question)
p = mixmi.test(df, "bill_length_mm", "bill_depth_mm", given="species").pvalue
command = "mixmi test data/penguins.csv -x bill_length_mm -y bill_depth_mm -z species --json"
answer = json.loads(subprocess.check_output(command.split()))
assert answer["p"] == p and answer["estimate"] == float(estimate), (answer, p, estimate)
graph = mixmi.graph(df, exclude="year")
mixmi.report(df, "python.html", target="species")
assert os.path.getsize("python.html") > 50000
print("python", estimate, p)
END
# nothing but the C library comes from the system
place=$(python3 -c 'import mixmi, os; print(os.path.dirname(mixmi.__file__))')
for file in "$place"/_core*.so "$place/bin/mixmi" "$place"/../mixmi.libs/*; do
    /lib64/ld-linux-x86-64.so.2 --list "$file" | grep -v mixmi.libs | grep -vE 'linux-vdso|lib(c|m|dl|rt|pthread)\.so|ld-linux' &&
        echo "$file needs these of the system" && exit 1
done
echo "wheel: works on Debian $(cat /etc/debian_version), glibc $(ldd --version | sed -n '1s/.* //p'), $(python3 --version)"
