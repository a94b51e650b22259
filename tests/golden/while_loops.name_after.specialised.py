# No specialised form: `t` has a value on some paths only (line 185).
