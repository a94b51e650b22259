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
from nbgraph.core.normalise.calls import stays
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.support.rows import Support
from nbgraph.core.source.support.table import row_of
from nbgraph.core.staging.builtin_functions import TABLE
from nbgraph.core.staging.calls import array_version
from tests.docs.support.page import called_name, page
from tests.docs.support.table import VERDICTS, all_verdicts
from tests.docs.support.verdict import Verdict
from tests.programs import oracle

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "verdicts.md"
HERE = [verdict for verdict in all_verdicts() if verdict.here]

# What stands around a function's body, and classes of `ast` for older Pythons' trees.
OUTSIDE = {"Module", "Expression", "Interactive", "FunctionType", "TypeIgnore"}
OLD = {"AugLoad", "AugStore", "Bytes", "Ellipsis", "ExtSlice", "Index", "NameConstant", "Num", "Param", "Str", "Suite"}


def of(*outcomes: Support) -> Any:
    return pytest.mark.parametrize("verdict", [pytest.param(v, id=v.names[0]) for v in HERE if v.support in outcomes])


def _is_builtin(value: Any) -> bool:
    """Whether a value is a function or type of the interpreter; `open` and `help` are from elsewhere."""
    return callable(value) and getattr(value, "__module__", "") == "builtins" and not value.__name__.startswith("_")


def syntax() -> set[str]:
    """The classes of `ast` that stand for something in a function's body."""
    found = {n: c for n, c in vars(ast).items() if isinstance(c, type) and issubclass(c, ast.AST)}
    found = {n: c for n, c in found.items() if n not in OLD and not n.startswith("_")}
    bases = {base.__name__ for cls in found.values() for base in cls.__mro__[1:]}
    return found.keys() - bases - OUTSIDE | {"comprehension", "arguments", "arg", "keyword", "alias"}


def define(verdict: Verdict) -> types.FunctionType:
    """The function that a verdict's program defines last."""
    file = f"<verdict, {verdict.names[0]}>"
    linecache.cache[file] = (len(verdict.code), None, verdict.code.splitlines(True), file)
    names: dict[str, Any] = {"jax": jax, "jnp": jnp, "ng": ng, "__name__": "verdicts"}
    exec(compile(verdict.code, file, "exec", dont_inherit=True), names)
    function = names[called_name(verdict.code)]
    assert isinstance(function, types.FunctionType)
    return function


def argument_sets(verdict: Verdict) -> list[tuple[Any, ...]]:
    return [eval(f"({arguments},)", {"jnp": jnp}) for arguments in verdict.arguments]


OF_A_SHELL = {"display", "get_ipython"}  # IPython puts them there, where a shell was made before


def test_every_class_of_syntax_has_a_verdict() -> None:
    assert syntax() - VERDICTS.keys() == set()


def test_every_builtin_has_a_verdict() -> None:
    names = {name for name in dir(builtins) if not name.startswith("_")} - OF_A_SHELL
    assert {name for name in names if row_of(name) is None} == set()


def test_every_name_in_math_has_a_verdict() -> None:
    assert {f"math.{name}" for name in dir(math) if not name.startswith("_")} - VERDICTS.keys() == set()


def test_no_verdict_is_about_nothing() -> None:
    later = {name for verdict in all_verdicts() if not verdict.here for name in verdict.names}
    plain = {name for name in VERDICTS if "." not in name} - later
    assert {n for n in plain - syntax() - set(dir(builtins)) if not _is_module(n)} == set()


def _is_module(name: str) -> bool:
    try:
        return isinstance(__import__(name), types.ModuleType)
    except ImportError:
        return False


@of(Support.CONVERTED, Support.PYTHON)
def test_an_example_gives_what_python_gives(verdict: Verdict) -> None:
    function = define(verdict)
    compiled = ng.function(function)
    for arguments in argument_sets(verdict):
        python, graph = oracle.in_python(function, arguments), oracle.observe(compiled, arguments)
        assert oracle.disagreement(python, graph) == "", arguments
    assert len(compiled.traces) == 1, "each set of arguments must run through the same graph"


@of(Support.CONVERTED, Support.PYTHON)
def test_the_arguments_of_an_example_reach_its_result(verdict: Verdict) -> None:
    """A result that is constant would prove nothing: the graph must compute it, or print, from its inputs."""
    program = ng.function(define(verdict)).trace(*argument_sets(verdict)[0]).jaxpr.jaxpr
    known = set(program.invars)
    for equation in program.eqns:
        if any(v in known for v in equation.invars if not hasattr(v, "val")):
            known |= set(equation.outvars)
    assert program.effects or any(v in known for v in program.outvars if not hasattr(v, "val"))


@of(Support.REFUSED)
def test_a_refused_example_is_refused_in_its_own_line(verdict: Verdict) -> None:
    function = define(verdict)
    for arguments in argument_sets(verdict):
        error = oracle.observe(ng.function(function), arguments).error
        assert oracle.fault(error, verdict.error) == ""
        assert isinstance(error, ng.NbgraphError)
        assert error.span is not None
        assert error.span.file == f"<verdict, {verdict.names[0]}>"
        assert "^" in str(error)
        assert error.remedy


@of(Support.REFUSED)
def test_what_is_refused_works_with_known_values(verdict: Verdict) -> None:
    if verdict.error == "asked-once":
        return  # refused in any graph
    function = define(verdict)
    static = ng.function(function, static_argnames=tuple(inspect.signature(function).parameters))
    for arguments in argument_sets(verdict):
        python, graph = oracle.in_python(function, arguments), oracle.observe(static, arguments)
        assert oracle.disagreement(python, graph) == ""


def test_refusals_have_their_section_and_a_remedy() -> None:
    errors = (ROOT / "docs" / "errors.md").read_text()
    for verdict in all_verdicts():
        assert bool(verdict.error) == bool(verdict.remedy) == (verdict.support is Support.REFUSED)
        assert not verdict.error or f"\n## {verdict.error}\n" in errors
        assert verdict.arguments
        assert verdict.sentence.endswith(".")


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
    stand_ins = {function.__name__ for function in TABLE if function.__module__ == "builtins"}
    assert {name for name in stand_ins if VERDICTS[name].support is not Support.CONVERTED} == set()


@pytest.mark.parametrize("name", [n for n in dir(math) if callable(getattr(math, n)) and not n.startswith("_")])
def test_functions_of_math_have_a_counterpart_where_the_table_says(name: str) -> None:
    converted = VERDICTS[f"math.{name}"].support is Support.CONVERTED
    assert (array_version(getattr(math, name)) is not None) == converted


def test_the_page_is_the_table() -> None:
    """Write it anew with `python -m tests.docs.support.page docs/verdicts.md`."""
    assert PAGE.read_text() == page()
