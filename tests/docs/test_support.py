"""The support table: every piece of Python has one entry, and each entry is what happens."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import math
import types
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.normalise.expressions.calls import stays
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.support.rows import Support
from nbgraph.core.source.support.table import FUNCTIONS, row_of
from nbgraph.core.staging.builtins.builtin_functions import TABLE
from nbgraph.core.staging.builtins.calls import array_version
from tests.docs.support.entry import Entry
from tests.docs.support.page import called_name, page
from tests.docs.support.table import ENTRIES, all_entries
from tests.programs import oracle

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "supported-python.md"
HERE = [entry for entry in all_entries() if entry.here]

# What stands around a function's body, and classes of `ast` for older Pythons' trees.
OUTSIDE = {"Module", "Expression", "Interactive", "FunctionType", "TypeIgnore"}
OLD = {"AugLoad", "AugStore", "Bytes", "Ellipsis", "ExtSlice", "Index", "NameConstant", "Num", "Param", "Str", "Suite"}


def of(*outcomes: Support) -> Any:
    return pytest.mark.parametrize("entry", [pytest.param(v, id=v.names[0]) for v in HERE if v.support in outcomes])


def _is_builtin(value: Any) -> bool:
    """Whether a value is a function or type of the interpreter; `open` and `help` are from elsewhere."""
    return callable(value) and getattr(value, "__module__", "") == "builtins" and not value.__name__.startswith("_")


def syntax() -> set[str]:
    """The classes of `ast` that stand for something in a function's body."""
    found = {n: c for n, c in vars(ast).items() if isinstance(c, type) and issubclass(c, ast.AST)}
    found = {n: c for n, c in found.items() if n not in OLD and not n.startswith("_")}
    bases = {base.__name__ for cls in found.values() for base in cls.__mro__[1:]}
    return found.keys() - bases - OUTSIDE | {"comprehension", "arguments", "arg", "keyword", "alias"}


def define(entry: Entry) -> types.FunctionType:
    """The function that an entry's program defines last."""
    file = f"<entry, {entry.names[0]}>"
    linecache.cache[file] = (len(entry.code), None, entry.code.splitlines(True), file)
    names: dict[str, Any] = {"jax": jax, "jnp": jnp, "ng": ng, "__name__": "entries"}
    exec(compile(entry.code, file, "exec", dont_inherit=True), names)
    function = names[called_name(entry.code)]
    assert isinstance(function, types.FunctionType)
    return function


def argument_sets(entry: Entry) -> list[tuple[Any, ...]]:
    return [eval(f"({arguments},)", {"jnp": jnp}) for arguments in entry.arguments]


OF_A_SHELL = {"display", "get_ipython"}  # IPython puts them there, where a shell was made before


def test_every_class_of_syntax_has_an_entry() -> None:
    assert syntax() - ENTRIES.keys() == set()


def test_every_builtin_has_an_entry() -> None:
    names = {name for name in dir(builtins) if not name.startswith("_")} - OF_A_SHELL
    assert {name for name in names if row_of(name) is None} == set()


def test_every_name_in_math_has_an_entry() -> None:
    assert {f"math.{name}" for name in dir(math) if not name.startswith("_")} - ENTRIES.keys() == set()


def test_every_function_that_acts_in_the_graph_has_an_entry_or_its_module_has() -> None:
    acting = {name for name, row in FUNCTIONS.items() if row.support is Support.CONVERTED} - {*dir(builtins)}
    modules = {name for name, entry in ENTRIES.items() if entry.support is Support.CONVERTED}
    assert {name for name in acting if not {name, name.split(".")[0]} & modules} == set()


def test_no_entry_is_about_nothing() -> None:
    later = {name for entry in all_entries() if not entry.here for name in entry.names}
    plain = {name for name in ENTRIES if "." not in name} - later
    assert {n for n in plain - syntax() - set(dir(builtins)) if not _is_module(n)} == set()


def _is_module(name: str) -> bool:
    try:
        return isinstance(__import__(name), types.ModuleType)
    except ImportError:
        return False


@of(Support.CONVERTED, Support.PYTHON)
def test_an_example_gives_what_python_gives(entry: Entry) -> None:
    function = define(entry)
    compiled = ng.function(function)
    for arguments in argument_sets(entry):
        python, graph = oracle.in_python(function, arguments), oracle.observe(compiled, arguments)
        assert oracle.disagreement(python, graph) == "", arguments
    assert len(compiled.traces) == 1, "each set of arguments must run through the same graph"


@of(Support.CONVERTED, Support.PYTHON)
def test_the_arguments_of_an_example_reach_its_result(entry: Entry) -> None:
    """A result that is constant would prove nothing: the graph must compute it, or print, from its inputs."""
    program = ng.function(define(entry)).trace(*argument_sets(entry)[0]).jaxpr.jaxpr
    known = set(program.invars)
    for equation in program.eqns:
        if any(v in known for v in equation.invars if not hasattr(v, "val")):
            known |= set(equation.outvars)
    assert program.effects or any(v in known for v in program.outvars if not hasattr(v, "val"))


@of(Support.REFUSED)
def test_a_refused_example_is_refused_in_its_own_line(entry: Entry) -> None:
    function = define(entry)
    for arguments in argument_sets(entry):
        error = oracle.observe(ng.function(function), arguments).error
        assert oracle.fault(error, entry.error) == ""
        assert isinstance(error, ng.NbgraphError)
        assert error.span is not None
        assert error.span.file == f"<entry, {entry.names[0]}>"
        assert "^" in str(error)
        assert error.remedy


@of(Support.REFUSED)
def test_what_is_refused_works_with_known_values(entry: Entry) -> None:
    if entry.error == "asked-once":
        return  # refused in any graph
    function = define(entry)
    static = ng.function(function, static_argnames=tuple(inspect.signature(function).parameters))
    for arguments in argument_sets(entry):
        python, graph = oracle.in_python(function, arguments), oracle.observe(static, arguments)
        assert oracle.disagreement(python, graph) == ""


def test_refusals_have_their_section_and_a_remedy() -> None:
    errors = (ROOT / "docs" / "errors.md").read_text()
    for entry in all_entries():
        assert bool(entry.error) == bool(entry.remedy) == (entry.support is Support.REFUSED)
        assert not entry.error or f"\n## {entry.error}\n" in errors
        assert entry.arguments
        assert entry.sentence.endswith(".")
        assert not entry.differs or entry.differs.endswith(".")


@pytest.mark.parametrize("name", [n for n in dir(builtins) if _is_builtin(getattr(builtins, n))])
def test_calls_of_builtins_go_where_the_table_says(name: str) -> None:
    row = row_of(name)
    assert row is not None
    call = ast.parse(f"{name}(x)", mode="eval").body
    assert isinstance(call, ast.Call)
    left_alone = stays(call, Environment({name: getattr(builtins, name)}))
    asked = name == "next"  # Python's, but of an iterator that keeps its state in C it is refused
    assert left_alone == (row.support is Support.PYTHON and not asked)


def test_stand_ins_are_those_of_converted_builtins() -> None:
    stand_ins = {function.__name__ for function in TABLE if isinstance(function, type | types.BuiltinFunctionType)}
    assert {name for name in stand_ins if ENTRIES[name].support is not Support.CONVERTED} == set()


@pytest.mark.parametrize("name", [n for n in dir(math) if callable(getattr(math, n)) and not n.startswith("_")])
def test_functions_of_math_have_a_counterpart_where_the_table_says(name: str) -> None:
    converted = ENTRIES[f"math.{name}"].support is Support.CONVERTED
    assert (array_version(getattr(math, name)) is not None) == converted


def test_the_page_is_the_table() -> None:
    """Regenerate it with `python -m tests.docs.support.page docs/supported-python.md`."""
    assert PAGE.read_text() == page()
