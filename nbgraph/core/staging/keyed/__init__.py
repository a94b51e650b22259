"""Dicts, counters and sets whose keys may be known at run time only: their entries in a list, in Python's order."""

from nbgraph.core.staging.keyed import chosen_dicts as chosen_dicts  # which says what one of several dicts does
from nbgraph.core.staging.keyed.dict_ import Dict
