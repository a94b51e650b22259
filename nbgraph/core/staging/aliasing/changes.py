"""Find the source positions that the audit needs: changes of arrays in place, arithmetic, choices and `try` blocks."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from nbgraph.core.analysis.managers import swallowed
from nbgraph.core.pipeline import Converted
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import functions_of
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Place = tuple[str, int, int]  # where a statement starts: file, line and column


def start_of(span: Span) -> Place:
    return span.file, span.line, span.column


@dataclass(frozen=True)
class Changes:
    """The source positions that the audit looks up."""

    # assignments to items and augmented assignments, with the changed name
    items: dict[Span, str] = field(default_factory=dict)
    sums: set[Span] = field(default_factory=set)  # positions of `+` and `*`
    inverts: set[Span] = field(default_factory=set)  # positions of `~`
    # positions in a `try` where Python may raise what it catches, with the exception's name
    guarded: dict[Span, str] = field(default_factory=dict)
    # those of `items` that are augmented assignments, which may be to a number
    augmented: set[Span] = field(default_factory=set)
    # start of each statement or expression that selects a value, with the last line that depends on the
    # choice
    choices: dict[Place, int] = field(default_factory=dict)
    branches: dict[Place, tuple[Span, ...]] = field(default_factory=dict)  # of conditions with two of them, by start
    # positions where Python may raise and a graph does not, with the exceptions that catch it
    risky: dict[Span, frozenset[str]] = field(default_factory=dict)
    # the bodies of `try` statements, with the names of what they catch
    waiting: list[tuple[Span, frozenset[str]]] = field(default_factory=list)

    def waits_for(self, calls: Sequence[Span]) -> str:
        """Return the exception that a `try` around a position may catch and a graph does not raise; "" if none.

        Args:
            calls: the position, and those of the calls that led there, innermost first.
        """
        risks = self.risky.get(calls[0], frozenset()) if calls else frozenset()
        for call in calls if risks else ():
            for body, caught in self.waiting:
                inside = call.file == body.file and body.line <= call.line <= body.end_line
                if inside and risks & caught:
                    return min(risks & caught)
        return ""


def changes_in(trees: Iterable[tuple[ast.AST, SourceText]], owners: Iterable[Converted] = ()) -> Changes:
    """Collect the positions in some functions' source; add the `with` blocks of `owners` that may swallow errors."""
    parts = [_changes_of(*each) for each in trees] + [part for owner in owners for part in _in_withs(owner)]
    if len(parts) == 1:
        return parts[0]
    every = Changes()
    for part, name in product(parts, vars(every)):
        known, more = getattr(every, name), getattr(part, name)
        (known.extend if isinstance(known, list) else known.update)(more)
    return every


def _changes_of(tree: ast.AST, source: SourceText) -> Changes:
    """Return the positions in one function's source; they are kept in the tree, which never changes."""
    known: dict[str, Changes] = tree.__dict__
    if "_changes" not in known:
        known["_changes"] = _found_in(tree, source)
    return known["_changes"]


def _in_withs(owner: Converted) -> Iterator[Changes]:
    """Yield the `with` blocks of a function whose context managers may swallow exceptions, as they are now."""
    for node in owner.guards:
        if isinstance(node, ast.With):
            around = Environment.of(owner.original)
            kinds = [kind for item in node.items for kind in swallowed(item.context_expr, owner.parsed.node, around)]
            found = Changes()
            _note_waiting(found, node.body, kinds, owner.parsed.source)
            yield found


def _note_waiting(found: Changes, body: list[ast.stmt], kinds: list[ast.expr | None], source: SourceText) -> None:
    """Note that a block catches exceptions of these classes, and where it may raise one."""
    found.guarded.update((source.node_span(part), name) for part, name in _might_be_caught(body, kinds))
    found.waiting.append((_joined(source, body), frozenset(name for kind in kinds for name in _names_of(kind))))


def _found_in(tree: ast.AST, source: SourceText) -> Changes:
    risky = {source.node_span(node): names for node in ast.walk(tree) if (names := _risk(node))}
    found = Changes(risky=risky)
    ends = _ends(tree)
    for node in ast.walk(tree):
        if isinstance(node, _CHOOSING):
            place = source.node_span(node)
            found.choices[start_of(place)] = max(place.end_line, ends.get(id(node), 0))
        match node:
            case ast.If(body=body, orelse=[_, *_] as orelse):
                found.branches[start_of(source.node_span(node))] = tuple(
                    _joined(source, each) for each in (body, orelse)
                )
            case ast.IfExp(body=yes, orelse=no):
                found.branches[start_of(source.node_span(node))] = (source.node_span(yes), source.node_span(no))
            case ast.Try():
                kinds = [handler.type for handler in node.handlers]
                _note_waiting(found, node.body, kinds, source)
            case ast.AugAssign(target=target, op=operator):
                found.items[source.node_span(node)] = ast.unparse(
                    target.value if isinstance(target, ast.Subscript) else target
                )
                found.augmented.add(source.node_span(node))
                if isinstance(operator, ast.Add | ast.Mult):
                    found.sums.add(source.node_span(node))
            case ast.Assign(targets=targets):
                for part in (part for each in targets for part in ast.walk(each)):
                    if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
                        found.items[source.node_span(node)] = ast.unparse(part.value)
            case ast.BinOp(op=ast.Add() | ast.Mult()):
                found.sums.add(source.node_span(node))
            case ast.UnaryOp(op=ast.Invert()):
                found.inverts.add(source.node_span(node))
    return found


def _joined(source: SourceText, block: list[ast.stmt]) -> Span:
    return source.node_span(block[0]).to(source.node_span(block[-1]))


def _ends(tree: ast.AST) -> dict[int, int]:
    """By `id` of an `if` with a jump in it, return the last line that the jump may skip."""
    found: dict[int, int] = {}

    def visit(node: ast.AST, conditions: tuple[ast.AST, ...], loop_end: int, end: int) -> None:
        match node:
            case ast.Break() | ast.Continue():
                found.update((id(each), max(found.get(id(each), 0), loop_end)) for each in conditions)
            case ast.Return():
                found.update((id(each), max(found.get(id(each), 0), end)) for each in conditions)
            case ast.FunctionDef() | ast.Lambda():
                conditions, end = (), node.end_lineno or 0
            case ast.For() | ast.While():
                loop_end = node.end_lineno or 0
            case ast.If() | ast.Match():
                conditions = (*conditions, node)
        for child in ast.iter_child_nodes(node):
            visit(child, conditions, loop_end, end)

    visit(tree, (), 0, 0)
    return found


_CHOOSING = (ast.If, ast.While, ast.For, ast.IfExp, ast.BoolOp, ast.Match)


def _might_be_caught(block: list[ast.stmt], kinds: list[ast.expr | None]) -> Iterator[tuple[ast.AST, str]]:
    """Yield the expressions in a block that may raise in Python and not in a graph, and the exception's name."""
    caught = {name for kind in kinds for name in _names_of(kind)}
    for part in (part for child in block for part in ast.walk(child)):
        if risks := _risk(part) & caught:
            yield part, min(risks)


def _risk(node: ast.AST) -> frozenset[str]:
    """Return the names of the exceptions that catch what Python may raise at an expression and a graph does not."""
    match node:
        case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=ast.Constant(value=int() | float() as by)) if (
            by
        ):
            return frozenset()
        case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod()):
            return _DIVISION
        case ast.AugAssign(op=ast.Div() | ast.FloorDiv() | ast.Mod()):
            return _DIVISION
        case ast.Call(func=ast.Name(id="divmod")):
            return _DIVISION
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math"), attr=name) | ast.Name(id=name)) if name in _HALF:
            return _DOMAIN
        case ast.Subscript():
            return _INDEX
    return frozenset()


def _names_of(kind: ast.expr | None) -> list[str]:
    if kind is None:
        return ["Exception"]
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return [ast.unparse(part).split(".")[-1] for part in parts]


_DIVISION = frozenset(("ZeroDivisionError", "ArithmeticError", "Exception", "BaseException"))
_HALF = functions_of("math", Fact.PARTIAL)
_DOMAIN = frozenset(("ValueError", "OverflowError", "ArithmeticError", "Exception", "BaseException"))
_INDEX = frozenset(("IndexError", "LookupError", "Exception", "BaseException"))
