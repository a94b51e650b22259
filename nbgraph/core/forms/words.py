"""Which words of a form have an explanation, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from nbgraph.core.codegen.source_map import CONVERTED, OPTIMISED_HLO, PURE_JAX
from nbgraph.core.forms.operations import HLO, PRIMITIVES, STABLEHLO

# What generated code calls, in a sentence each: nbgraph's own vocabulary, JAX's functions in pure JAX code.


VOCABULARY = {
    "if_": "An `if`, its blocks as functions: Python's when the condition is known, else `lax.cond` or a select.",
    "while_": "A `while`, test and body as functions: Python's when the test is known, else `lax.while_loop`.",
    "for_": "A `for`, its body as a function: Python's, `lax.fori_loop` or `lax.scan`, by what it runs over.",
    "and_": "`and`: the right side is only computed where the left one is true, also in a graph.",
    "or_": "`or`: the right side is only computed where the left one is false, also in a graph.",
    "not_": "`not`, also of a value that only the run of the graph knows.",
    "in_": "`in`, also where an operand is traced.",
    "is_": "`is`, also where an operand was chosen when the graph ran.",
    "equal": "`==`, also of containers that hold traced values.",
    "call": "A call: the function is converted too if it is yours, and called as it is if it is a library's.",
    "item": "An item of a list or tuple; the index may be a traced value.",
    "set_item": "`v[i] = x`: a new array for a JAX array, since those never change; the change itself for the rest.",
    "update_item": "`v[i] += x` and its like: a new array for a JAX array, the change itself for the rest.",
    "put_back": "Settles which value a name has when the assigned value's own calls may bind it anew.",
    "set_attribute": "Settles what an attribute holds when items of it were assigned.",
    "list_": "A list: Python's own, or an array with room and a length where it grows in a loop of the graph.",
    "assert_": "An `assert`: checked at once when its condition is known, after the run when it is traced.",
    "text": "An f-string: a text now, or one that is filled in when the graph has run.",
    "shown": "A value in an f-string, with its format.",
    "locals_": "`locals()`: the names that have a value here.",
    "percent": '`"%d" % x`, also of a traced value.',
    "repeated": '`"#" * n`: a text as often as the run says; `"even" * (n % 2 == 0)`: the text or none.',
    "refused": "What no `except` of yours may catch: an error about the graph itself.",
    "catching": "The body of a `try`: what is raised in it when the graph runs is noted, and does not end the run.",
    "raised": "Whether the statement before has raised: what follows in the `try` is only done if it has not.",
    "caught": "Which `except` of the `try` runs, counted from 1; 0 where nothing was raised.",
    "raise_": "A `raise` in such a `try`: it says when the graph runs which `except` is taken.",
    "error": "What `except ... as error` names.",
    "divided": "`a / b` for whose division by zero a `try` waits.",
    "at_raise": "What a name stood for when an exception left the block that bound it.",
    "undefined": "A name without a value: using it is an error that names the variable.",
    "defined": "Checks that a name has a value before it is used.",
}  # fmt: skip
"""The names that generated code calls as `ng.<name>`, as in `core.staging.vocabulary`."""

LIBRARY = {
    "lax.cond": "Runs one of two functions, as a condition says when the graph runs; the other is not computed.",
    "lax.switch": "Runs one of several functions, by an index known when the graph runs.",
    "lax.while_loop": "Repeats a function while a test holds; takes and gives the loop's variables (the carry).",
    "lax.fori_loop": "Repeats a function for i from a lower to an upper bound, handing on the carry.",
    "lax.scan": "Repeats a function along its inputs' first axis; hands on the carry, stacks what each round gives.",
    "lax.select": "Chooses between two values, both computed, element by element.",
    "lax.dynamic_slice": "Cuts a piece out of an array, at a place known when the graph runs.",
    "lax.dynamic_update_slice": "The array with a piece of it replaced, at a place known when the graph runs.",
    "lax.stop_gradient": "The value itself, which counts as a constant where gradients are taken.",
    "lax.select_n": "Chooses between values, all computed, element by element.",
    "jnp.where": "Chooses between two values, both computed, element by element.",
    "jnp.stack": "Puts arrays of one shape together along a new axis.",
    "jnp.zeros": "A new array of zeros.",
    "jnp.asarray": "The value as an array of JAX.",
    "jnp.arange": "The numbers from a start to an end as an array.",
    "jnp.concatenate": "Puts arrays one after the other along an axis they have.",
    "jax.debug.print": "Prints values from within the graph while it runs.",
    "jax.debug.callback": "Calls a Python function from within the graph while it runs.",
    "jax.vmap": "Makes a function of one item one of an array of items.",
}  # fmt: skip
"""What pure JAX code calls of JAX, by the name it is called by there."""


_PYTHON = re.compile(r"\b(?:ng|lax|jnp|jax)(?:\.\w+)+")
_PATTERNS = {
    CONVERTED: _PYTHON,
    PURE_JAX: _PYTHON,
    "jaxpr": re.compile(r"(?:(?<=\] = )|(?<=^)|(?<=  ))[a-z][\w-]*(?=[\[ ]|$)"),
    "StableHLO": re.compile(r"\b(?:stablehlo|func)\.\w+|(?<== )call\b"),
    OPTIMISED_HLO: re.compile(r"(?<=[\])}] )[a-z][\w-]*(?=\()"),
}


@cache
def sentences(form: str) -> Mapping[str, str]:
    """The explained words of a form.

    >>> sentences(CONVERTED)["ng.not_"]
    '`not`, also of a value that only the run of the graph knows.'
    """
    own = {f"ng.{name}": text for name, text in VOCABULARY.items()} | LIBRARY
    tables = {CONVERTED: own, PURE_JAX: own, "jaxpr": PRIMITIVES, "StableHLO": STABLEHLO, OPTIMISED_HLO: HLO}
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
