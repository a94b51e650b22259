# No specialised form: `summed`, a PjitFunction from outside, cannot be written down (line 476).
