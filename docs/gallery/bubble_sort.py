"""Bubble sort: what becomes of two items that change places?

>>> bubble_sort([5, 2, 4, 1, 3])
[1, 2, 3, 4, 5]
"""


def bubble_sort(items):
    items = list(items)
    for end in range(len(items) - 1, 0, -1):
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
    return items
