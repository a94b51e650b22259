# No specialised form: `n` travels with this loop although it is not a local variable (line 294).
