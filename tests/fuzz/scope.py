"""What the generator knows at one point of a program: names, their types, and what may stand here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

INT, FLOAT, BOOL, VECTOR, LIST, PAIR = "int", "float", "bool", "vector", "list", "pair"
VECTOR_LENGTH = 4
LIST_LENGTH = 3


@dataclass(frozen=True)
class Callable_:
    """A function that may be called here: its name, the types of its parameters, its result."""

    name: str
    parameters: tuple[str, ...]
    result: str


@dataclass
class Scope:
    """Names at one point.

    Attributes:
        names: type of every name that has a value on all paths to here.
        loose: type of every name that has a value on some paths only.
        fixed: names that statements must not assign, because a loop's end hangs on them.
        functions: what may be called.
        returns: types of the result of the function around, one for each part.
        loops: how many loops are around, inside this function.
        jumps: whether `break` and `continue` may stand here.
        depth: how many blocks are around.
    """

    names: dict[str, str] = field(default_factory=dict)
    loose: dict[str, str] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    functions: tuple[Callable_, ...] = ()
    returns: tuple[str, ...] = ()
    loops: int = 0
    jumps: bool = False
    depth: int = 0

    def of(self, kind: str) -> list[str]:
        """The names of one type."""
        return [name for name, found in self.names.items() if found == kind]

    def inner(self, **changes: object) -> Scope:
        """A scope for a block inside this one."""
        names, loose = dict(self.names), dict(self.loose)
        return replace(self, **{"names": names, "loose": loose, "depth": self.depth + 1, **changes})

    def bind(self, name: str, kind: str) -> None:
        self.loose.pop(name, None)
        self.names[name] = kind

    def join(self, *ends: Scope | None) -> None:
        """Continue where paths meet; None is a path that never arrives."""
        arriving = [end for end in ends if end is not None]
        if not arriving:
            return
        sure = {n: k for n, k in arriving[0].names.items() if all(end.names.get(n) == k for end in arriving)}
        every: dict[str, str] = {}
        for end in arriving:
            every |= end.names | end.loose
        self.names = sure
        self.loose = {n: k for n, k in every.items() if n not in sure}
