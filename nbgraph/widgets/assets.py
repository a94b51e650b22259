"""The explorer's modules and style, joined into the single script that a notebook output can hold.

A self-contained output has no second file to import from, and a widget's front end is one module as well. So the
modules of `static/` are joined, each in a function of its own, in the order in which they import each other:

    import { key } from "./spans.js";              const $links = (() => {
    export function createIndex() { ... }     →    const { key } = $spans;
                                                   function createIndex() { ... }
                                                   return { createIndex };
                                                   })();

The modules keep to a small dialect, which is checked here: imports of names from a module beside them, and `export`
in front of a `function` or `const` at the start of a line. Comments that fill a line, indentation, and line ends after
an opening bracket, a comma or a semicolon are left out; therefore no string goes over the end of a line, and no comment
behind code ends in one of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from nbgraph.core.drawing.palette import variables

# The style sheets in the order in which they apply: what all use, one for each part, then what overrides them.
_STYLES = (
    "base",
    "header",
    "panes",
    "code",
    "interleaved",
    "notes",
    "controls",
    "live",
    "tip",
    "graph",
    "graph-bar",
    "timing",
    "stepper",
    "sweep",
    "traces",
    "diff",
    "status",
    "projector",
    "stage",
    "narrow",
    "print",
    "preferences",
)

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^\s*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)
_BREAK = re.compile(r"(?<=[{(\[,;])\n")
_LOST = re.compile(r"^.*\S.*(?<!:)//.*[{(\[,;]$|^[^`\n]*`[^`\n]*$", re.MULTILINE)  # what a break must stay behind
_AROUND = re.compile(r"\s*([{};,])\s*")  # of a style sheet, whose strings hold none of these
_RENAMING = re.compile(r"^const \{[^}]*\bas\b.*", re.MULTILINE)
_MODULE_WORD = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join(sources: Mapping[str, str], entry: str) -> str:
    """Classic-script text that defines `$name` for the module `entry` and all it imports.

    Raises:
        ValueError: a module is written outside the dialect above, is missing, or imports itself in a circle.

    >>> print(join({"a": 'import { two } from "./b.js";\\nexport const f = () => two;\\n',
    ...             "b": "// only two\\nexport const two = 2;\\n"}, "a"))
    const $b = (() => {
    const two = 2;
    return { two };
    })();
    const $a = (() => {
    const { two } = $b;const f = () => two;
    return { f };
    })();
    """
    return "\n".join(_module(name, sources[name]) for name in _order(sources, entry))


def _order(sources: Mapping[str, str], entry: str) -> list[str]:
    """The modules needed by `entry`, each after those it imports."""
    done: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"modules import each other in a circle: {' -> '.join((*above, name))}")
        if name not in sources:
            raise ValueError(f"{above[-1] if above else 'the entry'} needs {name}.js, which does not exist")
        if name not in done:
            for match in _IMPORT.finditer(sources[name]):
                visit(match[2], (*above, name))
            done.append(name)

    visit(entry, ())
    return done


def _module(name: str, text: str) -> str:
    text = _COMMENT.sub("", text)
    exports = ", ".join(match[1] for match in _EXPORT.finditer(text))
    text = _IMPORT.sub(lambda match: f"const {{{match[1]}}} = {_variable(match[2])};\n", text)
    text = _EXPORT.sub("", text)
    if left := _MODULE_WORD.search(text) or _RENAMING.search(text) or _LOST.search(text):
        raise ValueError(f"{name}.js: cannot join {left[0]!r}")
    body = _BREAK.sub("", _INDENT.sub("", text).strip())
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();"


def _variable(name: str) -> str:
    return "$" + name.replace("-", "_")


@cache
def page_script(live: bool = False) -> str:
    """The script of a self-contained page: starts the explorer in the output that the script stands in.

    Args:
        live: whether it has controls for a function's arguments.
    """
    return _started("live-boot", "$live_boot.bootLive") if live else _started("boot", "$boot.boot")


@cache
def unpack_script() -> str:
    """The only script that stands in an output as it is: it unpacks the rest."""
    script = _started("unpack", "$unpack.unpackAround")
    if re.search(r"</script|<!--", script, re.IGNORECASE):
        raise ValueError("the script would end the element it stands in")
    return script


def _started(entry: str, function: str) -> str:
    joined = join(_sources(), entry)
    return f'(() => {{\n"use strict";\n{joined}\n{function}(document.currentScript);\n}})();\n'


@cache
def widget_module() -> str:
    """The same explorer as an ES module with anywidget's default export."""
    exports = "initialize: $widget.initialize, render: $widget.display"
    return join(_sources(), "widget") + f"\nexport default {{ {exports} }};\n"


@cache
def style() -> str:
    """The colours and the explorer's style sheets as one, without comments and needless space."""
    folder = files("nbgraph.widgets") / "static"
    sheets = "\n".join((folder / f"{name}.css").read_text("utf-8") for name in _STYLES)
    text = f".nbg {{\n{variables()}\n}}\n{sheets}"
    return _AROUND.sub(r"\1", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).strip() + "\n"


def _sources() -> dict[str, str]:
    folder = files("nbgraph.widgets") / "static"
    return {
        file.name.removesuffix(".js"): file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".js")
    }
