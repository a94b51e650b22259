"""Find the words of a form that have an explanation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from nbgraph.core.codegen.source_map import CONVERTED, OPTIMISED_HLO, PURE_JAX

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
    "ordered": "`<` and its like, of tuples or lists that hold traced values: the first items that differ decide.",
    "call": "A call: the function is converted too if it is yours, and called as it is if it is a library's.",
    "item": "An item of a list or tuple; the index may be a traced value.",
    "set_item": "`v[i] = x`: a new array for a JAX array, since those never change; the change itself for the rest.",
    "update_item": "`v[i] += x` and its like: a new array for a JAX array, the change itself for the rest.",
    "put_back": "Settles which value a name has when the assigned value's own calls may bind it anew.",
    "set_attribute": "Settles what an attribute holds when items of it were assigned.",
    "list_": "A list: Python's own, or an array with room and a length where it grows in a loop of the graph.",
    "dict_": "A dict whose keys may be known at run time only: a list of its entries, in the order of Python's.",
    "set_": "A set whose items may be known at run time only: a list of them, each once.",
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
    "counted": "Arithmetic with truth values: the numbers 0 and 1, as Python counts them; a mask stays one.",
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
    "lax.scan": "Repeats a function along its inputs' first axis; hands on the carry, stacks each iteration's output.",
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
    """Return the explained words of a form with their sentences.

    >>> sentences(CONVERTED)["ng.not_"]
    '`not`, also of a value that only the run of the graph knows.'
    """
    own = {f"ng.{name}": text for name, text in VOCABULARY.items()} | LIBRARY
    tables = {CONVERTED: own, PURE_JAX: own, "jaxpr": PRIMITIVES, "StableHLO": STABLEHLO, OPTIMISED_HLO: HLO}
    return tables.get(form, {})


def words_in(form: str, lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield each explained word in the lines of a form: line (from 0), column, word.

    >>> list(words_in("jaxpr", ["    cond:i32[] = add a b", "    in:i32[] = mul[x=1] a"]))
    [(0, 17, 'add'), (1, 15, 'mul')]
    """
    known = sentences(form)
    pattern = _PATTERNS.get(form)
    for number, line in enumerate(lines if pattern else ()):
        for match in pattern.finditer(line) if pattern else ():
            if match[0] in known:
                yield number, match.start(), match[0]


SHARED = {
    "abs": "The absolute value, element by element.",
    "add": "Adds element by element.",
    "and": "Both hold: a logical and of truth values, bit by bit of integers.",
    "ceil": "The smallest whole number that is not less, element by element.",
    "concatenate": "Puts arrays one after the other along an axis they have.",
    "dynamic_slice": "Cuts a piece out of an array, at a place known when the graph runs; clamped to lie inside.",
    "dynamic_update_slice": "The array with a piece of it replaced, at a place known when the graph runs.",
    "floor": "The largest whole number that is not greater, element by element.",
    "gather": "Picks items or slices of an array by indices known when the graph runs.",
    "imag": "The imaginary part of complex numbers.",
    "iota": "Counts 0, 1, 2, ... along an axis: what `arange` becomes.",
    "not": "Turns truth values around, or the bits of integers.",
    "or": "One of them holds: a logical or of truth values, bit by bit of integers.",
    "pad": "The array with room around or between its elements, filled with one value.",
    "real": "The real part of complex numbers.",
    "reshape": "The same elements in another shape.",
    "scatter": "The array with some items replaced, at indices known when the graph runs.",
    "select": "Chooses between two values, both computed, element by element.",
    "shift_left": "Moves the bits of integers up: times a power of two.",
    "shift_right_arithmetic": "Moves the bits of integers down, keeping the sign: a floor division by a power of two.",
    "shift_right_logical": "Moves the bits of integers down, filling with zeros.",
    "sign": "-1, 0 or 1, element by element.",
    "slice": "Cuts out a piece whose place is known beforehand.",
    "sort": "Sorts along an axis.",
    "sqrt": "The square root, element by element.",
    "tanh": "The hyperbolic tangent, element by element.",
    "transpose": "The same elements with the axes in another order.",
    "while": "Repeats its body while its test holds. It takes and gives the loop's variables (the carry).",
    "xor": "Exactly one of them holds: an exclusive or of truth values, bit by bit of integers.",
}  # fmt: skip

PRIMITIVES = SHARED | {
    "add_any": "Adds what gradients arrive over several ways.",
    "argmax": "The index of the largest element along an axis.",
    "argmin": "The index of the smallest element along an axis.",
    "broadcast_in_dim": "Repeats a value along new axes, so that shapes fit.",
    "clamp": "Keeps values between a lower and an upper bound.",
    "cond": "Runs one of its branches, by an index: 0 is False, 1 is True. The other is not computed.",
    "convert_element_type": "The same values in another element type: a cast.",
    "copy": "The same values in memory of their own.",
    "cos": "The cosine, element by element.",
    "cumsum": "Running sums along an axis.",
    "custom_jvp_call": "Calls a function that has a derivative rule of its own.",
    "custom_vjp_call": "Calls a function that has a backward rule of its own.",
    "debug_callback": "Calls a Python function while the graph runs: a `print`, for instance.",
    "device_put": "Puts a value onto a device.",
    "div": "Divides element by element; of integers, rounds towards zero.",
    "dot_general": "A matrix product, over the axes it names.",
    "empty2": "An array whose content is not set yet.",
    "eq": "Equal, element by element.",
    "exp": "The exponential, element by element.",
    "expand_dims": "One more axis of length one.",
    "ge": "Greater or equal, element by element.",
    "gt": "Greater, element by element.",
    "integer_pow": "A power with a fixed whole exponent.",
    "io_callback": "Calls a Python function while the graph runs, in the program's order, and takes its result.",
    "is_finite": "Neither infinite nor NaN, element by element.",
    "jit": "A function that was traced by itself; its jaxpr stands inside. It costs nothing: XLA puts it in place.",
    "le": "Less or equal, element by element.",
    "log": "The natural logarithm, element by element.",
    "logistic": "The logistic function, element by element.",
    "lt": "Less, element by element.",
    "max": "The greater of two, element by element.",
    "min": "The lesser of two, element by element.",
    "mul": "Multiplies element by element.",
    "ne": "Different, element by element.",
    "neg": "The negative, element by element.",
    "one_way": "The value itself; walking back through it for a gradient is refused with an explanation.",
    "pow": "A power, element by element.",
    "pure_callback": "Calls a Python function without effects while the graph runs, and takes its result.",
    "random_bits": "Random bits from a key.",
    "random_seed": "A random key from a number.",
    "random_wrap": "Numbers as a random key.",
    "random_unwrap": "A random key as numbers.",
    "reduce_and": "Whether all hold along some axes.",
    "reduce_max": "The largest along some axes.",
    "reduce_min": "The smallest along some axes.",
    "reduce_or": "Whether any holds along some axes.",
    "reduce_prod": "The product along some axes.",
    "reduce_sum": "The sum along some axes.",
    "rem": "The remainder with the sign of the dividend; Python's `%` takes the divisor's, so more follows.",
    "rev": "The elements in reverse order along some axes.",
    "round": "Rounds to whole numbers, element by element.",
    "rsqrt": "One over the square root, element by element.",
    "scan": "Repeats its body along the first axis of its inputs, hands on the carry, stacks each iteration's output.",
    "scatter-add": "The array with something added at indices known when the graph runs.",
    "select_n": "Chooses between values, all computed: the first where the selector is False, the second where True.",
    "sin": "The sine, element by element.",
    "split": "Cuts an array into pieces along an axis.",
    "square": "The square, element by element.",
    "squeeze": "The array without axes of length one.",
    "stack": "Puts arrays of one shape together along a new axis.",
    "stop_gradient": "The value itself, which counts as a constant where gradients are taken.",
    "sub": "Subtracts element by element.",
    "tan": "The tangent, element by element.",
    "top_k": "The largest k along the last axis, with their indices.",
}  # fmt: skip
"""The operations of a jaxpr, by primitive name."""

STABLEHLO = {f"stablehlo.{name}": text for name, text in SHARED.items()} | {
    "call": "Calls a function that stands further down.",
    "func.call": "Calls a function that stands further down.",
    "func.func": "A function of the program; `@main` is where it starts.",
    "stablehlo.broadcast_in_dim": "Repeats a value along new axes, so that shapes fit.",
    "stablehlo.case": "Runs one of its blocks, by an index: 0 is False, 1 is True.",
    "stablehlo.clamp": "Keeps values between a lower and an upper bound.",
    "stablehlo.compare": "Compares element by element: EQ, NE, LT, LE, GT or GE.",
    "stablehlo.constant": "A value that is part of the program.",
    "stablehlo.convert": "The same values in another element type: a cast.",
    "stablehlo.cosine": "The cosine, element by element.",
    "stablehlo.custom_call": "Calls something outside of the program: a library's routine, or Python.",
    "stablehlo.divide": "Divides element by element; of integers, rounds towards zero.",
    "stablehlo.dot_general": "A matrix product, over the axes it names.",
    "stablehlo.exponential": "The exponential, element by element.",
    "stablehlo.log": "The natural logarithm, element by element.",
    "stablehlo.maximum": "The greater of two, element by element.",
    "stablehlo.minimum": "The lesser of two, element by element.",
    "stablehlo.multiply": "Multiplies element by element.",
    "stablehlo.negate": "The negative, element by element.",
    "stablehlo.power": "A power, element by element.",
    "stablehlo.reduce": "Puts the elements along some axes together with one operation: a sum, for instance.",
    "stablehlo.remainder": "The remainder with the sign of the dividend.",
    "stablehlo.return": "What the block around it gives.",
    "stablehlo.reverse": "The elements in reverse order along some axes.",
    "stablehlo.round_nearest_afz": "Rounds to whole numbers, halves away from zero.",
    "stablehlo.round_nearest_even": "Rounds to whole numbers, halves to even ones.",
    "stablehlo.sine": "The sine, element by element.",
    "stablehlo.subtract": "Subtracts element by element.",
    "stablehlo.token": "The type of what keeps effects in order.",
}  # fmt: skip
"""The operations of StableHLO, as its text names them."""

HLO = {
    "bitcast": "The same memory, read in another shape.",
    "call": "Runs another computation of the module.",
    "conditional": "Runs one of its computations, by an index.",
    "constant": "A value that is part of the program.",
    "copy": "The same values in memory of their own.",
    "custom-call": "Calls something outside of the program.",
    "fusion": "Several operations in one kernel: what is between them never goes to memory.",
    "get-tuple-element": "One part of a tuple.",
    "parameter": "What the computation is given.",
    "tuple": "Several values together, e.g. the variables of a loop.",
    "while": "Repeats its body while its condition holds.",
}
"""Words of XLA's own program that StableHLO does not have, or not under this name."""
