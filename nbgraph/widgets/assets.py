"""Join the explorer's modules and style into the single script that a notebook output can hold.

A self-contained output has no second file to import from, and a widget's front end is one module as well. So the
modules of `static/` are joined, in the order in which they import each other, each with names of its own:

    import { key } from "./spans.js";              let a=...;
    export function createIndex(span) { ... }  →   function b(c){...}

(`widgets.squeeze`). The modules keep to a small dialect, which is checked here: imports of
names from a module beside them, and `export` in front of a `function` or `const` at the start of a line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache, cached_property
from importlib.resources import files
from itertools import chain

from nbgraph.core.drawing.palette import variables
from nbgraph.core.records import dataclass
from nbgraph.widgets.squeeze import Name, names, short_names, shortened, split, written
from nbgraph.widgets.words import in_language

SHEETS: Mapping[str, str] = {"recording": "stepper"}
"""Of what is in `OPTIONAL`, the sheet that is not called as it is."""
TABLES = frozenset({"history", "sweep", "traces"})
"""What of a function's data the sheet `sweep` is for: plots and tables."""
# The style sheets in the order in which they apply: what all use, one for each part, then what overrides them.
_STYLES = (
    *("base", "header", "panes", "code", "interleaved", "notes", "controls", "live", "tip", "graph", "graph-bar"),
    *("timing", "stepper", "sweep", "traces", "diff", "status", "help", "projector", "stage"),
    *("narrow", "print", "preferences"),
)

LANGUAGES: Mapping[str, str] = {"en": "words-en", "de": "words-de", "zh": "words-zh"}
"""Languages, and the module with their words, which a page in another language does not carry."""
PHRASES = frozenset({"said-de", "said-zh"})
"""The modules with what is said in a language, of which a page has what it needs among its data."""
OPTIONAL: Mapping[str, str] = {
    "beside": "beside",
    "diff": "diff-pane",
    "history": "loop-history",
    "predict": "predict",
    "recording": "stepping",
    "sweep": "sweep-plot",
    "traces": "traces",
}
"""What of a function's data not all pages have, and the module that draws it: others do not carry it, nor its style
sheet. Whoever calls it looks first whether there are data."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
_NUMBERS = re.compile(r"^(?:export )?const (\[)?([\w, ]+)(?(1)\]) = (?(1)\[)([\d._, ]+)(?(1)\]);.*\n", re.MULTILINE)
_AROUND = re.compile(r"\s*([{};,>])\s*|(:) ")  # of a style sheet, whose strings hold none of these
_DIALECT = re.compile(r"^const \{[^}]*\bas\b.*|^(?:import|export)\b.*", re.MULTILINE)


@dataclass(frozen=True)
class Module:
    """A parsed module."""

    imports: Mapping[str, str]  # the module that each imported name comes from
    exports: tuple[str, ...]  # what others may import
    script: str
    numbers: Mapping[str, str]  # its constants that are numbers, which stand where they are used

    @cached_property
    def parts(self) -> list[str]:
        return split(self.script)

    @cached_property
    def names(self) -> list[Name]:
        """The variables in it."""
        return names(self.parts)

    @cached_property
    def outside(self) -> set[str]:
        """Return the names that it declares at module level."""
        return {self.parts[name.at] for name in self.names if name.outside}

    @cached_property
    def kept(self) -> set[str]:
        declared = {self.parts[name.at] for name in self.names if name.declared}
        return {self.parts[name.at] for name in self.names} - declared - set(self.imports)


def read(name: str, text: str) -> Module:
    """Parse a module; raise `ValueError` where it is written outside the dialect above."""
    imports = {
        word.strip(): match[2] for match in _IMPORT.finditer(text) for word in match[1].split(",") if word.strip()
    }
    exports = tuple(match[1] for match in _EXPORT.finditer(text))
    numbers = (zip(*(part.split(", ") for part in match.group(2, 3)), strict=True) for match in _NUMBERS.finditer(text))
    script = _EXPORT.sub("", _IMPORT.sub("", _NUMBERS.sub("", text)))
    if (left := _DIALECT.search(script)) or any(" " in word for word in imports):
        raise ValueError(f"{name}.js: cannot join {left[0] if left else 'renamed imports'!r}")
    return Module(imports, exports, script, dict(chain.from_iterable(numbers)))


def join(modules: Mapping[str, Module], entry: str, start: str, without: Collection[str] = ()) -> str:
    r"""Return a classic script of all that the module `entry` needs, followed by the text `start`.

    Args:
        modules: by name, without ".js".
        start: may have an exported name of the entry's in braces.
        without: modules to leave out; what others import from them is null.

    Raises:
        ValueError: a module is missing, or imports itself in a circle.

    >>> sources = {"a": 'import { two } from "./b.js";\nconst ONE = 1;\nexport const f = () => two() + ONE;\n',
    ...            "b": "// only two\nexport const two = () => 2;\n"}
    >>> print(join({name: read(name, text) for name, text in sources.items()}, "a", "{f}();"))
    let a=()=>2;
    let b=()=>a()+1;
    b();
    """
    order = _order(modules, entry, without)
    kept = {word for name in order for word in modules[name].kept}
    short = short_names(kept)
    outside = {(name, word): next(short) for name in order for word in sorted(modules[name].outside)}
    outside |= {(name, word): number for name in order for word, number in modules[name].numbers.items()}
    outside |= {(name, word): "null" for name in without for word in modules[name].exports}
    scripts = [_script(name, modules[name], outside, kept) for name in order]
    return "\n".join([*scripts, start.format(**{word: outside[entry, word] for word in modules[entry].exports})])


def _script(name: str, module: Module, outside: Mapping[tuple[str, str], str], kept: set[str]) -> str:
    new = {word: outside[name, word] for word in (*module.outside, *module.numbers)}
    new |= {word: outside[source, word] for word, source in module.imports.items()}
    return written(module.parts, module.names, shortened(module.parts, module.names, new, kept))


def _order(modules: Mapping[str, Module], entry: str, without: Collection[str]) -> list[str]:
    """Return the modules needed by `entry` in order, each after those it imports, except some."""
    done: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"modules import each other in a circle: {' -> '.join((*above, name))}")
        if name not in modules:
            raise ValueError(f"{above[-1] if above else 'the entry'} needs {name}.js, which does not exist")
        if name not in done and name not in without:
            for source in dict.fromkeys(modules[name].imports.values()):
                visit(source, (*above, name))
            done.append(name)

    visit(entry, ())
    return done


@cache
def page_script(live: bool = False, without: frozenset[str] = frozenset()) -> str:
    """Return the script of a self-contained page: it starts the explorer in the output around it.

    Args:
        live: whether it has controls for a function's arguments.
        without: keys of `OPTIONAL` that no function of the page has, of `LANGUAGES` that none asks for, and modules.
    """
    modules = {**OPTIONAL, **LANGUAGES}
    left = [modules.get(key, key) for key in sorted(without)]
    script = _started("live-boot", "bootLive", left) if live else _started("boot", "boot", left)
    spoken = LANGUAGES.keys() - without
    return in_language(script, *spoken) if len(spoken) == 1 else script


@cache
def unpack_script() -> str:
    """Return the only script that an output contains unpacked: it unpacks the rest."""
    script = _started("unpack", "unpackAround")
    if re.search(r"</script|<!--", script, re.IGNORECASE):
        raise ValueError("the script would end the element it stands in")
    return script


@cache
def frame_script() -> str:
    """Return the script with which a page in a frame has the frame's height follow its own."""
    return _started("frame-height", "fitFrame")


def _started(entry: str, function: str, without: Collection[str] = ()) -> str:
    joined = join(_modules(), entry, f"{{{function}}}(document.currentScript);", without)
    return f'(() => {{\n"use strict";\n{joined}\n}})();\n'


@cache
def widget_module() -> str:
    """Return the same explorer as an ES module with anywidget's default export."""
    return join(_modules(), "widget", "export default {{ initialize: {initialize}, render: {display} }};\n")


@cache
def style(without: frozenset[str] = frozenset()) -> str:
    """Return the colours and the explorer's style sheets as one, without comments and unneeded space.

    Args:
        without: sheets to leave out.
    """
    folder = files("nbgraph.widgets") / "static"
    sheets = "\n".join((folder / f"{name}.css").read_text("utf-8") for name in _STYLES if name not in without)
    text = f".nbg {{\n{variables()}\n}}\n{sheets}"
    return _AROUND.sub(r"\1\2", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).replace(";}", "}").strip() + "\n"


@cache
def _modules() -> dict[str, Module]:
    folder = files("nbgraph.widgets") / "static"
    scripts = [file for file in folder.iterdir() if file.name.endswith(".js")]
    texts = {file.name.removesuffix(".js"): file.read_text("utf-8") for file in scripts}
    return {name: read(name, text) for name, text in texts.items()}
