"""The specialised form: what a JAX expert would have written by hand, made from the decisions of one trace."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
from collections.abc import Iterator

from nbgraph.core.codegen.emit import emit
from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.depth import deep
from nbgraph.core.executor.traces import Trace
from nbgraph.core.normalise.naming import Namer, identifiers
from nbgraph.core.normalise.template import renamed
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.environment import Environment
from nbgraph.core.specialise.checked import failure_of, fault_of
from nbgraph.core.specialise.decided import with_decided
from nbgraph.core.specialise.definitions import Definition, Definitions
from nbgraph.core.specialise.divisions import Late, divided_late
from nbgraph.core.specialise.in_plain_words import in_plain_words
from nbgraph.core.specialise.inlined import inlined
from nbgraph.core.specialise.manner import Manner
from nbgraph.core.specialise.named_lists import LittleRoomError
from nbgraph.core.specialise.plan import NoSpecialFormError, Plan
from nbgraph.core.specialise.prelude import prelude
from nbgraph.core.specialise.privacy import bound_in, scopes_of
from nbgraph.core.specialise.texts.numbered import Numbered, numbered
from nbgraph.core.specialise.texts.shown import SHOWN
from nbgraph.core.specialise.types import SeveralTypesError
from nbgraph.core.staging.chosen_kinds import ITSELF
from nbgraph.core.staging.cond import StagedIf
from nbgraph.core.staging.recorder import Instance
from nbgraph.core.staging.round_marks import ROUND


@deep
def specialise(converted: Converted, trace: Trace) -> GeneratedCode:
    """Pure JAX code for the arguments of one trace: no nbgraph in it, runs when pasted into an empty module.

    Where a function does something that one piece of pure code cannot say, the text is a comment that says what.

    Args:
        converted: the function.
        trace: the record of one tracing of it.
    """
    try:
        return _printed(converted, trace)
    except RecursionError:
        name = next((found for root in trace.record.roots if (found := _calls_itself(root, ()))), "a function")
        return GeneratedCode("specialised", f"# No specialised form: {name} calls itself.\n", ())


def _calls_itself(instance: Instance, around: tuple[Converted, ...]) -> str:
    """The name of a function that takes part in a call of its own; "" where there is none."""
    if any(instance.owner is owner for owner in around):
        return f"`{instance.owner.parsed.name}`"
    inside = (each for calls in instance.calls.values() for each in calls)
    return next((name for each in inside if (name := _calls_itself(each, (*around, instance.owner)))), "")


def _printed(converted: Converted, trace: Trace) -> GeneratedCode:
    code = _written(converted, trace)
    if isinstance(code, GeneratedCode):
        return code
    words: list[Numbered] = []
    for found in _in_other_words(converted, trace):
        other = _in_these_words(found, Manner())
        if isinstance(other, GeneratedCode):
            return other
        words.append(found)
    in_place = Manner(asks_in_place=True)
    for other in (_written(converted, trace, None, in_place), *(_in_these_words(found, in_place) for found in words)):
        if isinstance(other, GeneratedCode):
            return other
    if isinstance(code, SeveralTypesError):
        why = "parts of an object are promoted to several types"
        return GeneratedCode("specialised", f"# No specialised form: {why}.\n", ())
    where = f" (line {code.span.line})" if code.span is not None else ""
    return GeneratedCode("specialised", f"# No specialised form: {code.message}{where}.\n", ())


def _in_these_words(found: Numbered, manner: Manner) -> GeneratedCode | NoSpecialFormError | SeveralTypesError:
    token = SHOWN.set(found.shown)
    try:
        return _written(found.converted, found.trace, found, manner)
    finally:
        SHOWN.reset(token)


def _in_other_words(converted: Converted, trace: Trace) -> Iterator[Numbered]:
    """The same function in words from which special code may be made, simple ones first."""
    found = numbered(converted, trace) if trace.record.text_numbers else inlined(converted, trace)
    if found is not None:
        yield found
    plain = in_plain_words(converted, trace)
    if plain is not None:
        yield plain
        found = numbered(plain.converted, plain.trace) if plain.trace.record.text_numbers else None
        if found is not None:
            yield dataclasses.replace(found, original=converted)


def _written(
    converted: Converted,
    trace: Trace,
    texts: Numbered | None = None,
    simplest: Manner = Manner(),  # noqa: B008 - immutable
) -> GeneratedCode | NoSpecialFormError | SeveralTypesError:
    """Special code in the first manner that gives some; else why there is none in the simplest."""
    try:
        return _specialise(converted, trace, texts, simplest)
    except (NoSpecialFormError, SeveralTypesError) as error:
        why = error
    for manner in _other_manners(trace, simplest):
        with contextlib.suppress(NoSpecialFormError, SeveralTypesError):
            return _specialise(converted, trace, texts, manner)
    return why


def _other_manners(trace: Trace, simplest: Manner) -> Iterator[Manner]:
    """The manners but the simplest that may make a difference for what was traced, in order."""
    details = [outcome.detail for _, _, outcome in trace.record.journal]
    may_keep = any(isinstance(detail, StagedIf) and detail.given for detail in details)
    if may_keep:
        yield dataclasses.replace(simplest, keeps_known=True)
    if any(verb == ROUND for _, (verb, _), _ in trace.record.journal):
        yield dataclasses.replace(simplest, unrolls=True)
        if may_keep:
            yield dataclasses.replace(simplest, unrolls=True, keeps_known=True)


def _specialise(
    converted: Converted,
    trace: Trace,
    texts: Numbered | None = None,
    manner: Manner = Manner(),  # noqa: B008 - immutable
) -> GeneratedCode:
    instance = next((root for root in trace.record.roots if root.owner is converted), Instance(converted))
    helpers = Definitions.of(trace.record, Namer(identifiers(converted.node)))
    helpers.manner = manner
    token = renamed.set(_modules_called_otherwise(converted, helpers))
    try:
        return _in_pure_jax(converted, instance, helpers, trace, texts)
    except LittleRoomError as error:
        if error.name in manner.roomy:
            raise
        other = dataclasses.replace(manner, roomy=manner.roomy | {error.name})
    except (NoSpecialFormError, SeveralTypesError):
        if not helpers.has_divided or manner.late is Late.NOWHERE:
            raise
        other = dataclasses.replace(manner, late=Late(manner.late - 1))  # a length may be divided
    finally:
        renamed.reset(token)
    return _specialise(converted, trace, texts, other)


def _modules_called_otherwise(converted: Converted, helpers: Definitions) -> dict[str, str]:
    """Other names for JAX's modules, where variables of the user's have the usual ones."""
    nodes = [converted.parsed.node, *(found[0].owner.parsed.node for found in helpers.instances.values())]
    bound = {name for node in nodes for scope in scopes_of(node) for name in bound_in(scope)}
    taken = Namer(frozenset().union(*(identifiers(node) for node in nodes)))
    return {name: taken(name) for name in ("jax", "jnp", "lax") if name in bound}


def _in_pure_jax(
    converted: Converted, instance: Instance, helpers: Definitions, trace: Trace, texts: Numbered | None
) -> GeneratedCode:
    helpers.stays_python = _is_for_python(trace)
    main = helpers.definition(converted, instance, converted.parsed.name)
    if isinstance(main, ast.FunctionDef) and not helpers.stays_python:
        main = with_decided(main, converted, trace)
    main = _divided(main, helpers)
    plan = Plan(converted, instance)
    numbers = main
    if texts is not None:
        helpers.made[:] = [(texts.filled(node), around) for node, around in helpers.made]
        numbers = texts.filled(main)
        main = texts.returning(numbers)
    lines = prelude(main, helpers, Environment.of(converted.original), plan, texts)
    functions = [*(node for node, _ in helpers.made), main]
    source, span = converted.parsed.source, converted.parsed.span
    written = converted.parsed.node if texts is None else texts.original.parsed.node
    if helpers.stays_python or numbers is not main:
        lines = [_for_python(trace if texts is None else texts.first), *lines]
    code = emit("specialised", functions, source, span, written, [*lines, *([""] if lines else [])])
    fault = fault_of(code.text)
    if not fault and not helpers.stays_python:
        text = code.text
        if numbers is not main:
            text = emit("specialised", [*functions[:-1], numbers], source, span, written, [*lines, ""]).text
        fault = failure_of(text, getattr(main, "name", "function"), trace)
    if fault and helpers.mixed:
        raise plan.refuse(helpers.mixed[0], "this is decided at run time at some times, and known at others")
    if fault:
        raise plan.refuse(converted.node, fault)
    return code


def _divided(main: Definition, helpers: Definitions) -> Definition:
    """The code of a function whose blocks, and those of its helpers, leave divisions to the graph."""
    late = helpers.manner.late
    if late is Late.NOWHERE or helpers.stays_python:
        return main
    before = [*(node for node, _ in helpers.made), main]
    *made, new = divided_late(before, late)
    helpers.has_divided = any(new is not old for new, old in zip([*made, new], before, strict=True))
    helpers.made[:] = [(node, around) for node, (_, around) in zip(made, helpers.made, strict=True)]
    assert isinstance(new, ast.FunctionDef | ast.Assign)
    return new


def _for_python(trace: Trace) -> str:
    """What only Python can do of what a function does."""
    kinds = {None if text is None else "number" if text == ITSELF else "text" for text, _ in trace.record.text_numbers}
    what = "Which text it is"
    if "number" in kinds:
        what = "Which kind of value it is" if "text" in kinds else "Whether it is None or a number"
    return f"# {what} only Python can say: for calls outside of `jax.jit`."


def _is_for_python(trace: Trace) -> bool:
    """Whether a function gives texts that are chosen at run time, and has no loop of the graph that Python would run.

    No array holds a text, and the code of an expert who returns one would leave the choice to Python.
    """
    loops = {decision.became for decision in trace.decisions if decision.construct in ("for", "while")}
    return trace.record.gives_texts and loops.isdisjoint(("while", "fori", "scan"))
