"""The support table's rows of functions in Python's modules and array libraries; a module's row covers the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nbgraph.core.source.support.rows import Fact, Row, converted, python, refused

_NUMERIC = Fact.PURE | Fact.NUMERIC
_CALLS = {
    "random": "uniform(part)",
    "gauss normalvariate normal randn standard_normal": "normal(part)",
    "uniform": "uniform(part, (), float, {low}, {high})",
    "randrange integers randint": "randint(part, (), {low}, {high})",
    "choice": "choice(part, jnp.array(v))",
    "sample": "choice(part, jnp.array(v), (k,), replace=False)",
    "choices": "choice(part, jnp.array(v), (k,))",
    "shuffle permutation": "permutation(part, jnp.array(v))",
}
_BY_NAME = {name: call for names, call in _CALLS.items() for name in names.split()}


def _math(names: str, facts: Fact = Fact.NONE, jax: str = "{0}", result: str = "number") -> Iterator[Row]:
    """Yield rows of functions of `math`; `jax` is a template for the name in `jax.numpy`."""
    for name in names.split():
        yield from converted(f"math.{name}", _NUMERIC | facts, result, jax.format(name, name[1:]))


MATH: tuple[Row, ...] = (
    *_math("sin cos tan sinh cosh tanh exp2 expm1 cbrt fabs degrees radians isnan isinf isfinite copysign nextafter"),
    *_math("sqrt log2 log10 log1p exp fmod", Fact.PARTIAL),
    *_math("pow", Fact.PARTIAL, "power"),
    *_math("atan atan2 asinh", jax="arc{1}"),
    *_math("acos acosh asin atanh", Fact.PARTIAL, "arc{1}"),
    *_math("ceil floor trunc", result="integer"),
    *_math("log", Fact.PARTIAL, ""),
    *_math("frexp hypot isclose ldexp modf gcd lcm isqrt factorial comb perm", jax=""),
    *_math("prod fsum dist sumprod remainder erf erfc gamma lgamma", jax=""),
    *refused("math.fma", "traced-value-in-python", "`a * b + c`, `jnp.spacing`", _NUMERIC, "number"),
    *refused(
        "math.ulp", "traced-value-in-python", "`a * b + c`, `jnp.spacing`", _NUMERIC, "number", "`jnp.spacing({0})`"
    ),
    *python("math.e math.inf math.nan math.pi math.tau"),
)

ARRAYS: tuple[Row, ...] = (
    *converted("numpy jax"),
    *converted("numpy.zeros numpy.ones numpy.empty", Fact.SIZED, "array"),
    *converted("numpy.full", Fact.SIZED | Fact.COPIES, "array"),
    *converted("numpy.arange numpy.linspace numpy.eye numpy.identity", Fact.SIZED, "array"),
    *converted("numpy.zeros_like numpy.ones_like numpy.empty_like", result="array"),
    *converted("numpy.array numpy.full_like", Fact.COPIES, "array"),
    *converted("numpy.concatenate numpy.stack numpy.vstack numpy.hstack numpy.dstack numpy.column_stack", Fact.COPIES),
    *converted("jax.numpy.stack", result="array"),
    *converted("numpy.block numpy.repeat numpy.meshgrid numpy.positive numpy.conjugate", Fact.COPIES),
    *converted("numpy.nonzero numpy.flatnonzero numpy.argwhere numpy.unique numpy.where", Fact.COUNTS),
    *converted("numpy.unique_values", Fact.COUNTS),
    *python("numpy.putmask numpy.place", Fact.MUTATES, "None", "`v = jnp.where(mask, x, v)`"),
    *python("numpy.copyto", Fact.MUTATES, "None", "`v[:] = x`"),
    *python("numpy.put", Fact.MUTATES, "None", "`v[i] = x`"),
    *python("numpy.fill_diagonal", Fact.MUTATES, "None", "`v = jnp.fill_diagonal(v, x, inplace=False)`"),
    *python("numpy.put_along_axis", Fact.MUTATES, "None", "`v = jnp.put_along_axis(v, i, x, axis, inplace=False)`"),
    *refused(
        "numpy.ndenumerate numpy.nditer",
        "traced-value-in-python",
        "`np.ndindex(v.shape)`, and `v[i]` in the loop",
        instead="`np.ndindex({0}.shape)`, and `{0}[i]` in the loop",
    ),
    *python("numpy.save numpy.savez numpy.savez_compressed numpy.savetxt", Fact.ACTS),
    *python("numpy.seterr numpy.set_printoptions", Fact.SETTING),
)

_DRAW = "`jax.random`, with a `key` that is an argument; or pass the number as an argument"
_CLOCK = "read the clock outside, before and after the call"
_ASK = "read or ask before the call, and pass the answer"

LIBRARIES: tuple[Row, ...] = (
    *converted("heapq.heappush heapq.heapify bisect.insort_left bisect.insort_right", Fact.MUTATES, "None"),
    *converted("heapq.heappop heapq.heapreplace heapq.heappushpop", Fact.MUTATES, "item"),
    *converted("heapq.nlargest heapq.nsmallest", result="list"),
    *converted("bisect.bisect_left bisect.bisect_right", Fact.PURE, "number"),
    *converted("functools.wraps functools.partial functools.partialmethod functools.reduce functools.singledispatch"),
    *converted("functools.cached_property functools.total_ordering functools.lru_cache functools.cache"),
    *converted("itertools.accumulate"),
    *converted("itertools.islice", Fact.LAZY, "iterator"),
    *converted("operator.not_ operator.truth operator.eq operator.ne operator.contains", Fact.PURE, "truth"),
    *converted("operator.add operator.sub operator.mul operator.neg operator.invert", Fact.PURE),
    *converted("statistics.mean statistics.fmean statistics.median", Fact.PURE, "number"),
    *converted("statistics.variance statistics.pvariance statistics.stdev statistics.pstdev", Fact.PURE, "number"),
    *converted("dataclasses enum collections"),
    *python("itertools operator contextlib"),
    *python("itertools.count itertools.cycle itertools.repeat", Fact.LAZY | Fact.ENDLESS, "iterator"),
    *python("operator.setitem operator.delitem random.shuffle", Fact.MUTATES, "None"),
    *refused("random numpy.random secrets uuid", "asked-once", _DRAW),
    *refused("time datetime", "asked-once", _CLOCK),
    *refused("os pathlib glob shutil", "asked-once", _ASK),
    *python("time.time time.perf_counter time.monotonic time.process_time time.thread_time", Fact.CLOCK),
    *python("time.time_ns time.perf_counter_ns time.monotonic_ns time.process_time_ns", Fact.CLOCK),
    *python("time.localtime time.gmtime time.ctime", Fact.CLOCK),
    *python("os.putenv os.unsetenv os.umask sys.setrecursionlimit decimal.setcontext", Fact.SETTING),
    *python("os.remove os.unlink os.mkdir os.makedirs os.rmdir os.rename os.replace", Fact.ACTS),
    *python("os.system os.popen json.dump pathlib.mkdir pathlib.rename pathlib.replace", Fact.ACTS),
    *python("pathlib.rmdir pathlib.touch pathlib.unlink pathlib.write_bytes pathlib.write_text", Fact.ACTS),
)


def draw_of_jax(name: str, arguments: tuple[Any, ...], *, is_pythons: bool) -> str:
    """Return the JAX call for a random draw, with `part` as its key.

    Args:
        name: the function's name.
        arguments: what it is called with, or anything in their place.
        is_pythons: whether it is one of `random`, where `randint` draws the last number, too.

    >>> draw_of_jax("randint", (1, 6), is_pythons=True), draw_of_jax("gauss", (), is_pythons=True)
    ('jax.random.randint(part, (), 1, 7)', 'jax.random.normal(part)')
    """
    known = len(arguments) == 2 and all(type(each) in (int, float) for each in arguments)
    low, high = arguments if known else ("a", "b")
    if name == "randint" and is_pythons:
        high = high + 1 if known else "b + 1"
    return "jax.random." + _BY_NAME.get(name, "uniform(part)").format(low=low, high=high)
