"""Sizes that are symbols, as `jax.export.symbolic_shape` makes them: what cannot be decided by one."""

from __future__ import annotations

import ast

from nbgraph.core import _jax
from nbgraph.core.executor.advice.model import Advice
from nbgraph.core.executor.advice.scene import Scene
from nbgraph.core.messages import Message, said


def _constraint(left: str, sign: str, right: str) -> str:
    """A comparison as JAX takes constraints: by `>=`, `<=` or `==`.

    >>> _constraint("n", ">", "3"), _constraint("n", "<=", "m")
    ('n >= 4', 'n <= m')
    """
    strict = {">": (">=", " + 1"), "<": ("<=", " - 1")}
    sign, more = strict.get(sign, (sign, ""))
    bound = str(int(right) + (1 if sign == ">=" else -1)) if more and right.isdigit() else right + more
    return f"{left} {sign} {bound}"


def _is_of_loop(scene: Scene) -> bool:
    """Whether a `while` asks."""
    loops = [node for node in ast.walk(scene.function or ast.Pass()) if isinstance(node, ast.While)]
    return scene.tree is not None and any(ast.dump(node.test) == ast.dump(scene.tree) for node in loops)


def symbol_advice(error: BaseException, scene: Scene) -> Advice | None:
    """What is said of an error that a size which is a symbol has led to; None for any other error."""
    compared = said(error, Message.SYMBOLS_COMPARED)
    if compared is not None and not _is_of_loop(scene):
        detail = f"whether `{' '.join(compared.groups())}` holds is not known of a size that is a symbol"
        needed = _constraint(*compared.groups())
        return Advice(detail, f'`constraints=["{needed}"]` where `jax.export.symbolic_shape` makes the symbol')
    if not isinstance(error, _jax.SYMBOLIC) and not said(error, Message.SYMBOL):
        return None
    detail = f"`{scene.source(scene.tree)}` needs a size that is a number" if scene.tree else "this needs a known size"
    return Advice(
        f"{detail}, and it is a symbol here",
        "an operation on the whole array, as `v.sum()`, in place of the loop; or an export for each size",
    )
