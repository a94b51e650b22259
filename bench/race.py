"""The same programs in Python, on arrays, in JAX by hand, converted, and by other compilers that are installed.

All forms of a program are given the same, numbers and lists as Python's where Python is given these, and a form by hand
gives lists where the converted one does. Those that work on many items at once are given arrays.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import nbgraph as ng
from bench import by_hand, programs
from nbgraph.core.one_line import error_line
from nbgraph.core.timing.run import Job, Limits, interleave
from nbgraph.core.timing.sample import Sample

_OTHERS = ("tf.function", "tf.function, XLA", "numba")  # which may not be installed, nor take every program
COLUMNS = ("Python", "NumPy", "eager JAX", "JAX, naive", "JAX, best", "nbgraph", *_OTHERS)
LIMITS = Limits(budget_s=0.4, cap_s=0.8, max_runs=60, again_s=0.5)


@dataclass(frozen=True)
class Racer:
    """A program in several forms, each a call without arguments.

    Attributes:
        name: what is done, and how much of it.
        forms: by column; all must give what the first one gives.
        loose: the share of results that rounding may make others: a point on the border of the Mandelbrot set.
    """

    name: str
    forms: dict[str, Callable[[], Any]]
    loose: float = 0.0


def racers() -> list[Racer]:
    """The programs with their arguments."""
    floats = np.linspace(-3, 3, 1_000_000, dtype=np.float32)
    starts = np.arange(1, 100_001, dtype=np.int32)
    roots = np.random.default_rng(0).uniform(1, 100, 100_000).astype(np.float32)
    axes = np.meshgrid(np.linspace(-2, 1, 512, dtype=np.float32), np.linspace(-1.5, 1.5, 512, dtype=np.float32))
    points = [axis.ravel() for axis in axes]
    return [
        _scalar("Huber, a number", programs.huber, (by_hand.huber, partial(by_hand.huber_of_array, jnp)), 0.5),
        _mapped("Huber, 1,000,000 numbers", "huber", partial(by_hand.huber_of_array, jnp), floats),
        _scalar("Collatz, 350 iterations", programs.collatz, (by_hand.collatz, by_hand.collatz_well), 77031),
        _mapped("Collatz, 100,000 starts", "collatz", by_hand.collatz_in_chunks, starts),
        _fibonacci(40),
        _primes(20_000),
        _mapped("Newton, 100,000 numbers", "newton", by_hand.newton_in_chunks, roots),
        _mapped("Mandelbrot, 512 × 512, 200 iterations", "escape", by_hand.escape_in_chunks, *points, loose=0.005),
        _training(10, 30, 8),
        _beams(8, 3, 6),
    ]


def _scalar(name: str, plain: Any, hand: tuple[Any, Any], argument: Any) -> Racer:
    naive, best, ours = jax.jit(hand[0]), jax.jit(hand[1]), ng.function(plain)
    return Racer(
        name,
        {
            "Python": lambda: plain(argument),
            "eager JAX": lambda: plain(jnp.asarray(argument)),
            "JAX, naive": lambda: naive(argument),
            "JAX, best": lambda: best(argument),
            "nbgraph": lambda: ours(argument),
            **_others(plain, argument),
        },
    )


def _mapped(name: str, program: str, best: Any, *columns: Any, loose: float = 0.0) -> Racer:
    plain, hand = getattr(programs, program), getattr(by_hand, program)
    arrays = getattr(by_hand, f"{program}_of_array")
    naive, ours = (jax.jit(jax.vmap(each)) for each in (hand, ng.convert(plain)))
    compiled, given = jax.jit(best), [jnp.asarray(each) for each in columns]
    lists = [each.tolist() for each in columns]
    forms = {
        "Python": lambda: [plain(*each) for each in zip(*lists, strict=True)],
        "NumPy": lambda: arrays(np, *columns),
        "eager JAX": lambda: arrays(jnp, *given),
        "JAX, naive": lambda: naive(*given),
        "JAX, best": lambda: compiled(*given),
        "nbgraph": lambda: ours(*given),
        **_others(plain, *columns, each=True),
    }
    return Racer(name, forms, loose)


def _fibonacci(n: int) -> Racer:
    plain = partial(programs.fibonacci, n)
    ours, hand = ng.function(plain), jax.jit(partial(by_hand.fibonacci, n))
    return Racer(
        f"Fibonacci, a list of {n}",
        {
            "Python": lambda: plain(0, 1),
            "eager JAX": lambda: plain(jnp.int32(0), jnp.int32(1)),
            "JAX, naive": lambda: hand(0, 1).tolist(),
            "JAX, best": lambda: np.asarray(hand(0, 1)).tolist(),
            "nbgraph": lambda: ours(0, 1),
            **_others(programs.fibonacci, 0, 1, known=(n,)),
        },
    )


def _primes(n: int) -> Racer:
    naive, best, ours = jax.jit(by_hand.primes), jax.jit(by_hand.primes_well), ng.function(programs.primes)
    return Racer(
        f"primes below {n:,}",
        {
            "Python": lambda: programs.primes(n),
            "NumPy": lambda: by_hand.primes_of_array(np, n),
            "eager JAX": lambda: by_hand.primes_of_array(jnp, n),
            "JAX, naive": lambda: naive(n),
            "JAX, best": lambda: best(n),
            "nbgraph": lambda: ours(n),
            **_others(programs.primes, n),
        },
    )


def _training(steps: int, rows: int, size: int) -> Racer:
    random = np.random.default_rng(0)
    xs, ys = (random.normal(size=(rows, size)).astype(np.float32) for _ in range(2))
    given = (np.eye(size, dtype=np.float32) / 2, xs, ys)
    ours, hand = ng.function(partial(programs.train, steps)), jax.jit(partial(by_hand.train, steps))
    return Racer(
        f"training an RNN, {steps} steps of {rows} rows",
        {
            "NumPy": lambda: by_hand.train_of_array(steps, *given),
            "eager JAX": lambda: by_hand.train_eagerly(steps, *given),
            "JAX, best": lambda: hand(*given),
            "nbgraph": lambda: ours(*given),
        },
    )


def _beams(length: int, width: int, words: int) -> Racer:
    rows = np.log(np.random.default_rng(0).dirichlet(np.ones(words), words)).astype(np.float32).tolist()
    plain = partial(programs.beam_search, length, width)
    ours, hand = ng.function(plain), jax.jit(partial(by_hand.beam_search, length, width))
    return Racer(
        f"beam search, {width} beams of {length} words",
        {
            "Python": lambda: plain(rows),
            "NumPy": lambda: by_hand.beam_search_of_array(length, width, np.array(rows)),
            "eager JAX": lambda: plain(jnp.array(rows)),
            "JAX, best": lambda: tuple(np.asarray(part).tolist() for part in hand(np.array(rows, np.float32))),
            "nbgraph": lambda: ours(rows),
            **_others(programs.beam_search, rows, known=(length, width)),
        },
    )


def _others(plain: Any, *given: Any, known: tuple[Any, ...] = (), each: bool = False) -> dict[str, Callable[[], Any]]:
    """A program by the compilers that are installed.

    Args:
        known: arguments before the given ones, whose values they may know.
        each: whether the program is for one item of the given arrays.
    """
    found: dict[str, Callable[[], Any]] = {}
    if (tensorflow := _installed("tensorflow")) is not None:

        def program(*arguments: Any) -> Any:
            return plain(*known, *arguments)

        def mapped(*arguments: Any) -> Any:
            return tensorflow.vectorized_map(lambda items: plain(*items), arguments)

        tensors = [tensorflow.constant(one) for one in given]  # a number of Python's would be a part of the graph
        for column, compiled in (("tf.function", False), ("tf.function, XLA", True)):
            made = tensorflow.function(mapped if each else program, jit_compile=compiled)
            found[column] = partial(made, *tensors)
    if (numba := _installed("numba")) is not None:
        found["numba"] = partial((numba.vectorize if each else numba.njit)(plain), *known, *given)
    return found


def _installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def run(racer: Racer, limits: Limits = LIMITS) -> dict[str, Sample | None]:
    """The times of each form, interleaved; their results are compared first. None for a form that is refused.

    Raises:
        ValueError: a form gives something else.
    """
    jobs: dict[str, Job] = {}
    refused: list[str] = []
    first, expected = "", None
    for column, form in racer.forms.items():
        begun = time.perf_counter_ns()
        try:
            result = jax.block_until_ready(form())
        except Exception as error:
            if column not in _OTHERS:
                raise
            print(f"{racer.name}: {column} refuses it: {error_line(error)}", file=sys.stderr)
            refused.append(column)
            continue
        taken = time.perf_counter_ns() - begun
        jobs[column] = Job(partial(_itself, form), first_ns=taken if column in ("Python", "NumPy") else None)
        if not first:
            first, expected = column, result
        _compare(f"{racer.name}: {column} against {first}", result, expected, racer.loose)
    outcomes, interrupted = interleave(list(jobs.values()), limits=limits)
    if interrupted:
        raise KeyboardInterrupt
    samples = {column: outcome.sample for column, outcome in zip(jobs, outcomes, strict=True) if outcome.sample}
    return {**samples, **dict.fromkeys(refused)}


def _itself(form: Callable[[], Any]) -> Callable[[], Any]:
    return form


def _compare(what: str, result: Any, expected: Any, loose: float) -> None:
    pairs = zip(_arrays(result), _arrays(expected), strict=True)
    close = [np.isclose(one, other, rtol=1e-3, atol=1e-4) for one, other in pairs]
    if (wrong := 1 - np.mean([each.mean() for each in close])) > loose:
        raise ValueError(f"{what}: {100 * wrong:.2f} % of the results differ")


def _arrays(result: Any) -> list[Any]:
    parts = result if isinstance(result, tuple) else (result,)
    return [np.asarray(jax.tree_util.tree_map(np.asarray, each)) for each in parts]
