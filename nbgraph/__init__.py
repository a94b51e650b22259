"""nbgraph: write plain Python in a notebook cell, see the JAX graph it becomes."""
