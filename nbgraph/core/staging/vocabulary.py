"""The names that generated code calls as `ng.<name>`; `forms.words` has a sentence on each."""

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
