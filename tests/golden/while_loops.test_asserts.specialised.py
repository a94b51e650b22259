# No specialised form: a helper raises at run time inside a loop or a branch (line 511).
