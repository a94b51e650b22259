"""Beam search: can a list of pairs be sorted and cut in every step?

>>> search(TABLE, 3)
[(0.32400000000000007, [0, 0, 0]), (0.216, [1, 1, 1])]
"""

TABLE = [[0.9, 0.1], [0.4, 0.6]]


def search(table, length, width=2):
    beams = [(0.6, [1]), (0.4, [0])]
    for _ in range(length - 1):
        longer = []
        for score, words in beams:
            for word, chance in enumerate(table[words[-1]]):
                longer.append((score * chance, [*words, word]))
        beams = sorted(longer, key=lambda beam: -beam[0])[:width]
    return beams
