"""Stage 8: run one call as plain Python, eager JAX and a graph, and compare results and times."""
