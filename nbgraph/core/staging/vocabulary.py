"""The names that generated code calls as `ng.<name>`; `forms.explanations` has a sentence on each."""

import sys

from nbgraph.core.staging.builtins.calls import call
from nbgraph.core.staging.control_flow.catching import catching, caught, error, raise_, raised
from nbgraph.core.staging.control_flow.checks import assert_, divided
from nbgraph.core.staging.control_flow.cond import if_
from nbgraph.core.staging.control_flow.for_loop import for_
from nbgraph.core.staging.control_flow.while_loop import while_
from nbgraph.core.staging.effects.tries import at_raise, refused
from nbgraph.core.staging.enumerated.placeholders import text
from nbgraph.core.staging.frames.conversion import use_vocabulary
from nbgraph.core.staging.keyed.kinds import dict_, set_
from nbgraph.core.staging.lists.list_ import list_
from nbgraph.core.staging.lookups.strings import repeated
from nbgraph.core.staging.operators.builtin_numbers import counted
from nbgraph.core.staging.operators.items import item, put_back, set_attribute, set_item, update_item
from nbgraph.core.staging.operators.operators import (
    and_,
    defined,
    equal,
    in_,
    is_,
    locals_,
    not_,
    or_,
    ordered,
    undefined,
)
from nbgraph.core.staging.strings.written import formatted as shown
from nbgraph.core.staging.strings.written import percent

__all__ = [
    "and_",
    "assert_",
    "at_raise",
    "call",
    "catching",
    "caught",
    "counted",
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
    "ordered",
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
