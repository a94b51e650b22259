def dead_code(n):
    return n
