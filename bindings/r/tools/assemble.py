#!/usr/bin/env python3
"""Puts the R package together: assemble.py ROOT ARCHIVE OUT.

Copies bindings/r of the source tree ROOT to OUT, and beside it those C files of the core that its calls reach. Which these
are is read off ARCHIVE, the static library that the build made: starting from the functions of mixmi.h that the C side
of the package calls, every member that defines a symbol which is needed. So readers of files, pictures and the formats of
graphs stay out, with the libraries that they need, and no list has to be kept. Headers follow their #include lines.
"""
import pathlib
import re
import shutil
import subprocess
import sys

# What these need is not called in an R package: libraries that are loaded at run time (R links its own LAPACK).
LEFT_OUT = {"library.c"}
LOCAL_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
RANDOM_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"](?:Random123/)?([^>"]+\.h)[>"]', re.M)


def symbols(archive):
    """Of every member: the symbols it defines and those it needs."""
    defined, needed, member = {}, {}, None
    for line in subprocess.run(["nm", "-P", archive], check=True, capture_output=True, text=True).stdout.splitlines():
        named = re.match(r".*\[(.+)\.o\]:$", line)
        if named:
            member = named[1]
            needed.setdefault(member, set())
            continue
        words = line.split()
        if member and len(words) >= 2:
            if words[1] == "U":
                needed[member].add(words[0])
            elif words[1].isupper() and words[1] not in "WV":
                defined[words[0]] = member
    return defined, needed


def reached(root, archive):
    """Names of the source files that the package's calls reach."""
    defined, needed = symbols(archive)
    text = "".join(path.read_text() for path in (root / "bindings/r/src").glob("*.c"))
    waiting = [name for name in set(re.findall(r"\bmixmi_[a-z0-9_]+", text)) if name in defined]
    if not waiting:
        sys.exit("assemble.py: the package calls nothing that is in " + archive)
    found = set()
    while waiting:
        member = defined[waiting.pop()]
        if member not in found and member not in LEFT_OUT:
            found.add(member)
            waiting += [name for name in needed[member] if name in defined]
    return found


def with_headers(paths, source):
    """The files themselves and all headers of the source tree that they include, directly or not."""
    waiting, found = list(paths), set()
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for name in LOCAL_INCLUDE.findall(path.read_text()):
            for place in (source / name, path.parent / name):
                if place.exists():
                    waiting.append(place)
    return found


def copy_core(root, archive, out):
    """Copies the core; gives back the objects, in the order of their names."""
    source = root / "src"
    names = reached(root, archive)
    files = {path for path in source.rglob("*.c") if path.name in names}
    for path in with_headers(files, source):
        place = out / "src/core" / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    shutil.copyfile(root / "include/mixmi.h", out / "src/core/mixmi.h")
    return sorted("core/" + str(path.relative_to(source).with_suffix(".o")) for path in files)


def copy_random(out):
    """Random123's Philox, which many machines lack: its header and what that includes."""
    home = next((pathlib.Path(place) / "Random123" for place in ("/usr/include", "/usr/local/include")
                 if (pathlib.Path(place) / "Random123/philox.h").exists()), None)
    if home is None:
        sys.exit("assemble.py: Random123/philox.h is not installed")
    waiting, found = [home / "philox.h"], set()
    while waiting:
        path = waiting.pop()
        if path in found or not path.exists():
            continue
        found.add(path)
        place = out / "src/random123/Random123" / path.relative_to(home)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
        for name in RANDOM_INCLUDE.findall(path.read_text()):
            waiting += [home / name, path.parent / name]


def fill_in(template, place, values):
    text = template.read_text()
    for name, value in values.items():
        text = text.replace("@" + name + "@", value)
    place.write_text(text)


def main():
    root, archive, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    package = root / "bindings/r"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(package, out, ignore=shutil.ignore_patterns("tools", "*.in", "*.o", "*.so"))
    header = (root / "include/mixmi.h").read_text()
    version = ".".join(re.findall(r"#define MIXMI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    own = sorted(path.with_suffix(".o").name for path in (package / "src").glob("*.c"))
    objects = own + copy_core(root, archive, out)
    copy_random(out)
    values = {"VERSION": version, "OBJECTS": " \\\n    ".join(objects)}
    fill_in(package / "DESCRIPTION.in", out / "DESCRIPTION", values)
    fill_in(package / "src/Makevars.in", out / "src/Makevars.in", values)
    print(f"assemble.py: {len(objects)} C files, version {version}")


main()
