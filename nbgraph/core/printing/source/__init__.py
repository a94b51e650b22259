"""What the user wrote that can stand in printed code: expressions, calls, functions."""
