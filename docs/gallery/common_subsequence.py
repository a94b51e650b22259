"""Longest common subsequence: can a graph fill a table, row by row?

>>> longest([1, 3, 4, 1, 2, 3], [3, 4, 1, 2, 1, 3])
5
"""


def longest(a, b):
    above = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
        above = row
    return above[-1]
