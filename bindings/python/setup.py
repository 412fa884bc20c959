"""Builds the package: the C core as a static library by CMake, the extension module by cffi, then what is generated.

The core is found in the repository (../..) or, in a source distribution, in `core`. MIXMI_CORE_BUILD names a build folder of
the core to take instead of making one; MIXMI_CFLAGS adds flags of the compiler to core and module, such as a sanitizer's;
MIXMI_PYTHON_INCLUDE names the folder of a Python.h to take instead of the running Python's. scripts/wheel.sh makes a wheel
that brings its libraries along.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import header  # noqa: E402

# The parts of the repository that make up the core.
CORE_FILES = ["CMakeLists.txt", "LICENSE", "cli", "cmake", "include", "src", "report/template.html"]


def core_source():
    """The folder with CMakeLists.txt, include/ and src/."""
    build = os.environ.get("MIXMI_CORE_BUILD")
    if build:
        cache = (Path(build) / "CMakeCache.txt").read_text()
        return Path(re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", cache, re.MULTILINE).group(1))
    for root in (HERE / "core", HERE.parent.parent):
        if (root / "include" / "mixmi.h").exists():
            return root
    raise SystemExit("setup.py: the sources of the C library are neither in core/ nor in ../..")


def header_text():
    return header.read(core_source())


def page_text():
    return (core_source() / "cli" / "page_request.h").read_text()


def find_needs():
    """Exits with the packages to install if a dependency of the core is missing."""
    missing = [program for program in ("cmake", "pkg-config") if not shutil.which(program)]
    if not missing:
        missing = [name for name in ("gsl", "jansson", "expat", "zlib")
                   if subprocess.call(["pkg-config", "--exists", name]) != 0]
    if missing:
        raise SystemExit("mixmi is built from source here and needs " + ", ".join(missing) + ", which cannot be found.\n"
                         "  Debian, Ubuntu: apt-get install gcc cmake pkg-config libgsl-dev libjansson-dev libexpat1-dev "
                         "zlib1g-dev librandom123-dev\n"
                         "  Fedora: dnf install gcc cmake pkgconf gsl-devel jansson-devel expat-devel zlib-devel Random123-devel\n"
                         "  macOS: brew install cmake pkg-config gsl jansson expat libomp\n"
                         "  The wheel for Linux needs none of these.")


def build_core(folder):
    """Builds the static library and the command; returns their folder."""
    given = os.environ.get("MIXMI_CORE_BUILD")
    folder = Path(given) if given else folder
    if not given:
        find_needs()
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        subprocess.check_call(["cmake", "-S", str(core_source()), "-B", str(folder), *generator,
                               "-DCMAKE_BUILD_TYPE=Release", "-DMIXMI_PROGRAMS=OFF",
                               "-DCMAKE_C_FLAGS=" + os.environ.get("MIXMI_CFLAGS", "")])
    subprocess.check_call(["cmake", "--build", str(folder), "--target", "mixmi", "mixmi_page", "mixmi_cli"])
    return folder


def core_needs(folder):
    """Libraries to link besides the core, from the pkg-config file of its build."""
    lines = dict(re.findall(r"^([\w.]+): *(.*)$", (folder / "mixmi.pc").read_text(), re.MULTILINE))
    needs = lines["Requires.private"].split()
    found = subprocess.check_output(["pkg-config", "--libs", *needs], text=True)
    return shlex.split(found) + shlex.split(lines["Libs.private"])


class BuildExtension(build_ext):
    """Builds the core, the C file of the module, the module, and then the files generated from it."""

    def run(self):
        import cffi

        temporary = Path(self.build_temp)
        temporary.mkdir(parents=True, exist_ok=True)
        core = build_core(temporary / "core")
        builder = cffi.FFI()
        builder.cdef(header.declarations(header_text() + page_text()))
        builder.set_source("mixmi._core", "#include <mixmi.h>\n#include <page_request.h>\n")
        source = temporary / "_core.c"
        builder.emit_c_code(str(source))
        flags = shlex.split(os.environ.get("MIXMI_CFLAGS", ""))
        module = self.extensions[0]
        module.sources = [str(source)]
        module.include_dirs = [str(core_source() / "include"), str(core_source() / "cli")]
        if "MIXMI_PYTHON_INCLUDE" in os.environ:
            module.include_dirs.append(os.environ["MIXMI_PYTHON_INCLUDE"])
        module.extra_objects = [str(core / "libmixmi_page.a"), str(core / "libmixmi.a")]
        module.extra_compile_args = flags
        needs = core_needs(core)
        module.library_dirs = [word[2:] for word in needs if word.startswith("-L")]  # before those of the system
        module.extra_link_args = flags + needs + ["-Wl,--exclude-libs,ALL"]
        super().run()
        self.generate()
        programs = Path(self.get_ext_fullpath("mixmi._core")).parent / "bin"
        programs.mkdir(exist_ok=True)
        shutil.copy2(core / "bin" / "mixmi", programs / "mixmi")

    def generate(self):
        """Type declarations with every option, written by a script that uses the built module."""
        package = Path(self.get_ext_fullpath("mixmi._core")).parent
        environment = dict(os.environ)
        if "address" in os.environ.get("MIXMI_CFLAGS", ""):  # its runtime must be loaded before Python
            runtime = subprocess.check_output(["gcc", "-print-file-name=libasan.so"], text=True).strip()
            environment.update(LD_PRELOAD=runtime, ASAN_OPTIONS="detect_leaks=0")
        subprocess.check_call([sys.executable, str(HERE / "write_types.py"), str(HERE / "mixmi"), str(package)], env=environment)


class SourceDistribution(sdist):
    """A source distribution with the core in `core`."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        root, target = core_source(), Path(base_dir) / "core"
        for name in CORE_FILES:
            if (root / name).is_dir():
                shutil.copytree(root / name, target / name, dirs_exist_ok=True)
            else:
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, target / name)


setup(
    version=header.version(header_text()),
    ext_modules=[Extension("mixmi._core", sources=[], py_limited_api=True,
                           define_macros=[("Py_LIMITED_API", "0x03090000")])],
    cmdclass={"build_ext": BuildExtension, "sdist": SourceDistribution},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
