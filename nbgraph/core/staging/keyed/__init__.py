"""Represent dicts, counters and sets with run-time keys: their entries in a list, in Python's order."""

from nbgraph.core.staging.keyed import chosen_dicts as chosen_dicts  # which says what one of several dicts does
from nbgraph.core.staging.keyed.dict_ import Dict
