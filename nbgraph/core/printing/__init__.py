"""Pure JAX code printed from a traced program, in the user's words where these give the same equations."""

from nbgraph.core.printing.printer import print_traced, printed_program
