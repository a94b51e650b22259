"""Refuse run-time exceptions that a `try` might catch, since no handler can run by then."""

from __future__ import annotations

import ast
import dis
import sys
import types
from collections.abc import Iterator, Sequence
from typing import Any

import jax

from nbgraph.core.analysis.managers import leaves_by_jump, swallowed
from nbgraph.core.errors import NbgraphError, StagingError, frames_of, steps_of
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.messages import Message, matches
from nbgraph.core.normalise import can_be_lowered, identifiers
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.environment import UNKNOWN, Environment, Layers
from nbgraph.core.source.ownership import is_own_file
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects.watching import watch_of
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import Frame, owner_of
from nbgraph.core.staging.trace.user_frames import frames_within, is_block, span_of
from nbgraph.core.staging.values.undefined import PerhapsUndefinedError, Undefined, UndefinedNameError
from nbgraph.core.staging.values.values import with_article

RAISED = "__nbgraph_raised__"  # the attribute with an error's traceback before converted code raised it again


class RaiseInTryError(StagingError):
    """A `try` would have to catch an exception raised at run time in a way that a graph cannot follow.

    A `try` catches what its own statements and the functions they call raise at run time. It cannot do so through a
    `with` or a `finally` in between, nor with a handler that uses a bare `raise`, or that reads an exception which is
    one of several or was built from run-time values. It does not catch a `RecursionError` either: converted code nests
    more calls, and reaches Python's limit earlier.
    """

    id = "raise-in-try"
    stopped: tuple[Converted, Place] | None = None  # the `try` that could be lowered instead


def refuse_in_try(kind: type[BaseException], span: Span, trace: types.TracebackType | None = None) -> None:
    """Refuse a run-time exception that a `try` around the active calls might catch."""
    active = list(_active(trace))
    if issubclass(kind, AttributeError) and any(_looks_for_attribute(frame) for frame, _ in active):
        raise RaiseInTryError(
            f"this {kind.__name__} is raised at run time only, and Python must know now whether there is the attribute",
            span=span,
            remedy="an attribute that says so, with a value on every path",
        )
    if any(_ends_a_walk(kind, frame) for frame, _ in active):
        raise RaiseInTryError(
            f"this {kind.__name__} is raised at run time only, and Python, which takes the items, must know now whether"
            " there is one more",
            span=span,
            remedy="a method that returns the items in a list or an array",
        )
    catcher, stopped = _catcher(kind, active)
    if catcher is not None:
        error = RaiseInTryError(
            f"this {kind.__name__} is raised at run time only, inside a `try` that might catch it",
            span=span,
            remedy=_instead_of(catcher, kind),
        )
        error.stopped = stopped
        raise error


def _instead_of(catcher: ast.AST, kind: type[BaseException]) -> str:
    """Return what to write in place of a statement that would catch a run-time exception."""
    if isinstance(catcher, ast.With):
        return f"`try:`, and behind its block `except {kind.__name__}:` with `pass`, in place of the `with`"
    handlers = [node for handler in getattr(catcher, "handlers", ()) for node in ast.walk(handler)]
    if any(isinstance(node, ast.Raise) and node.exc is None for node in handlers):
        return "what the `except` does just before this `raise`, and no `try`: the exception goes on anyway"
    if any(isinstance(node, ast.Raise) and node.cause is not None for node in handlers):
        return "`raise` without `from` in the `except`, and `except` without `as`"
    return "`failed = True` here, and `if failed:` in place of the `except`"


def refuse_lost_names(frame: Frame, names: Sequence[str]) -> None:
    """Refuse a block that ends in an exception, if a `try` around it may read names that the block bound."""
    owner, own = frame.owner, _function_of(frame.python)
    if names and owner is not None and any(_function_of(each.frame.python) is own for each in context.here().tries):
        known = next((name for name in names if name in identifiers(owner.parsed.node)), None)
        reads = f"the `try` around may read `{known}`" if known else "the `try` around goes on from there"
        cause = any(isinstance(node, ast.Raise) and node.cause for node in ast.walk(owner.parsed.node))
        raise RaiseInTryError(
            "something is raised here while the graph is made, where it is known at run time only whether that is"
            f" reached, and {reads}",
            span=frame.span,
            remedy="`raise` without `from` in the `except`, and `except` without `as`"
            if cause
            else "an `if` that asks before, in place of what raises",
            variable=known,
        )


def _function_of(frame: types.FrameType | None) -> types.FrameType | None:
    """Return the frame of the function that a running block is part of."""
    while frame is not None and is_block(frame.f_code):
        owner = owner_of(frame.f_code)
        frame = next((each for each in frames_of(frame.f_back) if owner_of(each.f_code) is owner), None)
    return frame


def refused() -> tuple[type[BaseException], ...]:
    """Return the class of the current exception if it refuses to stage something, else (); for use in `except`.

    A handler that caught such an exception would run in the graph as if Python had raised it.
    """
    error = sys.exc_info()[1]
    if isinstance(error, RecursionError) and matches(error, Message.DEPTH):
        frame = sys._getframe(1)
        raise RaiseInTryError(
            "calls are nested deeper than Python's limit here, which converted code meets earlier than the function as"
            " typed, so what this `except` does would not be Python's",
            span=span_of(frame.f_code, frame.f_lasti, frame.f_lineno),
            remedy="a `while` loop in place of the recursion, or an `if` that ends it",
        )
    if error is None or not is_refusal(error):
        return ()
    keep_place(error)  # raising it again would replace its position by the handler's
    return (type(error),)


def keep_place(error: BaseException) -> None:
    """Keep an error's present traceback, before JAX or others shorten it.

    For an inlined comprehension (Python 3.12), JAX's shortened traceback has the position of the whole.
    """
    vars(error).setdefault(RAISED, error.__traceback__)


def raised_at(error: BaseException) -> types.TracebackType | None:
    """Return the traceback that an error had when it was first raised."""
    trace: types.TracebackType | None = vars(error).get(RAISED) or error.__traceback__
    return trace


def at_raise(name: str) -> Any:
    """Return the value of a variable of the caller at the time when the handled exception was raised.

    A block is a function in generated code, and returns the names that it binds only at its end.

    Raises:
        RaiseInTryError: the block is a loop body of the graph, and the value is known at run time only.
    """
    frame = sys._getframe(1)
    value, owner = frame.f_locals.get(name, Undefined(name)), owner_of(frame.f_code)
    error = sys.exc_info()[1]
    trace = None if error is None or owner is None else raised_at(error)
    for step in _steps(trace, frame):
        code = step.tb_frame.f_code
        if code.co_name == "as_program":  # the function that traces a block
            raise RaiseInTryError(
                f"{with_article(_in_python(error))} is raised while the graph is made, in a branch or loop of the"
                f" graph that binds `{name}`",
                span=span_of(frame.f_code, frame.f_lasti, frame.f_lineno),
                remedy="an `if` that asks before, or a branch or loop without what raises",
                variable=name,
            )
        if is_own_file(code.co_filename):
            value = _after_iterations(step.tb_frame, name, value)
            continue
        if owner_of(code) is None:
            continue  # a library's, between ours: `contextlib` calls what it decorates
        if owner_of(code) is not owner or not is_block(code):
            break
        if name in code.co_varnames or name in code.co_cellvars:
            value = step.tb_frame.f_locals.get(name, value)
    return value


def _in_python(error: BaseException | None) -> str:
    """Return the name of the class that Python raises in place of an exception."""
    return "UnboundLocalError" if isinstance(error, UndefinedNameError) else type(error).__name__


def _after_iterations(frame: types.FrameType, name: str, value: Any) -> Any:
    """Return a variable's value after the iterations of a loop that Python runs, whose items may raise."""
    if frame.f_code.co_name != "_python_for":
        return value
    names = frame.f_locals["frame"].site("for_").operands
    return dict(zip(names, frame.f_locals["state"], strict=False)).get(name, value)


def _steps(trace: types.TracebackType | None, frame: types.FrameType) -> Iterator[types.TracebackType]:
    """Yield the traceback entries of the calls inside a running function, outermost first."""
    inside = False
    for step in steps_of(trace):
        if inside:
            yield step
        inside = inside or step.tb_frame is frame


def is_refusal(error: BaseException) -> bool:
    """Whether an exception means that something cannot be staged, and Python would not have raised it."""
    if isinstance(error, UndefinedNameError):
        return isinstance(error, PerhapsUndefinedError)
    if isinstance(error, NbgraphError | jax.errors.JAXTypeError | jax.errors.JAXIndexError):
        return True
    return isinstance(error, TypeError | AttributeError | ValueError) and matches(error, Message.TRACER) is not None


def is_of_index(error: BaseException) -> bool:
    """Whether an array refused an index, which may be a run-time value that no check of nbgraph saw."""
    refused = matches(error, Message.INDEX) or matches(error, Message.SLICE)
    return isinstance(error, IndexError) and refused is not None


def is_of_places(error: BaseException) -> bool:
    """Whether a JAX array refused a list of indices, which NumPy allows, or a selection by a mask."""
    refused = matches(error, Message.SEQUENCE) or matches(error, Message.ABSTRACT) or matches(error, Message.SELECTION)
    return isinstance(error, TypeError | ValueError) and refused is not None


def is_of_key(error: BaseException) -> bool:
    """Whether a run-time value was used where a hash is needed, such as the key of a dict."""
    return isinstance(error, TypeError) and matches(error, Message.KEY) is not None


def _active(trace: types.TracebackType | None) -> Iterator[tuple[types.FrameType, int]]:
    """Yield frame and line of every active call inside the outermost converted function, innermost first."""
    yield from reversed([(step.tb_frame, step.tb_lineno) for step in steps_of(trace)])
    yield from ((frame, frame.f_lineno) for frame in frames_within(sys._getframe(1)))


def _ends_a_walk(kind: type[BaseException], frame: types.FrameType) -> bool:
    """Whether a frame is a method of the user's whose exception of this class ends an iteration."""
    if owner_of(frame.f_code) is None:
        return False
    name = frame.f_code.co_name
    if name == "__next__":
        return issubclass(kind, StopIteration)
    if name != "__getitem__" or not issubclass(kind, IndexError | StopIteration):
        return False
    caller = frame.f_back
    while caller is not None and is_own_file(caller.f_code.co_filename):
        if caller.f_code.co_filename.endswith("items.py"):
            return False  # code asks for this item
        caller = caller.f_back
    return caller is not None and _operation(caller).startswith(("CALL", "PRECALL", "FOR_ITER", "UNPACK", "LIST_EXT"))


def _looks_for_attribute(frame: types.FrameType) -> bool:
    """Whether a frame is a `__getattr__` of the user's, called by `hasattr` or `getattr` with a default."""
    if frame.f_code.co_name != "__getattr__" or owner_of(frame.f_code) is None:
        return False
    caller = next((each for each in frames_of(frame.f_back) if not is_own_file(each.f_code.co_filename)), None)
    return caller is not None and _operation(caller).startswith(("CALL", "PRECALL"))


def _operation(frame: types.FrameType) -> str:
    code, place = frame.f_code.co_code, frame.f_lasti
    while place > 0 and dis.opname[code[place]] == "CACHE":
        place -= 2
    return dis.opname[code[place]]


def _catcher(
    kind: type[BaseException], active: list[tuple[types.FrameType, int]]
) -> tuple[ast.AST | None, tuple[Converted, Place] | None]:
    """Return the statement that may catch an exception but not at run time, and the `try` that could be lowered."""
    acted_on = False  # whether a `with` or `finally` in between would act on the exception
    for frame, line in active:
        owner = owner_of(frame.f_code)
        for node in _around(owner, line) if owner is not None else ():
            assert owner is not None
            place = (node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0)
            watch = watch_of(owner, place) if place in owner.tries else None
            if watch is not None:
                if watch.catches(kind):
                    return node if not watch.is_here or acted_on else None, None
            elif _may_catch(kind, node, frame, line, owner):
                simple = (
                    isinstance(node, ast.Try)
                    and can_be_lowered(node, owner.parsed.node)
                    and not leaves_by_jump(node.finalbody)
                )
                learns = simple and place not in owner.tries and not acted_on
                return node, (owner, place) if learns else None
            if isinstance(node, ast.With) or getattr(node, "finalbody", []):
                acted_on = True
    return None, None


def _around(owner: Converted, line: int) -> list[ast.Try | ast.TryStar | ast.With]:
    """Return the statements around a line that may handle its exception, innermost first."""
    found: list[ast.Try | ast.TryStar | ast.With] = []
    for node in owner.guards:
        last = node.body
        if isinstance(node, ast.Try | ast.TryStar) and node.finalbody:
            last = [*node.body, *(part for each in node.handlers for part in each.body), *node.orelse]
        if node.body[0].lineno <= line <= (last[-1].end_lineno or 0):
            found.append(node)
    return found[::-1]


def _may_catch(kind: type[BaseException], node: ast.stmt, frame: types.FrameType, line: int, owner: Converted) -> bool:
    """Whether a statement may catch an exception of this class, raised at a line inside it."""
    environment = Environment.of(owner.original)
    if isinstance(node, ast.Try | ast.TryStar):
        caught = [handler.type for handler in node.handlers]
        if leaves_by_jump(node.finalbody):
            caught = [None]
        elif not node.body[0].lineno <= line <= (node.body[-1].end_lineno or 0):
            caught = []
    else:
        assert isinstance(node, ast.With)
        around = Environment(Layers(frame.f_locals, environment.outer))
        caught = [part for item in node.items for part in swallowed(item.context_expr, owner.parsed.node, around)]
    return any(_catches(each, kind, environment) for each in caught)


def _catches(node: ast.expr | None, kind: type[BaseException], environment: Environment) -> bool:
    """Whether a handler for `node` might catch an exception of this class."""
    if node is None:
        return True
    if isinstance(node, ast.Tuple):
        return any(_catches(part, kind, environment) for part in node.elts)
    known: Any = environment.resolve(node)
    if known is UNKNOWN:
        return True
    return any(issubclass(kind, each) for each in (known if isinstance(known, tuple) else (known,)))
