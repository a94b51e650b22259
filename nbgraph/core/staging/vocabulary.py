"""The names that generated code calls as `ng.<name>`: the whole vocabulary, documented for users.

| name | stands for |
| --- | --- |
| `if_`, `while_`, `for_` | the statements, with their blocks as functions |
| `and_`, `or_`, `not_`, `in_`, `is_`, `equal` | the operators |
| `call` | a call whose function is converted if it is the user's |
| `item` | an item of a list or tuple that may be chosen at run time |
| `set_item`, `update_item` | assignment to an item, plain and with an operator |
| `put_back` | what follows for a name that the assigned value's own calls may bind anew |
| `set_attribute` | what follows for the attribute whose items were assigned |
| `list_` | a list, which may grow in a graph |
| `dict_`, `set_` | a dict or a set, where a trace has found that a key is only known at run time |
| `assert_` | the statement |
| `text`, `shown` | an f-string, and a value in it |
| `locals_` | `locals()` |
| `percent` | `"%d" % x` |
| `repeated` | `"#" * n`, `"even" * (n % 2 == 0)` |
| `refused` | what no `except` of yours may catch: an error about the graph itself |
| `catching`, `raised`, `caught` | a `try` around what raises at run time, whether it has, and which `except` runs |
| `raise_`, `error` | `raise` in such a `try`, and what `except ... as error` names |
| `divided` | `a / b` for whose exception a `try` waits |
| `at_raise` | what a name stood for when an exception left the block that bound it |
| `undefined`, `defined` | a name without a value, and the check that it has one |
"""

import sys

from nbgraph.core.staging.calls import call
from nbgraph.core.staging.catching import catching, caught, error, raise_, raised
from nbgraph.core.staging.checks import assert_, divided
from nbgraph.core.staging.cond import if_
from nbgraph.core.staging.conversion import use_vocabulary
from nbgraph.core.staging.enumerated.strings import repeated
from nbgraph.core.staging.for_loop import for_
from nbgraph.core.staging.items import item, put_back, set_attribute, set_item, update_item
from nbgraph.core.staging.keyed.kinds import dict_, set_
from nbgraph.core.staging.lists.list_ import list_
from nbgraph.core.staging.operators import and_, defined, equal, in_, is_, locals_, not_, or_, undefined
from nbgraph.core.staging.texts import text
from nbgraph.core.staging.tries import at_raise, refused
from nbgraph.core.staging.while_loop import while_
from nbgraph.core.staging.written import formatted as shown
from nbgraph.core.staging.written import percent

__all__ = [
    "and_",
    "assert_",
    "at_raise",
    "call",
    "catching",
    "caught",
    "defined",
    "dict_",
    "divided",
    "equal",
    "error",
    "for_",
    "if_",
    "in_",
    "is_",
    "item",
    "list_",
    "locals_",
    "not_",
    "or_",
    "percent",
    "put_back",
    "raise_",
    "raised",
    "refused",
    "repeated",
    "set_",
    "set_attribute",
    "set_item",
    "shown",
    "text",
    "undefined",
    "update_item",
    "while_",
]

use_vocabulary(sys.modules[__name__])
