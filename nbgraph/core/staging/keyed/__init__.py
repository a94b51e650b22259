"""Represent dicts, counters and sets with run-time keys: their entries in a list, in Python's order."""

from nbgraph.core.staging.keyed import chosen_dicts as chosen_dicts  # imported to register its methods
from nbgraph.core.staging.keyed.dict_ import Dict
