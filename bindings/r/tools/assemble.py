#!/usr/bin/env python3
"""Puts the R package together: assemble.py ROOT BUILD OUT.

Copies bindings/r of the source tree ROOT to OUT, and the C files of the core that its calls need. These are determined
from the static libraries in BUILD, that of the core and that of the report's page: starting with the functions of
mixmi.h that the C code of the package calls, every member that defines a needed symbol. File readers, pictures and
graph formats are therefore left out, with the libraries that they need, and there is no list to maintain. Headers are
found by their #include lines.
"""
import pathlib
import re
import shutil
import subprocess
import sys

# Files whose dependencies are not available in an R package: libraries loaded at run time.
LEFT_OUT = {"library.c"}
LOCAL_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
RANDOM_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"](?:Random123/)?([^>"]+\.h)[>"]', re.M)


def symbols(archive, folder):
    """For every member, identified by folder and file of its source: the symbols it defines and those it needs."""
    defined, needed, member = {}, {}, None
    for line in subprocess.run(["nm", "-P", archive], check=True, capture_output=True, text=True).stdout.splitlines():
        named = re.match(r".*\[(.+)\.o\]:$", line)
        if named:
            member = (folder, named[1])
            needed.setdefault(member, set())
            continue
        words = line.split()
        if member and len(words) >= 2:
            if words[1] == "U":
                needed[member].add(words[0])
            elif words[1].isupper() and words[1] not in "WV":
                defined[words[0]] = member
    return defined, needed


def reached(root, build):
    """The source files that the package's calls need, as folder and name."""
    defined, needed = symbols(build / "libmixmi.a", "src")
    for known, more in zip((defined, needed), symbols(build / "libmixmi_page.a", "cli")):
        known.update(more)
    text = "".join(path.read_text() for path in (root / "bindings/r/src").glob("*.c"))
    waiting = [name for name in set(re.findall(r"\bmixmi_[a-z0-9_]+", text)) if name in defined]
    if not waiting:
        sys.exit("assemble.py: the package calls nothing that is in " + str(build))
    found = set()
    while waiting:
        member = defined[waiting.pop()]
        if member not in found and member[1] not in LEFT_OUT:
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


def copy_files(files, source, out, folder):
    """Copies files and the headers that they need to a folder of OUT/src; returns the objects, sorted by name."""
    for path in with_headers(files, source):
        place = out / "src" / folder / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return sorted(folder + "/" + str(path.relative_to(source).with_suffix(".o")) for path in files)


def copy_core(root, build, out):
    """Copies core and page; returns the objects of both."""
    names = reached(root, build)
    core = {path for path in (root / "src").rglob("*.c") if ("src", path.name) in names}
    page = {path for path in (root / "cli").glob("*.c") if ("cli", path.name) in names}
    objects = copy_files(core, root / "src", out, "core"), copy_files(page, root / "cli", out, "core/page")
    shutil.copyfile(root / "include/mixmi.h", out / "src/core/mixmi.h")
    shutil.copytree(root / "include/mixmi", out / "src/core/mixmi")
    shutil.copyfile(build / "page_template.c", out / "src/core/page/page_template.c")
    return objects[0], objects[1] + ["core/page/page_template.o"]


def copy_random(out):
    """Random123's Philox, which many machines lack: its header and the headers that it includes."""
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
    root, build, out = map(pathlib.Path, sys.argv[1:4])
    package = root / "bindings/r"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(package, out, ignore=shutil.ignore_patterns("tools", "*.in", "*.o", "*.so"))
    header = (root / "include/mixmi.h").read_text()
    version = ".".join(re.findall(r"#define MIXMI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    own = sorted(path.with_suffix(".o").name for path in (package / "src").glob("*.c"))
    core, page = copy_core(root, build, out)
    objects = own + core
    copy_random(out)
    values = {"VERSION": version, "OBJECTS": " \\\n    ".join(objects), "PAGE": " \\\n    ".join(page)}
    fill_in(package / "DESCRIPTION.in", out / "DESCRIPTION", values)
    fill_in(package / "src/Makevars.in", out / "src/Makevars.in", values)
    print(f"assemble.py: {len(objects) + len(page)} C files, version {version}")


main()
