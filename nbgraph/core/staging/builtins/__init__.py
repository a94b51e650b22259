"""Builtins, methods and library functions as converted code calls them: `calls` chooses among them."""
