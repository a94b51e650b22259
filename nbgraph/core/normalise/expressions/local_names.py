"""Replace `locals()` by the user's names, because the frame of converted code has others.

`vars()` and `dir()` without arguments look at the same names, and `eval` and `exec` read them.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core.analysis.names import COMPREHENSIONS, Peek, names, parameters
from nbgraph.core.normalise.trees.rewriter import SCOPES, Node, rebuild
from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.records import dataclass
from nbgraph.core.source.environment import Environment

_LOOKING = {
    "locals": (0, "names"),
    "vars": (0, "names"),
    "dir": (0, "sorted(names)"),
    "eval": (1, "eval(text, globals(), names)"),
    "exec": (1, "ng.call(exec, text, globals(), names)"),
}
LOOKING = frozenset(_LOOKING)


def spell_out_locals(body: Sequence[ast.stmt], environment: Environment, own: Iterable[str]) -> list[ast.stmt]:
    """Return a function body in which every access to all local names lists them.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> around = Environment({"locals": locals, "eval": eval, "dir": dir})
    >>> show(*spell_out_locals([example("a = locals(), dir(), dir(b), eval(c)")], around, ["a", "b"]))
    a = (ng.locals_(a=a, b=b), sorted(ng.locals_(a=a, b=b)), dir(b), eval(c, globals(), ng.locals_(a=a, b=b)))
    """
    spelling = _Spelling(environment, list(own))
    return [spelling.convert(statement) for statement in body]


@dataclass(frozen=True)
class _Spelling:
    environment: Environment
    names: list[str]

    def convert(self, node: Node) -> Node:
        """Return a node with such accesses replaced; inner functions have their own, lambdas fewer names."""
        if isinstance(node, ast.Lambda):
            free = names(node.body).reads
            inner = [*parameters(node), *(name for name in self.names if name in free - set(parameters(node)))]
            return rebuild(node, _Spelling(self.environment, inner).convert)
        if isinstance(node, (*SCOPES, *COMPREHENSIONS)):
            return node
        new = rebuild(node, self.convert)
        return self.spelled(new) if isinstance(new, ast.Call) and _looks(new, self.environment) else new

    def spelled(self, node: ast.Call) -> Any:
        """Return a call with the names that it accesses."""
        assert isinstance(node.func, ast.Name)
        keywords = [ast.keyword(name, ast.copy_location(Peek(name, ast.Load()), node)) for name in self.names]
        callee = quote_expression("ng.locals_", node)
        call = ast.Call(callee, [], [ast.copy_location(keyword, node) for keyword in keywords])
        holes = {"names": ast.copy_location(call, node), **({"text": node.args[0]} if node.args else {})}
        return quote_expression(_LOOKING[node.func.id][1], node, **holes)


def _looks(node: ast.AST, environment: Environment) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LOOKING):
        return False
    count, _ = _LOOKING[node.func.id]
    is_builtin = environment.resolve(node.func) is getattr(builtins, node.func.id)
    return is_builtin and len(node.args) == count and not node.keywords
