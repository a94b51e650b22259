"""Python lists in a graph: their items, or buffers of items once a length or an index is known at run time only."""

from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.capacity import Capacity, ListCapacityError
from nbgraph.core.staging.lists.choices import as_new
from nbgraph.core.staging.lists.contents import UnknownLengthError, growing_of, raw_items
from nbgraph.core.staging.lists.item_errors import OF_ONE_LENGTH, ListItemError
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.may_alias import AliasChangedError
from nbgraph.core.staging.lists.objects import chosen_of, refuse_reference
from nbgraph.core.staging.lists.orders import Ordered, keys_in
from nbgraph.core.staging.lists.results import (
    StackedArray,
    adopted,
    from_arrays,
    has_own,
    kept,
    released,
    set_element_type,
    stack,
    taken_apart,
    texts_in,
)
from nbgraph.core.staging.lists.selections import Selection
from nbgraph.core.staging.lists.stores import indexed_axes
