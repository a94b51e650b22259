"""Complete messages of staging errors with the names at their position, and what to write there."""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections.abc import Callable

from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.advice.names import another_binding
from nbgraph.core.executor.advice.outside import statement_at
from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Answers, Scene, best
from nbgraph.core.source.syntax import own
from nbgraph.core.source.text import SourceText, syntax_at
from nbgraph.core.spans import Span


def staged_advice(error: NbgraphError, scene: Scene | None) -> Advice:
    """Return a message and a remedy for a staging error; empty parts if its own are enough."""
    ask = _TABLE.get(error.id)
    return (best(ask, error, scene) if ask is not None and scene is not None else None) or Advice()


def _unbound(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on a name without a value: a similar name, or another function's."""
    for advice in another_binding(scene, error.variable or ""):
        yield Advice("" if advice.detail in error.message else f"{error.message}; {advice.detail}", advice.remedy)


def _slice(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on a slice with a step: `[v[i] for i in range(...)]` for one that is read."""
    for cut in scene.nodes(ast.Subscript):
        if not isinstance(cut.slice, ast.Slice) or cut.slice.step is None:
            continue
        owner, step = scene.source(cut.value), scene.source(cut.slice.step)
        places = _places(scene, cut)
        match statement_at(scene):
            case ast.Assign(targets=[target], value=ast.BinOp(left=ast.List(elts=[one]), op=ast.Mult())) if places:
                if _dump(target) == _dump(cut):
                    remedy = f"`for i in {places}:` with `{owner}[i] = {ast.unparse(one)}` in it"
                    yield Advice(_which(error, owner, step), remedy)
            case ast.Assign(value=value) if isinstance(cut.ctx, ast.Store) and step == "-1":
                if cut.slice.lower is None and cut.slice.upper is None and ast.unparse(value) == owner:
                    yield Advice(_which(error, owner, step), f"`{owner}.reverse()`")
            case ast.Delete() if cut.slice.lower is None and cut.slice.upper is None and _is_positive(scene, cut):
                kept = f"`{owner} = [x for i, x in enumerate({owner}) if i % {step} != 0]`, a new list of the others"
                yield Advice(_which(error, owner, step), kept)
        if isinstance(cut.ctx, ast.Load) and places:
            yield Advice(_which(error, owner, step), f"`[{owner}[i] for i in {places}]`, with a step above 0")
        if isinstance(cut.ctx, ast.Store) and places:
            yield Advice(_which(error, owner, step), f"`for i in {places}:` with `{owner}[i] = ...` in it")


def _which(error: NbgraphError, owner: str, step: str) -> str:
    if "step of this slice" in error.message:
        return f"`{step}`, the step of this slice of `{owner}`, is only known at run time"
    return f"a slice of `{owner}` with a step is changed here, and its bounds or its length are only known at run time"


def _places(scene: Scene, cut: ast.Subscript) -> str:
    """Return the indices of a slice that goes forward; "" for one that goes back."""
    assert isinstance(cut.slice, ast.Slice) and cut.slice.step is not None
    if isinstance(cut.slice.step, ast.UnaryOp):
        return ""
    start = scene.source(cut.slice.lower) if cut.slice.lower is not None else "0"
    stop = scene.source(cut.slice.upper) if cut.slice.upper is not None else f"len({scene.source(cut.value)})"
    return f"range({start}, {stop}, {scene.source(cut.slice.step)})"


def _is_positive(scene: Scene, cut: ast.Subscript) -> bool:
    value = scene.value(cut.slice.step) if isinstance(cut.slice, ast.Slice) else UNKNOWN
    return type(value) is int and value > 1


def _dump(node: ast.AST) -> str:
    return ast.dump(node, annotate_fields=False).replace("Store", "Load")


def _two_names(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on a block that leaves two names for one new list or dict."""
    block = _block(error, scene)
    for node in ast.walk(block) if block is not None else ():
        match node:
            case ast.Assign(targets=[ast.Name(id=first), ast.Name(id=second)], value=value):
                after = f"`{second} = {first}` behind the block, and `{first} = {ast.unparse(value)}` alone in it"
                yield Advice(_named(error, first, second), after)
            case ast.Assign(targets=[ast.Name(id=second)], value=ast.Name(id=first)):
                if _is_read(block, second):
                    yield Advice(_named(error, first, second), f"`{second}` in place of `{first}`, one name for both")
                yield Advice(_named(error, first, second), f"`{second} = {first}` behind the block, not in it")


def _named(error: NbgraphError, first: str, second: str) -> str:
    return error.message.replace("two names for", f"two names, `{first}` and `{second}`, for")


def _block(error: NbgraphError, scene: Scene) -> ast.stmt | None:
    line = error.span.line if error.span is not None else 0
    return next((node for node in scene.everywhere(ast.If, ast.For, ast.While) if node.lineno == line), None)


def _is_read(block: ast.AST | None, name: str) -> bool:
    names = (node for node in ast.walk(block or ast.Pass()) if isinstance(node, ast.Name) and node.id == name)
    return any(isinstance(node.ctx, ast.Load) for node in names)


def _range(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on the bound of a range that is a float."""
    text, call = syntax_at(error.span)
    if not isinstance(call, ast.Call):
        return
    for part in call.args:
        written = ast.get_source_segment(text, part) or ast.unparse(part)
        match part:
            case ast.Constant(value=int()):
                continue
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                yield Advice("", f"`{ast.unparse(left)} // {ast.unparse(right)}`, a whole number")
        if len(call.args) == 1 or getattr(scene.value(part), "dtype", int) in ("float32", "float64"):
            yield Advice("", f"`int({written})`, a whole number")


def _capacity(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on a list that grows: by its name; or without a loop's body, as in a comprehension or `list(range(n))`."""
    is_own = error.message.startswith("a list grows")
    if is_own and not re.match(r"\(?(for|while)\b", syntax_at(error.span)[0]):
        instead = "a `for` statement that appends, with `ng.loop_options(max_iterations=...)` first in it"
        message = error.message.replace("in this loop, and how often the loop runs", "here, and how long it becomes")
        yield Advice(message, f"{error.remedy.partition('; or ')[2]}; or {instead}")
    elif is_own and re.fullmatch(r"\w+", error.variable or ""):
        yield Advice(error.message.replace("a list grows", f"`{error.variable}` grows"), "")


def _recursion(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on `return n * f(n - 1)`: the product as an argument, as a call becomes a loop if nothing follows it."""
    own = [each for each in scene.everywhere(ast.Call) if getattr(each.func, "id", "") == error.variable]
    for part in scene.everywhere(ast.Return) if [error.variable] * len(own) == [scene.called] else ():
        match getattr(part.value, "orelse", part.value):
            case ast.BinOp(left, ast.Mult() | ast.Add() as op, right) if own[0] in (left, right):
                done = ast.BinOp(ast.Name("done"), op, left if right is own[0] else right)
                again = ast.unparse(ast.Call(own[0].func, [*own[0].args, done], own[0].keywords))
                sign, start = ("*", 1) if isinstance(op, ast.Mult) else ("+", 0)
                end = f"`done={start}` as the last parameter, and `return done {sign} ...` at the end"
                if again not in error.remedy:  # advice is asked for again after a search for static arguments
                    yield Advice("", f"`return {again}`, with {end}; or {error.remedy}")


def _default(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on a parameter's default that is a list and grows."""
    found = re.match(r"(\w+)\.__defaults__\[(\d+)\]", error.variable or "")
    function = inspect.unwrap(scene.names[found[1]]) if found is not None else None
    function = getattr(function, "python_function", function)
    if found is None or not isinstance(function, types.FunctionType):
        return
    given = [each.name for each in inspect.signature(function).parameters.values() if each.default is not each.empty]
    name = given[int(found[2])]
    detail = f"`{name}` is a default of `{found[1]}`, which outlives the call, and its length changes in a graph"
    yield Advice(detail, f"`{name}=None` as the default, and `{name} = []` in the function where it is None")


def _keys(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on the keys that a dict needs from the start; keys made at run time need a list."""
    if not error.remedy.startswith("a dict that has all keys"):
        return
    match scene.tree:
        case ast.Assign(targets=[ast.Subscript(value=owner)]) | ast.AugAssign(target=ast.Subscript(value=owner)):
            name = ast.unparse(owner)
        case _:
            return
    for node in scene.everywhere():
        match node:
            case ast.Subscript(ctx=ast.Store(), slice=ast.JoinedStr() | ast.Call(func=ast.Name(id="str")) as key):
                if ast.unparse(node.value) == name:
                    instead = (
                        f"a list of its own in place of `{name}[{ast.unparse(key)}]`, with the number as its index"
                    )
                    yield Advice("", f"{error.remedy}; and {instead}")


def _result(error: NbgraphError, scene: Scene) -> Answers:
    """Advise on a lazy result: return a list."""
    found = _returned(scene)
    if isinstance(found, ast.Attribute) and error.message.startswith("the result is a method"):
        yield Advice("", f"`{ast.unparse(found)}()`, with parentheses: what the method returns")
    if found is None or not re.match(r"the result is an? (range|map|filter|zip|enumerate|generator) ", error.message):
        return
    code = ast.unparse(found)
    yield Advice("", f"`list{code}`" if isinstance(found, ast.GeneratorExp) else f"`list({code})`")


def _returned(scene: Scene) -> ast.expr | None:
    """Return the expression that a scene's function returns, if it has one `return`; else None."""
    body = getattr(scene.function, "body", ())
    found = [node.value for node in own(body) if isinstance(node, ast.Return)]
    return found[0] if len(found) == 1 else None


def place_of_result(error: NbgraphError) -> Span | None:
    """Return the position of the returned value, for an error about the result; None for other errors."""
    is_of_result = error.id == "hidden-result" or "the rows have changed since" in error.message
    scene = Scene.at(error.span) if is_of_result else None
    if scene is not None and isinstance(scene.tree, ast.expr):
        return None
    value = _returned(scene) if scene is not None else None
    source = SourceText.of_file(error.span.file) if error.span is not None else None
    return source.node_span(value) if source is not None and value is not None else None


def _changed_by_helper(error: NbgraphError, _: Scene) -> Answers:
    """Advise to return an array from the helper that changes it, and to rebind the caller's name."""
    scene, at = Scene.at(error.span), Scene.at(getattr(error, "call", None))
    helper, call, name = (scene and scene.function), (at and at.tree), error.variable or ""
    if scene is None or at is None or not isinstance(call, ast.Call) or not isinstance(helper, ast.FunctionDef):
        return
    place, called = at.span, at.source(call)
    is_method = isinstance(call.func, ast.Attribute) and helper.args.args[:1] and helper.args.args[0].arg == "self"
    given = [part.arg for part in helper.args.args[1 if is_method else 0 :]]
    bound = dict(zip(given, call.args, strict=False)) | {part.arg: part.value for part in call.keywords if part.arg}
    owner = ast.unparse(bound[name]) if name in bound else "..."
    if (found := _returned(scene)) is None:
        yield Advice("", f"`return {name}` last in `{helper.name}`, and `{owner} = {called}` in line {place.line}")
    else:
        given_back = f"`return {ast.unparse(found)}, {name}` in `{helper.name}`"
        yield Advice("", f"{given_back}, and `result, {owner} = {called}` in line {place.line}")


def _in_own_names(error: NbgraphError, scene: Scene) -> Answers:
    """Advise with NumPy's function where the cell has no name for JAX's."""
    if "jnp" not in scene.names and "np" in scene.names:
        yield Advice("", error.remedy.replace("jnp.", "np."))


def of_branches(error: NbgraphError, scene: Scene) -> Answers:
    """Advise where to write a first value: in the class's `__init__`, or before the loops around."""
    if "` exists on one path only" not in error.message:
        return
    owner, _, name = (error.variable or "").rpartition(".")
    held = scene.value(ast.parse(owner or "None", mode="eval").body)
    value = error.remedy.partition(" = ")[2].partition("`")[0]
    if name.isidentifier() and held is not UNKNOWN and not isinstance(held, type):
        yield Advice("", f"`self.{name} = {value}` in `__init__` of {type(held).__name__}, which every object has then")
    loops = scene.everywhere(ast.For, ast.While)
    around = [each.lineno for each in loops if each.lineno < scene.span.line <= (each.end_lineno or 0)]
    if around:
        yield Advice("", error.remedy.replace("this line", f"the loop in line {min(around)}"))


_TABLE: dict[str, Callable[[NbgraphError, Scene], Answers]] = {
    "undefined-name": _unbound,
    "branch-mismatch": of_branches,
    "chosen-text": _keys,
    "list-slice": _slice,
    "array-alias": _changed_by_helper,
    "container-alias": _two_names,
    "hidden-result": _result,
    "predicate-not-scalar": _in_own_names,
    "range-of-float": _range,
    "list-needs-bound": _capacity,
    "list-from-outside": _default,
    "traced-recursion": _recursion,
}
