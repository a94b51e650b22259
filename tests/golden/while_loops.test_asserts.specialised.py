# No specialised form: `s` travels with this loop although it is not a local variable (line 516).
