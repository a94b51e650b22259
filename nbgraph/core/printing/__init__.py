"""Print a traced program as pure JAX code, with the user's own expressions where these give the same equations."""

from nbgraph.core.printing.printer import print_traced, printed_program
