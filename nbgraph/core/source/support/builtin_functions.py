"""The support table's rows of builtins, and of methods by name, the same for all classes that have one."""

from __future__ import annotations

from nbgraph.core.source.support.rows import Fact, Row, converted, python, refused

_OF_ITEMS = Fact.PURE | Fact.LOOKS | Fact.CONSUMES
_OF_NUMBERS = Fact.PURE | Fact.NUMERIC

NUMBERS: tuple[Row, ...] = (
    *converted("abs round", _OF_NUMBERS | Fact.LOOKS | Fact.OF_ARRAYS, "number"),
    *converted("divmod pow", _OF_NUMBERS | Fact.OF_ARRAYS, "number"),
    *converted("int float complex", _OF_NUMBERS, "number"),
    *converted("bool", _OF_NUMBERS | Fact.LOOKS, "truth"),
)

ITERABLES: tuple[Row, ...] = (
    *converted("range", _OF_NUMBERS | Fact.LOOKS, "range"),
    *converted("enumerate zip reversed", Fact.PURE | Fact.LOOKS | Fact.LAZY, "iterator"),
    *converted("map filter", Fact.LOOKS | Fact.LAZY, "iterator"),
    *converted("len", _OF_ITEMS | Fact.UNORDERED | Fact.NUMERIC | Fact.FOLDS | Fact.OF_ARRAYS, "number"),
    *converted("sum", _OF_ITEMS | Fact.UNORDERED | Fact.NUMERIC | Fact.FOLDS, "number"),
    *converted("min max", _OF_ITEMS | Fact.UNORDERED | Fact.NUMERIC, "item"),
    *converted("any all", Fact.PURE | Fact.UNORDERED | Fact.LOOKS | Fact.FOLDS, "truth"),
    *converted("sorted", _OF_ITEMS | Fact.UNORDERED, "list"),
    *converted("list", Fact.PURE | Fact.CONSUMES, "list"),
    *converted("tuple", _OF_ITEMS, "tuple"),
    *python("iter", Fact.LOOKS | Fact.LAZY, "iterator"),
    *python("next", Fact.FOLDS | Fact.MUTATES, "item"),
    *converted("dict", _OF_ITEMS, "dict"),
    *converted("set", _OF_ITEMS | Fact.UNORDERED, "set"),
    *refused(
        "frozenset",
        "traced-value-in-python",
        "`jnp.unique(items, size=n)`, or a list",
        _OF_ITEMS,
        "set",
        "`jnp.unique(jnp.array({0}), size=...)`, with as many as there can be; or a list",
    ),
    *python("slice", Fact.PURE),
)

OBJECTS: tuple[Row, ...] = (
    *converted("isinstance", Fact.PURE | Fact.LOOKS, "truth"),
    *converted("issubclass", Fact.PURE, "truth"),
    *converted("type", Fact.PURE),
    *python("callable", Fact.PURE, "truth"),
    *refused("id", "traced-value-in-python", "`is` between the two, as `a is b`", Fact.PURE),
    *python("object property classmethod staticmethod super __build_class__ __import__"),
    *converted("hasattr", Fact.BY_NAME, "truth"),
    *converted("getattr", Fact.BY_NAME),
    *python("setattr delattr", Fact.MUTATES),
)

_NEEDS = "traced-value-in-python"

STRINGS: tuple[Row, ...] = (
    *converted("print", Fact.LOOKS | Fact.ACTS),
    *converted("str repr", Fact.PURE | Fact.LOOKS, "string"),
    *converted("ascii format", Fact.PURE, "string"),
    *converted("bin oct hex chr", Fact.PURE, "string"),
    *converted("ord", Fact.PURE, "number"),
    *python("bytes bytearray memoryview"),
    *refused("hash", _NEEDS, "`==` between the values themselves", Fact.PURE),
)

SCOPES: tuple[Row, ...] = (
    *converted("locals dir"),
    *converted("vars", Fact.BY_NAME | Fact.NAMESPACE),
    *python("globals", Fact.BY_NAME | Fact.NAMESPACE),
    *python("eval exec", Fact.RUNS_CODE | Fact.NAMESPACE),
    *python("compile"),
)

WORLD: tuple[Row, ...] = (
    *python("help breakpoint exit quit copyright credits license"),
    *refused("open input", "asked-once", "open the file or ask before the call, and pass what it gave", Fact.ACTS),
    *refused("aiter anext", "traced-value-in-python", "a plain function"),
)

CONSTANTS: tuple[Row, ...] = (
    *python("None True False Ellipsis NotImplemented __debug__ __name__ __doc__ __package__ __loader__ __spec__"),
    *python("BaseException Exception"),
)

BUILTINS = (*NUMBERS, *ITERABLES, *OBJECTS, *STRINGS, *SCOPES, *WORLD, *CONSTANTS)


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
    *converted("bit_length bit_count", Fact.PURE, "number"),
    *converted("is_integer", Fact.PURE, "truth"),
)
