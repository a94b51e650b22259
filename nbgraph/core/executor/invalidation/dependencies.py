"""Compare all names that a function's traces depend on, as fast as possible."""

from __future__ import annotations

import enum
import textwrap
import threading
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import jax

from nbgraph.core.as_loaded import as_loaded
from nbgraph.core.executor.invalidation.contents import contents_of, is_unchanged
from nbgraph.core.executor.invalidation.freshness import MISSING, Dependency, Part, is_same
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.state import Record

# The dependencies of a trace on its arguments: the contents of static ones, and the methods of objects' classes.


def watched_arguments(
    given: Mapping[str, Any], static: Collection[str], mentioned: frozenset[str]
) -> Iterator[Dependency]:
    """Yield what may change in or behind the arguments of a trace.

    Args:
        given: the arguments by parameter, traced ones as their types.
        static: parameters whose values are known at trace time.
        mentioned: names that the functions of the trace mention.
    """
    for name, value in given.items():
        if name in static:
            if (contents := contents_of(value)) is not None:
                yield Dependency(_Given(value, name), name, value, contents)
            continue
        for cls in classes_in(jax.tree_util.tree_structure(value)):
            for attribute in mentioned & vars_of(cls):
                yield from _attribute(cls, attribute)


class _Given(dict[str, Any]):
    """A static argument as a namespace with its parameter's name, the same for all traces with that value."""

    def __init__(self, value: Any, name: str) -> None:
        super().__init__({name: value})
        self.function = value  # its identity among dependencies


def classes_in(tree: Any) -> Iterator[type]:
    """Yield the user's classes of the objects in a tree of arguments."""
    node = tree.node_data()
    if node is not None:
        cls = node[1][0] if node[0] is Record else node[0]
        if is_user_class(cls):
            yield cls
    for child in tree.children():
        yield from classes_in(child)


def vars_of(cls: type) -> set[str]:
    """Return the names of a class's attributes, those of the user's base classes included."""
    return {name for base in cls.__mro__ if is_user_class(base) for name in vars(base)}


def _attribute(cls: type, name: str) -> Iterator[Dependency]:
    value = getattr(cls, name, MISSING)
    if value is getattr(cls, name, MISSING):  # a class method is a new object each time
        yield Dependency(Part(cls), name, value, spoken=f"{cls.__name__}.{name}")


class Dependencies:
    """The names that the traces of one function depend on."""

    def __init__(self) -> None:
        self.lock = threading.RLock()  # held by the thread that replaces the programs
        self.clear()

    def __len__(self) -> int:
        return len(self._found)

    def clear(self) -> None:
        self._found: dict[tuple[int, str], Dependency] = {}
        self._settle()

    def add(self, dependencies: Iterable[Dependency]) -> None:
        """Add names, or update their values."""
        self._found |= {dependency.key: dependency for dependency in dependencies}
        self._settle()

    def _settle(self) -> None:
        # the comparison of each name's value by identity; replaced when a name is added
        self.comparison = Comparison(self._found.values())
        self.are_fresh: Callable[[], bool] = self.comparison.inside(ARE_FRESH)  # runs that comparison
        # whether the functions may distinguish an enumeration member from its number
        self.tell_members = any(map(_tells_members, self._found.values()))

    def changed(self) -> Dependency | None:
        """Return a name that has another value than before; None if there is none."""
        if self.are_fresh():
            return None
        equal = []
        for dependency in self._found.values():
            if not is_same(dependency):
                return dependency
            now = dependency.names.get(dependency.name, MISSING)
            if now is not dependency.value:
                equal.append(dependency._replace(value=now))
        if equal:
            self.add(equal)  # compare with these objects from now on
        return None


def _tells_members(dependency: Dependency) -> bool:
    """Whether code that mentions the name may distinguish an enumeration member from its number."""
    value = dependency.value
    if value is MISSING:
        return dependency.name in _TELLING
    is_class = isinstance(value, type) and (issubclass(value, enum.Enum) or is_user_class(value))
    holds = any(held.parts for held in dependency.contents or ())
    return value is enum or is_class or holds or isinstance(value, enum.Enum | tuple | frozenset)


_TELLING = frozenset({"type", "repr", "ascii", "str", "format", "print", "getattr", "hasattr"})


class Comparison:
    """Compare the values of names with their earlier values, inside functions generated for it.

    Objects are compared by identity, mutable ones by their contents, too. The functions are generated as source,
    because every call of a compiled function makes this comparison: a loop over the names would take several times as
    long, and a function of its own a hundredth of a short call.

    >>> names = {"scale": 2}
    >>> fresh = Comparison([Dependency(names, "scale", 2), Dependency(names, "abs", MISSING)]).inside(ARE_FRESH)
    >>> fresh(), names.update(abs=None), fresh()
    (True, None, False)
    """

    def __init__(self, dependencies: Iterable[Dependency]) -> None:
        self._values: dict[str, Any] = {"is_empty": _is_empty, "is_unchanged": is_unchanged}
        tests = [self._test(number, dependency) for number, dependency in enumerate(dependencies)]
        self._test_of_all = " and ".join(tests) or "True"

    def _test(self, number: int, dependency: Dependency) -> str:
        names, value, contents = f"names{number}", f"value{number}", f"contents{number}"
        cell = getattr(dependency.names, "cell", None)
        self._values[names], self._values[value] = dependency.names if cell is None else cell, dependency.value
        if isinstance(dependency.names, Part):
            self._values[names] = dependency.names.function
            return f"{names}.{dependency.name} is {value}"
        if dependency.value is MISSING:
            return f"{dependency.name!r} not in {names}" if cell is None else f"is_empty({names})"
        place = f"{names}[{dependency.name!r}]" if cell is None else f"{names}.cell_contents"
        if dependency.contents is None:
            return f"{place} is {value}"
        self._values[contents] = dependency.contents
        return f"{place} is {value} and is_unchanged({contents})"

    @as_loaded()
    def inside(self, text: str, **around: Any) -> Any:
        """Return the function that a source defines.

        Args:
            text: the definition of one function, in which `NAMES_ARE_THE_SAME` is replaced by the comparison. That may
                raise KeyError or ValueError, if a name was deleted.
            around: the values of other names in it.
        """
        values = self._values | around
        name = text[len("def ") : text.index("(")]
        body = textwrap.indent(text.replace("NAMES_ARE_THE_SAME", self._test_of_all), "    ")
        made: dict[str, Any] = {}
        code = f"def make({', '.join(values)}):\n{body}\n    return {name}"
        exec(compile(code, __file__ + ":made", "exec"), made)  # nbgraph's own file, for readers of a traceback
        return made["make"](**values)


ARE_FRESH = """
def are_fresh():
    try:
        return NAMES_ARE_THE_SAME
    except (KeyError, ValueError):
        return False
""".strip()


def _is_empty(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - reading shows it
    except ValueError:
        return True
    return False
