"""Check exercises: compare a function with what is required, and say what is wrong."""
