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
