"""The command `mixmi`, which comes with the package. It is outside the package, whose import would load NumPy first."""
import os
import subprocess
import sys
from typing import NoReturn

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mixmi", "bin", "mixmi")


def main() -> NoReturn:
    """Replaces this process by the program, with the same arguments."""
    if os.name == "nt":  # execv() would return to the shell immediately
        sys.exit(subprocess.call([PROGRAM + ".exe", *sys.argv[1:]]))
    os.execv(PROGRAM, ["mixmi", *sys.argv[1:]])
