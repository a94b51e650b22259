# No specialised form: this became cond and python at different times (line 245).
