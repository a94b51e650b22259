"""Expressions, one construct a file: `expressions` walks them all, children first."""
