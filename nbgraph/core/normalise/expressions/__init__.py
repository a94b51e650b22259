"""Convert expressions, one construct a file: `expressions` walks over them all, children first."""
