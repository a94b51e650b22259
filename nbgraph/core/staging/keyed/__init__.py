"""Dicts, counters and sets whose keys may be known at run time only: their entries in a list, in Python's order."""

from nbgraph.core.staging.keyed.dict_ import Dict
