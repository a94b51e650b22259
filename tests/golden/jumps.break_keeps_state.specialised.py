# No specialised form: `i` has a value on some paths only (line 95).
