"""Implement builtins, methods and library functions for converted code; `calls` selects among them."""

from nbgraph.core.staging.builtins.calls import runnable
from nbgraph.core.staging.builtins.host_calls import hearing, host_version, is_act
