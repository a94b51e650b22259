"""Names that a `lax.cond` takes or gives for nothing: written one by one, few rounds of a loop need all of them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.specialise.operands import is_plain

Side = ast.FunctionDef | ast.Lambda


def pruned(body: Sequence[ast.stmt], given: Sequence[str]) -> list[ast.stmt]:
    """The statements of a function without results that nobody reads, and without operands that have no value.

    >>> code = '''
    ... def if_true(a, b): return a + 1, b
    ... def if_false(a, b): return a, b
    ... a, b = lax.cond(p, if_true, if_false, a, b)
    ... return a
    ... '''
    >>> print(ast.unparse(ast.Module(pruned(ast.parse(code).body, ["p", "a"]), [])))
    def if_true(a):
        return a + 1
    <BLANKLINE>
    def if_false(a):
        return a
    a = lax.cond(p, if_true, if_false, a)
    return a

    Args:
        body: the statements.
        given: the function's parameters.
    """
    lines = list(body)
    own = {name for line in lines for name in _stored(line)}
    for index in reversed(range(len(lines))):
        found = _choice(lines, index)
        if found is not None:
            needed = _read_behind(lines, index)
            for place, change in found.without_results(needed).items():
                lines[place] = change
    bound = set(given)
    for index in range(len(lines)):
        found = _choice(lines, index)
        if found is not None:
            for place, change in found.without_operands(own - bound).items():
                lines[place] = change
        bound |= _stored(lines[index])
    for index in reversed(range(len(lines))):
        if _is_idle(lines[index], _read_behind(lines, index)):
            del lines[index]
    return lines


def _is_idle(line: ast.stmt, needed: set[str]) -> bool:
    """Whether a statement only binds names that nobody needs."""
    match line:
        case ast.Assign(value=value):
            return _stored(line).isdisjoint(needed) and _binds_names(line) and is_plain(value)
        case ast.If(test=test, body=body, orelse=orelse):
            return is_plain(test) and all(_is_idle(each, needed) for each in [*body, *orelse])
        case ast.Match(subject=ast.Name() | ast.Tuple(), cases=cases):
            bound = {name for case in cases for name in _stored(case.pattern)}
            tests = [case.guard for case in cases if case.guard is not None]
            lines = [each for case in cases for each in case.body]
            return (
                bound.isdisjoint(needed) and all(map(is_plain, tests)) and all(_is_idle(each, needed) for each in lines)
            )
    return isinstance(line, ast.Pass)


def _binds_names(line: ast.Assign) -> bool:
    parts = [part for target in line.targets for part in ast.walk(target)]
    return all(isinstance(part, ast.Name | ast.Tuple | ast.Store) for part in parts)


@dataclass(frozen=True)
class _Choice:
    """One `targets = lax.cond(test, true, false, *operands)`.

    Attributes:
        index: the line.
        line: the assignment.
        call: the `lax.cond`.
        sides: both functions, each with the line that defines it; the line of a lambda is that of the call.
    """

    index: int
    line: ast.Assign
    call: ast.Call
    sides: tuple[tuple[int, Side], tuple[int, Side]]

    def without_results(self, needed: set[str]) -> dict[int, ast.stmt]:
        """The lines that change, where results that are not needed are left out."""
        (target,) = self.line.targets
        results = [_result(side) for _, side in self.sides]
        if not isinstance(target, ast.Tuple) or not all(
            isinstance(result, ast.Tuple) and len(result.elts) == len(target.elts) for result in results
        ):
            return {}
        kept = [k for k, each in enumerate(target.elts) if not (isinstance(each, ast.Name) and each.id not in needed)]
        if len(kept) == len(target.elts) or not kept:
            return {}

        def some(whole: ast.Tuple) -> ast.expr:
            return whole.elts[kept[0]] if len(kept) == 1 else replace(whole, elts=[whole.elts[k] for k in kept])

        sides = [
            _returning(side, some(result))
            for (_, side), result in zip(self.sides, results, strict=True)
            if isinstance(result, ast.Tuple)
        ]
        return self._changed(some(target), sides, self.call.args[3:])

    def without_operands(self, unbound: set[str]) -> dict[int, ast.stmt]:
        """The lines that change, where operands that have no value, or that no side reads, are left out."""
        operands, sides = self.call.args[3:], [side for _, side in self.sides]
        if any(len(side.args.args) != len(operands) for side in sides):
            return {}

        def is_kept(k: int) -> bool:
            operand = operands[k]
            if isinstance(operand, ast.Name) and operand.id in unbound:
                return False
            return not isinstance(operand, ast.Name) or any(side.args.args[k].arg in _used(side) for side in sides)

        kept = [k for k in range(len(operands)) if is_kept(k)]
        if len(kept) == len(operands):
            return {}
        new = [replace(side, args=replace(side.args, args=[side.args.args[k] for k in kept])) for side in sides]
        return self._changed(self.line.targets[0], new, [operands[k] for k in kept])

    def _changed(self, target: ast.expr, sides: Sequence[Side], operands: Sequence[ast.expr]) -> dict[int, ast.stmt]:
        called = [
            side if isinstance(side, ast.Lambda) else old for side, old in zip(sides, self.call.args[1:3], strict=True)
        ]
        call = replace(self.call, args=[self.call.args[0], *called, *operands])
        defined = {
            place: side for (place, _), side in zip(self.sides, sides, strict=True) if isinstance(side, ast.FunctionDef)
        }
        return {**defined, self.index: replace(self.line, targets=[target], value=call)}


def _choice(lines: Sequence[ast.stmt], index: int) -> _Choice | None:
    line = lines[index]
    match line:
        case ast.Assign(targets=[_], value=ast.Call(args=[_, true, false, *_]) as call) if (
            ast.unparse(call.func) == "lax.cond"
        ):
            sides = [_side(lines, index, each) for each in (true, false)]
            if sides[0] is not None and sides[1] is not None:
                return _Choice(index, line, call, (sides[0], sides[1]))
    return None


def _side(lines: Sequence[ast.stmt], index: int, code: ast.expr) -> tuple[int, Side] | None:
    """The function that an argument of a `lax.cond` stands for: a lambda, or one defined in the lines right before."""
    if isinstance(code, ast.Lambda):
        return index, code
    for place in reversed(range(index)):
        line = lines[place]
        if not isinstance(line, ast.FunctionDef):
            return None
        if isinstance(code, ast.Name) and line.name == code.id:
            return place, line
    return None


def _result(side: Side) -> ast.expr | None:
    if isinstance(side, ast.Lambda):
        return side.body
    returns = [part for line in side.body for part in ast.walk(line) if isinstance(part, ast.Return)]
    last = side.body[-1]
    inner = any(isinstance(part, ast.FunctionDef) for line in side.body for part in ast.walk(line))
    return last.value if isinstance(last, ast.Return) and (inner or returns == [last]) else None


def _returning(side: Side, value: ast.expr) -> Side:
    if isinstance(side, ast.Lambda):
        return replace(side, body=value)
    last = side.body[-1]
    assert isinstance(last, ast.Return)
    return replace(side, body=[*side.body[:-1], replace(last, value=value)])


def _read_behind(lines: Sequence[ast.stmt], index: int) -> set[str]:
    """The names that are read behind a line, also by functions from before it which are called there."""
    found: set[str] = set()
    for line in reversed(lines[index + 1 :]):
        if isinstance(line, ast.Assign):
            found -= {target.id for target in line.targets if isinstance(target, ast.Name)}
        found -= {line.name} if isinstance(line, ast.FunctionDef) else set()
        found |= _loaded(line)
    for line in lines[:index]:
        if isinstance(line, ast.FunctionDef) and line.name in found:
            found |= _loaded(line)
    return found


def _loaded(node: ast.AST) -> set[str]:
    parts = list(ast.walk(node))
    renewed = {id(part.target) for part in parts if isinstance(part, ast.AugAssign)}
    named = [part for part in parts if isinstance(part, ast.Name)]
    return {part.id for part in named if not isinstance(part.ctx, ast.Store) or id(part) in renewed}


def _used(side: Side) -> set[str]:
    """The names that a function reads; those that only its parameters bind are among them."""
    return set().union(*map(_loaded, side.body if isinstance(side, ast.FunctionDef) else [side.body]))


def _stored(node: ast.AST) -> set[str]:
    """The names that a statement may bind, functions inside apart."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    own = {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()
    own |= {node.name} if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name else set()
    own |= {alias.asname or alias.name for alias in getattr(node, "names", ()) if isinstance(alias, ast.alias)}
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.Lambda):
            own |= _stored(child)
    return own
