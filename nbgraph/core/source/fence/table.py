"""The fence: one verdict for every piece of Python, the one source that code, tests and documentation ask."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from nbgraph.core.source.fence.builtin_functions import BUILTINS
from nbgraph.core.source.fence.expressions import EXPRESSIONS
from nbgraph.core.source.fence.libraries import MODULES
from nbgraph.core.source.fence.statements import STATEMENTS
from nbgraph.core.source.fence.verdict import Outcome, Verdict

# By chapter and theme, in the order of the page.
CHAPTERS: Mapping[str, Mapping[str, tuple[Verdict, ...]]] = MappingProxyType(
    {"Statements": STATEMENTS, "Expressions": EXPRESSIONS, "Builtins": BUILTINS, "Modules": MODULES}
)


def all_verdicts() -> Iterator[Verdict]:
    """Every verdict, in the order of the page."""
    for themes in CHAPTERS.values():
        for verdicts in themes.values():
            yield from verdicts


def _index() -> Mapping[str, Verdict]:
    found: dict[str, Verdict] = {}
    for verdict in all_verdicts():
        for name in verdict.names:
            if name in found:
                raise ValueError(f"{name} has two verdicts")
            found[name] = verdict
    return MappingProxyType(found)


VERDICTS: Mapping[str, Verdict] = _index()


def verdict_of(name: str) -> Verdict | None:
    """The verdict on a class of `ast`, a builtin or a function of a module; None where the name is in no table.

    >>> verdict_of("While").outcome, verdict_of("hash").error
    (<Outcome.CONVERTED: 'converted'>, 'traced-value-in-python')

    An exception has the verdict of the class that it is derived from.

    >>> verdict_of("KeyError") is verdict_of("Exception")
    True
    """
    found = VERDICTS.get(name)
    value = getattr(builtins, name, None)
    if found is None and isinstance(value, type) and issubclass(value, BaseException):
        return VERDICTS["Exception"]
    return found


def is_left_to_python(name: str) -> bool:
    """Whether a builtin is called as it stands, traced values or not.

    >>> is_left_to_python("callable"), is_left_to_python("len")
    (True, False)
    """
    verdict = verdict_of(name)
    return verdict is None or verdict.outcome is Outcome.PYTHON
