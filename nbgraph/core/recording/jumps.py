"""What follows a `break`, `continue`, `return` or `raise`: a graph that computes both sides computes it all the same.

A variable gets nothing from a line that Python would have left out. Whether it would, the tests around the jump say,
whose values the record has; where it has not all of them, nobody knows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Jump:
    """A statement after which others are left out.

    Attributes:
        line: its own first line.
        conditions: the first lines of the `if`s around it and what their tests must be; None for
            what is no simple test, as the pattern of a `case`.
        rest: the lines left out, and computed all the same.
        instead: the lines of what catches it, if it raises.
        loop: the first line of the innermost loop around; 0 for none.
        again: whether the next round of that loop begins as if nothing had been.
        returns: whether it leaves the function.
    """

    line: int
    conditions: tuple[tuple[int, bool | None], ...]
    rest: frozenset[int]
    instead: frozenset[int]
    loop: int
    again: bool
    returns: bool

    def alone(self) -> Jump:
        """The same where nothing is computed that it leaves out."""
        return replace(self, rest=frozenset(), instead=frozenset())


@dataclass(frozen=True, slots=True)
class _Around:
    """Where a statement stands: what follows it in each block around, innermost last, and where jumps end."""

    conditions: tuple[tuple[int, bool | None], ...] = ()
    rests: tuple[tuple[str, Sequence[ast.stmt]], ...] = ()
    loop: int = 0


def jumps_of(body: Sequence[ast.stmt], selects: frozenset[int]) -> list[Jump]:
    """The jumps of a function that a test decides on.

    Args:
        body: the function's.
        selects: the first lines of conditionals of which both sides are computed.

    >>> loop = ast.parse("while p:\\n if q:\\n  break\\n x = 1\\nelse:\\n y = 2\\nz = 3").body
    >>> [(jump.conditions, sorted(jump.rest)) for jump in jumps_of(loop, frozenset({2}))]
    [(((2, True),), [4, 6])]
    """
    found = (jump for jump in _jumps(body, _Around()) if jump.conditions)
    return [jump if selects & dict(jump.conditions).keys() else jump.alone() for jump in found]


def _jumps(block: Sequence[ast.stmt], around: _Around) -> Iterator[Jump]:
    for index, statement in enumerate(block):
        conditions, rests = around.conditions, (*around.rests, ("", block[index + 1 :]))
        within = _Around(conditions, rests, around.loop)
        match statement:
            case ast.Break() | ast.Continue() | ast.Return() | ast.Raise():
                yield _jump(statement, within)
            case ast.If(body=body, orelse=orelse):
                for side, holds in ((body, True), (orelse, False)):
                    yield from _jumps(side, _Around((*conditions, (statement.lineno, holds)), rests, around.loop))
            case ast.Match(cases=cases):
                for number, case in enumerate(cases):
                    tried = tuple((each.pattern.lineno, None) for each in cases[: number + 1])
                    yield from _jumps(case.body, _Around((*conditions, *tried), rests, around.loop))
            case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
                inside = (*rests, ("break", orelse), ("continue", ()))
                yield from _jumps(body, _Around(conditions, inside, statement.lineno))
                yield from _jumps(orelse, within)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                caught = [part for handler in handlers for part in handler.body]
                marked = (*rests, ("raise", caught)) if caught else rests
                yield from _jumps(body, _Around(conditions, (*marked, ("", orelse)), around.loop))
                for part in (orelse, caught, final):
                    yield from _jumps(part, within)
            case ast.With(body=body):
                yield from _jumps(body, within)
            case _:
                pass


def _jump(statement: ast.stmt, around: _Around) -> Jump:
    until = type(statement).__name__.lower()
    rest: list[ast.stmt] = []
    instead: Sequence[ast.stmt] = ()
    stays, left = isinstance(statement, ast.Continue), False
    for mark, statements in reversed(around.rests):
        if mark == until == "raise":
            instead = statements
            stays = not left
        elif mark in ("", "break"):  # a loop's `else` is left out by its `break` and by what leaves the loop as well
            rest += statements
        left = left or mark == "continue"
        if mark == until:
            break
    return Jump(
        statement.lineno,
        around.conditions,
        _lines(rest),
        _lines(instead),
        around.loop,
        stays,
        isinstance(statement, ast.Return),
    )


def _lines(statements: Sequence[ast.stmt]) -> frozenset[int]:
    return frozenset(line for part in statements for line in range(part.lineno, (part.end_lineno or part.lineno) + 1))


class Skipping:
    """Which lines of a run are computed although Python has jumped over them.

    Args:
        jumps: the function's.
        loops: first line of a statement → the first lines of the loops around.
    """

    def __init__(self, jumps: Sequence[Jump], loops: Mapping[int, tuple[int, ...]]) -> None:
        self._jumps, self._loops = jumps, loops
        self._tests: dict[int, bool] = {}
        self._running: list[int] = []
        self._jumped: set[Jump] = set()
        self._unknown: set[Jump] = set()
        self._seen: set[int] = set()

    def tested(self, line: int, holds: bool) -> None:
        """The test in a line was this."""
        self._tests[line] = holds
        self._jumped |= {jump for jump in self._jumps if self._happens(jump)}

    def begins(self, loop: int, *, first: bool, unseen: bool = False) -> None:
        """A round of a loop begins.

        Args:
            loop: the first line of the loop.
            first: whether it is the first round.
            unseen: whether there were rounds before it of which nothing is known.
        """
        if first:
            self._running.append(loop)
            self._seen.add(loop)
            self._unknown = {jump for jump in self._unknown if jump.loop != loop}
        else:
            self._judge(loop, unseen=unseen)
        self._tests = {line: holds for line, holds in self._tests.items() if loop not in self._loops.get(line, ())}
        self._jumped = {jump for jump in self._jumped if not (jump.loop == loop and (first or jump.again))}

    def ends(self, *, is_whole: bool) -> None:
        """The loop that began last is at its end; its last round was one, or but a test."""
        loop = self._running.pop()
        if is_whole:
            self._judge(loop, unseen=False)

    def _judge(self, loop: int, *, unseen: bool) -> None:
        """What is not known of the round that ends."""
        ours = {jump for jump in self._jumps if jump.loop == loop and not jump.again}
        self._unknown |= {jump for jump in ours if unseen or self._happens(jump) is None}

    def skipped(self, line: int) -> bool | None:
        """Whether Python has left a line out; None where that is not known."""
        verdicts = [self._has(jump, line) for jump in self._jumps if line in jump.rest]
        verdicts += [_not(self._has(jump, line)) for jump in self._jumps if line in jump.instead]
        return True if True in verdicts else None if None in verdicts else False

    def left(self, loop: int) -> bool | None:
        """Whether a jump out of a loop has happened; None where that is not known."""
        ways = {
            jump
            for jump in self._jumps
            if (loop in self._loops.get(jump.line, ()) if jump.returns else jump.loop == loop and not jump.again)
        }
        verdicts = [jump in self._jumped or (None if jump in self._unknown else False) for jump in ways]
        return True if True in verdicts else None if None in verdicts else False

    def leads(self, line: int) -> bool | None:
        """Whether the jumps in a line have happened; None where that is not known, and of a line without any."""
        verdicts = [self._leads(jump) for jump in self._jumps if jump.line == line]
        return None if not verdicts or None in verdicts else True in verdicts

    def _leads(self, jump: Jump) -> bool | None:
        if jump in self._jumped:
            return True
        if jump in self._unknown or (jump.loop and jump.loop not in self._seen):
            return None
        return False if jump.loop and jump.loop not in self._running else self._happens(jump)

    def holds(self, tests: Iterable[tuple[int, bool | None]]) -> bool | None:
        """Whether tests, by their first lines, were what they must be; None where that is not known."""
        known = self._tests
        found = [None if wanted is None or line not in known else known[line] is wanted for line, wanted in tests]
        return False if False in found else None if None in found else True

    @property
    def running(self) -> frozenset[int]:
        """The first lines of the loops that the run is in."""
        return frozenset(self._running)

    def return_line(self, last: int) -> int:
        """The line of the `return` by which the function ends; 0 where that is not known.

        Args:
            last: the line of the one that no test decides on, at the function's end.
        """
        ways = [jump for jump in self._jumps if jump.returns]
        if any(jump.loop or (jump not in self._jumped and self._happens(jump) is None) for jump in ways):
            return 0
        taken = [jump.line for jump in ways if jump in self._jumped]
        return min(taken, default=last)

    @property
    def returned(self) -> bool:
        """Whether Python has left the function: what is chosen after that is what the function gives, no variable."""
        return any(jump.returns for jump in self._jumped)

    def _has(self, jump: Jump, line: int) -> bool | None:
        """Whether a jump has happened where a line stands: of a loop that Python makes nobody saw the rounds."""
        within = jump.loop in self._loops.get(line, ())
        if within and jump.loop not in self._running:
            return None
        if jump in self._jumped:
            return True
        if jump in self._unknown or (jump.loop and jump.loop not in self._seen):
            return None
        return self._happens(jump) if within or not jump.loop else False

    def _happens(self, jump: Jump) -> bool | None:
        return self.holds(jump.conditions)


def _not(verdict: bool | None) -> bool | None:
    return None if verdict is None else not verdict
