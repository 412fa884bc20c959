# The documentation site; scripts/docs.sh builds it. Nothing here may make the pages ask for anything from a network.
import os
import re
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
root = Path(os.environ.get("MIXMI_ROOT", here.parent))
sys.path[:0] = [str(here / "_ext"), str(root / "bindings/python")]

import core  # noqa: E402

core.install(root, Path(os.environ.get("MIXMI_BUILD", root / "build")) / "libmixmi.so")

header = (root / "include/mixmi.h").read_text() + "".join(p.read_text() for p in sorted(root.glob("include/mixmi/*.h")))
project = "mixmi"
author = "the mixmi authors"
project_copyright = "the mixmi authors; GPL-3.0-or-later"
release = ".".join(re.search(rf"MIXMI_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
version = release

extensions = ["myst_parser", "sphinx_inline_tabs", "sphinx_copybutton", "sphinx.ext.autodoc", "mathml", "core"]
myst_enable_extensions = ["colon_fence", "dollarmath", "deflist"]
myst_heading_anchors = 4
html_math_renderer = "mathml"
exclude_patterns = ["gallery/data", "_ext"]
suppress_warnings = ["myst.header"]  # pages that are included begin where their headings do

html_theme = "furo"
html_title = "mixmi"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_last_updated_fmt = None
pygments_style = "friendly"
pygments_dark_style = "monokai"
copybutton_prompt_text = r">>> |\.\.\. |\$ |> |\+ "
copybutton_prompt_is_regexp = True

nitpicky = False
autodoc_mock_imports = ["sklearn", "causallearn", "tigramite", "pgmpy", "dowhy"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
