#!/usr/bin/env python3
"""Repacks a tar file as .tar.gz whose bytes depend neither on the user nor on the time: pack_again.py FILE.tar[.gz] FOLDER.

Entries are sorted by name and belong to root, their times are SOURCE_DATE_EPOCH, and gzip keeps neither name nor time.
"""
import gzip
import io
import os
import sys
import tarfile
from pathlib import Path


def plain(entry, when):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = when
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    entry.pax_headers = {}
    return entry


def main():
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    when = int(os.environ["SOURCE_DATE_EPOCH"])
    packed = io.BytesIO()
    with tarfile.open(source) as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as new:
        for entry in sorted(old.getmembers(), key=lambda entry: entry.name):
            new.addfile(plain(entry, when), old.extractfile(entry) if entry.isfile() else None)
    name = source.name if source.name.endswith(".gz") else source.name + ".gz"
    (folder / name).write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


main()
