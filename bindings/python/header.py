"""The declarations of mixmi.h and the headers that it includes, as cffi reads them.

Comments, preprocessor lines and attributes are removed. Nothing is copied by hand, so additions to the header are
available in Python after the next build. cffi compiles the result against the header itself: a declaration that
disagrees ends the build.
"""
import re

# Functions that the library calls: the progress callback.
CALLBACKS = 'extern "Python" bool mixmi_python_progress(void *context, const mixmi_progress *progress);\n'


def version(text):
    """major.minor.patch from the header, the only place that defines the version."""
    return ".".join(re.findall(r"^#define MIXMI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text, re.MULTILINE))


def read(root):
    """The text of include/mixmi.h in a source tree, with the headers that it includes inserted, each once."""
    seen = set()

    def text(path):
        def inline(match):
            other = root / "include" / match[1]
            if other in seen:
                return ""
            seen.add(other)
            return text(other)

        return re.sub(r'^#include "(mixmi/\w+\.h)"$', inline, path.read_text(), flags=re.MULTILINE)

    return text(root / "include" / "mixmi.h")


def declarations(text):
    """The result of read() as input of FFI.cdef()."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", " ", text, flags=re.DOTALL)
    kept = []
    for line in text.splitlines():
        constant = re.match(r"#define (MIXMI_(?!VERSION)\w+) (\d+|UINT32_MAX)\s*$", line)
        if constant:
            name, value = constant.groups()
            kept.append(f"#define {name} {value if value.isdigit() else 2**32 - 1}")
        elif not line.startswith("#"):
            kept.append(line.replace("MIXMI_API ", ""))
    return "\n".join(kept) + "\n" + CALLBACKS
