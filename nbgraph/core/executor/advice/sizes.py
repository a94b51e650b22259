"""Advise on operations that need a value known at run time only: name the value, and what to write instead."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator

import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.executor.advice.scene import Advice, Scene
from nbgraph.core.keys import is_key
from nbgraph.core.messages import Message, matches
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import functions_of
from nbgraph.core.staging.values import is_traced

_MAKERS = functions_of("numpy", Fact.SIZED)
_OPEN = "how many items `{}` has is only known at run time, and an array has a fixed size"
_SIZED = dict.fromkeys(functions_of("numpy", Fact.COUNTS), 1)  # with the number of their arguments
_SIZED |= dict.fromkeys(("repeat", "setdiff1d", "union1d", "intersect1d"), 2)
# If not all arguments are sizes: which are, by position and by name.
_SIZES: dict[str, tuple[slice, frozenset[str] | None]] = {
    **dict.fromkeys(("zeros", "ones", "empty", "full"), (slice(0, 1), frozenset(("shape",)))),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), (slice(2, 3), frozenset(("num",)))),
}


def size_advice(scene: Scene) -> Advice:
    """Return the advice on an expression whose number of items is known at run time only; empty for any other."""
    match scene.tree:
        case ast.Call(func=ast.Attribute(attr=name)) as call if name in _MAKERS:
            return _made(scene, call, name)
        case ast.Call(func=ast.Attribute(attr=name)) as call if len(call.args) == _SIZED.get(name) and (
            name != "repeat" or not static_remedy(scene)
        ):
            written, room = scene.source(call), "total_repeat_length" if name == "repeat" else "size"
            if name == "unique" and scene.within(call) == f"len({written})":
                count = f"1 + (np.diff(np.sort({scene.source(call.args[0])})) != 0).sum()"
                return Advice(_OPEN.format(written), f"`{count}` in place of `len({written})`: how many differ")
            sized = f"jnp.{name}({', '.join(map(scene.source, call.args))}, {room}=...)"  # NumPy's has no `size`
            return Advice(_OPEN.format(written), f"`{sized}` with the most that there can be; it fills up the rest")
        case ast.Call(func=ast.Attribute(attr="bincount"), args=[array, *_]) as call:
            detail = f"the length of `{scene.source(call)}` depends on its numbers, which are only known at run time"
            return Advice(detail, f"`jnp.bincount({scene.source(array)}, length=...)`, with one more than the largest")
        case ast.Subscript(value=array, slice=ast.Slice() as cut):
            return _slice(scene, array, cut)
        case ast.Subscript(value=array) as chosen:
            kept = f"`jnp.where(mask, {scene.source(array)}, ...)`, which keeps the size"
            return Advice(_OPEN.format(scene.source(chosen)), kept)
    return Advice()


def static_remedy(scene: Scene, nodes: Iterable[ast.expr] | None = None) -> str:
    """Suggest static arguments for the values that an expression needs; "" if it needs other values.

    Args:
        nodes: the names that it needs; by default all names of run-time numbers.
    """
    needed = _traced(scene) if nodes is None else nodes
    names = list(dict.fromkeys(scene.argument(scene.value(node)) for node in needed))
    if not names or "" in names:
        return ""
    listed = repr(names[0]) if len(names) == 1 else repr(tuple(names))
    kept = listed.replace("'", '"')
    return f"`static_argnames={kept}` (`--static {','.join(names)}` in a cell): a graph for each value"


def _traced(scene: Scene, *parts: ast.expr) -> Iterator[ast.expr]:
    """Yield the names of run-time numbers in the expression, or in parts of it."""
    inside = (node for part in parts for node in ast.walk(part)) if parts else scene.nodes(ast.expr)
    for node in inside:
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        value = scene.value(node)
        if is_traced(value) and value.shape == () and not is_key(value):
            yield node


def _made(scene: Scene, call: ast.Call, name: str) -> Advice:
    positions, keywords = _SIZES.get(name, (slice(None), None))
    named = [each.value for each in call.keywords if keywords is None or each.arg in keywords]
    sizes = [*call.args[positions], *named]
    nodes = list(_traced(scene, *sizes)) if sizes else []
    names = list(dict.fromkeys(f"`{scene.source(node)}`" for node in nodes))
    if not names:
        return Advice()
    known = "which is" if len(names) == 1 else "which are"
    detail = f"`{scene.source(call)}` makes an array whose size depends on {' and '.join(names)}, {known}"
    floats = [each for each in sizes if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div)]
    if floats and (static := static_remedy(scene, nodes)):
        whole = scene.source(floats[0])
        return Advice(f"{detail} only known at run time", f"`int({whole})`, a whole number; and {static}")
    largest = "an array of the largest size that can occur, of which a part is used"
    return Advice(f"{detail} only known at run time", static_remedy(scene, nodes) or largest)


def _slice(scene: Scene, array: ast.expr, cut: ast.Slice) -> Advice:
    """Advise on a slice with run-time bounds: a slice of known length, or a mask."""
    name = scene.source(array)
    detail = _OPEN.format(scene.source(scene.tree) if scene.tree is not None else name)
    length, rows = _known_length(scene, cut), (*getattr(scene.value(array), "shape", ()), 0)[0]
    if length is not None and length <= rows and cut.lower is not None:
        start = scene.source(cut.lower)
        return Advice(detail, f"`jax.lax.dynamic_slice(v, ({start},), ({length},))`".replace("(v,", f"({name},"))
    tests = [f"{scene.source(cut.lower)} <= jnp.arange(len({name}))"] if cut.lower is not None else []
    tests += [f"jnp.arange(len({name})) < {scene.source(cut.upper)}"] if cut.upper is not None else []
    if cut.step is not None or not tests:
        return Advice(detail, static_remedy(scene))
    test = tests[0] if len(tests) == 1 else " & ".join(f"({each})" for each in tests)
    remedy = f"`jnp.where({test}, {name}, 0)`, zeros in place of the others"
    if summed := _summed(scene):
        remedy = f"`{name}.{summed}(where={test})`, of those alone"
    static = static_remedy(scene)
    return Advice(detail, f"{remedy}; or {static}" if static else remedy)


def _summed(scene: Scene) -> str:
    """Return the method called on a slice, if it accepts a mask, as `mean` does; "" for any other."""
    for node in scene.everywhere():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Subscript() as cut, attr=name), args=[], keywords=[]):
                if scene.tree is not None and ast.unparse(cut) == ast.unparse(scene.tree) and _leaves_out(name):
                    return name
    return ""


def _leaves_out(name: str) -> bool:
    """Whether an array method takes a `where` mask without an initial value, which `max` needs.

    >>> _leaves_out("mean"), _leaves_out("max"), _leaves_out("argsort")
    (True, False, False)
    """
    function = getattr(jnp, name, None)
    return callable(function) and "where" in inspect.signature(function).parameters and name[:3] not in ("max", "min")


def _known_length(scene: Scene, cut: ast.Slice) -> int | None:
    """Return the length of a slice such as `v[i:i + 3]`; None if it is known at run time only."""
    match cut:
        case ast.Slice(lower=lower, upper=ast.BinOp(left=left, op=ast.Add(), right=length), step=None) if lower:
            known = scene.value(length)
            return known if ast.dump(left) == ast.dump(lower) and type(known) is int else None
    return None


def _constraint(left: str, sign: str, right: str) -> str:
    """Return a comparison in the form of JAX's constraints, with `>=`, `<=` or `==`.

    >>> _constraint("n", ">", "3"), _constraint("n", "<=", "m")
    ('n >= 4', 'n <= m')
    """
    strict = {">": (">=", " + 1"), "<": ("<=", " - 1")}
    sign, more = strict.get(sign, (sign, ""))
    bound = str(int(right) + (1 if sign == ">=" else -1)) if more and right.isdigit() else right + more
    return f"{left} {sign} {bound}"


def _is_of_loop(scene: Scene) -> bool:
    tests = (ast.dump(loop.test) for loop in scene.everywhere(ast.While))
    return scene.tree is not None and ast.dump(scene.tree) in tests


def symbol_advice(error: BaseException, scene: Scene) -> Advice | None:
    """Return the advice on an error from a symbolic size; None for any other error."""
    compared = matches(error, Message.SYMBOLS_COMPARED)
    if compared is not None and not _is_of_loop(scene):
        detail = f"whether `{' '.join(compared.groups())}` holds is not known of a size that is a symbol"
        needed = _constraint(*compared.groups())
        return Advice(detail, f'`constraints=["{needed}"]` where `jax.export.symbolic_shape` makes the symbol')
    if not isinstance(error, _jax.SYMBOLIC) and not matches(error, Message.SYMBOL):
        return None
    detail = f"`{scene.source(scene.tree)}` needs a size that is a number" if scene.tree else "this needs a known size"
    return Advice(
        f"{detail}, and it is a symbol here",
        "an operation on the whole array, as `v.sum()`, in place of the loop; or an export for each size",
    )
