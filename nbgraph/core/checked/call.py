"""Turn a comparison whose results differ into one that names the cause."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.explain import INTERRUPTED, SECONDS, Explanation, Program, explain
from nbgraph.core.checked.findings import Findings
from nbgraph.core.checked.iterations import before_loops
from nbgraph.core.checked.origins import may_go_wrong
from nbgraph.core.checked.promoted import promoted
from nbgraph.core.checked.story import Story
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.known_parts import traced_leaves
from nbgraph.core.executor.located import IntegerTooLargeError, code_at, too_large, user_span
from nbgraph.core.executor.results import Packed
from nbgraph.core.source.support.table import CHANGING
from nbgraph.core.staging.operators import NegativeExponentError
from nbgraph.core.timing.findings import Anomaly, Cause, Mark
from nbgraph.core.timing.leaves import number_kind
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import LABELS
from nbgraph.core.timing.verdict import leaves

# Turns a checked run into the messages about an inf or nan, and about an index out of range.


_NOT_TRACED = "the program could not be traced for these arguments"
_NAMES = (("nan", np.isnan), ("inf", np.isposinf), ("-inf", np.isneginf))
_NOT_MADE = "the operations of the graph, run one at a time, do not make it"


def not_finite(found: Comparison, odd: Sequence[str], made: Explanation | None) -> Anomaly | None:
    """Return the first inf or nan of a call; None where there is none, or where the cause of a difference names it.

    Args:
        odd: what the graph's result holds of "nan", "inf" and "-inf".
        made: what a checked run came to; None where there was none.
    """
    lost, passing = (None, None) if made is None else (made.lost, made.passing)
    if not odd:
        if found.verdict.equal is False or passing is None:
            return None
        return Anomaly(passing.value, f"On the way {passing.sentence}; the result is finite.", False, passing.span)
    if _is_reported(found, lost):
        return None
    if lost is not None and lost.value.lstrip("-") not in {each.lstrip("-") for each in odd}:
        lost = None  # compiled together, the operations gave another result
    why = _NOT_TRACED if made is None else made.unwatched
    same = f" {_capital(LABELS[found.verdict.reference])} returns the same." if found.verdict.equal else ""
    message = f"The result {'is' if _is_number(found.value) else 'holds'} {' and '.join(odd)}"
    bad = () if lost is None or made is None else made.bad
    marks = tuple(Mark(each.kind, each.operation, each.message, each.span) for each in bad if each.span is not None)
    message += _origin(lost, odd, why) + next((f" {each.message}" for each in bad if each.kind == "underflow"), "")
    return Anomaly(" and ".join(odd), f"{message}{same}", True, None if lost is None else lost.span, marks)


def out_of_range(found: Comparison, made: Explanation | None) -> Anomaly | None:
    """Return the first out-of-range item for which Python on JAX arrays has the same value; None if there is none."""
    if made is None or made.missed is None or not found.verdict.equal:
        return None
    message = f"{_capital(made.missed.sentence)}. {_capital(LABELS[found.verdict.reference])} returns the same."
    return Anomaly("index out of range", message, True, made.missed.span)


def digits_lost(found: Comparison, made: Explanation) -> Anomaly | None:
    """Return the warning for a result without a right digit, where the reference has the same one; else None."""
    if made.digits is None or not found.verdict.equal:
        return None
    return Anomaly("no right digit", f"{made.digits.sentence}.", True, made.digits.span)


def _origin(lost: Story | None, odd: Sequence[str], why: str) -> str:
    if lost is None:
        return f". Where it is made is not known: {why or _NOT_MADE}."
    if why:
        return f". Not all of the run was watched, for {why}; in what was, {lost.sentence}."
    if not lost.phrase or lost.value not in odd:
        return f". {_capital(lost.sentence)}."
    return f", {'which' if tuple(odd) == (lost.value,) else f'of which {lost.value}'} {lost.phrase}."


def _is_reported(found: Comparison, lost: Story | None) -> bool:
    cause = found.cause
    if cause is None or cause.id not in ("overflow", "nan", "division") or cause.span is None:
        return False
    span = None if lost is None else lost.span
    return span is not None and cause.span.contains(span)


def _is_number(value: Any) -> bool:
    return isinstance(value, float | complex) or getattr(value, "shape", None) == ()


def _capital(text: str) -> str:
    return text if text.startswith(("nan", "inf", "-inf")) else text[:1].upper() + text[1:]


def odd_values(value: Any) -> tuple[str, ...]:
    """Return which of "nan", "inf" and "-inf" a result contains.

    >>> odd_values([1.0, {"loss": np.array([np.nan, 2.0])}]), odd_values(3), odd_values(float("-inf"))
    (('nan',), (), ('-inf',))
    """
    try:
        floats = [leaf for leaf in leaves(value) if number_kind(leaf) in ("float", "complex")]
        arrays = [part for leaf in floats for part in _parts(np.asarray(leaf))]
        return tuple(name for name, test in _NAMES if any(bool(np.any(test(array))) for array in arrays))
    except Exception:  # a user's object may refuse to be read
        return ()


def _parts(array: Any) -> tuple[Any, ...]:
    if array.dtype.kind == "c":
        return array.real, array.imag
    return (array.astype(np.float64),)


UNASKED_SECONDS = 1.0
"""How long a checked run may take where the results are the same and finite."""
_UNCHECKED = Explanation(None, "", unwatched="the run was stopped before it was checked")


def explained(
    found: Comparison,
    function: GraphFunction,
    arguments: tuple[Any, ...],
    keywords: Mapping[str, Any],
    *,
    check: bool = False,  # whether to run the checked program in any case, and to report its duration
    repeatable: bool = True,  # whether the compiled graph may run once more
    seconds: float = SECONDS,  # how long the checked run may take
    # called before the run, with the result to use if the run is interrupted
    on_step: Callable[[str, Comparison], None] | None = None,
) -> Comparison:
    """Return a comparison with the cause of its difference, if any, and with the first inf or nan of the call."""
    if found.cause is not None:
        found = replace(found, cause=_placed(found.cause, function))
    differ = found.verdict.equal is False and found.cause is None
    if differ and isinstance(found.graph_error, OverflowError | IntegerTooLargeError):
        return replace(found, cause=_too_large(found.graph_error))
    if differ and found.graph_error is None is found.python_error:
        known = [decision for trace in function.traces[-1:] for decision in trace.record.all_decisions]
        cause = promoted(found.expected, found.value, known)
        found, differ = replace(found, cause=cause), cause is None
    odd = () if found.graph_error is not None else odd_values(found.value)
    if not (differ or odd or check or found.verdict.equal) or (found.graph_error is not None and not differ):
        return found
    if isinstance(found.graph_error, RecursionError):
        return found  # CPython 3.11 keeps counting calls of a recursion that ends under a trace function
    program = program_of(function, arguments, keywords)
    if program is None:
        return replace(found, not_finite=not_finite(found, odd, None))
    if not (differ or odd or check or may_go_wrong(program.closed.jaxpr)):
        return found
    results = _results(function, arguments, keywords) if differ and repeatable and found.graph_error is None else None
    if not differ and found.graph_error is None:
        results = list(leaves(found.value))
    if on_step is not None:
        on_step("the run was checked", replace(found, not_finite=not_finite(found, odd, _UNCHECKED)))
    seconds = seconds if differ or odd or check else min(seconds, UNASKED_SECONDS)
    made = explain(
        program,
        python_error=found.python_error,
        python_value=found.expected,
        results=results,
        differ=differ,
        seconds=seconds,
    )
    if differ:
        cause = None if _is_of_what_was_refused(made.cause, found.graph_error) else made.cause
        found = replace(found, cause=cause)
    notes = (*found.notes, made.note) if differ or check or made.unwatched else found.notes
    interrupted = found.interrupted or made.unwatched == INTERRUPTED
    found = replace(found, notes=notes, interrupted=interrupted, out_of_range=out_of_range(found, made))
    found = replace(found, digits_lost=digits_lost(found, made))
    return replace(found, not_finite=not_finite(found, odd, made))


def watched(
    title: str,
    function: GraphFunction,
    arguments: tuple[Any, ...],
    keywords: Mapping[str, Any],
    *,
    seconds: float = SECONDS,  # how long the run may take
) -> Findings:
    """Return what a checked run of a call finds, without a comparison with Python."""
    program = program_of(function, arguments, keywords)
    if program is None:
        return Findings(title, unwatched=_NOT_TRACED)
    made = explain(program, differ=False, seconds=seconds)
    return Findings(title, made.bad, made.unwatched)


def _is_of_what_was_refused(cause: Cause | None, error: BaseException | None) -> bool:
    """Return whether a cause lies on the line where the graph refused a negative exponent: it explains nothing then."""
    if cause is None or cause.span is None or not isinstance(error, NegativeExponentError) or error.span is None:
        return False
    return (cause.span.file, cause.span.line) == (error.span.file, error.span.line)


def _too_large(error: OverflowError | IntegerTooLargeError) -> Cause:
    """Return the cause for an integer, in the code or in an argument, that is too large for the graph's integers."""
    located = too_large(error, user_span(error.__traceback__)) if isinstance(error, OverflowError) else error
    code = "" if located.span is None else code_at(located.span)
    return Cause("overflow", f"{located.message}.", located.remedy, located.span, located.variable or "", code)


def _placed(cause: Cause, function: GraphFunction) -> Cause:
    """Return the cause, an effect on an argument, located at the first statement that changes this argument."""
    parsed = conversion(function.python_function).parsed
    for node in ast.walk(parsed.node):
        if isinstance(node, _SIMPLE) and any(_changes(each, cause.variable) for each in ast.walk(node)):
            span = parsed.source.node_span(node)
            return replace(cause, span=span, code=code_at(span))
    return cause


_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Expr, ast.Return)


def _changes(node: ast.AST, name: str) -> bool:
    """Return whether an expression assigns to an item or attribute of `name`, or calls a method that changes it.

    >>> _changes(ast.parse("x[0] = 1").body[0].targets[0], "x"), _changes(ast.parse("x.append(1)").body[0].value, "x")
    (True, True)
    """
    match node:
        case ast.Subscript(value=ast.Name(id=found), ctx=ast.Store() | ast.Del()):
            return found == name
        case ast.Attribute(value=ast.Name(id=found), ctx=ast.Store() | ast.Del()):
            return found == name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=found), attr=method)):
            return found == name and method in CHANGING
        case _:
            return False


def program_of(function: GraphFunction, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Program | None:
    """Return the traced program and the values of its inputs; None where it cannot be traced for these arguments."""
    try:
        closed = function.trace_with_events(*arguments, **keywords).jaxpr
    except Exception:  # the comparison has the error already
        return None
    names, leaves = list[str](), list[Any]()
    for name, value in given_arguments(function.python_function, arguments, keywords):
        if name not in function.static_argnames:
            for part, leaf in traced_leaves(name, value, tables=function.tables):
                names.append(part)
                leaves.append(leaf)
    if len(leaves) != len(closed.jaxpr.invars):
        return None
    file = conversion(function.python_function).parsed.source.file
    return Program(closed, leaves, names, before_loops(function.traces[-1].record.all_decisions), file)


def given_arguments(
    function: Callable[..., Any], arguments: tuple[Any, ...], keywords: Mapping[str, Any]
) -> list[tuple[str, Any]]:
    """Return names and values of the arguments in JAX's order: keywords sorted by name."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    names = [parameter.name for parameter in parameters if parameter.kind in kinds]
    names += [f"argument {i}" for i in range(len(names), len(arguments))]
    return [*zip(names, arguments, strict=False), *sorted(keywords.items())]


def _results(function: GraphFunction, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> list[Any] | None:
    try:
        with np.errstate(over="ignore"):  # the call itself has warned about casts of arguments
            found = function.jitted(*arguments, **keywords)
    except NbgraphError:
        return None
    if isinstance(found, Packed) and found.fixed.apart is not None:
        found = found.fixed.apart(found.arrays), found.failed, found.details
    return jax.tree_util.tree_leaves(found)
