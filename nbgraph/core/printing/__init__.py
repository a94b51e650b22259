"""Pure JAX code printed from a traced program, in the user's words where these give the same equations."""
