"""Detect what a function reads from outside, changes outside, or keeps in objects that hide their state."""

from nbgraph.core.staging.impure.acts import Act, ActedOnceError, Acts, no_acts
from nbgraph.core.staging.impure.inputs import SETTING, AskedOnceError, reason_to_refuse
from nbgraph.core.staging.impure.opaque import RANDOM, keeps_state
from nbgraph.core.staging.impure.process_state import SideEffectError
