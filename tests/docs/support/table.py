"""Every entry of the page of supported Python, by chapter and theme, with its program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tests.docs.support.builtin_functions import BUILTINS
from tests.docs.support.entry import Entry
from tests.docs.support.expressions import EXPRESSIONS
from tests.docs.support.libraries import MODULES
from tests.docs.support.statements import STATEMENTS

# By chapter and theme, in the order of the page.
CHAPTERS: Mapping[str, Mapping[str, tuple[Entry, ...]]] = MappingProxyType(
    {"Statements": STATEMENTS, "Expressions": EXPRESSIONS, "Builtins": BUILTINS, "Modules": MODULES}
)


def all_entries() -> Iterator[Entry]:
    """Every entry, in the order of the page."""
    for themes in CHAPTERS.values():
        for entries in themes.values():
            yield from entries


def _index() -> Mapping[str, Entry]:
    found: dict[str, Entry] = {}
    for entry in all_entries():
        for name in entry.names:
            if name in found:
                raise ValueError(f"{name} has two entries")
            found[name] = entry
    return MappingProxyType(found)


ENTRIES: Mapping[str, Entry] = _index()
