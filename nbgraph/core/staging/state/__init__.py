"""Find the mutable state that a block changes, merge names after a branch, and build the carry of a loop."""

from nbgraph.core.staging.state.described import describe
from nbgraph.core.staging.state.instead import ORDER_REMEDY, bound_by, change_taken_for_result, copied_first, quoted_key
from nbgraph.core.staging.state.location import Named
from nbgraph.core.staging.state.mutable_state import Snapshot, global_names, texts_in
from nbgraph.core.staging.state.records import Record, attributes_of
