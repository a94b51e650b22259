"""Whether two programs are the same: their values as terms in a normal form."""
