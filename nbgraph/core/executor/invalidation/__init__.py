"""Whether what a trace was made of still is what the names mean: helpers, globals and what mutable objects hold."""
