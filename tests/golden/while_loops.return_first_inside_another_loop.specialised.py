# No specialised form: `return_value` has no value before the loop (line 570).
