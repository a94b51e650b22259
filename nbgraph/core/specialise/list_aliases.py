"""Lists of several names: an array stands for one in a loop, and goes back into the list behind it."""

from __future__ import annotations

import ast

from nbgraph.core.analysis.names import Function, names, parameters
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.privacy import keeps, results_of


def goes_back(plan: Plan, name: str) -> bool:
    """Whether the items of a list may be elsewhere while a loop or a branch runs, because nobody looks meanwhile."""
    scope = plan.scope
    if is_given(plan, name):
        return _is_only_list(scope, name)
    others = _other_names(scope, name)
    return others is not None and _on_top_only(scope, others - {name})


def goes_into(plan: Plan, name: str) -> bool:
    """Whether a list only gets known elsewhere where it becomes a row of a list of lists, as a copy in an array.

    The trace has refused to change it afterwards.
    """
    offending = [node for node in ast.walk(plan.scope) if not keeps(node, name, of_numbers=True)]
    for node in offending:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=rows), attr="append"), args=[ast.Name()]):
                held = plan.lists.active.get(rows)
                if not getattr(held, "lengths", ""):
                    return False
            case _:
                return False
    return True


def is_given(plan: Plan, name: str) -> bool:
    """Whether a list is a parameter of a function inside the function: the caller has another name for it."""
    return plan.lists.function is not None and name in parameters(plan.lists.function)


def _other_names(scope: Function, name: str) -> frozenset[str] | None:
    """All names for a list, which they get by `a = b`; None where something else has it, too."""
    same, fine = {name}, set(results_of(scope))
    changed = True
    while changed:
        changed = False
        for node in ast.walk(scope):
            match node:
                case ast.Assign(targets=[ast.Name(id=new)], value=ast.Name(id=old)) if node not in fine and (
                    new in same or old in same
                ):
                    same |= {new, old}
                    fine.add(node)
                    changed = True
    kept = all(keeps(node, each, of_numbers=True) for each in same for node in ast.walk(scope) if node not in fine)
    return frozenset(same) if kept else None


def _on_top_only(scope: Function, others: frozenset[str]) -> bool:
    """Whether some names stand in no block and in no function inside the function."""
    if not isinstance(scope.body, list):
        return False
    blocks = [line for line in scope.body if hasattr(line, "body")]
    inner = [part for part in ast.walk(scope) if part is not scope and isinstance(part, Function | ast.comprehension)]
    found = names(*blocks, *inner)
    return others.isdisjoint(found.reads | found.writes)


def _is_only_list(scope: Function, name: str) -> bool:
    """Whether a function takes items from nothing else that its caller knows, which might be the same list.

    >>> f = ast.parse("def f(a, b, k):\\n  for i in range(k): a.append(b)").body[0]
    >>> _is_only_list(f, "a")
    True
    >>> f = ast.parse("def f(a, b, k):\\n  for i in range(k): a.append(b[0])").body[0]
    >>> _is_only_list(f, "a")
    False
    """
    body = scope.body if isinstance(scope.body, list) else [scope.body]
    own = names(*body).writes - set(parameters(scope))
    for node in ast.walk(scope):
        walked: list[ast.expr] = []
        match node:
            case ast.Subscript(value=value) | ast.Attribute(value=value) | ast.Starred(value=value):
                walked = [value]
            case ast.For(iter=value) | ast.comprehension(iter=value):
                walked = [value]
            case ast.Call(args=arguments):
                is_range = isinstance(node.func, ast.Name) and node.func.id == "range"
                is_method = isinstance(node.func, ast.Attribute)
                walked = [] if is_range or is_method else list(arguments)
            case ast.Compare(left=left, comparators=others, ops=operators):
                walked = [left, *others] if any(isinstance(each, ast.In | ast.NotIn) for each in operators) else []
        if any(isinstance(each, ast.Name) and each.id not in {name, *own} for each in walked):
            return False
    return True
