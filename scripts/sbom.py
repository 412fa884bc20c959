#!/usr/bin/env python3
"""What a release consists of, as SPDX 2.3 in JSON: sbom.py FOLDER PACKAGES.

FOLDER has the artefacts; PACKAGES is the list of Debian packages (`Package:` and `Version:` lines) whose libraries the wheel
holds. The libraries of the wheel are read off its mixmi.libs. The same input gives the same bytes.
"""
import hashlib
import json
import os
import re
import sys
import time
import zipfile
from pathlib import Path

# Debian package and licence of each library that the wheel may hold.
LIBRARIES = {
    "libexpat": ("libexpat1", "MIT"),
    "libgsl": ("libgsl25", "GPL-3.0-or-later"), "libgslcblas": ("libgslcblas0", "GPL-3.0-or-later"),
    "libjansson": ("libjansson4", "MIT"), "liblzma": ("liblzma5", "LicenseRef-public-domain"),
    "libreadstat": ("libreadstat1", "MIT"), "libsqlite3": ("libsqlite3-0", "blessing"), "libz": ("zlib1g", "Zlib"),
    "libzstd": ("libzstd1", "BSD-3-Clause OR GPL-2.0-only"),
}


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def versions(path):
    """Version of each Debian package of the list."""
    words = re.findall(r"^Package: (\S+)\nVersion: (\S+)$", path.read_text(), re.MULTILINE) if path.exists() else []
    return dict(words)


def package(name, version, licence, location="NOASSERTION", checksum=None):
    entry = {"SPDXID": identifier(f"{name}-{version}"), "name": name, "versionInfo": version, "downloadLocation": location,
             "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    if checksum:
        entry["packageFileName"], entry["checksums"] = name, [{"algorithm": "SHA256", "checksumValue": checksum}]
    return entry


def wheel_libraries(path, known):
    """A package entry for each library in the wheel."""
    with zipfile.ZipFile(path) as wheel:
        names = sorted({re.match(r"mixmi\.libs/(lib[a-z0-9]+)", name).group(1) for name in wheel.namelist()
                        if name.startswith("mixmi.libs/")})
    for name in names:
        debian, licence = LIBRARIES[name]
        yield package(debian, known.get(debian, "NOASSERTION"), licence, "https://deb.debian.org/debian")
    yield package("librandom123-dev", known.get("librandom123-dev", "NOASSERTION"), "BSD-3-Clause", "https://deb.debian.org/debian")


def main():
    folder, known = Path(sys.argv[1]), versions(Path(sys.argv[2]))
    root = Path(__file__).resolve().parent.parent
    header = (root / "include/mixmi.h").read_text()
    version = ".".join(re.findall(r"^#define MIXMI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header, re.MULTILINE))
    address = (root / "packaging/address").read_text().strip()
    main_package = package("mixmi", version, "GPL-3.0-or-later", address)
    packages, relations = [main_package], [("SPDXRef-DOCUMENT", "DESCRIBES", main_package["SPDXID"])]
    for path in sorted(folder.iterdir()):
        artefact = package(path.name, version, "GPL-3.0-or-later", address, hashlib.sha256(path.read_bytes()).hexdigest())
        packages.append(artefact)
        relations.append((artefact["SPDXID"], "GENERATED_FROM", main_package["SPDXID"]))
        if path.suffix == ".whl":
            for library in wheel_libraries(path, known):
                packages.append(library)
                relations.append((artefact["SPDXID"], "CONTAINS", library["SPDXID"]))
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", 0))))
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"mixmi-{version}",
        "documentNamespace": f"{address}/spdx/mixmi-{version}", "packages": packages,
        "creationInfo": {"created": created, "creators": ["Tool: mixmi-scripts-sbom.py"]},
        "hasExtractedLicensingInfos": [{"licenseId": "LicenseRef-public-domain", "extractedText": "This file is in the public domain."}],
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }
    print(json.dumps(document, indent=2))


main()
