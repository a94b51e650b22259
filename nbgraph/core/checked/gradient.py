"""Compare a gradient with two-sided differences, and find what cuts or breaks it.

The interpreter of the checked run runs function and gradient: the differences are those of its wide side, in float64;
JAX's gradient is that of its operations in the graph's own numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.call import given_arguments
from nbgraph.core.checked.cuts import KINKED, barriers, equations_of, rule_of, without_rules
from nbgraph.core.checked.findings import GradientCheck, Slope
from nbgraph.core.checked.interpreter import Interpreter, Stopped
from nbgraph.core.checked.origins import is_floating
from nbgraph.core.checked.sentences import Words, x64
from nbgraph.core.checked.story import Storyteller
from nbgraph.core.checked.values import narrow_of, wide_of, wider
from nbgraph.core.checked.watch import Watch
from nbgraph.core.executor.convert import conversion, convert
from nbgraph.core.executor.located import code_at
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span
from nbgraph.core.timing.shown import shown

_CLOSE = 1e-3  # relative: float32 keeps half of its digits in most gradients
_FAR = 1e-5  # of the largest element of all: what cancels leaves that much
_STEP = 1e-6  # relative to the element
_SMALLEST = 1e-3  # what a smaller element counts as where the step is made
_ROUNDING = 1e-14  # relative: of some operations in float64
_NARROW_STEP, _NARROW_ROUNDING = 2e-3, 1e-7  # where what a callback returns is a float32 in these runs, too
_MOST = 100  # elements of a leaf that are compared
Sentence = tuple[str, Span | None]


@dataclass(frozen=True)
class Differences:
    at: Any  # the numbers of the elements in the flat leaf
    slopes: Any  # two-sided
    left: Any  # one-sided, below
    right: Any  # and above
    noise: Any  # what rounding in float64 makes of each
    kinks: Any  # whether the two sides differ however short the step


class Subject:
    """A call as a function of its float leaves, which returns one number."""

    def __init__(self, python: Any, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> None:
        self._converted, self._count = convert(python), len(arguments)
        self.file = conversion(python).parsed.source.file
        given = given_arguments(python, arguments, keywords)
        self._keys = [name for name, _ in given[self._count :]]
        paths, self._tree = jax.tree_util.tree_flatten_with_path([value for _, value in given])
        self._leaves = [leaf for _, leaf in paths]
        written = [given[path[0].idx][0] + jax.tree_util.keystr(path[1:]) for path, _ in paths]
        self._floats = [at for at, leaf in enumerate(self._leaves) if _is_float(leaf)]
        self.names = [written[at] for at in self._floats]
        self.values = [self._leaves[at] for at in self._floats]

    def __call__(self, *floats: Any) -> Any:
        leaves = list(self._leaves)
        for at, value in zip(self._floats, floats, strict=True):
            leaves[at] = value
        values = jax.tree_util.tree_unflatten(self._tree, leaves)
        keywords = dict(zip(self._keys, values[self._count :], strict=True))
        result = self._converted(*values[: self._count], **keywords)
        found = [leaf for leaf in jax.tree_util.tree_leaves(result) if _is_float(leaf)]
        if len(found) == 1 and np.ndim(found[0]) == 0:
            return found[0]
        weights = np.random.default_rng(0)  # in a plain sum elements may cancel, as in a softmax
        return sum(jnp.vdot(weights.uniform(0.5, 1.5, np.shape(leaf)).astype("f"), leaf) for leaf in found)


def _is_float(leaf: Any) -> bool:
    return isinstance(leaf, float) or (hasattr(leaf, "dtype") and bool(jnp.issubdtype(leaf.dtype, jnp.floating)))


def gradient_checked(title: str, subject: Subject, *, seconds: float) -> GradientCheck:
    """Compare numeric and JAX's gradients of a call, and find what cuts or breaks JAX's."""
    if not subject.values:
        return GradientCheck(title, message="Not compared: no argument is a float.")
    closed = jax.make_jaxpr(subject)(*subject.values)
    if (narrow := _not_wide(closed.jaxpr)) is not None:
        return GradientCheck(title, message=f"Not compared: a part of it is computed in {narrow}, not in float64.")
    gradient = jax.make_jaxpr(jax.grad(subject, tuple(range(len(subject.values)))))(*subject.values)
    end = time.perf_counter() + seconds
    try:
        interpreter = Interpreter(seconds=seconds)
        outputs = interpreter.run(gradient, subject.values)
        numeric = [_differences(closed, subject.values, at, end) for at in range(len(subject.values))]
    except (Stopped, Unsupported) as error:
        why = f"`{error}` cannot be run by itself" if isinstance(error, Unsupported) else "it takes too long"
        return GradientCheck(title, message=f"Not compared: {why}.")
    words = Words(subject.names, gradient.jaxpr)
    blame = _Blame(closed, subject, numeric, words)
    ours, wide = blame.shaped(map(narrow_of, outputs)), blame.shaped(map(wide_of, outputs))
    slopes = tuple(map(_slope, subject.names, subject.values, numeric, ours))
    wrong = blame.differing(ours)
    if wrong is None:
        return GradientCheck(title, slopes, True, *blame.cut(ours))
    sentence: Sentence | None = None
    if not np.all(np.isfinite(numeric[wrong].slopes)) and np.all(np.isfinite(ours[wrong])):
        sentence = "The function is not finite beside these values, so the differences say nothing.", None
    elif not np.all(np.isfinite(ours[wrong])):
        teller = Storyteller(words.places, subject.names, {}, subject.file)
        bad = Watch(words, teller, {}).seen(interpreter, outputs, None)
        sentence = (f"JAX's gradient is not finite: {bad[-1].message}", bad[-1].span) if bad else None
    elif blame.differing(wide) is None:
        sentence = "JAX's gradient loses its digits in float32; in float64 it agrees.", None
    sentence = sentence or blame.of_kink(wrong) or blame.of_rule() or ("What breaks it is not known.", None)
    return GradientCheck(title, slopes, False, *sentence)


def _not_wide(jaxpr: Any) -> Any:
    """Return the first float type of a program without a 64-bit counterpart in the interpreter; None if none."""
    for equation, _ in equations_of(jaxpr):
        for atom in (*equation.invars, *equation.outvars):
            dtype = getattr(atom.aval, "dtype", None)
            if is_floating(dtype) and wider(np.dtype(dtype)) not in (np.float64, np.complex128):
                return dtype
    return None


def _differences(closed: Any, values: Sequence[Any], position: int, end: float) -> Differences:
    flat = np.asarray(values[position], np.float32 if not x64() else np.float64).astype(np.float64).ravel()
    interpreter = Interpreter(seconds=max(end - time.perf_counter(), 0.0))
    spread = np.linspace(0, max(flat.size - 1, 0), min(flat.size, _MOST))
    numbers = np.unique(spread.round().astype(int))
    step, rounding = (_NARROW_STEP, _NARROW_ROUNDING) if _is_rounded(closed.jaxpr) else (_STEP, _ROUNDING)
    steps = step * np.maximum(np.abs(flat[numbers]), _SMALLEST)

    def value(number: int, step: float) -> float:
        if time.perf_counter() > end:
            raise Stopped
        moved = flat.copy()
        moved[number] += step
        leaf = moved.reshape(np.shape(values[position]))
        given = [*values[:position], leaf[()], *values[position + 1 :]]
        (result,) = interpreter.run(closed, given)
        return float(wide_of(result))

    here, rows = value(0, 0.0) if flat.size else 0.0, []
    for number, step in zip(numbers, steps, strict=True):
        left, right = _sides(value, number, step, here)
        least = 100 * rounding * max(abs(here), 1) / step
        rows.append((left, right, _is_kink(value, number, step, here, abs(right - left), least)))
    below, above, kinks = (np.array([row[i] for row in rows]) for i in range(3))
    return Differences(numbers, (below + above) / 2, below, above, rounding * abs(here) / steps, kinks)


def _sides(value: Callable[[int, float], float], number: int, step: float, here: float) -> tuple[float, float]:
    return (here - value(number, -step)) / step, (value(number, step) - here) / step


def _is_kink(
    value: Callable[[int, float], float], number: int, step: float, here: float, apart: float, least: float
) -> bool:
    """Return whether the slopes of the two sides differ by more than `least` and stay apart with a shorter step.

    For a smooth function a shorter step brings them together.
    """
    if not np.isfinite(apart) or apart <= least:
        return False
    left, right = _sides(value, number, step / 8, here)
    return abs(right - left) > max(apart / 2, 1e-6 * max(abs(left), abs(right)))


def _is_rounded(jaxpr: Any) -> bool:
    """Return whether a callback computes floats on the host, which are no wider than the graph's own."""
    found = (equation for equation, _ in equations_of(jaxpr) if equation.primitive.name == "pure_callback")
    return not x64() and any(is_floating(each.aval.dtype) for equation in found for each in equation.outvars)


def _slope(name: str, value: Any, found: Differences, ours: Any) -> Slope:
    largest = max(_largest(found.slopes), _largest(ours), np.finfo(float).tiny)
    apart = np.abs(found.slopes - ours)
    difference = float(np.max(apart, initial=0.0) / largest) if np.all(np.isfinite(apart)) else float("nan")
    shape = np.shape(value) if len(found.at) == np.size(value) else found.at.shape
    return Slope(name, found.slopes.reshape(shape), ours.reshape(shape), difference, len(found.at), int(np.size(value)))


def _largest(array: Any) -> float:
    return float(np.max(np.abs(array[np.isfinite(array)]), initial=0.0))


class _Blame:
    def __init__(self, closed: Any, subject: Subject, numeric: Sequence[Differences], words: Words) -> None:
        self._closed, self._subject, self._numeric, self._words = closed, subject, numeric, words

    def shaped(self, gradients: Any) -> list[Any]:
        pairs = zip(gradients, self._numeric, strict=True)
        return [np.asarray(each).ravel()[found.at].astype(float) for each, found in pairs]

    def differing(self, gradients: Sequence[Any]) -> int | None:
        """Return the first leaf whose gradients differ; None where all agree."""
        largest = max((_largest(found.slopes) for found in self._numeric), default=0.0)
        for at, (found, ours) in enumerate(zip(self._numeric, gradients, strict=True)):
            allowed = _CLOSE * np.maximum(np.abs(found.slopes), np.abs(ours)) + _FAR * largest + found.noise
            if not np.all(np.abs(found.slopes - ours) <= allowed):
                return at
        return None

    def cut(self, gradients: Sequence[Any]) -> Sentence:
        """Return the sentence on the operation that stops a zero gradient; "" if none does."""
        for at, ours in enumerate(gradients):
            found = [] if np.any(ours) or not ours.size else barriers(self._closed.jaxpr, at)
            if found:
                code, span = self._code(found[0])
                name = self._subject.names[at]
                return f"The gradient of `{name}` is zero: {code} lets none pass.", span
        return "", None

    def of_kink(self, wrong: int) -> Sentence | None:
        """Return the sentence on a leaf whose slope jumps at its value; None if it does not."""
        found = self._numeric[wrong]
        if not np.any(found.kinks):
            return None
        at = int(np.flatnonzero(found.kinks)[0])
        left, right = (shown(float(f"{each[at]:.4g}")) for each in (found.left, found.right))
        name, size = self._subject.names[wrong], np.size(self._subject.values[wrong])
        index = f", element {int(found.at[at])}," if size > 1 else ""
        sentence = f"`{name}`{index} is at a kink or a jump: the slope is {left} below it and {right} above it"
        found_there = {}
        for equation, owner in equations_of(self._closed.jaxpr):
            if equation.primitive.name in KINKED:
                code, span = self._code(owner)
                found_there[span] = code
        (code, span), *more = [(code, span) for span, code in found_there.items()] or [("", None)]
        return (f"{sentence}, from {code}.", span) if code and not more else (f"{sentence}.", None)

    def of_rule(self) -> Sentence | None:
        """Return the sentence on the rules or `stop_gradient` without which the gradients agree; None if none."""
        equations = (each for each, _ in equations_of(self._closed.jaxpr))
        every = [each for each in equations if each.primitive.name == "stop_gradient" or rule_of(each)]
        groups: dict[tuple[str, Span | None], list[Any]] = {}
        for equation in every:
            groups.setdefault((rule_of(equation), self._words.span_of(equation)), []).append(equation)
        alone = [group for group in groups.values() if self._agrees_without(group)]
        blamed = alone[0] if alone else every if every and self._agrees_without(every) else None
        if blamed is None:
            return None
        code, span = self._code(blamed[0])
        name = rule_of(blamed[0])
        others = sorted({each.line for _, each in groups if each is not None} - {span.line if span else 0})
        also = f", with the like in line {', '.join(map(str, others))}" if not alone and others else ""
        if name:
            rule = "custom_jvp" if blamed[0].primitive.name == "custom_jvp_call" else "custom_vjp"
            where = f": {code}{also}" if span is not None else ""
            return f"The {rule} rule of `{name}` is not its derivative{where}; without it both gradients agree.", span
        return f"{code} lets no gradient pass{also}; if it did, both gradients would agree.", span

    def _agrees_without(self, equations: Sequence[Any]) -> bool:
        bare = {id(each) for each in equations}

        def function(*values: Any) -> Any:
            return without_rules(self._closed.jaxpr, self._closed.consts, values, bare)[0]

        count = len(self._subject.values)
        try:
            gradient = jax.make_jaxpr(jax.grad(function, tuple(range(count))))(*self._subject.values)
            outputs = Interpreter(seconds=_SECONDS).run(gradient, self._subject.values)
        except Exception:  # in a loop, or a body that JAX cannot differentiate: then nothing is known
            return False
        return self.differing(self.shaped(map(narrow_of, outputs))) is None

    def _code(self, equation: Any) -> tuple[str, Span | None]:
        span = self._words.span_of(equation)
        if span is None:
            return f"an operation `{equation.primitive.name}`", None
        return f"`{code_at(span)}` in line {span.line}", span


_SECONDS = 2.0  # that a gradient without some of its rules may take
