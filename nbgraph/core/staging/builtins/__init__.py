"""Builtins, methods and library functions as converted code calls them: `calls` chooses among them."""

from nbgraph.core.staging.builtins.calls import runnable
from nbgraph.core.staging.builtins.host_calls import hearing, host_version, is_act
