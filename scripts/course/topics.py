"""What the course is made of, and where the topics of the texts that it follows are taught."""

from __future__ import annotations

PARTS = {
    "What a graph is": range(1, 7),
    "What the graph knows": range(7, 12),
    "What one builds": range(12, 19),
}
"""The numbers of the lectures in each part."""

TOPICS = {
    "AutoGraph: control flow for graphs (announcement)": {
        "A function converted, and its code": "01 06",
        "`if` on a value: the Huber loss": "01 05",
        "Collatz: nested `if` and `while`, with `print`": "01 06",
        "Lists that grow: `append` and stack": "02",
        "`assert` in a graph": "13",
        "`break` and `continue`": "06",
        "A training loop in one graph": "16",
        "Graph against eager speed": "11",
        "Errors in the lines of the user": "04 13",
    },
    "Eager execution (announcement)": {
        "Values at once, Python's own tools": "01 13",
        "Gradient of a square, and its second derivative": "12",
        "`log1pexp`: nan at 100, and a gradient of one's own": "12 14",
        "Models whose depth follows the data": "06 12",
        "The same code eager and as a graph": "01 11",
        "Pipelines of data": "09",
    },
    "The mechanism of tf.function": {
        "What the decorator does, and what the first call": "03",
        "Tracing again: dtypes, shapes, Python's numbers": "03",
        "Rule 1: functions of the library, not of Python": "04",
        "Rule 2: no variables made inside": "04 10",
        "Rule 3: no lists and dicts from outside": "04",
        "Modules: methods and their state": "16",
    },
    "Effective TensorFlow": {
        "1 Basics: symbols, a curve fitted": "01 16",
        "2 Static and dynamic shapes": "07",
        "3 Scopes and names": "08",
        "4 Broadcasting: good and bad": "07",
        "5 Feeding data": "09",
        "6 Overloaded operators, and slices in loops": "05 09",
        "7 Order of execution, control dependencies": "10",
        "8 Conditions and loops, arrays that grow": "05 06 02",
        "9 Kernels and pictures by Python": "15",
        "10 Several devices": "18",
        "11 Debugging: shapes, values, gradients": "13",
        "12 Numerical stability": "14",
        "13 Training loop, evaluation, checkpoint": "16",
        "14 Recipes: beam search, merge, entropy, make parallel": "17 07 18",
    },
}
"""By text, the lectures of each topic."""

GLOSSARY = {
    "adjoint": ("how fast the result changes with a value, as the backward pass carries it", "12"),
    "backward pass": ("the part of a gradient that goes from the result back to the arguments", "12"),
    "batch": ("a part of the data that one step computes with", "09"),
    "beam": ("one of the best few beginnings that a search keeps", "17"),
    "broadcasting": ("an array stretched so that its shape fits another one", "07"),
    "buffer": ("the array that holds the items of a list, with more rows than there are items", "02"),
    "callback": ("an operation that leaves the graph and calls Python", "15"),
    "carry": ("the values that a loop hands from one iteration to the next", "01"),
    "cond": ("a choice of which one side is computed, when the graph runs", "05"),
    "device": ("what computes: a GPU, a TPU, a processor or a part of it", "18"),
    "eager": ("each operation sent to JAX on its own, without a graph", "01"),
    "effect": ("what an operation does besides giving a value, as a `print`", "10"),
    "entropy": ("how undecided chances are: 0 if one has it all, largest if all are alike", "13"),
    "epoch": ("one walk through all data of a training", "09"),
    "flag": ("a truth value that says whether a `break` was reached", "06"),
    "fori": ("a loop of a graph that counts its iterations", "06"),
    "forward pass": ("the part of a gradient that computes the values", "12"),
    "fusion": ("several operations that the compiler made one pass over the data", "11"),
    "gradient": ("how fast a result changes with its arguments", "05"),
    "graph": ("the whole computation, written down before it runs", "01"),
    "inf, nan": ("infinity; not a number, as 0 / 0", "14"),
    "key": ("what JAX's random numbers are made from: the same key, the same numbers", "04"),
    "loss": ("how bad a model is: the number that a training makes small", "16"),
    "mesh": ("names for devices, along axes", "18"),
    "overflow, underflow": ("a number too large to be held, which becomes infinity; too small, and becomes 0", "14"),
    "reference": ("a place that holds a value and can be written to", "10"),
    "region": ("what has a frame in the picture: a branch, a loop's body, a helper", "08"),
    "scan": ("a loop of a graph over the rows of an array", "06"),
    "scope": ("a name for a part of a function", "08"),
    "select": ("a choice for each element: both sides are computed, then one is taken", "05"),
    "shape": ("how many axes an array has, and how long each is", "07"),
    "sharding": ("which part of an array lies on which device", "18"),
    "static argument": ("an argument whose value belongs to the trace, as a type does", "03"),
    "trace": ("a graph that was made for arguments of certain types; to trace is to make it", "03"),
    "unrolled": ("a loop whose iterations stand in the graph one by one", "06"),
    "vmap": ("makes a function of one value into a function of many", "05"),
    "XLA": ("the compiler that makes machine code of a graph", "10"),
}
"""What the lectures' terms mean, and the number of the lecture that explains each."""
