"""`if`, `for`, `while`, `try` and `assert`, staged."""
