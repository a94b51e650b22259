"""Every entry of the page of verdicts, by chapter and theme, with its program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tests.docs.support.builtin_functions import BUILTINS
from tests.docs.support.expressions import EXPRESSIONS
from tests.docs.support.libraries import MODULES
from tests.docs.support.statements import STATEMENTS
from tests.docs.support.verdict import Verdict

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
