"""The only file that uses non-public parts of JAX: each such name is looked up here, once."""

from __future__ import annotations

import contextlib
import functools
import inspect
import logging
import os
import sys
import types
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from itertools import compress
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax._src import core as _core
from jax._src import dtypes as _dtypes
from jax._src import linear_util as _linear_util
from jax._src import literals as _literals
from jax._src import source_info_util as _source_info
from jax._src.array import ArrayImpl
from jax._src.custom_derivatives import custom_jvp_call_p as _custom_jvp_call_p
from jax._src.debugging import DebugEffect as _DebugEffect
from jax._src.debugging import OrderedDebugEffect as _OrderedDebugEffect
from jax._src.effects import ordered_effects as _ordered_effects
from jax._src.interpreters import ad as _ad
from jax._src.interpreters import partial_eval as _partial_eval
from jax._src.state.types import AbstractRef as _AbstractRef
from jax._src.state.types import ReadEffect as _ReadEffect
from jax._src.state.types import RefEffect as _RefEffect
from jax._src.tree_util import FlatTree as _FlatTree
from jax._src.tree_util import _registry
from jax._src.tree_util import dispatch_registry as _dispatch_registry
from jax.experimental.xla_metadata import set_xla_metadata
from jax.interpreters import ad, batching, mlir

from nbgraph.core.records import dataclass
from nbgraph.core.source.installed import is_library_file
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Tracer = jax.core.Tracer
DynamicJaxprTracer = _partial_eval.DynamicJaxprTracer  # of a function that becomes a jaxpr
JITTED: type = type(jax.jit(len))  # of what `jax.jit` returns


@functools.cache
def prepare_lowering() -> None:
    """Let JAX register its MLIR dialects now: an interrupt during that would break all later compilation."""
    mlir.make_ir_context()


def _one_way() -> Any:
    """Return an identity primitive with only a forward derivative; its transpose raises what `refuse` makes."""
    made = _core.Primitive("one_way")
    made.def_impl(lambda x, *, refuse: x)
    made.def_abstract_eval(lambda x, *, refuse: x)

    def back(_: Any, x: Any, *, refuse: Callable[[], BaseException]) -> Any:
        raise refuse()

    ad.deflinear2(made, back)
    batching.primitive_batchers[made] = lambda values, axes, **about: (made.bind(*values, **about), axes[0])
    mlir.register_lowering(made, lambda _, x, **about: [x])
    return made


def _own_turn() -> Any:
    """Return a primitive that is True, a constant for XLA; under `vmap` it is its operand for each batch element."""
    made = _core.Primitive("own_turn")
    made.def_impl(jnp.ones_like)
    made.def_abstract_eval(lambda taken: taken)
    batching.primitive_batchers[made] = lambda values, axes: (values[0], axes[0])
    mlir.register_lowering(made, mlir.lower_fun(jnp.ones_like, multiple_results=False))
    return made


def number_beside() -> tuple[str, Any] | None:
    """Return the operator, and the traced Python number that it joins with the object whose array is requested.

    For use in `__jax_array__`. Only Python's numbers are of a weak type; an array of JAX's takes no lists either.

    Returns:
        None where something else asks for the array.
    """
    frame = sys._getframe(2)
    name, number = frame.f_code.co_name, frame.f_locals.get("self")
    if not name.startswith("_operator_") or not isinstance(number, Tracer) or number.shape != ():
        return None
    return (name.removeprefix("_operator_"), number) if getattr(number.aval, "weak_type", False) else None


one_way = _one_way()
own_turn = _own_turn()
SYMBOLIC: type[Exception] = _core.InconclusiveDimensionOperation  # raised when a symbolic size is compared
TRACES = _core.trace_ctx  # its `trace` is what JAX traces into at this moment, and `EAGER` where that is nothing
EAGER = _core.eval_trace
_TRACE, _AXES = _core.trace_state_strong_ref, _core.axis_env_state  # five times as fast as JAX's own functions
Reference: type[Any] = _core.Ref  # the class of what `jax.new_ref` returns
SILENT = frozenset(("debug_callback", "debug_print", "inspect_sharding"))  # they print and have no result
REFERENCES = frozenset(("new_ref", "get", "swap"))  # the operations that make, read and write one
Array: Any = ArrayImpl  # the class of a compiled program's results
BY_POSITION = "_by_position"  # appended to the name of a parameter that takes no keyword
LIST_SCOPE = "nbgraph_list"  # the scope that marks equations which read or store items in the buffers of a list
CHUNK_SCOPE = "nbgraph_chunk_"  # prefix of the scope that marks the chunks of a differentiated loop
CHECK_SCOPE = "nbgraph_check"  # the scope that marks what run-time checks compute: whether one has failed, and which
POSITION_SCOPE = "nbgraph_position"  # the scope that marks how an index from a list's end is counted from its start
ROUND_SCOPE = "nbgraph_round_"  # prefix of the scope of an iteration that Python runs while it traces
_AGAIN = "rematted_computation"  # JAX's scope around what `jax.checkpoint` computes again
RULE_SCOPE = "nbgraph_rule_"  # prefix of the scope that names a derivative's rule and its function
FUNCTION_SCOPE = "nbgraph_function_"  # prefix of the scope that names the function that a library transforms
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_ABOUT_BLOCKS = _core.DebugInfo("jit", "a block", None, _core.initial_result_paths)
_NUMPY = os.path.dirname(np.__file__) + os.sep  # NumPy is called by JAX, too


def tell_compile_times(tell: Callable[[str, str, float], None]) -> None:
    """Call `tell(name, stage, seconds)` whenever a function was lowered or compiled; stage is "lower" or "compile".

    Registering listeners is public; what the events are called is not promised.
    """

    def listen(event: str, duration_secs: float, **about: str | int) -> None:
        stage = _STAGES.get(event)
        if stage is not None:
            tell(str(about.get("fun_name")).removeprefix("jit(").removesuffix(")"), stage, duration_secs)

    jax.monitoring.register_event_duration_secs_listener(listen)


_STAGES = {
    "/jax/core/compile/jaxpr_to_mlir_module_duration": "lower",
    "/jax/core/compile/backend_compile_duration": "compile",
}


Position = tuple[int | None, int | None, int | None, int | None]
Positions = dict[int, tuple[Any, Sequence[Position]]]
"""Of code objects by identity: themselves, so that they live as long, and the position of each instruction."""


def equation_spans(
    equation: Any,
    # the text of a file; give a caching one to read many equations, the default looks each time
    text_of: Callable[[str], SourceText | None] = SourceText.of_file,
    # filled; give one dict for many equations. JAX looks for each position from the start of its function, which
    # takes long for the last equation of a long one.
    known: Positions | None = None,
) -> tuple[Span, ...]:
    """Return the user's spans of a jaxpr equation, innermost call first; () when JAX recorded none."""
    traceback = equation.source_info.traceback
    codes, offsets = traceback.raw_frames() if traceback else ((), ())
    spans = []
    for code, offset in zip(codes, offsets, strict=True):
        if not _source_info.is_user_filename(code.co_filename) or code.co_filename.startswith(_NUMPY):
            continue
        place = None if known is None else _position(code, offset, known)
        if place is None:
            frame = _source_info.raw_frame_to_frame(code, offset)
            place = (frame.start_line, frame.start_column, frame.end_line, frame.end_column)
        text = text_of(code.co_filename) or SourceText(code.co_filename, ())
        spans.append(text.span(*place))
    return tuple(spans)


def _position(code: Any, offset: int, known: Positions) -> tuple[int, int, int, int] | None:
    """Return line, column, end line and end column of an instruction; None when the code does not have them all."""
    if id(code) not in known:
        known[id(code)] = (code, tuple(code.co_positions()))
    places = known[id(code)][1]
    if not 0 <= offset // 2 < len(places):
        return None
    line, end_line, column, end_column = places[offset // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return line, column, end_line, end_column


def literal_value(atom: Any) -> tuple[bool, Any]:
    """Return whether an operand of an equation is a literal, and its value if so."""
    return (True, atom.val) if isinstance(atom, _core.Literal) else (False, None)


def literal(value: Any, dtype: Any = bool) -> Any:
    kind = np.dtype(dtype)
    return _core.Literal(kind.type(value), _core.ShapedArray((), kind))


def is_variable(atom: Any) -> bool:
    return isinstance(atom, _core.Var)


def operation_key(equation: Any) -> tuple[str, Any]:
    """Return a key of what an equation does with its operands, to compare with others of the same trace."""
    called = equation.params.get("jaxpr")
    return equation.primitive.name, repr(equation.params) if called is None else id(called)


def type_text(atom: Any) -> str:
    """Return the type of a value as JAX prints it: `f32[3]`.

    >>> type_text(jax.make_jaxpr(lambda x: x)(1.0).jaxpr.invars[0])
    'f32[]'
    """
    return str(atom.aval.str_short(short_dtypes=True))


def argument_names(jaxpr: Any) -> tuple[str, ...]:
    """Return the argument names of the function a jaxpr was traced from; "" for each if JAX does not know them."""
    names = getattr(getattr(jaxpr, "debug_info", None), "arg_names", None) or ()
    count = len(jaxpr.invars)
    return tuple((name or "").replace(BY_POSITION, "") for name in names) if len(names) == count else ("",) * count


def body_of(equation: Any) -> tuple[Any, Sequence[Any], int]:
    """Return the program of a loop's iteration, its constants, and how many of its parameters are loop constants."""
    params = equation.params
    if equation.primitive.name == "while":
        return *opened(params["body_jaxpr"]), params["body_nconsts"]
    return *opened(params["jaxpr"]), params["num_consts"]


def loop_parameters(equation: Any) -> tuple[tuple[str, ...], int, Definition | None]:
    """Return the names that the body of a loop has for what it is given by an iteration, and where the body is defined.

    They are `i` and `s` of `jax.lax.fori_loop(0, n, lambda i, s: s + i, 0)`, those of the carry first; the number says
    how many those are. Each is "" where the body's function is not the user's.
    """
    jaxpr, _, constants = body_of(equation)
    known, count = jaxpr.debug_info, len(jaxpr.invars) - constants
    carried = equation.params.get("num_carry", count)  # a `while` carries all
    if library_made(jaxpr):
        return ("",) * count, carried, None
    where = Definition(known.func_name or "", known.func_filename or "", known.func_lineno or 0)
    return argument_names(jaxpr)[-count:] if count else (), carried, where


class Definition(NamedTuple):
    """Where a function is defined."""

    name: str
    file: str
    line: int  # of its first decorator, or of the definition


_PROGRAMS = (_core.Jaxpr, _core.ClosedJaxpr)
_PRINTS = (_DebugEffect, _OrderedDebugEffect)


def bodies(equation: Any) -> tuple[tuple[Any, Sequence[Any]], ...]:
    """Return the jaxprs in an equation's parameters, each with its constants where they are known."""
    every = (value if isinstance(value, tuple) else (value,) for value in equation.params.values())
    return tuple(opened(value) for values in every for value in values if isinstance(value, _PROGRAMS))


def every_equation(equations: Iterable[Any]) -> Iterator[Any]:
    """Yield equations, each followed by those of the programs in it."""
    for equation in equations:
        yield equation
        for body, _ in bodies(equation):
            yield from every_equation(body.eqns)


def without_prints(jaxpr: Any) -> Any:
    """Return a jaxpr without its callbacks for prints, at any depth; itself where it has none."""
    if not any(isinstance(effect, _PRINTS) for effect in jaxpr.effects):
        return jaxpr
    kept = [_silent(equation) for equation in jaxpr.eqns if equation.primitive.name not in SILENT]
    effects = frozenset().union(*(equation.effects for equation in kept))
    return jaxpr.replace(eqns=kept, effects=effects)


def _silent(equation: Any) -> Any:
    if not any(isinstance(effect, _PRINTS) for effect in equation.effects):
        return equation

    def each(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(each, value))
        if isinstance(value, _core.ClosedJaxpr):
            return value.replace(jaxpr=without_prints(value.jaxpr))
        return without_prints(value) if isinstance(value, _core.Jaxpr) else value

    params = {name: each(value) for name, value in equation.params.items()}
    effects = {effect for effect in equation.effects if not isinstance(effect, _PRINTS)}
    return equation.replace(params=params, effects=effects)


def opened(jaxpr: Any) -> tuple[Any, Sequence[Any]]:
    """Return a jaxpr and its constants, for a closed or an open one."""
    return (jaxpr.jaxpr, jaxpr.consts) if hasattr(jaxpr, "consts") else (jaxpr, ())


def library_made(jaxpr: Any) -> bool:
    """Return whether the function a jaxpr was traced from belongs to a library rather than to the user."""
    file = getattr(getattr(jaxpr, "debug_info", None), "func_filename", None)
    return file is not None and (is_library_file(file) or not _source_info.is_user_filename(file))


def function_name(jaxpr: Any) -> str:
    """Return the name of the function a jaxpr was traced from; "" if JAX does not know it."""
    name = getattr(getattr(jaxpr, "debug_info", None), "func_name", None)
    return name if isinstance(name, str) and name.isidentifier() else ""


def function_inside(jaxpr: Any) -> str:
    """Return the name of the user's function inside a library's, as in that of `jax.pmap`; "" for none."""
    scopes = (name for equation in jaxpr.eqns for name in _names(equation) if name.startswith(FUNCTION_SCOPE))
    return next(scopes, "").removeprefix(FUNCTION_SCOPE)


class Frame(NamedTuple):
    """A context of an equation that its jaxpr does not show: a scope of the user's, or a transformation."""

    # "scope"; of a derivative "forward" or "backward", and "again" where its backward pass computes what the forward
    # pass has; "rule" of one, "bwd" where it is computed as it is written; else JAX's name of the transformation, as
    # "vmap"
    kind: str
    name: str  # of the scope, or of the user's function that is transformed; "" where JAX does not know it


def frames_of(equation: Any, *, iterations: bool = False) -> tuple[Frame, ...]:
    """Return the contexts an equation was traced in, outermost first, as far as its own jaxpr knows them.

    With `iterations` also those of loops that Python ran: a frame of kind "iteration" has the name `line_number`.
    """
    found: list[Frame] = []
    inside: list[tuple[int, Frame]] = []  # iterations, and how many frames are around each
    for element in _once(equation.source_info.name_stack.stack):
        last = found[-1] if found else Frame("scope", "")
        if isinstance(element, _source_info.Transform):
            if (element.name, last.kind) == ("jvp", "transpose"):
                found[-1] = Frame("backward", "")
            else:
                found.append(Frame("forward" if element.name == "jvp" else element.name, ""))
        elif element.name.startswith(FUNCTION_SCOPE):
            if last.kind != "scope" and not last.name:
                found[-1] = last._replace(name=element.name.removeprefix(FUNCTION_SCOPE))
        elif element.name.startswith(RULE_SCOPE):
            part, _, rule = element.name.removeprefix(RULE_SCOPE).partition(" ")
            if last.kind != "scope" and not last.name:
                found[-1] = last._replace(name=rule.rpartition(" ")[2])
            found.append(Frame("bwd" if part == "bwd" else "rule", rule))
        elif element.name.startswith(ROUND_SCOPE):
            inside.append((len(found), Frame("iteration", element.name.removeprefix(ROUND_SCOPE))))
        elif element.name == _AGAIN:
            found.append(Frame("again", "computed again"))
        elif element.name not in (LIST_SCOPE, CHECK_SCOPE, POSITION_SCOPE) and not element.name.startswith(CHUNK_SCOPE):
            found.append(Frame("scope", element.name))
    for position, frame in reversed(inside if iterations else []):
        found.insert(position, frame)
    if not any(name.startswith(CHUNK_SCOPE) for name in _names(equation)):
        return tuple(found)
    return tuple(frame for frame in found if frame != Frame("forward", ""))  # a loop's own, taken in chunks


def _once(stack: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a name stack without what JAX repeats after "transpose": the contexts of a call, and of the derivative."""
    transpose, jvp = map(_source_info.Transform, ("transpose", "jvp"))
    if transpose not in stack:
        return stack
    at = stack.index(transpose)
    around, own = stack[:at], stack[at + 1 :]
    named = next((n for n, each in enumerate(own, 1) if not isinstance(each, _source_info.Transform)), len(own))
    least = max(named // 2, 1) if any(each.name.startswith(RULE_SCOPE) for each in own[named - 1 : named]) else named
    own = own[next((n for n in range(least, len(own) // 2 + 1) if own[:n] == own[n : 2 * n]), 0) :]
    if own[: len(around) + 1] == (*around, jvp):
        own = own[len(around) :]
    return (*around, transpose, *_once(own))


def iteration_marks_of(equation: Any) -> tuple[str, ...]:
    """Return the iterations in which an equation was made, outermost first, of loops that Python ran."""
    return tuple(name for name in _names(equation) if name.startswith(ROUND_SCOPE))


def in_list(equation: Any) -> bool:
    """Return whether an equation reads or stores an item in a list's buffers, which all aliases of the list share."""
    return LIST_SCOPE in _names(equation)


def in_check(equation: Any) -> bool:
    """Return whether an equation belongs to a run-time check: it keeps the first one that fails, or reads it."""
    return CHECK_SCOPE in _names(equation)


def chunk_level(equation: Any) -> int | None:
    """Return the level of chunks that an equation of a differentiated loop is for, 0 for iterations; None for others.

    Its scans, its tests and the guards of iterations after the end are marked; the user's body is not.
    """
    levels = [name.removeprefix(CHUNK_SCOPE) for name in _names(equation) if name.startswith(CHUNK_SCOPE)]
    return int(levels[-1]) if levels else None


def like(variable: Any) -> Any:
    """Return another variable of the same type."""
    return type(variable)(variable.aval)


def effects_of(equation: Any) -> tuple[tuple[int | str | None, bool], ...]:
    """Return an equation's effects: on what each acts, and whether it does more than read it.

    A reference is given by its position among the operands; what Python sees in order by the class of the effect, since
    JAX keeps the order of each class by itself; what Python sees at any time by None.
    """
    found: list[tuple[int | str | None, bool]] = []
    for effect in equation.effects:
        if isinstance(effect, _RefEffect):
            at = [place for place, operand in enumerate(equation.invars) if operand is effect.input]
            found += [(place, not isinstance(effect, _ReadEffect)) for place in at]
        elif not isinstance(effect, _core.InternalMutableArrayEffect):
            found.append((type(effect).__name__ if _ordered_effects.contains(effect) else None, True))
    return tuple(found)


def batch_axes(equation: Any) -> int:
    """Count the `vmap`s in which an equation was traced, without those around the outer equation."""
    return sum(frame.kind == "vmap" for frame in frames_of(equation))


@dataclass(frozen=True)
class StoredRows:
    """What an equation writes into an array, from one row on."""

    buffer: Any  # the array before it, an operand
    rows: Any  # the row or the rows, an operand
    start: Any  # the number of the first row, an operand
    is_block: bool  # whether `rows` has an axis of rows


def stored_rows(equation: Any) -> StoredRows | None:
    """Return what an equation that stores into a list writes into its buffer; None for any other equation."""
    if not in_list(equation):
        return None
    operands = equation.invars
    if equation.primitive.name == "jit" and equation.params["name"] == "dynamic_update_index_in_dim":
        buffer, rows, start = operands
        return StoredRows(buffer, rows, start, is_block=False)
    if equation.primitive.name != "dynamic_update_slice":
        return None
    buffer, rows, start, *others = operands
    whole = rows.aval.shape[1:] == buffer.aval.shape[1:] and all(literal_value(each) == (True, 0) for each in others)
    return StoredRows(buffer, rows, start, is_block=True) if whole else None


def places_item(equation: Any) -> bool:
    """Return whether an equation only computes or checks an item's position in a list."""
    numbers = all(getattr(each.aval, "shape", None) == () for each in equation.outvars)
    return numbers and (POSITION_SCOPE in _names(equation) or in_check(equation))


def _names(equation: Any) -> list[str]:
    return [element.name for element in equation.source_info.name_stack.stack]


def quiet_callbacks(kind: type[BaseException]) -> None:
    """Keep JAX from logging exceptions of a class that callbacks raise; they are still raised."""

    def is_other(record: logging.LogRecord) -> bool:
        return record.exc_info is None or not isinstance(record.exc_info[1], kind)

    logging.getLogger("jax._src.callback").addFilter(is_other)


def under_trace() -> bool:
    """Return whether a JAX transformation is tracing now, so that array operations return tracers."""
    return _TRACE.value is not EAGER or _AXES.value is not _core.top_axis_env


@contextlib.contextmanager
def in_axes(axes: Any) -> Iterator[None]:
    """Give traces in the block the axes of another one, as that of `jax.vmap(f, axis_name="i")`."""
    before = TRACES.axis_env
    TRACES.set_axis_env(axes)
    try:
        yield
    finally:
        TRACES.set_axis_env(before)


def is_transformed() -> bool:
    """Return whether JAX's innermost trace is a transformation, such as `vmap` or a derivative, and no program's."""
    return type(current_trace()).__name__ != "DynamicJaxprTrace"


def maps_now() -> bool:
    return type(current_trace()).__name__ == "BatchTrace"


def in_one_kernel(function: Callable[..., Sequence[Any]], arguments: Sequence[Any]) -> list[Any]:
    """Return a function's results, in a graph that XLA compiles into one kernel on a CPU, loops included.

    XLA does that by itself for the smallest loops only; here a mark on the call requests it. An XLA that does not know
    the mark runs the operations one by one.
    """
    program = traced_program(function, arguments)

    def kernel(*values: Any) -> list[Any]:
        return list(jax.core.eval_jaxpr(program.jaxpr, program.consts, *values))

    with set_xla_metadata(xla_cpu_small_call="true", inlineable="false"):
        return list(jax.jit(kernel)(*arguments))


def as_placed(function: Any, values: Sequence[Any]) -> list[Any]:
    """Return a function's arguments as its `in_shardings` place them; unchanged where these are not complete."""
    asked = getattr(getattr(function, "_jit_info", None), "in_shardings_leaves", ())
    placed = [isinstance(each, jax.sharding.Sharding) for each in asked]
    if len(asked) != len(values) or not any(placed):
        return list(values)
    pairs = zip(values, asked, placed, strict=True)
    return [jax.device_put(value, sharding) if is_one else value for value, sharding, is_one in pairs]


def weak(value: Any) -> Any:
    """Return an array with a weak type, as a Python number's."""
    return jax.lax.convert_element_type_p.bind(value, new_dtype=value.dtype, weak_type=True, sharding=None)


def current_trace() -> Any:
    """Return JAX's current trace, to be compared by identity."""
    return _core.trace_ctx.trace


def recorded_trace() -> Any:
    """Return the current trace, or the one into which a derivative in the making stages its function's values."""
    trace = current_trace()
    while isinstance(trace, _ad.JVPTrace | _ad.LinearizeTrace):
        trace = trace.parent_trace
    return trace


def staged_into(trace: Any) -> contextlib.AbstractContextManager[Any]:
    """Stage into an outer trace within the block; all operands must be values of it."""
    manager: contextlib.AbstractContextManager[Any] = _core.set_current_trace(trace)
    return manager


def trace_of(tracer: Any) -> Any:
    return getattr(tracer, "_trace", None)


def is_around(trace: Any) -> bool:
    """Return whether another trace is around the current one."""
    outer = getattr(current_trace(), "parent_trace", None)
    while outer is not None and outer is not trace:
        outer = getattr(outer, "parent_trace", None)
    return outer is not None


def equations_so_far() -> int | None:
    """Return the number of equations in the current trace; None for a trace from which they cannot be removed."""
    equations = _equations()
    return None if equations is None else len(equations)


def equations_since(start: int) -> list[Any]:
    """Return the equations of the current trace from `start` on, with tracers for operands."""
    return [each for each in _from(start, current_trace()) if each is not None]


def _from(start: int, trace: Any) -> Iterator[Any]:
    """Yield the equations of a trace from `start` on; None for a dropped one."""
    return (each() if isinstance(each, weakref.ref) else each for each in (_equations_of(trace) or [])[start:])


def reads_reference(start: int) -> bool:
    """Return whether an equation of the current trace, from `start` on, reads or writes a reference itself."""
    return any(each.primitive.name in REFERENCES for each in equations_since(start))


def computed_in(trace: Any, start: int) -> tuple[tuple[Any, ...], ...]:
    """Return the marks of each equation of a trace from `start` on; see `marks_of`."""
    return tuple(() if each is None else marks_of(each) for each in _from(start, trace))


def marks_of(equation: Any) -> tuple[Any, ...]:
    """Return an equation's marks, which stand for it wherever it is staged: its result variables, or its callback."""
    callback = equation.params.get("callback")
    return tuple(equation.outvars) or (() if callback is None else (callback,))


def variable_of(tracer: Any) -> Any:
    """Return the variable of a tracer in the program being made; None where there is none."""
    variable = getattr(at_home(tracer), "val", None)
    return variable if isinstance(variable, _core.Var) else None


def variable_of_batch(tracer: Any) -> Any:
    """Return the variable of all batch elements behind a batch's tracer, with a row for each; None for any other."""
    dimension = getattr(tracer, "batch_dim", None)
    return variable_of(tracer.val) if type(dimension) is int and dimension == 0 else None


def variable_of_primal(tracer: Any) -> Any:
    """Return the variable of the primal value behind a tracer of `jax.grad` and the like; None where there is none."""
    while isinstance(tracer, _ad.JVPTracer | _ad.LinearizeTracer):
        tracer = tracer.primal
    return variable_of(tracer)


def unused_equations(start: int, end: int) -> list[int]:
    """Return the positions of the current trace's equations, from `start` to `end`, that no later one uses."""
    equations = _equations() or []
    used, found = set[Any](), list[int]()
    for position in range(len(equations) - 1, start - 1, -1):
        equation = equations[position]
        if position < end and used.isdisjoint(equation.outvars) and not equation.effects:
            found.append(position)
        else:
            used.update(getattr(each, "val", None) for each in equation.invars if _is_variable(each))
    return found


def _is_variable(tracer: Any) -> bool:
    return isinstance(getattr(tracer, "val", None), _core.Var)


def drop_equations(start: int, end: int | None = None) -> None:
    """Remove equations from the current trace, by position: no remaining one may use their results."""
    equations = _equations()
    assert equations is not None, "`equations_so_far` says whether there are any to drop"
    del equations[start:end]


def _equations() -> list[Any] | None:
    return _equations_of(current_trace())


def _equations_of(trace: Any) -> list[Any] | None:
    found = getattr(getattr(trace, "frame", None), "tracing_eqns", None)
    return found if type(trace).__name__ == "DynamicJaxprTrace" and isinstance(found, list) else None


def maker_of(tracer: Any) -> Any:
    """Return the equation that made a tracer, with tracers as operands; None where it is not known."""
    return getattr(at_home(tracer), "parent", None)


def made_by(tracer: Any) -> tuple[str, Sequence[Any]]:
    """Return the operation that made a tracer, with its operands; "" where it is not known."""
    equation = maker_of(tracer)
    if equation is None:
        return "", ()
    name = equation.primitive.name
    if name in ("jit", "pjit") and library_made(equation.params["jaxpr"].jaxpr):  # a user's helper has no useful name
        name = equation.params.get("name", name)
    return name, equation.in_tracers


def sides_of(tracer: Any) -> list[tuple[Any, int]]:
    """Return for each side of the `cond` that made a tracer an operand, if known, and a constant with its sum."""
    made = maker_of(tracer)
    return [(at and made.in_tracers[at], more) for at, more in _sides(made, at_home(tracer).val)]


def _sides(equation: Any, result: Any, more: int = 0) -> Iterator[tuple[int | None, int]]:
    place = next(at for at, each in enumerate(equation.outvars) if each is result)
    for body, _ in bodies(equation):
        pending = [(body.outvars[place], more)]
        for atom, extra in pending:
            made = next((each for each in body.eqns if any(atom is one for one in each.outvars)), None)
            if made is None:
                yield next((at for at, each in enumerate(body.invars, 1) if each is atom), None), extra
            elif made.primitive.name == "cond":
                pending += [(at and made.invars[at], most) for at, most in _sides(made, atom, extra)]
            else:
                known, number = literal_value(made.invars[-1]) if made.primitive.name == "add" else (False, 0)
                pending.append((made.invars[0], extra + int(number)) if known else (None, 0))


def is_made_by_call(tracer: Any) -> bool:
    """Return whether a tracer comes from a JAX function that the user called, and not from an operator."""
    info = getattr(maker_of(tracer), "source_info", None)
    if info is None or not info.traceback:
        return False
    last = ""
    for code in info.traceback.raw_frames()[0]:
        if _source_info.is_user_filename(code.co_filename):
            return f"{os.sep}jax{os.sep}" in last and not last.endswith(_OPERATORS)
        last = code.co_filename
    return False


def is_made_in(tracer: Any, function: Callable[..., Any]) -> bool:
    """Return whether the operation that made a tracer was staged while a function ran."""
    info = getattr(maker_of(tracer), "source_info", None)
    traceback = getattr(info, "traceback", None)
    return traceback is not None and getattr(function, "__code__", None) in traceback.raw_frames()[0]


_OPERATORS = f"{os.sep}array_methods.py"


def surely_same(one: Any, other: Any, depth: int = 12) -> bool:
    """Return whether two values are surely equal: made by the same operations from the same values."""
    one, other = at_home(one), at_home(other)
    if one is other:
        return True
    known = known_number(one), known_number(other)
    if None not in known:
        return bool(type(known[0]) is type(known[1]) and np.ndim(known[0]) == 0 and known[0] == known[1])
    ours, theirs = maker_of(one), maker_of(other)
    if None in (ours, theirs) or depth == 0 or len(ours.outvars) != 1 or not _are_alike(ours, theirs):
        return False
    pairs = zip(ours.in_tracers, theirs.in_tracers, strict=True)
    return all(surely_same(left, right, depth - 1) for left, right in pairs)


def _are_alike(one: Any, other: Any) -> bool:
    """Return whether two equations do the same with their operands, which are numbers."""
    if one.primitive is not other.primitive or len(one.invars) != len(other.invars) or one.effects:
        return False
    try:
        return bool(one.params == other.params)
    except ValueError:  # arrays among them
        return False


def do_the_same(equations: Sequence[Any]) -> bool:
    """Return whether some equations, None for one that is not known, do the same with their operands."""
    return all(each is not None and _are_alike(equations[0], each) for each in equations)


def is_argument(tracer: Any, trace: int) -> bool:
    """Return whether a tracer is an argument of the function of a trace, given by its `id`."""
    return id(getattr(at_home(tracer), "_trace", None)) == trace and is_parameter(tracer)


def is_parameter(tracer: Any) -> bool:
    """Return whether a tracer is an argument of the function, or of the loop body, that is being traced."""
    tracer = at_home(tracer)
    frame = getattr(getattr(tracer, "_trace", None), "frame", None)
    return any(tracer.val is each for each in getattr(frame, "invars", ()))


def varying_axes(*values: Any) -> frozenset[str]:
    """Return the mesh axes over which one of some values differs between devices, under `jax.shard_map`."""
    return frozenset[str]().union(*(varying_of(getattr(value, "aval", None)) for value in values))


def in_parts() -> bool:
    """Return whether the current code is traced under `jax.shard_map`, for a part of the data on each device."""
    return bool(jax.sharding.get_abstract_mesh().manual_axes)


def held_function(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a function wrapped for `jax.pmap` with `change` applied to it; any other value unchanged."""
    if not isinstance(value, _linear_util.WrappedFun) or value.transforms:
        return value
    changed = change(value.f)
    return value if changed is value.f else _linear_util.wrap_init(changed, debug_info=value.debug_info)


def is_batch_of_examples(function: Any) -> bool:
    """Return whether a function is a plain `jax.vmap(f)`: all arguments and results have a row for each example."""
    made: Any = None
    if isinstance(function, types.FunctionType):
        made = inspect.getclosurevars(function).nonlocals.get("fun")
    if getattr(made, "__code__", None) is None or made.__code__.co_qualname != "vmap.<locals>.vmap_f":
        return False
    held = inspect.getclosurevars(made).nonlocals
    has_axis = type(held["axis_name"]) is not object or held["spmd_axis_name"] is not None
    return not has_axis and type(held["in_axes"]) is int and held["in_axes"] == held["out_axes"] == 0


def pmapped(function: Any) -> tuple[Any, dict[str, Any]] | None:
    """Return the function and the options of a `jax.pmap`; None for any other function."""
    if getattr(function, "__code__", None) is None or function.__code__.co_qualname != "pmap.<locals>.wrapped":
        return None
    held = inspect.getclosurevars(inspect.getclosurevars(function).nonlocals["infer_params"]).nonlocals
    options = {name: held[name] for name in ("axis_name", "in_axes", "devices", "backend", "axis_size")}
    options["out_axes"] = jax.tree_util.tree_unflatten(held["out_axes_tree"], held["out_axes_flat"])
    options["static_broadcasted_argnums"] = held["static_broadcasted_tuple"]
    return held["wrapped_fun"].f, options | {"donate_argnums": held["donate_tuple"]}


def varying_of(aval: Any) -> frozenset[str]:
    """Return the mesh axes over which a value of a type differs between devices."""
    kind = getattr(aval, "manual_axis_type", None)
    return frozenset() if kind is None else kind.varying


def argument_type(shape: tuple[int, ...], dtype: Any, *, weak: bool, varying: frozenset[str]) -> jax.ShapeDtypeStruct:
    """Return the type of an argument as a trace takes it."""
    if not varying:
        return jax.ShapeDtypeStruct(shape, dtype, weak_type=weak)
    axes = type(jax.typeof(0).manual_axis_type)(varying=varying)
    whole = jax.sharding.NamedSharding(jax.sharding.get_abstract_mesh(), jax.sharding.PartitionSpec())
    return jax.ShapeDtypeStruct(shape, dtype, weak_type=weak, sharding=whole, manual_axis_type=axes)


def vary_over(value: Any, axes: frozenset[str]) -> Any:
    """Return a value that may differ between the devices along some axes; itself where it may already."""
    missing = tuple(sorted(axes - jax.typeof(value).manual_axis_type.varying)) if axes else ()
    return jax.lax.pcast(value, missing, to="varying") if missing else value


def is_reference(value: Any) -> bool:
    """Return whether a tracer is a reference, as `jax.new_ref` makes them."""
    return isinstance(getattr(value, "aval", None), _AbstractRef)


def at_home(tracer: Any) -> Any:
    """Return a tracer's original in the trace that made it: inner traces have their own."""
    while type(tracer) is DynamicJaxprTracer and tracer.parent is None and not isinstance(tracer.val, _core.Literal):
        outer = tracer._trace.frame.constvar_to_val.get(tracer.val)
        if not isinstance(outer, Tracer):
            break
        tracer = outer
    return tracer


def known_number(value: Any) -> Any:
    """Return the constant value of a value in the current trace; None for a data-dependent one."""
    if not isinstance(value, Tracer):
        return value
    is_known, number = literal_value(getattr(at_home(value), "val", None))
    return number if is_known else None


def read_from(value: Any) -> np.ndarray | None:
    """Return the known array of which a value in the current trace is an item, wherever it is read; None if unknown."""
    for _ in range(_MOST_READS):
        value = at_home(value)
        known = getattr(getattr(value, "_trace", None), "get_const", lambda _: None)(value)
        equation = maker_of(value)
        if known is not None or equation is None or not _reads(equation):
            return None if known is None else np.asarray(known)
        value = equation.in_tracers[0]
    return None


def _reads(equation: Any) -> bool:
    """Return whether an equation only chooses among the items of its first operand."""
    if equation.params.get("name") == "_take":
        jaxpr = equation.params["jaxpr"].jaxpr
        return jaxpr.eqns[-1].invars[0] is jaxpr.invars[0] and _reads(jaxpr.eqns[-1])
    is_same_type = equation.invars[0].aval.dtype == equation.outvars[0].aval.dtype if equation.invars else False
    return is_same_type and equation.primitive.name in _READ and equation.params.get("mode") is not _FILL


_MOST_READS = 8
_READ = {"squeeze", "slice", "dynamic_slice", "reshape", "gather", "convert_element_type"}
_FILL = jax.lax.GatherScatterMode.FILL_OR_DROP


def value_behind(value: Any) -> Any:
    """Return the concrete array or number behind a tracer of a derivative or `vmap`; None where there is none."""
    while isinstance(value, Tracer):
        value = getattr(value, "primal", None) if hasattr(value, "primal") else getattr(value, "val", None)
    return value if isinstance(value, ArrayImpl | int | float | complex) else None


def traced_program(function: Callable[..., Sequence[Any]], arguments: Sequence[Any]) -> Any:
    """Return `jax.make_jaxpr` of a function of arrays that returns a list of arrays, in half the time.

    It leaves out what `jax.jit` does around a trace: placements, donations, the signature.
    """
    types = _FlatTree.flatten_args(*map(_type_for_trace, arguments))
    return _partial_eval.trace_to_jaxpr(function, types, _ABOUT_BLOCKS)[0]


def _type_for_trace(argument: Any) -> Any:
    if not isinstance(argument, jax.ShapeDtypeStruct):
        return jax.typeof(argument)
    axes = getattr(argument, "manual_axis_type", None)
    more = {} if axes is None else {"manual_axis_type": axes, "sharding": argument.sharding}
    return _core.ShapedArray(argument.shape, argument.dtype, weak_type=bool(argument.weak_type), **more)


@contextlib.contextmanager
def placed_here() -> Iterator[None]:
    """Give equations the position of the code that stages them; a backward rule would have that of the call."""
    now: Any = _source_info._source_info_context
    before, now.context = now.context, _source_info.SourceInfo(None, now.context.name_stack)
    try:
        yield
    finally:
        now.context = before


def staged_here(
    jaxpr: Any,
    constants: Sequence[Any],
    arguments: Sequence[Any],
    note: Callable[[Any, Any], None] | None = None,
    instead: Callable[[Any, list[Any]], Sequence[Any] | None] | None = None,
) -> list[Any]:
    """Stage the equations of a program here, and return its results.

    Each equation has its position in the program, called from here: while a program is traced, JAX only records the
    calls inside.
    """
    return _evaluated(jaxpr, constants, arguments, note, instead, _here())


def _here() -> Any:
    """Return the traceback of the calls to here, if one of them is the user's; else None."""
    here = _source_info.current().traceback
    return None if _source_info.user_frame(here) is None else here


def staged_without(
    jaxpr: Any,
    constants: Sequence[Any],
    arguments: Mapping[Any, Any],  # the values of the parameters that the others use
    left_out: Collection[Any],
    note: Callable[[Any, Any], None] | None = None,
) -> Callable[[Any], Any]:
    """Stage a program here without some of its equations, whose results nothing else in it uses.

    Returns:
        A function that returns the value of an operand or a computed variable.
    """
    equations = [each for each in jaxpr.eqns if all(each is not other for other in left_out)]
    values = {**dict(zip(jaxpr.constvars, constants, strict=True)), **arguments}
    if note is not None:
        for variable, value in values.items():
            note(variable, value)
    stage_equations(equations, values, note, here=_here())
    return lambda atom: value_of(atom, values)


def _evaluated(
    jaxpr: Any,
    constants: Sequence[Any],
    arguments: Sequence[Any],
    note: Callable[[Any, Any], None] | None,
    instead: Callable[[Any, list[Any]], Sequence[Any] | None] | None = None,
    here: Any = None,
) -> list[Any]:
    """Evaluate a jaxpr as `jax.core.eval_jaxpr` does; `note` receives each variable with its value."""
    values = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*constants, *arguments), strict=True))
    if note is not None:
        for variable, value in values.items():
            note(variable, value)
    stage_equations(jaxpr.eqns, values, note, instead, here)
    return [value_of(result, values) for result in jaxpr.outvars]


def value_of(atom: Any, values: dict[Any, Any]) -> Any:
    """Return the value of an equation's operand, by the values of the variables."""
    is_literal, value = literal_value(atom)
    return value if is_literal else values[atom]


def stage_equations(
    equations: Sequence[Any],
    values: dict[Any, Any],
    note: Callable[[Any, Any], None] | None = None,  # called with what each variable of a result stands for
    # stages an equation with other operands in its own way; None for one that stays as it is
    instead: Callable[[Any, list[Any]], Sequence[Any] | None] | None = None,
    here: Any = None,  # what called the code that they come from; None if JAX knows that
) -> None:
    """Stage equations where this is called, their positions kept."""
    paste = _pasting(values, here)
    for equation in equations:
        results: Sequence[Any] | None = None
        if instead is not None:
            with placed(equation, here):
                results = instead(equation, [value_of(operand, values) for operand in equation.invars])
        if results is None and paste is not None:
            results = paste(equation)
        if results is None:
            with placed(equation, here):
                results = bound(equation, [value_of(operand, values) for operand in equation.invars])
        for variable, value in zip(equation.outvars, results, strict=True):
            values[variable] = value
            if note is not None:
                note(variable, value)


def _pasting(values: dict[Any, Any], here: Any) -> Callable[[Any], list[Any] | None] | None:
    """Return a function that adds an equation to the current trace as it is, for operands of its own types.

    The types of the results are known then, and JAX need not infer them again, which takes most of the time.

    Returns:
        A function that returns the results of an equation, or None if it has to be staged; None where all have.
    """
    trace = current_trace()
    if not _takes_equations(trace) or in_parts():
        return None
    stack, context = _source_info.current_name_stack(), _core.current_jaxpr_eqn_context()
    ready = dict[Any, Any]()  # the tracers of variables, in this trace

    def operand(atom: Any, place: Any) -> Any:
        if isinstance(atom, _core.Literal):
            return DynamicJaxprTracer(trace, atom.aval, atom, place)
        tracer = ready.get(atom)
        if tracer is None and isinstance(value := values[atom], Tracer) and value.aval == atom.aval:
            tracer = ready[atom] = trace.to_jaxpr_tracer(value, place)
        return tracer

    def paste(equation: Any) -> list[Any] | None:
        place = equation.source_info
        if equation.effects or equation.ctx is not context or place.traceback is None:
            return None
        if here is not None or stack.stack:
            traceback = place.traceback if here is None else place.traceback + here
            place = _source_info.SourceInfo(traceback, stack + place.name_stack)
        operands = [operand(atom, place) for atom in equation.invars]
        if any(each is None for each in operands) or _may_fold(equation, operands, trace):
            return None
        types = [variable.aval for variable in equation.outvars]
        made = trace.emit_eqn(
            operands, types, equation.primitive, equation.params, equation.effects, place, equation.ctx
        )
        ready.update(zip(equation.outvars, made, strict=True))
        return list(made)

    return paste


def _takes_equations(trace: Any) -> bool:
    """Return whether equations can be added to a trace as they are."""
    return _equations() is not None and not getattr(trace, "requires_low", True)


def _may_fold(equation: Any, operands: Sequence[Any], trace: Any) -> bool:
    """Return whether JAX may fold an equation into a constant."""
    return equation.primitive in _partial_eval.const_fold_rules and trace.get_const(operands[0]) is not None


def placed(equation: Any, here: Any = None) -> contextlib.AbstractContextManager[None]:
    """Give what is staged in the block the position of an equation; `here` is what called the code it comes from."""
    place = equation.source_info
    traceback = place.traceback if here is None or place.traceback is None else place.traceback + here
    stack = _source_info.current_name_stack() + place.name_stack
    return _source_info.user_context(traceback or here, name_stack=stack)


def placed_at(equation: Any, jaxpr: Any) -> Any:
    """Return the body of an equation with the equation's position on all its equations."""
    place = equation.source_info.traceback
    return jaxpr.replace(
        eqns=[each.replace(source_info=each.source_info.replace(traceback=place)) for each in jaxpr.eqns]
    )


def bound(equation: Any, operands: Sequence[Any]) -> Sequence[Any]:
    """Stage what an equation does with other operands; return its results."""
    parameters = equation.primitive.get_bind_params(equation.params)
    if in_parts():
        if equation.primitive.name == "pvary":  # of a value that may differ here already
            return [vary_over(operands[0], frozenset(equation.params["axes"]))]
        operands = _in_step(equation, operands)
    with equation.ctx.manager:
        found = equation.primitive.bind(*operands, **parameters)
    return found if equation.primitive.multiple_results else [found]


def _in_step(equation: Any, operands: Sequence[Any]) -> Sequence[Any]:
    """Return an equation's operands as all varying between devices if one of them does and they were alike."""
    if len({varying_of(operand.aval) for operand in equation.invars}) > 1:
        return operands
    axes = varying_axes(*operands)
    return [vary_over(operand, axes) for operand in operands]


def looped(test: Any, body: Any, start: Sequence[Any], note: Callable[[Any, Any], None] | None = None) -> list[Any]:
    """Stage `lax.while_loop` of given programs, which JAX would trace again, perhaps twice.

    Args:
        test: whether to go on, a closed jaxpr of the state.
        body: an iteration, a closed jaxpr from the state to the next one.
        note: receives each variable of the two with its value, where JAX traces them.

    Returns:
        The state after the loop.
    """
    types = [variable.aval for variable in body.jaxpr.invars]
    if types != [jax.typeof(value) for value in start] or not _stands(test, body):
        return list(
            jax.lax.while_loop(
                lambda state: _evaluated(test.jaxpr, test.consts, list(state), note)[0],
                lambda state: _evaluated(body.jaxpr, body.consts, list(state), note),
                list(start),
            )
        )
    moves, operands, parameters = _one_loop(test, body, test.consts, body.consts, start)
    final = iter(jax.lax.while_p.bind(*operands, **parameters))
    return [next(final) if each else value for value, each in zip(start, moves, strict=True)]


def _stands(test: Any, body: Any) -> bool:
    """Return whether the programs of a loop can be used in its equation as they are."""
    config: Any = jax.config
    same = [variable.aval for variable in body.jaxpr.invars] == [atom.aval for atom in body.jaxpr.outvars]
    return same and not (test.effects or body.effects or config.jax_disable_jit or in_parts())


def _one_loop(
    test: Any, body: Any, for_test: Sequence[Any], for_body: Sequence[Any], start: Sequence[Any]
) -> tuple[list[bool], list[Any], dict[str, Any]]:
    """Return which parts of its state a loop changes, and the operands and the parameters of its equation."""
    asks = needed(test.jaxpr.eqns, test.jaxpr.outvars)
    asked = set(filter(is_variable, (*(each for equation in asks for each in equation.invars), *test.jaxpr.outvars)))
    triples = list(zip(test.jaxpr.invars, body.jaxpr.invars, body.jaxpr.outvars, strict=True))
    moves = [before is not after or given in asked for given, before, after in triples]
    still = [not each for each in moves]
    for_body = [*compress(start, still), *for_body]
    ask = test if all(moves) and not test.consts else _open(test.jaxpr, compress(test.jaxpr.invars, moves), asks)
    going = body.jaxpr.replace(outvars=list(compress(body.jaxpr.outvars, moves)))
    step = _open(going, compress(going.invars, moves), going.eqns, compress(going.invars, still))
    parameters = {"cond_jaxpr": ask, "cond_nconsts": len(for_test)}
    parameters |= {"body_jaxpr": step, "body_nconsts": len(for_body)}
    return moves, [*for_test, *for_body, *compress(start, moves)], parameters


def looped_with_rule(test: Any, body: Any, start: Sequence[Any], rule: Any) -> list[Any] | None:
    """Stage the call of a `jax.custom_jvp` rule of a loop, as one equation, without a trace of its program.

    Args:
        rule: what `jax.custom_jvp` has made of the loop as a function of its test's constants, its body's, its state.

    Returns:
        The state after the loop; None where JAX must trace it.
    """
    trace, given = current_trace(), [*test.consts, *body.consts, *start]
    variables = [*test.jaxpr.constvars, *body.jaxpr.constvars, *body.jaxpr.invars]
    types = [variable.aval for variable in variables]
    if not (_takes_equations(trace) and _stands(test, body) and types == [jax.typeof(value) for value in given]):
        return None
    place = _source_info.current()
    operands = [trace.to_jaxpr_tracer(_dtypes.canonicalize_value(value), place) for value in given]
    program = closed(_loop_program(test, body, place), ())

    def called(*flat: Any) -> Any:
        first, last = len(test.consts), len(given) - len(start)
        return rule(flat[:first], flat[first:last], flat[last:])

    @functools.cache
    def derivative(*zeros: bool) -> Any:
        kinds = [argument_type(kind.shape, kind.dtype, weak=kind.weak_type, varying=frozenset()) for kind in types]
        (equation,) = traced_program(called, kinds).jaxpr.eqns
        return equation.params["jvp_jaxpr_fun"].call_wrapped(*zeros)

    about = program.jaxpr.debug_info._replace(func_src_info="derivative", traced_for="custom_jvp jvp")
    parameters = {
        "call_jaxpr": program,
        "jvp_jaxpr_fun": _linear_util.wrap_init(derivative, debug_info=about),
        "num_consts": 0,
        "symbolic_zeros": True,
    }
    made = [atom.aval for atom in program.jaxpr.outvars]
    return list(trace.emit_eqn(operands, made, _custom_jvp_call_p, parameters, body.effects, place))


def _loop_program(test: Any, body: Any, place: Any) -> Any:
    """Return a loop as a program of its programs' constants and its state."""
    parts = (test.jaxpr.constvars, body.jaxpr.constvars, body.jaxpr.invars)
    for_test, for_body, start = ([_core.Var(each.aval) for each in part] for part in parts)
    moves, operands, parameters = _one_loop(test, body, for_test, for_body, start)
    final = [_core.Var(each.aval) if moving else each for each, moving in zip(start, moves, strict=True)]
    place, context = place.replace(name_stack=type(place.name_stack)()), _core.current_jaxpr_eqn_context()
    results = list(compress(final, moves))
    equation = _core.JaxprEqn(operands, results, jax.lax.while_p, parameters, body.effects, place, context)
    about = body.jaxpr.debug_info._replace(
        func_src_info="plainly", traced_for="custom_jvp fun", arg_names=None, result_paths=None
    )
    return body.jaxpr.replace(
        constvars=[], invars=[*for_test, *for_body, *start], eqns=[equation], outvars=final, debug_info=about
    )


def _open(jaxpr: Any, given: Iterable[Any], equations: Sequence[Any], first: Iterable[Any] = ()) -> Any:
    """Return a program of some of a jaxpr's equations, with its constants among the parameters."""
    about = jaxpr.debug_info._replace(arg_names=None, result_paths=None)
    every = [*first, *jaxpr.constvars, *given]
    return closed(jaxpr.replace(constvars=[], invars=every, eqns=equations, debug_info=about), ())


def part_of(
    program: Any, equations: Sequence[Any], results: Sequence[Any], given: Sequence[Any] = (), beside: Any = None
) -> Any:
    """Return a closed jaxpr of some equations and results of another, with the constants that they use.

    Args:
        given: the parameters, where they are others.
        beside: another program to which some of the equations belong.
    """
    jaxpr, every = program.jaxpr, [each for each in (program, beside) if each is not None]
    used = set(filter(is_variable, (*(each for equation in equations for each in equation.invars), *results)))
    pairs = (pair for each in every for pair in zip(each.jaxpr.constvars, each.consts, strict=True))
    kept = {name: value for name, value in pairs if name in used}
    about = jaxpr.debug_info._replace(arg_names=None, result_paths=None)
    made = jaxpr.replace(
        constvars=list(kept),
        invars=list(given) or jaxpr.invars,
        eqns=list(equations),
        outvars=list(results),
        debug_info=about,
    )
    return closed(made, list(kept.values()))


def variable_for(value: Any) -> Any:
    """Return a new variable of a value's type."""
    return _core.Var(jax.typeof(value))


def asked_of(body: Any, function: Callable[..., Any], at: Sequence[int], *constants: Any) -> Any:
    """Return the program of a small function of parts of a loop body's state, by position, and of constants."""
    given = [_core.Var(each.aval) for each in body.jaxpr.invars]
    names = [variable_for(each) for each in constants]
    equations, result = applied(function, *(given[each] for each in at), *names)
    about = body.jaxpr.debug_info._replace(arg_names=None, result_paths=None)
    made = body.jaxpr.replace(constvars=names, invars=given, eqns=equations, outvars=[result], debug_info=about)
    return closed(made, constants)


def counting(number: Any = None) -> tuple[Any, Any]:
    """Return a variable for the number of an iteration, which may be given, and the equation that increments it."""
    number = variable_for(0) if number is None else number
    (one_more,), _ = applied(_one_more, number)
    return number, one_more


def _one_more(number: Any) -> Any:
    return jax.lax.add(number, 1)


def applied(function: Callable[..., Any], *variables: Any) -> tuple[list[Any], Any]:
    """Return the equations of a small function of some variables of a program, and the variable of its result."""
    made = _program_of(function, *(each.aval for each in variables))
    instead, here = dict(zip(made.invars, variables, strict=True)), _core.current_jaxpr_eqn_context()
    return [each.replace(ctx=here) for each in copied(made.eqns, instead)], instead[made.outvars[0]]


def copied(equations: Sequence[Any], instead: dict[Any, Any]) -> list[Any]:
    """Return copies of equations for another program.

    Args:
        instead: the variables to replace, with their replacements; the copies' results are added.
    """
    found = []
    for equation in equations:
        operands = [each if literal_value(each)[0] else instead.get(each, each) for each in equation.invars]
        instead.update((each, _core.Var(each.aval)) for each in equation.outvars)
        found.append(equation.replace(invars=operands, outvars=[instead[each] for each in equation.outvars]))
    return found


@functools.cache
def _program_of(function: Callable[..., Any], *kinds: Any) -> Any:
    types = [argument_type(kind.shape, kind.dtype, weak=kind.weak_type, varying=frozenset()) for kind in kinds]
    return traced_program(lambda *operands: [function(*operands)], types).jaxpr


def closed(jaxpr: Any, constants: Sequence[Any]) -> Any:
    return _core.ClosedJaxpr(jaxpr, list(constants))


def needed(equations: Sequence[Any], atoms: Sequence[Any], *, acts: bool = False) -> list[Any]:
    """Return the equations that compute some values, in order.

    Args:
        acts: whether to include those with effects.
    """
    used, found = set(filter(is_variable, atoms)), list[Any]()
    for equation in reversed(equations):
        if (acts and equation.effects) or not used.isdisjoint(equation.outvars):
            used.update(filter(is_variable, equation.invars))
            found.append(equation)
    return found[::-1]


def without_unused_rows(program: Any, named: Callable[[], set[Any]]) -> Any:
    """Return a program without unused reads of whole list rows: their items are read from the list itself.

    Args:
        named: returns the variables that the user has names for, which stay.
    """
    jaxpr = program.jaxpr
    reads = [each for each in jaxpr.eqns if each.params.get("name") == "dynamic_index_in_dim" and in_list(each)]
    operands = [jaxpr.outvars, *(each.invars for each in jaxpr.eqns if reads)]
    used = {atom for atoms in operands for atom in atoms if is_variable(atom)}
    unused = [each for each in reads if used.isdisjoint(each.outvars)]
    seen = named() if unused else set()
    gone = {id(each) for each in unused if seen.isdisjoint(each.outvars)}
    kept = [each for each in jaxpr.eqns if id(each) not in gone]
    return program.replace(jaxpr=jaxpr.replace(eqns=kept)) if gone else program


def callable_program(
    program: Any, function: Callable[..., Any], note: Callable[[Any, Any], None] | None = None
) -> Callable[..., list[Any]]:
    """Return a program as a function whose calls JAX stages as one equation each.

    Args:
        function: the user's function that it was traced from: the equation has its name, and the body its file.
        note: receives each variable of the program with its value in the body.
    """

    def called(*arguments: Any) -> list[Any]:
        return _evaluated(program.jaxpr, program.consts, arguments, note)

    called.__name__ = called.__qualname__ = function.__name__
    called.__wrapped__ = function  # type: ignore[attr-defined]  # JAX takes the file from it
    called.__signature__ = inspect.signature(lambda *arguments: None)  # type: ignore[attr-defined]
    return jax.jit(called)


def asking(jitted: Any, answer: Callable[..., tuple[Any, Any, bool]]) -> Any:
    """Return a copy of a jitted function that runs compiled programs directly and lets `answer` make all other calls.

    JAX looks up in C++, before any Python runs, whether it has a program for a call. It has none for new types, for
    what is no array, and inside of another trace.

    Args:
        answer: gets the arguments of a call; returns its result, what JAX is to run from now on for these types (None
            to be asked again), and False.
    """
    state, kind = jitted.__getstate__(), cast(Any, type(jitted))
    alias = kind.__new__(kind)
    alias.__setstate__(
        {**state, "fun": lambda *a, **k: answer(*a, **k)[0], "cache_miss": answer, "cache": type(state["cache"])()}
    )
    return alias


def pytree_node(cls: type) -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """Return how JAX flattens and rebuilds the objects of a registered class; None for any other class."""
    entry = _registry.get(cls)
    return None if entry is None else (entry.to_iter, entry.from_iter)


def first_run(jitted: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Any]:
    """Call a jitted function; return its result, and what `asking` may let JAX run for its types, or None."""
    config: Any = jax.config
    if config.jax_disable_jit:
        return jitted(*arguments, **keywords), None
    result, compiled, _ = jitted._cache_miss(*arguments, **keywords)
    return result, compiled


def ending(end: Callable[[Any, tuple[Any]], Any]) -> Callable[..., Any]:
    """Let JAX return a compiled program's results through a function that is called after the run.

    JAX calls it from C++ when it assembles a result: no Python function is active while the program runs.

    Args:
        end: gets what `ended` was told of the program, and the result in a tuple; returns the call's result.

    Returns:
        `ended(compiled, about, part)`: what `asking` may let JAX run instead; `end` gets this part of the result.
    """

    class Ended:
        def __init__(self, about: Any) -> None:
            self.about = about

    jax.tree_util.register_pytree_node(Ended, lambda node: ((0,), node.about), end)

    def ended(compiled: Any, about: Any, part: int | None = None) -> Any:
        tree = compiled.out_pytree_def if part is None else compiled.out_pytree_def.children()[part]
        return compiled._replace(out_pytree_def=_dispatch_registry.flatten(Ended(about))[1].compose(tree))

    return ended


# Keep nbgraph's own frames out of the positions that JAX records, so that the innermost frame is the user's.
_source_info.register_exclusion(_PACKAGE)


_Constants = dict[int, tuple[np.ndarray, np.ndarray]]
_constants: ContextVar[_Constants | None] = ContextVar("constants", default=None)
_remembered: weakref.WeakValueDictionary[int, np.ndarray] = weakref.WeakValueDictionary()
_owners: dict[int, weakref.ref[np.ndarray]] = {}


@contextlib.contextmanager
def constants_as_they_are() -> Iterator[None]:
    """Make NumPy arrays constants with their content at the time of use, in traces inside the block.

    JAX remembers an array's constant by the array's identity, and may share its memory: one that the user changes in
    place would keep its old items in the next trace, or get its new ones in what was traced before. JAX asks the
    handler of `np.ndarray` for a constant, and is given copies here.
    """
    if _constants.get() is not None:
        yield
        return
    _handle_arrays()
    token = _constants.set({})
    try:
        yield
    finally:
        _constants.reset(token)


@functools.cache
def _handle_arrays() -> None:
    _dtypes.canonicalize_value_handlers[np.ndarray] = constant


def constant(array: np.ndarray) -> np.ndarray:
    """Return the constant that JAX takes for a NumPy array."""
    _dtypes.check_valid_dtype(array.dtype)
    known = _constants.get()
    if known is None:
        return _as_jax_does(array)
    now = np.ascontiguousarray(array, _dtypes.canonicalize_dtype(array.dtype)).reshape(array.shape)
    owner, before = known.get(id(array), (None, None))
    if owner is not array or before is None or not np.array_equal(_bits(before), _bits(now)):
        before = _literals.TypedNdArray(now.copy() if np.may_share_memory(now, array) else now)
        known[id(array)] = array, before
    return before


def _bits(array: np.ndarray) -> np.ndarray:
    """Return the words of a contiguous array, by which nan equals nan, and -0.0 differs from 0.0."""
    flat = np.asarray(array).reshape(-1)
    return flat.view(np.uint8 if flat.nbytes % 8 else np.uint64)  # eight at a time where that is possible


def _forget(owners: dict[int, Any], key: int, _: Any) -> None:
    """Drop an array that is gone; the dict may be gone too, when Python ends."""
    owners.pop(key, None)


def _as_jax_does(array: np.ndarray) -> np.ndarray:
    """Return the constant that JAX remembers for an array outside of nbgraph's traces, for as long as both live."""
    key, owner = id(array), _owners.get(id(array))
    typed = _remembered.get(key) if owner is not None and owner() is array else None
    if typed is None:
        typed = _literals.TypedNdArray(np.asarray(array, _dtypes.canonicalize_dtype(array.dtype)))
        _owners[key] = weakref.ref(array, functools.partial(_forget, _owners, key))
        _remembered[key] = typed
    return typed


def bare_errors() -> contextlib.AbstractContextManager[Any]:
    """Let errors keep JAX's own frames in the block: to remove them takes longer than the code that raises."""
    from jax._src import config as settings

    off: contextlib.AbstractContextManager[Any] = settings.traceback_filtering("off")
    return off
