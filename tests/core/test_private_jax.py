"""Everything of JAX's private side that nbgraph uses, by name, and what is lost with a JAX that has it no more."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core import _jax

SOURCE = Path(inspect.getfile(_jax))
PACKAGES = ("jax._src", "jax.extend", "jax.interpreters")

IMPORTED = {
    "jax._src.array.ArrayImpl": "values behind tracers are found, and results known as arrays, by this class",
    "jax._src.config.traceback_filtering": "errors of programs that are traced again and again get slow",
    "jax._src.core.ClosedJaxpr": "the programs inside of equations are not found",
    "jax._src.core.DebugInfo": "no block is traced",
    "jax._src.core.InconclusiveDimensionOperation": "sizes that are symbols end in JAX's error instead of nbgraph's",
    "jax._src.core.InternalMutableArrayEffect": "the graph does not say which write of a reference waits for which",
    "jax._src.core.Jaxpr": "the programs inside of equations are not found",
    "jax._src.core.JaxprEqn": "loops of floats are traced once more, for their derivatives",
    "jax._src.core.Literal": "constants in equations are taken for variables",
    "jax._src.core.Primitive": "loops of unknown length cannot refuse a gradient, and checks not be mapped",
    "jax._src.core.Ref": "references are taken for arrays",
    "jax._src.core.ShapedArray": "no block is traced",
    "jax._src.core.Var": "variables in equations are not known as such",
    "jax._src.core.axis_env_state": "nothing is converted under `jax.vmap` with an axis name",
    "jax._src.core.current_jaxpr_eqn_context": "equations are staged one by one, in four times the time",
    "jax._src.core.eval_trace": "nobody knows whether a graph is being made: nothing is converted",
    "jax._src.core.initial_result_paths": "no block is traced",
    "jax._src.core.set_current_trace": "no loop that reads a list of many traced numbers is staged",
    "jax._src.core.top_axis_env": "nothing is converted under `jax.vmap` with an axis name",
    "jax._src.core.trace_ctx": "no statement of a branch or a loop can be taken back",
    "jax._src.core.trace_ctx.trace": "no statement of a branch or a loop can be taken back",
    "jax._src.core.trace_state_strong_ref": "nobody knows whether a graph is being made: nothing is converted",
    "jax._src.custom_derivatives.custom_jvp_call_p": "loops of floats are traced once more, for their derivatives",
    "jax._src.debugging.DebugEffect": "a loop that prints has no derivative",
    "jax._src.debugging.OrderedDebugEffect": "a loop that prints has no derivative",
    "jax._src.dtypes.canonicalize_dtype": "NumPy's arrays are no constants of graphs",
    "jax._src.dtypes.canonicalize_value": "loops of floats are traced once more, for their derivatives",
    "jax._src.dtypes.canonicalize_value_handlers": "an array that changes in place keeps its old items in graphs",
    "jax._src.dtypes.check_valid_dtype": "NumPy's arrays of strings or objects get into graphs",
    "jax._src.effects.ordered_effects.contains": "the graph does not say which effect waits for which",
    "jax._src.interpreters.ad.JVPTrace": "functions that JAX differentiates inside of others have no steps",
    "jax._src.interpreters.ad.JVPTracer": "functions that JAX differentiates inside of others have no steps",
    "jax._src.interpreters.ad.LinearizeTrace": "functions that JAX differentiates inside of others have no steps",
    "jax._src.interpreters.ad.LinearizeTracer": "functions that JAX differentiates inside of others have no steps",
    "jax._src.interpreters.partial_eval.DynamicJaxprTracer": "equations are staged one by one, in four times the time",
    "jax._src.interpreters.partial_eval.const_fold_rules": "equations are staged one by one, in four times the time",
    "jax._src.interpreters.partial_eval.trace_to_jaxpr": "no block is traced",
    "jax._src.linear_util.WrappedFun": "`jax.pmap(f)` runs `f` as it is written",
    "jax._src.linear_util.wrap_init": "`jax.pmap(f)` runs `f` as it is written",
    "jax._src.literals.TypedNdArray": "NumPy's arrays are no constants of graphs",
    "jax._src.source_info_util.SourceInfo": "backward rules are shown at the call whose derivative they are",
    "jax._src.source_info_util.Transform": "the two passes of a derivative are one heap of operations",
    "jax._src.source_info_util._source_info_context": "backward rules are shown at the call whose derivative they are",
    "jax._src.source_info_util.current": "operations that are staged again lose their line",
    "jax._src.source_info_util.current_name_stack": "operations that are staged again lose their region",
    "jax._src.source_info_util.is_user_filename": "operations are shown at lines of libraries",
    "jax._src.source_info_util.raw_frame_to_frame": "operations have a line, and no column",
    "jax._src.source_info_util.register_exclusion": "operations are shown at lines of nbgraph",
    "jax._src.source_info_util.user_context": "operations that are staged again lose their line",
    "jax._src.source_info_util.user_frame": "operations that are staged again lose their line",
    "jax._src.state.types.AbstractRef": "references are taken for arrays",
    "jax._src.state.types.ReadEffect": "the graph does not say which read of a reference waits for which write",
    "jax._src.state.types.RefEffect": "the graph does not say which write of a reference waits for which",
    "jax._src.tree_util.FlatTree.flatten_args": "no block is traced",
    "jax._src.tree_util._registry.get": "objects of registered classes cannot be taken apart",
    "jax._src.tree_util.dispatch_registry.flatten": "no compiled function is called",
    "jax.interpreters.ad.deflinear2": "a loop of unknown length gives no gradient, and does not say why",
    "jax.interpreters.batching.primitive_batchers": "checks fail under `jax.vmap`",
    "jax.interpreters.mlir.lower_fun": "checks do not compile",
    "jax.interpreters.mlir.make_ir_context": "an interrupted first compilation ends all others",
    "jax.interpreters.mlir.register_lowering": "checks do not compile",
}


def is_private(name: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in PACKAGES)


def imported(tree: ast.AST) -> dict[str, str]:
    """What each name that a module imports of JAX's private side stands for."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and is_private(node.module or ""):
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            assert not any(is_private(alias.name) for alias in node.names), "as `from ... import ...`"
    return found


def used(tree: ast.AST) -> Iterator[str]:
    """The dotted names of what a module uses of it."""
    names = imported(tree)
    inner = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if node in inner and not isinstance(node, ast.Call):
            continue
        path, attributes = node, list[str]()
        while isinstance(path, ast.Attribute):
            attributes.insert(0, path.attr)
            path = path.value
        if isinstance(path, ast.Name) and path.id in names:
            yield ".".join([names[path.id], *attributes])


def found(name: str) -> Any:
    """The object of a dotted name: a module, and attributes in it."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        return functools.reduce(getattr, parts[end:], module)
    raise AttributeError(name)


def test_the_table_names_all_that_is_used() -> None:
    assert set(used(ast.parse(SOURCE.read_text()))) == IMPORTED.keys()


def test_nothing_is_imported_with_it_that_a_first_cell_would_wait_for() -> None:
    code = "import sys, nbgraph.core._jax; print([name for name in sys.modules if 'pallas' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", IMPORTED)
def test_this_jax_has_it(name: str) -> None:
    try:
        found(name)
    except AttributeError:
        pytest.fail(f"JAX {jax.__version__} has no `{name}`: {IMPORTED[name]}")


def _traced(look: Callable[[Any, Any], Any]) -> Any:
    """What is found of an argument and of a value that is computed of it, inside a trace."""
    seen: list[Any] = []

    def program(x: Any) -> Any:
        y = jnp.sin(x)
        seen.append(look(x, y))
        return y

    jax.make_jaxpr(program)(1.0)
    return seen[0]


def _dropped(_: Any, y: Any) -> bool:
    start = _jax.equations_so_far()
    assert start is not None
    jnp.cos(y)
    _jax.drop_equations(start)
    return _jax.equations_so_far() == start


def _pasted(x: Any, _: Any) -> Any:
    (equation,) = jax.make_jaxpr(jnp.cos)(x).jaxpr.eqns
    paste = _jax._pasting({equation.invars[0]: x}, None)
    return paste and paste(equation)


def _twin_is_asked() -> bool:
    asked: list[int] = []
    jitted = jax.jit(lambda x: x + 1)

    def answer(x: Any) -> tuple[Any, Any, bool]:
        asked.append(1)
        return (*_jax.first_run(jitted, (x,), {}), False)

    twin = _jax.asking(jitted, answer)
    return [int(twin(np.int32(1))) for _ in range(3)] == [2, 2, 2] and len(asked) == 1


def _ends() -> bool:
    jitted = jax.jit(lambda x: x + 1)
    ended = _jax.ending(lambda about, results: (about, *results))
    _, compiled = _jax.first_run(jitted, (np.int32(1),), {})
    return compiled is not None and ended(compiled, "told").out_pytree_def.unflatten([2]) == ("told", 2)


def _differentiated() -> list[Any]:
    seen: list[Any] = []

    def square(x: Any) -> Any:
        seen.append(_jax.value_behind(x))
        return x * x

    jax.grad(square)(3.0)
    return [None if each is None else float(each) for each in seen]


def _nested(current: Callable[[], Any], is_around: Callable[[Any], bool]) -> bool:
    """Whether a trace is known to be around another one."""
    found = []

    def outer(x: Any) -> Any:
        around = current()
        return jax.lax.cond(x > 0, lambda: (found.append(is_around(around)), x)[1], lambda: x)

    jax.make_jaxpr(outer)(1.0)
    return found == [True]


# Attributes of JAX's objects, which no import names: what they are for, and whether this JAX has them.
ON_OBJECTS: dict[str, tuple[str, Callable[[], Any]]] = {
    "trace.frame.tracing_eqns": (
        "no statement of a branch or a loop can be taken back",
        lambda: _traced(_dropped),
    ),
    "trace.emit_eqn, trace.to_jaxpr_tracer, trace.get_const, trace.requires_low": (
        "equations are staged one by one, in four times the time",
        lambda: _traced(_pasted) is not None,
    ),
    "trace.parent_trace": (
        "a row that is read after its table has changed is another one in the next iteration",
        lambda: _nested(_jax.current_trace, _jax.is_around),
    ),
    "tracer.val": ("variables lose their names", lambda: _traced(lambda _, y: _jax.variable_of(y)) is not None),
    "tracer.parent": (
        "a wrong index or division is not explained",
        lambda: _traced(lambda _, y: _jax.made_by(y))[0] == "sin",
    ),
    "tracer._trace.frame.invars": (
        "arguments are not known as such",
        lambda: _traced(lambda x, y: (_jax.is_parameter(x), _jax.is_parameter(y))) == (True, False),
    ),
    "tracer.primal": (
        "what is differentiated is not known by its value",
        lambda: _differentiated() == [3.0],
    ),
    "jitted.__getstate__, jitted._cache_miss": ("no compiled function is called", _twin_is_asked),
    "compiled._replace": ("no compiled function is called", _ends),
    "aval.manual_axis_type": (
        "loops fail under `jax.shard_map`",
        lambda: hasattr(jax.typeof(jnp.ones(2)), "manual_axis_type"),
    ),
}


@pytest.mark.parametrize("name", ON_OBJECTS)
def test_the_objects_of_this_jax_have_it(name: str) -> None:
    lost, has = ON_OBJECTS[name]
    assert has(), f"JAX {jax.__version__} has it no more: {lost}"
