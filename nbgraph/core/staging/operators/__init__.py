"""Implement operators, items and Python's numbers."""

from nbgraph.core.staging.operators.builtin_numbers import NegativeExponentError
from nbgraph.core.staging.operators.item_choice import column, origin
from nbgraph.core.staging.operators.run_time_keys import NewKeyError
