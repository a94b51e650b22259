"""Safe division: what becomes of `try` and `except`?

>>> ratios([6, 5, 4], [3, 0, 2])
[2.0, 0.0, 2.0]
"""


def ratios(tops, bottoms):
    result = []
    for top, bottom in zip(tops, bottoms):
        try:
            result.append(top / bottom)
        except ZeroDivisionError:
            result.append(0.0)
    return result
