"""Word statistics: which lines of it are Python's, and which are the graph's?

>>> statistics("the cat and the dog and the bird", 2)
{'the': 6, 'cat': 2, 'and': 4, 'dog': 2, 'bird': 2}
"""


def statistics(text, weight):
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + weight
    return counts
