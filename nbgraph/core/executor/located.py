"""Raise errors at the user's lines: what JAX or nbgraph refuses, where, and what to write instead."""

from __future__ import annotations

import array
import ast
import contextlib
import enum
import re
import sys
import types
from collections.abc import Callable, Iterator

import jax

from nbgraph.core.errors import NbgraphError, SourceError, StagingError, steps_of, with_frames_of, without_paths
from nbgraph.core.executor.advice.library import differing, jax_remedy
from nbgraph.core.executor.advice.outside import own_copy
from nbgraph.core.executor.advice.python import advice_on
from nbgraph.core.executor.advice.rows import refined
from nbgraph.core.executor.advice.same_in_python import refused_by_python
from nbgraph.core.executor.advice.scene import Advice, Scene, is_users
from nbgraph.core.executor.advice.shapes import operands, shape_advice
from nbgraph.core.executor.advice.sizes import size_advice, static_remedy, symbol_advice
from nbgraph.core.executor.advice.staged import place_of_result, staged_advice
from nbgraph.core.executor.advice.strings import run_time_formats
from nbgraph.core.executor.enclosing import GENERATOR, reason_at
from nbgraph.core.functionalise.sites import made_up_word
from nbgraph.core.messages import Message, matches
from nbgraph.core.one_line import error_line, headline, on_one_line, text_of
from nbgraph.core.source.ownership import is_own_file, is_user_file, users_frame
from nbgraph.core.source.support.table import FUNCTIONS
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import failure_in, is_of_key, raised_at
from nbgraph.core.staging.trace import owner_of, span_of
from nbgraph.core.staging.values import is_traced


class TracedValueError(StagingError):
    """Python code needs the value of a traced variable while tracing: for a hash, a shape, an item of a `frozenset`."""

    id = "traced-value-in-python"


class RefusedByJaxError(StagingError):
    """JAX does not support this operation for the given shapes and dtypes."""

    id = "refused-by-jax"


class IntegerTooLargeError(StagingError):
    """An integer does not fit: a graph has 32 bits for it (64 with x64), while Python's integers are unbounded."""

    id = "integer-too-large"


_REMEDIES: tuple[tuple[type[Exception], str, str], ...] = (
    (
        jax.errors.TracerBoolConversionError,
        "`{code}` decides by a value that is only known at run time, in a place that Python itself must decide",
        "a `for` or an `if` statement in place of what asks here: a graph can decide those",
    ),
    (
        jax.errors.TracerIntegerConversionError,
        "`{code}` needs an integer that is only known at run time",
        "index a JAX array instead (`jnp.array(items)[i]`), or pass the integer as a static argument",
    ),
    (
        jax.errors.TracerArrayConversionError,
        "`{code}` hands a value that is only known at run time to code that needs it now",
        "the `jax.numpy` function of the same name",
    ),
    (
        jax.errors.NonConcreteBooleanIndexError,
        "`{code}` selects by a mask, so the size of its result is only known at run time",
        "`jnp.where(mask, x, fill)`, which keeps the size",
    ),
    (
        jax.errors.ConcretizationTypeError,
        "`{code}` needs a value that is only known at run time",
        "pass the value as a static argument, or compute with `jax.numpy` instead",
    ),
    (
        jax.errors.UnexpectedTracerError,
        "`{code}` uses a value that was computed inside another graph",
        "return the value from the function that computes it",
    ),
)


@contextlib.contextmanager
def located(head: Callable[[], Span] | None = None) -> Iterator[None]:
    """Raise the errors of a trace as located errors; the user's own exceptions are not changed.

    Args:
        head: returns the position for an error to which no line of the user's leads.
    """
    __tracebackhide__ = True
    try:
        yield
    except NbgraphError as error:
        if error.span is None:
            error.span = user_span(raised_at(error)) or (head() if head is not None else None)
        scene = Scene.of(raised_at(error))
        advice = staged_advice(error, scene or Scene.at(error.span))
        error.span = place_of_result(error) or error.span
        error.message = advice.detail or error.message
        error.remedy = refined(error, scene) or advice.remedy or error.remedy
        error.calls = _calls(raised_at(error)) or error.calls  # it may have been located before
        raise
    except Exception as error:
        known = failure_in(error) or _explain(error, head() if head is not None else None)
        if known is None:
            raise
        if isinstance(known, NbgraphError):
            known.calls = _calls(raised_at(error))
        raise known from None


def _explain(error: Exception, head: Span | None) -> Exception | None:
    trace = raised_at(error)
    span, scene = user_span(trace), Scene.of(trace)
    is_stored = span is not None and scene is not None and isinstance(scene.tree, ast.Assign)
    if is_stored and scene is not None and (python := refused_by_python(error, scene)) is not None:
        return python
    for kind, message, remedy in _REMEDIES:
        if isinstance(error, kind):
            if span is not None and SourceText.of_file(span.file) is None:
                return _without_text(error)
            return _known_too_late(error, scene, span or head, message, remedy)
    if (span or head) is not None and isinstance(error, ValueError) and matches(error, Message.UNSORTED):
        message = "a dict has keys of kinds that cannot be compared, and JAX must sort the keys of what a graph holds"
        return RefusedByJaxError(message, span=span or head, remedy="keys of one kind, e.g. strings: `str(key)`")
    if isinstance(error, OverflowError) and matches(error, Message.TOO_LARGE):
        return too_large(error, span)
    if span is None or scene is None:
        return None
    if (symbol := symbol_advice(error, scene)) is not None:
        return RefusedByJaxError(symbol.detail, span=span, remedy=symbol.remedy)
    if (python := refused_by_python(error, scene)) is not None:
        return python
    if matches(error, Message.PRECISION) and not any(run_time_formats(scene)):
        return None
    if isinstance(error, _BY_TYPE) and (matches(error, Message.TRACER) or _was_given_tracer(error)):
        return _of_traced(error, scene)
    if not isinstance(error, _OF_JAX) or not _is_from_jax(trace):
        return None
    return _refused(error, scene)


def _known_too_late(
    error: Exception, scene: Scene | None, span: Span | None, message: str, remedy: str
) -> NbgraphError:
    """Make the error for Python or JAX code that needs a value known at run time only."""
    code = code_at(span) if span is not None else "this"
    if scene is not None and isinstance(scene.tree, ast.For):
        code = ast.unparse(scene.tree.iter)
    if isinstance(error, jax.errors.TracerArrayConversionError) and scene and _same_of_arrays(scene) == _STATIC:
        remedy = "the call before or after the graph; or `jax.pure_callback`, which makes it while the graph runs"
    is_size = isinstance(error, jax.errors.ConcretizationTypeError | jax.errors.NonConcreteBooleanIndexError)
    advice = size_advice(scene) if scene is not None and is_size else Advice()
    if advice.remedy:
        return TracedValueError(advice.detail, span=span, remedy=advice.remedy)
    why, instead = reason_at(span) if span is not None else ("", "")
    if not why and (name := _run_by_library(raised_at(error))):
        why = f"in `{name}`, which a library runs as it is written"
        instead = f"`ng.convert({name})` where it is handed over, as in `jax.grad(ng.convert({name}))`"
    if not why and scene is not None and (name := _unconverted(scene)):
        why = f"in `{name}`, which runs as plain Python here"
        instead = f"`ng.convert({name})` where it is handed over, as in `jax.vmap(ng.convert({name}))`"
    if not why and scene is not None and _is_enumeration(scene):
        message, remedy = "`{code}` looks for a member by a value that is only known at run time", _STATIC
    elif why and isinstance(error, jax.errors.TracerBoolConversionError):
        message, remedy = "`{code}` decides by a value that is only known at run time, " + why, instead
    elif instead == GENERATOR and isinstance(error, jax.errors.TracerIntegerConversionError):
        message, remedy = f"{message}, {why}", instead
    elif isinstance(error, jax.errors.TracerIntegerConversionError) and code.startswith("{"):
        message = "how many items `{code}` has is only known at run time"
        is_dict = scene is not None and isinstance(scene.tree, ast.DictComp | ast.Dict)
        remedy = (scene and static_remedy(scene)) or (_STATIC if is_dict else FUNCTIONS["set"].remedy)
    elif scene is not None and (copied := own_copy(scene) or _changed_object(scene)):
        message, remedy = copied.detail or message, copied.remedy
    elif (
        isinstance(error, jax.errors.TracerIntegerConversionError)
        and scene is not None
        and not any(scene.nodes(ast.Subscript))
        and not _is_product(code)
    ):
        remedy = static_remedy(scene) or _STATIC
    elif isinstance(error, jax.errors.TracerIntegerConversionError) and _is_product(code):
        message, remedy = "how often `{code}` repeats something is only known at run time", _REPEAT_INSTEAD
    elif scene is not None and is_size and (static := static_remedy(scene)):
        remedy = static
    return TracedValueError(message.replace("{code}", code), span=span, remedy=remedy)


def _is_enumeration(scene: Scene) -> bool:
    """Whether the expression looks up an enumeration member by its value, as in `Colour(2)`."""
    return isinstance(scene.tree, ast.Call) and isinstance(scene.value(scene.tree.func), enum.EnumType)


def _changed_object(scene: Scene) -> Advice:
    """Suggest a list in place of an object of C that gets a run-time item; empty for any other."""
    match scene.tree:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
            is_of_c = isinstance(scene.names.get(name), array.array | bytearray | memoryview)
            return Advice("", f"`{name} = list({name})` before this line: a list may hold it") if is_of_c else Advice()
    return Advice()


def _unconverted(scene: Scene) -> str:
    """Return the function whose own `if` or `while` needs the value, so that it is not converted; "" if none."""
    tests = (ast.dump(node.test) for node in scene.everywhere(ast.If, ast.While, ast.IfExp))
    asks = scene.tree is not None and ast.dump(scene.tree) in tests
    return scene.called if asks and scene.called.isidentifier() else ""


def _of_traced(error: Exception, scene: Scene) -> NbgraphError:
    """Make the error for code that accepts no run-time value."""
    code = code_at(scene.span)
    if is_of_key(error):
        message = f"`{code}` needs a key, or an item of a set, and its value is only known at run time"
        return TracedValueError(message, span=scene.span, remedy=_KEY_INSTEAD)
    advice = size_advice(scene)
    if not advice.remedy and isinstance(error, AttributeError) and not matches(error, Message.UNAVAILABLE):
        found = advice_on(error, scene)
        detail = f"`{code}` does not exist in a graph" + (f": {found.detail}" if found.detail else "")
        advice = Advice(detail, found.remedy or static_remedy(scene) or _OF_ARRAYS)
    elif not advice.remedy:
        if jax_remedy(str(error)):
            return _refused(error, scene)
        found = advice_on(refused_by_python(error, scene, surely=False) or error, scene)
        detail = f"`{code}` does something with a run-time value that only known values allow"
        detail += f" ({found.detail})" if found.detail else ""
        advice = Advice(detail, found.remedy or static_remedy(scene) or _same_of_arrays(scene))
    return TracedValueError(advice.detail, span=scene.span, remedy=advice.remedy)


def _same_of_arrays(scene: Scene) -> str:
    """Suggest JAX's function of the same name; a static argument if JAX has none."""
    match scene.tree:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if not hasattr(jax.numpy, name):
            return _STATIC
    return "the `jax.numpy` function of the same name, which takes run-time values"


def _refused(error: Exception, scene: Scene) -> NbgraphError:
    """Make the error for an operation that JAX does not have."""
    code, text = code_at(scene.span), _in_short(headline(without_paths(str(error))) or type(error).__name__)
    if matches(error, Message.SLICE):
        advice = size_advice(scene)
        message = f"how many items `{code}` has is only known at run time, and no array has a size that is not"
        return RefusedByJaxError(advice.detail or message, span=scene.span, remedy=advice.remedy or _SLICE_INSTEAD)
    advice = shape_advice(str(error), scene)
    message = f"JAX refuses `{code}`: {advice.detail or text}"
    if not advice.detail:
        message += f" ({shapes})" if (shapes := operands(scene)) else ""
    if not advice.detail and (part := differing(str(error))):
        message = f"JAX refuses `{code}`: {part}"
    refused = RefusedByJaxError(message, span=scene.span, remedy=advice.remedy or jax_remedy(text_of(error)))
    refused.original = error_line(error)
    return refused


def _is_product(code: str) -> bool:
    try:
        return isinstance(getattr(ast.parse(code, mode="eval").body, "op", None), ast.Mult)
    except SyntaxError:  # shortened
        return False


_STATIC = "`static_argnames=...` for the argument that it comes from"
_REPEAT_INSTEAD = 'the text itself beside the `*`, as in `"#" * n`; or pass the number as a static argument'
_OF_ARRAYS = (
    "what arrays have, as `v.sum()` and `v.shape`, or a function of `jax.numpy`; or use what is returned, outside"
)
_KEY_INSTEAD = (
    "a list: of truth values, `seen[x] = True`, or of counts, `counts[x] += 1`; or one that grows, `found.append(x)`,"
    " with `x in found`"
)
_SLICE_INSTEAD = (
    "`jax.lax.dynamic_slice(v, (start,), (3,))`, whose length is known; a mask, `jnp.where(jnp.arange(len(v)) < stop,"
    " v, 0)`; or pass the bounds as static arguments"
)


def _without_text(error: Exception) -> SourceError:
    """Make the error for a function without source that ran unconverted with a run-time value."""
    span, name = None, ""
    for step in steps_of(error.__traceback__):
        code = step.tb_frame.f_code
        if is_user_file(code.co_filename):
            if SourceText.of_file(code.co_filename) is not None:
                span = span_of(code, step.tb_lasti, step.tb_lineno)
            name = code.co_name
    return SourceError(
        f"the source of `{name}` cannot be found, so it runs as it is, and it decides by a run-time value",
        span=span,
        remedy=f"`def {name}(...):` in a notebook cell or a file",
        variable=name,
    )


def _in_short(text: str) -> str:
    """Shorten JAX's message, without its notation for run-time values."""
    text = re.sub(r"\b(?:\w*Tracer|Traced|ShapedArray)\W?\(?<?~?(\w+\[[^\]]*\])[^\s,;]*", r"\1", text)
    return text if len(text) <= 240 else text[:237] + "..."


_BY_TYPE = (TypeError, AttributeError, ValueError)
_OF_JAX = (TypeError, ValueError, NotImplementedError, IndexError)


def _was_given_tracer(error: Exception) -> bool:
    """Whether a library other than JAX raised the error, in a function with a run-time value."""
    frames = [step.tb_frame for step in steps_of(error.__traceback__)]
    if not frames or any(is_of(frames[-1].f_code.co_filename) for is_of in (is_user_file, is_own_file)):
        return False
    return not _is_from_jax(raised_at(error)) and any(map(is_traced, frames[-1].f_locals.values()))


def too_large(error: OverflowError, span: Span | None, name: str = "") -> IntegerTooLargeError:
    """Make the error for an integer that is too large for the graph."""
    value = max(re.findall(r"-?\d+", str(error)), key=len, default="")
    number = value if 9 < len(value) < 40 else "this integer"
    what = f"{number}, the argument `{name}`," if name else number
    bits = 8 * jax.dtypes.canonicalize_dtype(int).itemsize
    has_capacity = bits == 32 and value != "" and -(2**63) <= int(value) < 2**63
    wider = '`jax.config.update("jax_enable_x64", True)` before the call, for 64 bits; or ' if has_capacity else ""
    remedy = (
        wider
        + 'a float, e.g. `1e18` or `float(...)` of it, or `float("inf")` for a start that every number is smaller than'
    )
    message = f"{what} does not fit into the {bits} bits that a graph's integers have"
    return IntegerTooLargeError(message, span=span, remedy=remedy, variable=name or None)


def _run_by_library(trace: types.TracebackType | None) -> str:
    """Return the user's function that a library has wrapped before and runs unconverted; "" if there is none."""
    name = between = ""
    for code in (step.tb_frame.f_code for step in steps_of(trace)):
        if owner_of(code) is not None:
            name = between = ""
        elif is_user_file(code.co_filename):
            name = code.co_name if between and not name else name
        elif not is_own_file(code.co_filename):
            between = code.co_filename
    return name if name.isidentifier() else ""


def _is_from_jax(trace: types.TracebackType | None) -> bool:
    """Whether an error was raised inside a JAX call by the user's innermost frame."""
    found, file = False, ""
    for frame in (step.tb_frame for step in steps_of(trace)):
        file, name = frame.f_code.co_filename, str(frame.f_globals.get("__name__", ""))
        if is_user_file(file):
            found = False
        elif name.split(".")[0] in ("jax", "jaxlib"):
            found = True
    return found and not is_own_file(file)


@contextlib.contextmanager
def located_at_call() -> Iterator[None]:
    """Give errors on a function without source the user's line that passes the function."""
    __tracebackhide__ = True
    try:
        yield
    except NbgraphError as error:
        if error.span is None:
            frame = users_frame(sys._getframe(1))
            span = span_of(frame.f_code, frame.f_lasti, frame.f_lineno) if frame is not None else None
            error.span = span if span is not None and SourceText.of_file(span.file) is not None else None
        raise


def compact(error: NbgraphError) -> NbgraphError:
    """Give an nbgraph error a traceback of the user's frames only."""
    notes = getattr(error, "__notes__", None)
    if notes:
        notes[:] = [note for note in notes if "JAX has removed its internal frames" not in note]
    return error.with_traceback(with_frames_of(error.__traceback__, is_user_file))


def user_span(trace: types.TracebackType | None) -> Span | None:
    """Return the innermost position in the user's code of a traceback; None if there is none."""
    spans = _spans(trace)
    return spans[-1] if spans else None


def _spans(trace: types.TracebackType | None) -> list[Span]:
    steps = (step for step in steps_of(trace) if is_users(step.tb_frame))
    return [span_of(step.tb_frame.f_code, step.tb_lasti, step.tb_lineno) for step in steps]


def _calls(trace: types.TracebackType | None) -> tuple[tuple[str, Span], ...]:
    """Return the user's calls in a traceback that lead to its innermost position, innermost first."""
    spans = _spans(trace)
    codes = {span: code_at(span) for span in reversed(spans[:-1])}
    return tuple((code, span) for span, code in codes.items() if span != spans[-1] and _is_call(code))


def _is_call(code: str) -> bool:
    try:
        return isinstance(ast.parse(code, mode="eval").body, ast.Call)
    except SyntaxError:  # the header of a loop, or shortened code
        return code.endswith("...") and code.partition("(")[0].replace(".", "").isidentifier()


def code_at(span: Span) -> str:
    """Return the user's source of a span, on one line and shortened for a sentence."""
    source = SourceText.of_file(span.file)
    if source is None or span.end_line > len(source.lines):
        return "this"
    text = on_one_line(source.segment(span))
    if text[:1] in ("[", "(") and " for " not in text and text.count(text[0]) > text.count("])"["[(".index(text[0])]):
        return made_up_word("total")  # of a comprehension's items
    return text if len(text) <= 60 else text[:57] + "..."
