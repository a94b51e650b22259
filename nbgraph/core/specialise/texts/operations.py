"""What operations make of texts: other texts, numbers and truth values."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nbgraph.core.specialise.texts.call_kinds import call_kind
from nbgraph.core.specialise.texts.kinds import Form, Kind, Shown, TooManyError, form_of, is_known, joined
from nbgraph.core.specialise.texts.known import Looking
from nbgraph.core.staging.chosen_calls import computes as computes_numbers

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.walk import Walk

_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_EQUAL = (ast.Eq, ast.NotEq)
_WHY = "a text is used where it must be known"


def operation(walk: Walk, node: ast.expr, kind: Kind) -> None:
    """Find out what an operation gives."""
    looking = Looking(
        walk.to.known, lambda name: walk.lookup(name) is not None, lambda leaf: walk.value(leaf).shape == "other"
    )
    leaves = looking.leaves(node)
    if not any(leaf is node for leaf in leaves):
        kinds = [walk.value(leaf).found() for leaf in leaves]
        if all(each.shape == "text" for each in kinds) and all(is_known(f) for each in kinds for f in each.forms):
            _looked_up(walk, node, kind, leaves, kinds)
            return
    if walk.kinds.mixes and any(_is_either(walk.value(part)) for part in looked_at(node)):
        _of_either(walk, node, kind)
        return
    match node:
        case ast.BinOp():
            _calculated(walk, node, kind)
        case ast.Compare():
            _compared(walk, node, kind)
        case ast.Subscript():
            _item(walk, node, kind)
        case ast.JoinedStr(values=parts):
            _text(walk, kind, parts)
        case ast.Call():
            call_kind(walk, node, kind)
        case ast.UnaryOp(operand=operand):
            walk.kinds.spoil(walk.value(operand), _WHY)
            walk.kinds.is_(kind, "other")
        case _:
            walk.opaque(node)


def looked_at(node: ast.expr) -> list[ast.expr]:
    """What an operation looks at that gives no more than a number where one of these is a number."""
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.Subscript(value=owner, slice=index) if not isinstance(index, ast.Slice):
            return [owner, index]
        case ast.Call(args=args, keywords=[]):
            return [arg for arg in args if not isinstance(arg, ast.Starred)]
    return []


def _is_either(kind: Kind) -> bool:
    """Whether a value may be a number and something else, or is None as far as is known by now."""
    return kind.found().shape == "none" or kind.may_be_itself


def _of_either(walk: Walk, node: ast.expr, kind: Kind) -> None:
    """What is asked of a value that may be a number: it gives one, and what it does for the others the trace knows."""
    if isinstance(node, ast.Call) and not computes(walk, node.func):
        call_kind(walk, node, kind)
        return
    walk.to.asking.add(node)
    for part in looked_at(node):
        found = walk.value(part)
        if isinstance(part, ast.Tuple | ast.List) and isinstance(node, ast.Compare):
            continue
        if found.shape not in ("other", "") and not _is_either(found) and not isinstance(node, ast.Compare):
            walk.kinds.spoil(found, _WHY)
    walk.kinds.is_(kind, "other")


def computes(walk: Walk, function: ast.expr) -> bool:
    """Whether a call looks at numbers, and does no more."""
    match function:
        case ast.Name(id=name) if walk.lookup(name) is None:
            value = walk.to.known.value(name)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if walk.lookup(name) is None:
            value = getattr(walk.to.known.value(name), attribute, None)
        case _:
            return False
    return value is isinstance or computes_numbers(value)


def _looked_up(walk: Walk, node: ast.expr, kind: Kind, leaves: Sequence[ast.expr], kinds: Sequence[Kind]) -> None:
    """What Python answers for each of the texts."""
    found = [answer for _, answer in walk.to.known.answers(node, leaves, [list(each.forms) for each in kinds])]
    answers = [answer for answer in found if not isinstance(answer, Exception)]
    if answers and all(isinstance(answer, str | None) for answer in answers):
        for answer in answers:
            if len(found) == 1 or answer in walk.to.known.numbered:
                walk.kinds.add(kind, form_of(answer))
        return
    if not leaves or {type(answer) for answer in answers} in ({int}, {float}, {bool}):
        walk.kinds.is_(kind, "other")
        return
    walk.opaque(node)


def _forms(kind: Kind) -> list[Form] | None:
    found = kind.found()
    return list(found.forms) if found.shape == "text" else None


def _product(walk: Walk, kind: Kind, parts: Sequence[Sequence[Form]]) -> None:
    rows = list(itertools.islice(itertools.product(*parts), 257))
    if len(rows) > 256:
        raise TooManyError
    for row in rows:
        walk.kinds.add(kind, joined(*row))


def _calculated(walk: Walk, node: ast.BinOp, kind: Kind) -> None:
    left, right = walk.value(node.left).found(), walk.value(node.right).found()
    shapes = {left.shape, right.shape}
    if "" in shapes:
        return
    if shapes == {"text"} and isinstance(node.op, ast.Add):
        if any(form is None for each in (left, right) for form in each.forms):
            walk.opaque(node)
        else:
            _product(walk, kind, [list(left.forms), list(right.forms)])
    elif shapes == {"list"} and isinstance(node.op, ast.Add):
        walk.kinds.same(kind, left)
        walk.kinds.same(kind, right)
    elif shapes == {"list", "other"} and isinstance(node.op, ast.Mult):
        walk.kinds.same(kind, left if left.shape == "list" else right)
    else:
        for each in (left, right):
            walk.kinds.spoil(each, "a text is part of a calculation") if each.shape != "other" else None
        walk.kinds.is_(kind, "other")


def _compared(walk: Walk, node: ast.Compare, kind: Kind) -> None:
    walk.kinds.is_(kind, "other")
    operands = [node.left, *node.comparators]
    kinds = [walk.value(operand).found() for operand in operands]
    if all(each.shape == "other" for each in kinds):
        return
    if len(operands) == 2 and "" not in {each.shape for each in kinds}:
        left, right = kinds
        match node.ops[0], left.shape, right.shape:
            case ((ast.Is() | ast.IsNot()), "text", "none"):
                return
            case ((ast.Is() | ast.IsNot()), _, "none"):
                return
            case ((ast.In() | ast.NotIn()), "text", "list"):
                walk.kinds.same(left, right.parts[0])
                return
            case ((ast.In() | ast.NotIn()), "text", "other"):
                if not left.is_chosen:
                    return
            case ((ast.In() | ast.NotIn()), "other", _):
                return
            case ((ast.Eq() | ast.NotEq()), ("list" | "tuple"), ("list" | "tuple")):
                walk.kinds.same(left, right)
                return
            case ((ast.Eq() | ast.NotEq()), "text", "text") if _is_told(left, right) or _is_told(right, left):
                return
    if "" in {each.shape for each in kinds}:
        return
    for each in kinds:
        walk.kinds.spoil(each, _WHY) if each.shape != "other" else None


def _is_told(one: Kind, other: Kind) -> bool:
    """Whether texts with run-time values differ from some known ones, whatever the values are: those are empty."""
    return all(is_known(form) for form in other.forms) and all(form in ((), None) for form in other.forms)


def _item(walk: Walk, node: ast.Subscript, kind: Kind) -> None:
    owner = walk.value(node.value).found()
    if isinstance(node.slice, ast.Slice):
        for bound in (node.slice.lower, node.slice.upper, node.slice.step):
            if bound is not None:
                walk.kinds.spoil(walk.value(bound), _WHY)
        walk.kinds.same(kind, owner) if owner.shape in ("list", "other") else walk.kinds.spoil(owner, _WHY)
        return
    index = walk.value(node.slice).found()
    if "" in (owner.shape, index.shape):
        return
    if owner.shape == "other" and index.shape == "text":
        walk.kinds.is_(kind, "other")
        walk.kinds.spoil(kind, "it comes from outside")
        return
    if index.shape != "other":
        walk.kinds.spoil(index, _WHY)
    match owner.shape, node.value, node.slice:
        case "list", _, _:
            walk.kinds.same(kind, owner.parts[0])
        case "tuple", _, ast.Constant(value=int() as number) if -len(owner.parts) <= number < len(owner.parts):
            walk.kinds.same(kind, owner.parts[number])
        case "tuple", _, _:
            for part in owner.parts:
                walk.kinds.same(kind, part)
        case "text", ast.Constant(value=str() as text), _:
            for letter in text:
                walk.kinds.add(kind, form_of(letter))
        case _:
            walk.kinds.spoil(owner, _WHY) if owner.shape != "other" else None
            walk.kinds.is_(kind, "other")


def _text(walk: Walk, kind: Kind, parts: Sequence[ast.expr]) -> None:
    """An f-string with run-time values in it."""
    each: list[list[Form]] = []
    for part in parts:
        match part:
            case ast.Constant(value=str() as text):
                each.append([form_of(text)])
            case ast.FormattedValue(value=value, conversion=conversion, format_spec=spec):
                found = walk.value(value).found()
                plain = spec is None and conversion in (-1, ord("s"))
                if found.shape == "":
                    return
                if found.shape == "text" and plain:
                    each.append(list(found.forms))
                elif found.shape == "other" and (spec is None or _is_literal(spec)):
                    shown = f"!{chr(conversion)}" if conversion != -1 else ""
                    shown += f":{_literal(spec)}" if spec is not None else ""
                    each.append([(Shown(value, shown),)])
                else:
                    walk.kinds.spoil(found, _WHY)
                    walk.kinds.spoil(kind, _WHY)
    _product(walk, kind, each)


def _is_literal(spec: ast.expr) -> bool:
    return isinstance(spec, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in spec.values)


def _literal(spec: ast.expr) -> str:
    parts = spec.values if isinstance(spec, ast.JoinedStr) else []
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
