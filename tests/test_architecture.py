"""The house rules, read from the source text: imports run one way, and the edges stay at the edge."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import nbgraph

ROOT = Path(__file__).parents[1]

# Each may import those before it. `_jax` stands after `source` because it turns JAX's frames into spans of the source.
LAYERS = ("core", "widgets", "magics", "commands")
CORE_ORDER = (
    "records",
    "spans",
    "errors",
    "units",
    "one_line",
    "paths",
    "collecting",
    "as_loaded",
    "depth",
    "swallowed",
    "messages",
    "keys",
    "value_text",
    "source",
    "analysis",
    "normalise",
    "functionalise",
    "codegen",
    "pipeline",
    "_jax",
    "decisions",
    "staging",
    "executor",
    "api",
    "graph",
    "printing",
    "timing",
    "checked",
    "recording",
    "history",
    "lint",
    "drawing",
    "forms",
    "diff",
    "report",
    "examine",
    "inspect",
    "sweep",
    "exercise",
    "worker",
)
# The one arrow against the order: `Graph.to_dot()` and its sisters import their renderer when called.
RENDERED_BY = {"nbgraph.core.graph.model": "drawing"}
COMPILER_HALF = {
    "as_loaded",
    "depth",
    "records",
    "spans",
    "errors",
    "one_line",
    "source",
    "analysis",
    "normalise",
    "functionalise",
    "codegen",
    "pipeline",
}
# Packages whose modules are in folders, which import one another one way: others import from it, or from its folders.
FACADES = {"normalise": "package", "printing": "package", "staging": "folders"}
# Of the other rooms the modules that others import: a list that gets shorter.
PUBLIC = {
    "core.analysis": "liveness managers names",
    "core.checked": "by_jax call explain findings gradient interpreter quick values",
    "core.codegen": "emit load source_map",
    "core.diff": "graphs sentences",
    "core.drawing": "files palette style text tile_layout",
    "core.examine": "call failures kept parts reporting",
    "core.executor": "advice as_typed convert function known_parts list_arguments located object_results pickling"
    " results traces used_trace",
    "core.exercise": "check",
    "core.forms": "explanations gather lines",
    "core.functionalise": "blocks scope sites",
    "core.graph": "borders builder calls chains cost labels locations loops model order simplify sketch source_names"
    " special tiles trace",
    "core.history": "model record",
    "core.lint": "finding lint",
    "core.recording": "calls model python_run summary tree",
    "core.source": "environment function installed ownership support.libraries support.rows support.table syntax text",
    "core.timing": "arguments cap changes compare contained findings leaves model parts race reference run sample shown"
    " sizes sweep sweeping together verdict",
    "core.worker": "calls interrupts jobs keeper making prints process reports settings thread",
    "commands": "",
    "magics": "abstract",
    "widgets": "bundle guess hosts live payload payload.private rerun save show shown text",
}
VOCABULARY = "nbgraph.core.staging.vocabulary"  # what generated code calls
MANY = 25  # modules in a folder
HOSTS = {"IPython", "ipykernel", "ipywidgets", "anywidget", "traitlets", "jupyter_client", "comm"}
PRIVATE_JAX = ("jax._src", "jax.extend", "jax.interpreters", "jaxlib")
TEXT_SUFFIXES = {".py", ".md", ".toml", ".txt", ".js", ".css", ".json", ".ipynb", ".sh", ".html", ".cfg", ".yml", ""}
NOT_OURS = {".git", ".venv", "node_modules", "__pycache__", ".mypy_cache", ".ruff_cache", ".artifacts"}


@cache
def modules() -> dict[str, Path]:
    """Dotted name and file of every module of the package."""
    found = {}
    for path in sorted((ROOT / "nbgraph").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Every node below, at any depth, except what only a type checker sees."""
    for child in ast.iter_child_nodes(node):
        if is_type_checking(child):
            continue
        yield child
        yield from walk(child)


def imports_of(name: str, path: Path) -> set[str]:
    """Dotted names of everything a module imports, in functions too; `from package import module` names the module."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                found.add(full if full in modules() or base == "jax" else base)
    return found


@cache
def imports() -> dict[str, frozenset[str]]:
    return {name: frozenset(imports_of(name, path)) for name, path in modules().items()}


def own_imports(name: str) -> set[str]:
    """Our own modules that a module imports, without the renderers it may call."""
    own = {target for target in imports()[name] if top(target) == "nbgraph"}
    return {target for target in own if core_room(target) != RENDERED_BY.get(name, "none")}


def top(name: str) -> str:
    return name.split(".")[0]


def layer(name: str) -> str:
    """`core`, `widgets`, `magics`, `commands`; empty for the package itself."""
    return (*name.split("."), "")[1]


def core_room(name: str) -> str:
    """The folder or file of core that a module belongs to; empty outside core."""
    parts = name.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "core" else ""


def reachable(start: str) -> set[str]:
    """The module and all of ours that it imports, at any depth."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in seen and name in imports():
            seen.add(name)
            waiting += own_imports(name)
    return seen


def within(target: str, packages: tuple[str, ...]) -> bool:
    return any(target == package or target.startswith(package + ".") for package in packages)


def test_every_room_of_core_has_its_place_in_the_order() -> None:
    rooms = {core_room(name) for name in modules()} - {""}
    assert rooms <= set(CORE_ORDER)
    folders = {room for room in rooms if (ROOT / "nbgraph/core" / room).is_dir()}
    assert folders == {*FACADES, *(room.removeprefix("core.") for room in PUBLIC if room.startswith("core."))}


def test_layers_import_downwards_only() -> None:
    wrong = [
        f"{name} -> {target}"
        for name in modules()
        if layer(name) in LAYERS
        for target in own_imports(name)
        if layer(target) not in LAYERS[: LAYERS.index(layer(name)) + 1]
    ]
    assert wrong == []


def test_rooms_of_core_import_earlier_rooms_only() -> None:
    wrong = [
        f"{name} -> {target}"
        for name in modules()
        if core_room(name)
        for target in own_imports(name)
        if core_room(target) not in CORE_ORDER[: CORE_ORDER.index(core_room(name)) + 1]
    ]
    assert wrong == []


def folder(name: str) -> str:
    """The dotted name of the folder that a module is in."""
    return name if modules()[name].name == "__init__.py" else name.rpartition(".")[0]


@pytest.mark.parametrize("room", FACADES)
def test_a_package_is_imported_by_its_front_door(room: str) -> None:
    package = f"nbgraph.core.{room}"
    wrong = [
        f"{name} -> {target}"
        for name in modules()
        if not within(name, (package,))
        for target in imports()[name] - {VOCABULARY}
        if target.startswith(package + ".") and not (FACADES[room] == "folders" and folder(target) == target)
    ]
    assert wrong == []


@pytest.mark.parametrize("room", PUBLIC)
def test_a_room_is_imported_by_its_public_modules(room: str) -> None:
    package = f"nbgraph.{room}"
    found = {target for name in modules() if not within(name, (package,)) for target in imports()[name]}
    late = {f"nbgraph.{path}" for path in nbgraph._PUBLIC.values()}  # imported when somebody asks for the name
    inside = {target.removeprefix(package + ".") for target in found | late if target.startswith(package + ".")}
    assert inside == set(PUBLIC[room].split())


@pytest.mark.parametrize("room", FACADES)
def test_folders_of_a_package_import_one_way(room: str) -> None:
    inside = [name for name in modules() if name.startswith(f"nbgraph.core.{room}.")]
    graph: dict[str, set[str]] = {folder(name): set() for name in inside}
    for name in inside:
        graph[folder(name)] |= {folder(target) for target in own_imports(name) & set(inside)} - {folder(name)}
    tuple(TopologicalSorter(graph).static_order())


def test_a_folder_is_seen_at_a_glance() -> None:
    files = Counter(path.parent for path in modules().values() if path.name != "__init__.py")
    rooms = {path: count for path, count in files.items() if path != ROOT / "nbgraph/core"}  # one for each room
    assert {str(path.relative_to(ROOT)): count for path, count in rooms.items() if count > MANY} == {}


def test_renderers_are_imported_late() -> None:
    for name, room in RENDERED_BY.items():
        body = ast.parse(modules()[name].read_text()).body
        lines = [ast.unparse(node) for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert [line for line in lines if f"nbgraph.core.{room}" in line] == []


def test_no_import_cycles() -> None:
    graph = {name: own_imports(name) - {name} for name in modules()}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail("import cycle: " + " -> ".join(error.args[1]))


BY_NAME = {
    "commands.main",
    "core.api",
    "core.exercise.check",
    "core.worker.child",
    "core.worker.replaced",
}
"""Modules that are started as programs, or imported by a name in a string."""


def test_every_module_is_imported() -> None:
    used = {each for found in imports().values() for each in found} | {f"nbgraph.{name}" for name in BY_NAME}
    alone = [name for name, path in modules().items() if name not in used and path.name != "__init__.py"]
    assert alone == [], "imported by nothing: was it folded into another module?"


def test_core_knows_no_host() -> None:
    wrong = [
        f"{name} imports {target}"
        for name in modules()
        if layer(name) == "core"
        for target in imports()[name]
        if top(target) in HOSTS
    ]
    assert wrong == []


def test_compiler_half_reaches_no_jax() -> None:
    wrong = [
        f"{name} reaches {reached}, which imports {target}"
        for name in modules()
        if core_room(name) in COMPILER_HALF
        for reached in reachable(name)
        for target in imports()[reached]
        if top(target) in {"jax", "jaxlib"}
    ]
    assert wrong == []


def test_one_file_touches_private_jax() -> None:
    wrong = [
        name
        for name, path in modules().items()
        if name != "nbgraph.core._jax"
        and (
            any(within(target, PRIVATE_JAX) for target in imports()[name])
            or any(
                isinstance(node, ast.Attribute) and within(ast.unparse(node), PRIVATE_JAX)
                for node in ast.walk(ast.parse(path.read_text()))
            )
        )
    ]
    assert wrong == []


def test_browser_tests_stand_where_they_are_looked_for() -> None:
    """`./test` reads these two folders for them: to read all of them takes as long as many of the tests."""
    mark = "mark." + "browser"
    marked = [file.relative_to(ROOT) for file in (ROOT / "tests").rglob("*.py") if mark in file.read_text("utf-8")]
    assert {file.parts[:2] for file in marked} == {("tests", "e2e"), ("tests", "widgets")}


def test_nothing_refers_to_a_folder_beside_the_project() -> None:
    forbidden = "/".join(("..", "shared"))
    files = [
        path
        for path in ROOT.rglob("*")
        if not NOT_OURS & set(path.relative_to(ROOT).parts) and path.suffix in TEXT_SUFFIXES and path.is_file()
    ]
    assert Path(__file__) in files
    assert [str(path) for path in files if forbidden in path.read_text(errors="replace")] == []


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import nbgraph", id="import"),
        pytest.param(
            "from IPython.core.interactiveshell import InteractiveShell\n"
            "InteractiveShell.instance().run_line_magic('load_ext', 'nbgraph')",
            id="load_ext",
        ),
    ],
)
def test_jax_is_imported_on_first_use_only(code: str, tmp_path: Path) -> None:
    heavy = "{'jax', 'jaxlib', 'ipywidgets', 'anywidget'} & set(sys.modules)"
    program = f"import sys\nbefore = {heavy}\n{code}\nprint(sorted({heavy} - before))"
    command = [sys.executable, "-c", program]
    environment = {"IPYTHONDIR": str(tmp_path), "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_a_page_is_shown_without_what_makes_its_data() -> None:
    program = "import sys, nbgraph.widgets.shown\nprint({'jax', 'numpy', 'nbgraph.core.report'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout.strip() == "set()", done.stderr
