"""Which words of a form have an explanation, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from nbgraph.core.forms.explanations import LIBRARY, VOCABULARY
from nbgraph.core.forms.operations import HLO, PRIMITIVES, STABLEHLO

_PYTHON = re.compile(r"\b(?:ng|lax|jnp|jax)(?:\.\w+)+")
_PATTERNS = {
    "general": _PYTHON,
    "specialised": _PYTHON,
    "jaxpr": re.compile(r"(?:(?<=\] = )|(?<=^)|(?<=  ))[a-z][\w-]*(?=[\[ ]|$)"),
    "StableHLO": re.compile(r"\b(?:stablehlo|func)\.\w+|(?<== )call\b"),
    "HLO": re.compile(r"(?<=[\])}] )[a-z][\w-]*(?=\()"),
}


@cache
def sentences(form: str) -> Mapping[str, str]:
    """The explained words of a form.

    >>> sentences("general")["ng.not_"]
    '`not`, also of a value that only the run of the graph knows.'
    """
    own = {f"ng.{name}": text for name, text in VOCABULARY.items()} | LIBRARY
    tables = {"general": own, "specialised": own, "jaxpr": PRIMITIVES, "StableHLO": STABLEHLO, "HLO": HLO}
    return tables.get(form, {})


def words_in(form: str, lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Each explained word in the lines of a form: line (from 0), column, word.

    >>> list(words_in("jaxpr", ["    cond:i32[] = add a b", "    in:i32[] = mul[x=1] a"]))
    [(0, 17, 'add'), (1, 15, 'mul')]
    """
    known = sentences(form)
    pattern = _PATTERNS.get(form)
    for number, line in enumerate(lines if pattern else ()):
        for match in pattern.finditer(line) if pattern else ():
            if match[0] in known:
                yield number, match.start(), match[0]
