# No specialised form: `meter.total` travels with this loop although it is not a local variable (line 525).
