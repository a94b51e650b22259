# No specialised form: `Meter`, a type from outside, cannot be written down (line 370).
