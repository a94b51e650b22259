"""What comes back to a function's variables, beside their values: held against differences of plain Python's."""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
import math
import textwrap
from collections import Counter
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core.inspect import report, trace_values

FIFTY = 50


def bent(x: Any) -> Any:
    y = jnp.sin(x)
    z = y * y
    return z + x


def cubes(x: Any) -> Any:
    for _ in range(2):
        x = x * x * x
    return x


def powers(x: Any, n: Any) -> Any:
    y = x
    for _ in range(n):
        old = y
        y = y * math.sin(y)
        y = y + old / 4
    return y * x


def root(a: Any) -> Any:
    x = a * 1.5
    while x * x - a > 0.001:
        half = a / x
        x = (x + half) / 2
        if x > 100:
            break
    return x


def chosen(x: Any, k: Any) -> Any:
    y = x * 2
    if k > 0:
        z = y
        w = z * y
    else:
        z = y * 3
        w = z
    u = z + y
    return u * w


def grown(x: Any) -> Any:
    total = x
    for i in range(3):
        for _ in range(FIFTY):
            total = total * 1.1 + i
            if total > 50.0:
                break
        total = total - x
    return total


def scale(v: Any) -> Any:
    for _ in range(FIFTY):
        w = v * 1.05
        v = w - v / 10
    return v


def twice(x: Any) -> Any:
    y = scale(x)
    z = scale(y * 2)
    return y * z


def weighed(v: Any, w: Any) -> Any:
    s = 0.0
    for e in v:
        t = e * w
        if t > 0:
            s = s + t * e
            t = s / 7
        else:
            s = s - t
        s = s + t
    return s


def taken(params: Any, x: Any) -> Any:
    w, b = params["w"], params["b"]
    h = jnp.tanh(w * x + b)
    return h * h


def read_twice(params: Any, x: Any) -> Any:
    w = params[0]
    return w * x + params[0] ** 2 + params[1]


def trained(params: Any, x: Any) -> Any:
    for _ in range(FIFTY):
        params = {"w": params["w"] * 0.9 + x, "b": params["b"] - params["w"] / 9}
    return params["w"] * params["b"]


def listed(x: Any) -> Any:
    xs = [x, x * 2]
    xs.append(xs[0] * xs[1])
    s = 0.0
    for e in xs:
        s = s + e * e
    return s


def layer(p: Any, x: Any) -> Any:
    y = jnp.tanh(p["w"] * x)
    return y + p["b"]


def layers(params: Any, x: Any) -> Any:
    h = layer(params[0], x)
    h = layer(params[1], h)
    return h * h + params[1]["b"]


def kept(p: Any) -> Any:
    return p, p * p


def kept_twice(x: Any) -> Any:
    u = x * 2
    y, s = kept(u)
    z = y * s
    return z + y


def summed(params: Any, x: Any) -> Any:
    h = params["w"] * x
    y = h + params["b"]
    return (y * y).sum()


class Bumped(ast.NodeTransformer):
    """After each binding of a name, `bump` may change it."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self.generic_visit(node)
        node.body = [*(bump(each.arg, node.lineno) for each in node.args.args), *node.body]
        node.returns = None
        for each in node.args.args:
            each.annotation = None
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        names = [each for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)]
        return [node, *(bump(each.id, node.lineno) for each in names)]

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                return [node, bump(name, node.lineno)]
        return node

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        assert isinstance(node.target, ast.Name)
        node.body = [bump(node.target.id, node.lineno), *node.body]
        return node


def bump(name: str, line: int) -> ast.stmt:
    return ast.parse(f"{name} = bump({name!r}, {line}, {name})").body[0]


def by_differences(functions: tuple[Any, ...], arguments: tuple[Any, ...], key: tuple[str, int, int]) -> float:
    """The derivative by a name as a line leaves it for the nth time."""

    def run(step: float) -> float:
        seen: Counter[tuple[str, int]] = Counter()

        def bump(name: str, line: int, value: Any) -> Any:
            seen[name, line] += 1
            part = key[0].removeprefix(name)
            is_it = (name, line, seen[name, line]) == (key[0].partition("[")[0], *key[1:])
            return moved(value, part, step) if is_it else value

        scope: dict[str, Any] = {"bump": bump, "math": math, "jnp": np, "FIFTY": FIFTY}
        for function in functions:
            tree = Bumped().visit(ast.increment_lineno(parsed(function), function.__code__.co_firstlineno - 1))
            exec(compile(ast.fix_missing_locations(tree), "bumped", "exec"), scope)
        return float(scope[functions[-1].__name__](*arguments))

    return (run(1e-5) - run(-1e-5)) / 2e-5


def moved(value: Any, part: str, step: float) -> Any:
    if not part:
        return value + step
    scope = {"value": copy.deepcopy(value), "step": step}
    exec(f"value{part} = value{part} + step", scope)
    return scope["value"]


def total(text: str) -> float:
    return sum(map(float, text.strip("[").partition("]")[0].split(",")))


def parsed(function: Callable[..., Any]) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


@pytest.mark.parametrize(
    ("functions", "arguments", "least"),
    [
        ((bent,), (2.0,), 3),
        ((cubes,), (1.1,), 3),
        ((powers,), (1.2, 5), 5),
        ((root,), (2.0,), 7),
        ((chosen,), (1.5, 1), 4),
        ((chosen,), (1.5, -1), 4),
        ((grown,), (2.0,), 20),
        ((scale, twice), (0.5,), 50),
        ((weighed,), (np.array([1.0, -2.0, 0.5] * 4), 1.5), 20),
        ((taken,), ({"w": 0.3, "b": 0.1}, 2.0), 6),
        ((read_twice,), ([3.0, 1.0], 2.0), 3),
        ((trained,), ({"w": 0.3, "b": 0.1}, 2.0), 20),
        ((listed,), (3.0,), 4),
        ((layer, layers), ([{"w": 0.5, "b": 0.2}, {"w": 1.5, "b": 0.3}], 0.7), 8),
        ((kept, kept_twice), (1.5,), 2),
        ((summed,), ({"w": np.array([1.0, 2.0]), "b": 0.5}, np.array([3.0, 4.0])), 5),
    ],
    ids=lambda each: each[-1].__name__ if isinstance(each, tuple) and callable(each[-1]) else None,
)
def test_what_comes_back_is_the_derivative_by_the_name(functions: Any, arguments: Any, least: int) -> None:
    given = jax.tree.map(lambda each: jnp.asarray(each) if isinstance(each, np.ndarray) else each, arguments)
    record = trace_values(jax.grad(functions[-1]), *given)
    seen: Counter[int] = Counter()
    found = []
    for step in record.steps:
        seen[step.line] += 1
        found += [
            ((name[1:], step.line, seen[step.line]), total(value))
            for name, value in step.values
            if name.startswith("∂") and value is not None and "…" not in value
        ]
    assert len(found) >= least
    for key, value in found[:: max(1, len(found) // 12)]:
        assert value == pytest.approx(by_differences(functions, arguments, key), rel=2e-3, abs=2e-4), key


@pytest.mark.parametrize("function", [bent, cubes, grown, twice])
def test_as_many_steps_as_python_has_lines(function: Any) -> None:
    record, plain = trace_values(jax.grad(function), 1.5), trace_values(function, 1.5)
    assert [(each.line, each.loop, each.iteration, each.python) for each in record.steps] == [
        (each.line, each.loop, each.iteration, each.python) for each in plain.steps
    ]


def test_the_steps_light_up_the_derivative_s_own_graph() -> None:
    shown = report(jax.grad(root), 2.0, timing=False)
    assert shown.graph is not None and shown.recording is not None
    ids = {node.id: node.label for node in shown.graph.nodes} | {each.id: each.kind for each in shown.graph.regions}
    (loop,) = shown.recording.loops
    assert ids[loop.region] == "scan"
    steps = shown.recording.steps
    assert [ids[value.node] for value in steps[3].nodes][:1] == ["a / x"]
    assert ids[steps[-1].nodes[-1].node] == "return"
    assert shown.recording.result == steps[-1].nodes[-1].text


def weighed_by_constants(x: Any) -> Any:
    w = jnp.array([2.0, 3.0])
    y = (w * x).sum()
    z = jnp.tanh(y / 9)
    return z * y


def turned(x: Any, k: Any) -> Any:
    y = x * 2
    if y > k:
        y = y * y
    z = y * k
    return z * x


@pytest.mark.parametrize(
    ("function", "arguments", "names"),
    [
        (bent, ([0.5, 2.0, -1.0],), {"x", "y", "z"}),
        (weighed_by_constants, ([0.5, 2.0],), {"x", "y", "z"}),  # `w` is the same for all examples, and has none
        (turned, ([0.4, 2.0, -1.0], [1.0, 2.0, 3.0]), {"x", "y", "z", "k"}),
    ],
)
def test_each_example_of_a_batch_has_its_own(function: Any, arguments: Any, names: set[str]) -> None:
    record = trace_values(jax.vmap(jax.grad(function)), *map(jnp.array, arguments))
    found = [
        ((name[1:], step.line, 1), value)
        for step in record.steps
        for name, value in step.values
        if name[0] == "∂" and value is not None
    ]
    assert {key[0] for key, _ in found} == names
    for key, text in found:
        own = [by_differences((function,), each, key) for each in zip(*arguments, strict=True)]
        assert [float(each) for each in text[1:].partition("]")[0].split(",")] == pytest.approx(own, 2e-3, 2e-4), key


@pytest.mark.parametrize(
    ("made", "shape"),
    [(jax.vmap(jax.grad(bent), axis_name="i"), (2,)), (jax.vmap(jax.vmap(jax.grad(bent))), (2, 2))],
)
def test_none_for_other_batches(made: Any, shape: tuple[int, ...]) -> None:
    assert names_back(made, jnp.ones(shape)) == []


def outer(x: Any) -> Any:
    return jax.grad(bent)(x) * 2


first = jax.grad(bent)
second = jax.grad(first)


def halley(x: Any) -> Any:
    return x - 2 * bent(x) * first(x) / (2 * first(x) ** 2 - bent(x) * second(x))


def uncut(x: Any) -> Any:
    y = x * x
    return y + 2.0 * x


def uncut_inside(x: Any) -> Any:
    return jax.grad(uncut)(x) + 1


def both(x: Any) -> Any:
    return bent(x) + jax.grad(bent)(x + 1) + bent(x + 3)


def aliased(x: Any) -> Any:
    y = x
    z = y * y
    a = b = z + 1
    return z * a * b * x


def names_back(function: Any, *arguments: Any) -> list[str]:
    record = trace_values(function, *arguments)
    return [name for step in record.steps for name, _ in step.values if name[0] == "∂"]


@pytest.mark.parametrize("function", [outer, uncut_inside])
def test_of_a_function_inside_of_another_by_its_own_result(function: Any) -> None:
    record = trace_values(function, 2.0)
    found = [(name, step.line, text) for step in record.steps for name, text in step.values if name[0] == "∂"]
    assert {name for name, *_ in found} >= {"∂x", "∂y"}
    inner = bent if function is not uncut_inside else uncut
    for name, line, text in found:
        assert float(text or "") == pytest.approx(by_differences((inner,), (2.0,), (name[1:], line, 1)), 1e-3)


@jax.custom_jvp
def sevenfold(x: Any) -> Any:
    return x * x


sevenfold.defjvp(lambda primals, tangents: (sevenfold(*primals), 7.0 * tangents[0]))


def by_sevenfold(x: Any) -> Any:
    y = sevenfold(x * 2.0)
    return y * 3.0


def sevenfold_inside(x: Any) -> Any:
    return jax.grad(by_sevenfold)(x)


def test_inside_of_another_a_rule_counts() -> None:
    found = {name: text for step in trace_values(sevenfold_inside, 2.0).steps for name, text in step.values}
    assert (found["y"], found["∂y"], found["∂x"]) == ("16.0", "3.0", "42.0")


def test_a_second_derivative_has_both() -> None:
    (head, *_) = trace_values(second, 2.0).steps
    found = dict(head.values)
    assert float(found["∂x"] or "") == pytest.approx(float(first(2.0)), 1e-5)
    assert float(found["∂²x"] or "") == pytest.approx(float(second(2.0)), 1e-5)


def test_none_where_python_calls_the_function_itself() -> None:
    assert names_back(halley, 2.0) == []


def test_what_python_calls_is_not_what_is_differentiated() -> None:
    """The second call of `bent` that Python makes is the third of the graph's, after the one by `jax.grad`."""
    record = trace_values(both, 2.0)
    assert record.difference is None
    heads = [dict(step.values) for step in record.steps if step.line == bent.__code__.co_firstlineno]
    assert [each["x"] for each in heads if "∂x" not in each] == ["2.0", "5.0"]


def test_none_for_a_value_of_two_names() -> None:
    """What comes back to the value comes back by both, so to none of them alone."""
    assert names_back(jax.grad(aliased), 2.0) == ["∂x", "∂z"]


@jax.custom_vjp
def clipped(x: Any) -> Any:
    return x * 2


clipped.defvjp(lambda x: (clipped(x), None), lambda _, back: (jnp.clip(back, -1, 1),))


def ruled(x: Any) -> Any:
    y = x * x
    z = clipped(y)
    return z * z


def cut(x: Any) -> Any:
    y = jax.lax.stop_gradient(x) * x
    return jnp.round(y) + y


def test_rules_and_cuts_hold() -> None:
    for function, argument, name in itertools.product((ruled, cut), (0.3, 2.0), "x"):
        (back, *_) = trace_values(jax.grad(function), argument).values(f"∂{name}")
        assert float(back) == pytest.approx(float(jax.grad(function)(argument)), rel=1e-5)
