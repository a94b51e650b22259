# No specialised form: a round of this loop does not say what it hands back (line 498).
