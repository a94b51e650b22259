"""Answer questions on enumerated values: for each alternative in advance, looked up by the number at run time."""
