"""Define a row of the support table, for a builtin, method or library function."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, Flag, auto

from nbgraph.core.records import dataclass, replace


class Support(Enum):
    """The support status of a piece of Python."""

    CONVERTED = "converted"  # on traced values it acts in the graph
    PYTHON = "Python"  # it runs once, while the graph is made; traced values pass through it
    REFUSED = "refused"  # a traced value that reaches it is a located error


class Fact(Flag):
    """What holds for a function or method with any arguments."""

    NONE = 0
    PURE = auto()  # its result depends on its arguments alone, and it does nothing else
    NUMERIC = auto()  # takes numbers, and returns one or a few
    LOOKS = auto()  # looks at the items of its arguments: what it returns does not hold on to the containers
    CONSUMES = auto()  # takes all items of its argument, before it returns
    UNORDERED = auto()  # the order of the items of its argument makes no difference to it
    LAZY = auto()  # returns an iterator, or a view, over the items of its argument
    FOLDS = auto()  # of a comprehension it is a loop with a running result
    MUTATES = auto()  # changes its first argument; a method, its owner
    RESIZES = auto()  # and with it the length of a list
    PARTIAL = auto()  # raises for some numbers
    OF_ARRAYS = auto()  # arrays answer it themselves, by a special method
    ENDLESS = auto()  # returns an iterator without end
    SIZED = auto()  # returns an array, as large as its arguments say
    COPIES = auto()  # returns an array of its own, where JAX may hand on its argument
    COUNTS = auto()  # returns an array, as large as the values of its argument say
    ACTS = auto()  # prints, asks, writes
    CLOCK = auto()  # without arguments, reads the clock
    SETTING = auto()  # changes a setting of the process
    BY_NAME = auto()  # looks up a name that is a string
    NAMESPACE = auto()  # looks up a name of its caller's module
    RUNS_CODE = auto()  # runs a program that is a string


@dataclass(frozen=True, slots=True)
class Row:
    """One function or method, by its name: `abs`, `math.sqrt`, `append`."""

    name: str
    support: Support = Support.CONVERTED
    facts: Fact = Fact.NONE
    result: str = ""  # the type of what it returns: "number", "list", "array", ...; "" where that depends
    jax: str = ""  # the function in `jax.numpy` that it lowers to; "" where it is more than that
    error: str = ""  # the id of the error where it is refused; "" elsewhere
    remedy: str = ""  # where it is refused, what to write instead; "" elsewhere
    instead: str = ""  # what to write in place of one call; `{0}` is its first argument, or its owner


def rows(names: str, row: Row) -> Iterator[Row]:
    """Yield a row for each of some names, equal in all else."""
    return (replace(row, name=name) for name in names.split())


def converted(names: str, facts: Fact = Fact.NONE, result: str = "", jax: str = "", instead: str = "") -> Iterator[Row]:
    """Yield rows of functions that run in the graph."""
    return rows(names, Row("", Support.CONVERTED, facts, result, jax, instead=instead))


def python(names: str, facts: Fact = Fact.NONE, result: str = "", instead: str = "") -> Iterator[Row]:
    """Yield rows of functions that run once, while the graph is made."""
    return rows(names, Row("", Support.PYTHON, facts, result, instead=instead))


def refused(
    names: str, error: str, remedy: str, facts: Fact = Fact.NONE, result: str = "", instead: str = ""
) -> Iterator[Row]:
    """Yield rows of functions that refuse a traced value."""
    return rows(names, Row("", Support.REFUSED, facts, result, "", error, remedy, instead))
