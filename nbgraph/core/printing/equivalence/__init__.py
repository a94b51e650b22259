"""Compare two programs by the values they compute, as terms in a normal form."""
