"""Binary search: how does a `return` leave a loop?

>>> binary_search([1, 3, 5, 7, 11, 13], 11)
4
"""


def binary_search(items, wanted):
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
