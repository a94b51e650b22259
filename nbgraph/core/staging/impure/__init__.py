"""What Python asks of the world outside of a function, changes there, or keeps where nobody can see it."""

from nbgraph.core.staging.impure.acts import Act, ActedOnceError, Acts, no_acts
from nbgraph.core.staging.impure.inputs import SETTING, AskedOnceError, reason_to_refuse
from nbgraph.core.staging.impure.opaque import RANDOM, keeps_state
from nbgraph.core.staging.impure.process_state import SideEffectError
