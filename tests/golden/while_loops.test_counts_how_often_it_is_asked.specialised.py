# No specialised form: a staged block changes `looks`, which lives outside of it (line 505).
