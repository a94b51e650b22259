"""Walk Python values as trees of leaves; the `Kind` of a value says how a walk takes it apart."""

from nbgraph.core.staging.values.dict_order import is_unseen_after
from nbgraph.core.staging.values.kinds import (
    buffers_of,
    changed,
    closed,
    every_part,
    is_container,
    is_of_numbers,
    kind_of,
)
from nbgraph.core.staging.values.objects import (
    Record,
    Returned,
    as_records,
    is_fixed,
    is_record_like,
    is_silent,
    own_attributes,
    slots_of,
)
from nbgraph.core.staging.values.undefined import Partial, Undefined, UndefinedNameError, assigned_alike
from nbgraph.core.staging.values.values import (
    PAIRS,
    LeafType,
    as_argument,
    cast,
    has_dict,
    is_dynamic,
    is_too_large,
    is_traced,
    key_orders,
    leaf_names,
    leaves_of,
    rebuilt,
    same_constant,
    skeleton,
    type_of,
    types_of_inputs,
    with_article,
    with_leaves,
)
