"""Functions at work: one traced, repeated from the cache, converted, entered in the record; and classes of the user."""
