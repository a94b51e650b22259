"""Differential fuzzing: random programs whose conversion must answer as Python does."""
