#!/usr/bin/env python3
"""Makes a wheel self-contained: wheel_libraries.py WHEEL ROOT FOLDER.

Copies the shared libraries that the wheel's programs and modules need, and those that mixmi loads by name, from the system
under ROOT into `mixmi.libs` of the wheel, except the C library's own. Those that are linked get names of their own, so that
another package's copy in the same process does not stand in for them. Adds the licences of all of them, and names the wheel
after the glibc that the versions of its symbols ask for (PEP 600). The new wheel in FOLDER has the same bytes whenever it is
made from the same files.
"""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

# What the manylinux tag promises, of which libgcc_s is not needed.
SYSTEM = re.compile(r"(lib(c|m|dl|rt|pthread)|ld-linux.*)\.so\.\d+$")
# Loaded by name when a file of their kind is read (base/library.h); found by the run path of the caller.
LOADED = ["libreadstat.so.1", "libsqlite3.so.0", "libzstd.so.1", "liblzma.so.5"]
FOLDER = "mixmi.libs"


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def needed(path):
    return [name for name in output("patchelf", "--print-needed", path).split() if not SYSTEM.match(name)]


def is_program(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def find(root, name):
    """A library of the system under root."""
    places = [f"{top}/{lib}/{name}" for top in ("usr", ".") for lib in ("lib/*-linux-gnu*", "lib64", "lib")]
    for place in (found for pattern in places for found in sorted(root.glob(pattern))):
        if place.exists():
            return place.resolve()
    raise SystemExit(f"wheel_libraries.py: no {name} under {root}")


def short_hash(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


def copy_libraries(programs, root, folder):
    """Copies everything that is needed, directly or not; returns old and new name, and the files that were copied."""
    folder.mkdir()
    waiting = [name for program in programs for name in needed(program)] + LOADED
    names, sources = {}, []
    while waiting:
        name = waiting.pop()
        if name in names:
            continue
        source = find(root, name)
        stem, dot, rest = name.partition(".so")
        names[name] = name if name in LOADED else f"{stem}-{short_hash(source)}{dot}{rest}"
        shutil.copyfile(source, folder / names[name])
        (folder / names[name]).chmod(0o755)
        sources.append(source)
        waiting += needed(folder / names[name])
    return names, sources


def rename_needs(path, names, run_path):
    """Points a program or library to the copies. One change per call: patchelf 0.14 mixes several up."""
    for name in needed(path):
        if names[name] != name:
            output("patchelf", "--replace-needed", name, names[name], path)
    output("patchelf", "--force-rpath", "--set-rpath", run_path, path)


def glibc(paths):
    """The newest glibc symbol version that the files need, as (major, minor)."""
    found = {(0, 0)}
    for path in paths:
        found |= {(int(a), int(b)) for a, b in re.findall(r"\bGLIBC_(\d+)\.(\d+)", output("objdump", "-T", path))}
    return max(found)


def licences(sources, root, folder):
    """The copyright files of the Debian packages that the libraries came from."""
    for source in sources:
        for place in package_folders(source, root):
            text = place / "copyright"
            if text.exists():
                shutil.copyfile(text, folder / f"{source.name.split('.so')[0]}.copyright")
                break
        else:
            raise SystemExit(f"wheel_libraries.py: no licence of {source}")


def package_folders(source, root):
    """Where the licence of a library may be: by the package that owns it here, else by its name."""
    stem, version = re.match(r"(.+?)\.so\.?(\d*)", source.name).groups()
    if str(root) == "/":
        owners = subprocess.run(["dpkg", "-S", f"*/{source.name}"], capture_output=True, text=True).stdout
        for owner in re.findall(r"^([^:,\s]+)[:,]", owners, re.MULTILINE):
            yield root / "usr/share/doc" / owner
    doc = root / "usr/share/doc"
    name = {"libz": "zlib1g", "libsqlite3": "libsqlite3-0"}.get(stem, stem + version)
    yield doc / name
    yield doc / "gcc-10-base"


def rewrite_metadata(info, tag):
    text = (info / "WHEEL").read_text()
    (info / "WHEEL").write_text(re.sub(r"^Tag: (\S+-)[^-\s]+$", rf"Tag: \g<1>{tag}", text, flags=re.MULTILINE))


def write_record(tree, info):
    lines = []
    for path in sorted(path for path in tree.rglob("*") if path.is_file() and path != info / "RECORD"):
        digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
        lines.append(f"{path.relative_to(tree).as_posix()},sha256={digest},{path.stat().st_size}")
    lines.append(f"{(info / 'RECORD').relative_to(tree).as_posix()},,")
    (info / "RECORD").write_text("\n".join(lines) + "\n")


def pack(tree, target):
    """A zip file whose bytes depend only on names, contents and SOURCE_DATE_EPOCH."""
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 315532800)), 315532800))[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for path in sorted(path for path in tree.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(tree).as_posix(), when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if is_program(path) else 0o100644) << 16
            out.writestr(entry, path.read_bytes(), compresslevel=9)


def make_whole(tree, root):
    """Copies libraries and licences into the unpacked wheel; returns its platform tag."""
    programs = sorted(path for path in tree.rglob("*") if path.is_file() and is_program(path))
    names, sources = copy_libraries(programs, root, tree / FOLDER)
    libraries = sorted((tree / FOLDER).iterdir())
    for path in programs + libraries:
        output("strip", "--strip-unneeded", path)
    for path in libraries:
        output("patchelf", "--set-soname", path.name, path)
        rename_needs(path, names, "$ORIGIN")
    for path in programs:
        path.chmod(0o755)
        rename_needs(path, names, "$ORIGIN/" + os.path.relpath(tree / FOLDER, path.parent))
    info = next(tree.glob("*.dist-info"))
    (info / "licenses").mkdir(exist_ok=True)
    licences(sources, root, info / "licenses")
    shutil.copyfile(root / "usr/share/doc/librandom123-dev/copyright", info / "licenses/Random123.copyright")
    machine = os.uname().machine
    tag = "manylinux_{}_{}_{}".format(*glibc(programs + libraries), machine)
    rewrite_metadata(info, tag)
    write_record(tree, info)
    return tag


def main():
    wheel, root, folder = map(Path, sys.argv[1:4])
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place)
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(tree)
        tag = make_whole(tree, root)
        stem = wheel.name.rsplit("-", 1)[0]
        pack(tree, folder / f"{stem}-{tag}.whl")


main()
