# No specialised form: this became python and select at different times (line 245).
