"""Roman numerals: what is left for the graph when the input is a string?

>>> number("MCMXCIV")
1994
"""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def number(numeral):
    total = 0
    before = 0
    for letter in reversed(numeral):
        value = VALUES[letter]
        if value < before:
            total -= value
        else:
            total += value
        before = value
    return total
