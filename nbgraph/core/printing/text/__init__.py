"""Build pieces of Python code, their names, and the module around them."""
