"""Statements, one construct a file, and expressions that need statements: `statements` has the order of the passes."""
