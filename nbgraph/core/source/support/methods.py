"""The rows of methods of Python's containers, strings and numbers, and of arrays; a name is the same of each class."""

from __future__ import annotations

from nbgraph.core.source.support.rows import Fact, Row, python

_IN_PLACE = Fact.MUTATES | Fact.RESIZES

METHODS: tuple[Row, ...] = (
    *python("append insert remove clear", _IN_PLACE, "None"),
    *python("extend", _IN_PLACE | Fact.LOOKS, "None"),
    *python("pop", _IN_PLACE, "item"),
    *python("sort", Fact.MUTATES, "None", instead="sorted({0})"),
    *python("reverse", Fact.MUTATES, "None", instead="{0}[::-1]"),
    *python("add discard appendleft extendleft rotate subtract move_to_end", Fact.MUTATES, "None"),
    *python("update", Fact.MUTATES | Fact.LOOKS, "None"),
    *python("difference_update intersection_update symmetric_difference_update", Fact.MUTATES, "None"),
    *python("popitem popleft setdefault", Fact.MUTATES, "item"),
    *python("fill", Fact.MUTATES, "None", instead="`v[...] = x`"),
    *python("put", Fact.MUTATES, "None", instead="`v[i] = x`"),
    *python("items keys values split splitlines", Fact.LAZY),
    *python("join", Fact.LOOKS, "string"),
    *python("center expandtabs ljust rjust zfill", Fact.PURE, "string"),
    *python("capitalize casefold lower swapcase title upper", Fact.PURE, "string"),
    *python("lstrip removeprefix removesuffix replace rstrip strip __mul__", Fact.PURE, "string"),
    *python("getvalue tell tobytes tolist index count qsize empty locked", Fact.PURE),
    *python("write writelines writerow writerows", Fact.ACTS),
    *python("bit_length", Fact.PURE, "number", instead="{bits} - jax.lax.clz(abs({0}))"),
    *python("bit_count", Fact.PURE, "number", instead="jax.lax.population_count(abs({0}))"),
    *python("is_integer", Fact.PURE, "truth", instead="{0} % 1 == 0"),
)
