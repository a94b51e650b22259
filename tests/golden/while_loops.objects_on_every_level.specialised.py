# No specialised form: `outer.total` travels with this loop although it is not a local variable (line 455).
