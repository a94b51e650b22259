# No specialised form: `the condition` travels with this loop although it is not a local variable (line 498).
