"""Entries for functions of Python's modules and of array libraries."""

from __future__ import annotations

from tests.docs.support.entry import Entry, entry

MATH: tuple[Entry, ...] = (
    entry(
        "math.acos math.acosh math.asin math.asinh math.atan math.atan2 math.atanh math.cbrt math.copysign math.cos "
        "math.cosh math.degrees math.exp math.exp2 math.expm1 math.fabs math.fmod math.frexp math.hypot math.isclose "
        "math.isfinite math.isinf math.isnan math.ldexp math.log math.log10 math.log1p math.log2 math.modf "
        "math.nextafter math.pow math.radians math.sin math.sinh math.sqrt math.tan math.tanh",
        "JAX's function of the same name; where Python raises, the result is `nan` or `inf`.",
        """
import math

def f(x):
    return math.sqrt(x) + math.atan2(math.sin(x), math.cos(x)) + math.log(x), math.isfinite(x)
""",
        "2.0",
        "3.0",
        title="`math.sqrt` and others of real numbers",
    ),
    entry(
        "math.ceil math.floor math.trunc math.gcd math.lcm math.isqrt math.factorial math.comb math.perm",
        "Of run-time values too; the result is an integer.",
        """
import math

def f(x, n):
    return math.floor(x), math.ceil(x), math.gcd(n, 12), math.lcm(n, 4), math.isqrt(n), math.comb(n, 2)
""",
        "2.5, 18",
        "-2.5, 6",
        title="`math.floor`, `math.gcd` and others with integer results",
        differs="Of `nan` and `inf` some number.",
    ),
    entry(
        "math.prod math.fsum math.dist math.sumprod math.remainder math.erf math.erfc math.gamma math.lgamma",
        "Of run-time values too.",
        """
import math

def f(a, b):
    return math.prod([a, b, 2.0]), math.dist((a, b), (1.0, 1.0)), math.remainder(a, b), math.erf(a)
""",
        "3.0, 4.0",
        "0.5, -1.5",
        title="`math.prod` and others",
    ),
    entry(
        "math.fma math.ulp",
        "Of known values only.",
        """
import math

def f(x):
    return math.ulp(x)
""",
        "5.0",
        title="`math.ulp` and others",
    ),
    entry(
        "math.e math.inf math.nan math.pi math.tau",
        "Known while the graph is made.",
        "import math\n\ndef f(x):\n    return x * math.pi",
        "2.0",
        title="`math.pi` and other constants",
    ),
)

LIBRARIES: tuple[Entry, ...] = (
    entry(
        "numpy",
        "Where a value is traced, `jax.numpy`'s function of the same name; a function that it does not have is refused "
        "as [traced-value-in-python].",
        """
import numpy as np

def f(v):
    return np.where(v > 1, np.sqrt(v), 0.0).sum() + np.zeros(3)[0]
""",
        "jnp.array([1.0, 4.0, 9.0])",
        title="`numpy`",
    ),
    entry(
        "jax",
        "As it is; functions of yours that `jit`, `vmap`, `grad`, `custom_vjp`, `lax.scan` and others take are "
        "converted.",
        """
def f(x):
    @jax.custom_vjp
    def root(y):
        return y**0.5 if y > 0 else 0.0

    def forward(y):
        return root(y), y

    def backward(y, g):
        return (g * (1.0 if y > 1 else -1.0),)

    root.defvjp(forward, backward)
    return jax.grad(root)(x), root(x)
""",
        "4.0",
        "0.25",
        title="`jax`",
    ),
    entry(
        "heapq.heappush heapq.heappop heapq.heapify heapq.heapreplace heapq.heappushpop heapq.nlargest heapq.nsmallest "
        "bisect.bisect_left bisect.bisect_right bisect.insort_left bisect.insort_right",
        "Of lists with run-time items too, which may be tuples of numbers; `bisect` without bounds and without a key.",
        """
import bisect
import heapq

def f(x, y):
    waiting = []
    for item in ((x, 1), (y, 2), (3, 3)):
        heapq.heappush(waiting, item)
    return heapq.heappop(waiting), len(waiting), bisect.bisect_left([1, 3, 5], x)
""",
        "4, 1",
        "0, 9",
        title="`heapq` and `bisect`",
    ),
    entry(
        "functools.wraps functools.partial functools.partialmethod functools.reduce functools.singledispatch "
        "functools.cached_property functools.total_ordering",
        "The functions that they hold are converted.",
        """
import functools

def twice(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        return 2 * function(*arguments)

    return wrapper

@twice
def positive(x, least):
    return x if x > least else least

def f(x):
    return functools.reduce(functools.partial(positive), [x, 1, 2])
""",
        "3",
        "-3",
        title="`functools`: `wraps`, `partial`, `reduce`, `singledispatch`, `cached_property`, ...",
    ),
    entry(
        "functools.lru_cache functools.cache",
        "What is known is remembered while the graph is made; on traced values the function runs each time.",
        """
import functools

@functools.lru_cache
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

@functools.cache
def positive(x):
    return x if x > 0 else -x

def f(x):
    return positive(x) + fibonacci(20)
""",
        "3",
        "-3",
        title="`functools.lru_cache`, `functools.cache`",
    ),
    entry(
        "dataclasses enum collections",
        "Objects are Python's and hold traced values; methods are converted, those that Python calls by itself, too.",
        """
from collections import namedtuple
from dataclasses import dataclass
from enum import Enum

Pair = namedtuple("Pair", "first second")

class Kind(Enum):
    SMALL = 1
    LARGE = 2

@dataclass
class Amount:
    value: int

    def __post_init__(self):
        if self.value < 0:
            self.value = 0

    def __add__(self, other):
        return Amount(self.value + other.value if other.value > 2 else self.value)

def f(x, kind=Kind.LARGE):
    pair = Pair(Amount(x), Amount(3))
    return (pair.first + pair.second).value * kind.value
""",
        "3",
        "-3",
        title="data classes, enumerations, named tuples",
    ),
    entry(
        "itertools operator contextlib",
        "Run while the graph is made, and hand on traced values; what they must decide must be known.",
        """
import contextlib
import itertools
import operator

def f(x):
    with contextlib.suppress(KeyError):
        x = operator.add(x, 1)
    return sum(a * b for a, b in itertools.product([x, 1], repeat=2))
""",
        "3",
        title="`itertools`, `operator`, `contextlib`",
    ),
    entry(
        "statistics.mean statistics.fmean statistics.median statistics.variance statistics.pvariance statistics.stdev "
        "statistics.pstdev itertools.accumulate itertools.islice operator.not_ operator.truth operator.eq operator.ne "
        "operator.contains operator.add operator.sub operator.mul operator.neg operator.invert",
        "Of run-time values too.",
        """
import itertools
import operator
import statistics

def f(x, y):
    sums = list(itertools.accumulate([x, y, 2.0], operator.add))
    return statistics.median([x, y, 2.0]), statistics.pstdev(sums), list(itertools.islice(sums, 2)), operator.not_(x)
""",
        "3.0, 1.0",
        "0.0, 5.0",
        title="`statistics.mean`, `itertools.accumulate`, `operator.add` and others",
        differs="`statistics` computes in floats.",
    ),
    entry(
        "random numpy.random secrets uuid",
        "The number would be drawn once, while the graph is made, and be the same at every call. A generator that the "
        "function makes from a known seed, `random.Random(1)`, runs in Python.",
        """
import random

def f(x):
    return x + random.randint(1, 6)
""",
        "3",
        title="`random`, `numpy.random`, `secrets`, `uuid`",
    ),
    entry(
        "time datetime",
        "The clock would be read once, while the graph is made. `time.sleep` waits each time the graph runs.",
        """
import time

def f(x):
    return x + time.time()
""",
        "3",
        title="`time.time`, `datetime.now` and other clocks",
    ),
    entry(
        "os pathlib glob shutil",
        "Files, folders and the process would be asked once, while the graph is made. What only makes a path of other "
        "paths (`os.path.join`, `path.parent`) runs in Python.",
        """
from pathlib import Path

def f(x):
    return x + len(Path("/").name) + len(list(Path("/").iterdir()))
""",
        "3",
        title="`os.listdir`, `Path.read_text`, `np.load` and others that read files and folders",
    ),
)

MODULES = {"The module `math`": MATH, "Libraries": LIBRARIES}
