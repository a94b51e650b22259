"""Carry run-time checks as a number in the graph, and track the `try` statements that are being traced."""

from nbgraph.core.staging.effects.effects import COUNTS, GROWS, NO_VALUES, Check, Effects, collecting, require, telling
from nbgraph.core.staging.effects.run_failures import RunFailed, failure_in
from nbgraph.core.staging.effects.tries import is_of_index, is_of_key, is_of_places, raised_at
