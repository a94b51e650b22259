"""Trace a whole call as one block and audit it before the surrounding trace gets its equations."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core._jax import constants_as_they_are, maps_now
from nbgraph.core.analysis.names import parameters
from nbgraph.core.as_loaded import as_patched
from nbgraph.core.errors import StagingError
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.pipeline import Converted
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.text import SourceText
from nbgraph.core.staging.aliasing.audit import BoolArithmeticError, CaughtErrorError, MadeInLoops, audit
from nbgraph.core.staging.aliasing.by_value import classes_in
from nbgraph.core.staging.aliasing.changes import changes_in
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.frames.classes import converted_classes
from nbgraph.core.staging.frames.conversion import DICTS, knows
from nbgraph.core.staging.frames.lent_lists import Lent
from nbgraph.core.staging.frames.tracing import is_check_detail, observe, trace_block
from nbgraph.core.staging.impure.process_state import SideEffectError, Sources, default_of, place_of_change
from nbgraph.core.staging.lists.choices import with_dicts
from nbgraph.core.staging.lists.contents import growing_of, has_container, has_rows, is_flat
from nbgraph.core.staging.lists.objects import alternatives
from nbgraph.core.staging.state.instead import copied_first, in_code
from nbgraph.core.staging.state.location import MISSING, Location, Named
from nbgraph.core.staging.trace import context, implications, recorder
from nbgraph.core.staging.values.dict_order import KEYS, DictOrder
from nbgraph.core.staging.values.kinds import changed, closed
from nbgraph.core.staging.values.values import any_traced


@dataclass
class Changes:
    """The changes that a call makes to list and dict arguments, which the caller's objects must get too."""

    dicts: frozenset[int] = frozenset()  # the ids of the dicts among the arguments
    # by id, the items of a list after the call; of a dict, its changed items
    contents: dict[int, Any] = field(default_factory=dict)
    returned: Any = None  # the list or dict that is the result; None if none is
    # prepares the result, given a function that tells whether a value existed before the call
    left: Callable[[Any, Callable[[Any], bool]], Any] = lambda result, stays: result

    def takes(self, location: Location, value: Any) -> bool:
        """Whether a changed location belongs to an argument that can also be changed after the run."""
        if alternatives(value):
            return False
        if id(location.owner) not in self.dicts:
            lasting, before = getattr(location.owner, "lasting", False), location.get()
            if lasting and (table := growing_of(before)) is not None and classes_in(table.buffers):
                return False  # the caller knows its dicts
            shares = any(each.origin is location.owner for each in getattr(location.owner, "sharing", ()))
            return lasting and (is_flat(value) or (has_rows(value, before) and not shares))
        if isinstance(value, DictOrder):  # the caller's dict gets new keys after the old ones
            return value.keys[: len(location.owner)] == tuple(location.owner)
        return value is not MISSING and not has_container(value)

    def note(self, location: Location, value: Any) -> None:
        """Note the new value of a location that `takes` accepts."""
        owner = location.owner
        if id(owner) not in self.dicts:
            self.contents[id(owner)] = value
        elif location.key is not KEYS:
            self.contents.setdefault(id(owner), {})[location.key] = value


@as_patched()
@constants_as_they_are()
def stage_call(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],  # its arguments; traced ones belong to the surrounding trace
    keywords: dict[str, Any],
    owner: Any,
    *,
    # whether the program is run repeatedly, so that a side effect of Python would happen only once
    compiled: bool = False,
    # filled with the call's changes to its list and dict arguments; None if changes are refused
    changes: Changes | None = None,
    # whether the program will be mapped, although the surrounding trace is not
    mapped: bool = False,
    lent: Lent | None = None,  # arguments with long lists replaced by lists in buffers
) -> Any:
    """Run a converted function inside a trace.

    Returns:
        The function's result, with values of the surrounding trace.

    Raises:
        StagingError: the function cannot be staged, or its program would not do what Python does.
        KeptError: the function needs a list of the caller's that was passed in buffers.
    """
    log = context.here().log
    log = recorder.Recorder() if log is None else log
    log.dicts_by_number = log.dicts_by_number or knows(owner, DICTS)
    with context.within(log=log):
        snapshot = observe(function, Named.of(parameters(owner.parsed.node), arguments), Named(keywords))
        log.doubled |= {frozenset(each) for each, _, _ in snapshot.dicts if id(each) not in snapshot.classes}
        log.given |= changes.dicts if changes is not None else frozenset()
        if lent is not None:
            lent.refuse_known(snapshot)
        with (
            converted_classes(snapshot),
            log.entered(owner, None),
            implications.remembering(),
            _knowing_helpers(owner, log),
        ):
            returned: list[Any] = []

            def run() -> Any:
                returned[:] = [_run(function, arguments, keywords, owner)]
                return returned[0] if changes is None else changes.left(returned[0], snapshot.holds)

            traced = trace_block(run, (), snapshot, may_raise=compiled)
        try:
            sources, made = changes_in(_sources(log), log.owners.values()), _made_in_loops(traced.program, log)
            log.replaced = audit(traced.program.jaxpr, sources, effects.raising_spans(), made)
        except (BoolArithmeticError, CaughtErrorError) as error:
            if not (isinstance(error, BoolArithmeticError) and (error.batched or maps_now())):
                error.stopped = _place_of(error, log)
            raise
    if lent is not None:
        lent.refuse_kept(traced.result, [(place.owner, value) for place, value in traced.writes.values()])
        lent.is_staged = True
    results = traced.run(mapped=mapped)
    before: list[tuple[Location, Any]] = []
    rows = {id(place.owner): value for place, value in traced.writes.values() if isinstance(place.owner, list)}
    for location, value in sorted(traced.writes.values(), key=lambda write: write[0].key is KEYS):
        if changes is not None and changes.takes(location, value):
            before.append((location, location.get()))
            after = closed(traced.picked(changed(value, lambda part: rows.get(id(part), part)), results))
            changes.note(location, after)
            location.set(after)  # the result may hold the list
            is_result = any(
                location.owner is part for each in returned for part in (each, getattr(each, "__dict__", None))
            )
            changes.returned = location.owner if is_result else changes.returned
            continue
        if not is_check_detail(location) and (compiled or any_traced(value)):
            _refuse(location, owner, _sources(log))
        location.set(closed(traced.picked(value, results)))
    if traced.raises:
        return None  # it is never used: the failed check raises
    result = closed(traced.picked(traced.result, results))
    for location, value in reversed(before):
        location.set(value)  # the trace's own copy, which represents the arguments before the call
    return result


@contextlib.contextmanager
def _knowing_helpers(owner: Any, log: recorder.Recorder) -> Iterator[None]:
    """Attach to a raised error the functions that took part in the trace."""
    try:
        yield
    except (StagingError, TypeError) as error:
        error.helpers = owner, list(log.owners.values())  # type: ignore[union-attr]
        error.chooses_dicts = log.chooses_dicts and not log.dicts_by_number  # type: ignore[union-attr]
        raise


def _run(function: Callable[..., Any], arguments: Any, keywords: Any, owner: Any) -> Any:
    """Run a function; refuse if an attribute read from a class has changed by its end."""
    result, log = function(*arguments, **keywords), context.here().log
    result = with_dicts(result) if log is not None and log.dicts_by_number else result
    for cls, name, value in log.inherited if log is not None else ():
        if getattr(cls, name, None) is not value:
            raise StagingError(
                f"an object has `{name}` from its class `{cls.__name__}` on some paths only, and it changes there",
                span=owner.parsed.head,
                remedy=f"give the object a `{name}` of its own on every path, as in `__init__`",
                id="branch-mismatch",
                variable=name,
            )
    return result


def _refuse(location: Location, owner: Any, sources: Sources) -> None:
    function, name = owner.parsed.name, re.sub(r"^globals\(\)\['(\w+)'\]", r"\1", location.name.removesuffix("."))
    if (default := default_of(owner.parsed.node, name)) is not None:
        empty = repr(type(location.owner)()) if isinstance(location.owner, list | dict | set) else "..."
        raise SideEffectError(
            f"`{default}` is changed by `{function}`, and a default outlives the call; a graph runs its Python once",
            span=place_of_change(sources, default) or owner.parsed.head,
            remedy=f"`{default}=None` as the default, and `{default} = {empty}` in the function where it is None",
            variable=default,
        )
    root = re.split(r"[.\[]", name)[0]
    raise SideEffectError(
        f"`{name}` is changed by `{function}` and outlives the call, but a graph runs its Python only once",
        span=place_of_change(sources, root) or place_of_change(sources, "globals()") or owner.parsed.head,
        remedy=_by_helper(owner, root, sources) or _instead(location, owner, name, root),
        variable=name,
    )


def _by_helper(owner: Any, name: str, sources: Sources) -> str:
    """Return a remedy if a called function rebinds a global name; "" for any other change."""
    for function, _ in sources:
        globals_ = [each for node in ast.walk(function) if isinstance(node, ast.Global) for each in node.names]
        if name in globals_ and function is not owner.parsed.node and isinstance(function, ast.FunctionDef):
            called = f"`..., {name} = {function.name}(..., {name})` where it is called"
            return f"`{name}` as a parameter of `{function.name}`, `return ..., {name}` in it, and {called}"
    return ""


def _instead(location: Location, owner: Any, name: str, root: str) -> str:
    """Return a remedy for a change that outlives the call: a copy, or a result that is assigned outside."""
    function, [first, *_] = owner.parsed.name, [*parameters(owner.parsed.node), ""]
    if isinstance(location.owner, list | dict) and re.match(rf"{root}(\[|$)", name):
        is_flat = isinstance(location.owner, dict) and name.count("[") == 1
        copied = f"dict({root})" if is_flat else f"copy.deepcopy({root})"
        if root in parameters(owner.parsed.node):
            return f"`{root} = {copied}` first in `{function}`, and `return {root}` where the change is wanted"
        if location.key != root:  # else the name itself is bound again, by `global`
            return copied_first(root, copied, function)
    if (attribute := name.removeprefix(f"{root}.")).isidentifier() and root == first == "self":
        kept = f"`{attribute} = {name}` first, `{attribute}` in place of `{name}` below, `return {attribute}` last"
        return f"{kept}; and `thing.{attribute} = thing.{function}(...)` where it is called"
    returned = "..." if root != name else name
    return f"`return {returned}`, and `{in_code(name)} = {function}(...)` where it is called; `print` acts at every run"


def _sources(log: recorder.Recorder) -> list[tuple[ast.AST, SourceText]]:
    return [(owner.parsed.node, owner.parsed.source) for owner in log.owners.values()]


def _made_in_loops(program: Any, log: recorder.Recorder) -> MadeInLoops:
    """Return for constants of a program the loops that create them again in each iteration."""
    loops: dict[int, set[tuple[str, int]]] = {}
    for constant, file, line in log.made_in_loops:
        loops.setdefault(id(constant), set()).add((file, line))
    pairs = zip(program.jaxpr.constvars, program.consts, strict=True)
    return {variable: frozenset(loops[id(constant)]) for variable, constant in pairs if id(constant) in loops}


_OPERATORS = (ast.BinOp, ast.UnaryOp, ast.AugAssign)


def _place_of(error: BoolArithmeticError | CaughtErrorError, log: recorder.Recorder) -> tuple[Converted, Place] | None:
    for owner in log.owners.values():
        for node in ast.walk(owner.parsed.node):
            if isinstance(node, _OPERATORS) and owner.parsed.source.node_span(node) == error.span:
                return owner, (node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0)
    return None
