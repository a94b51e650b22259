# No specialised form: this loop's body ends in a choice between several values at once (line 527).
