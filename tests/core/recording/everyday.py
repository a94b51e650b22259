"""Programs as people type them, whose record says in each step all that plain Python's lines say."""

from __future__ import annotations

import numpy as np


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)

    def withdraw(self, amount):
        if amount > self.balance:
            return False
        self.balance -= amount
        self.history.append(-amount)
        return True


def bank(amount):
    acc = Account("Ann", 100)
    acc.deposit(amount)
    ok = acc.withdraw(500)
    if not ok:
        acc.withdraw(30)
    return acc.balance


class Player:
    def __init__(self, hp):
        self.hp = hp
        self.alive = True

    def hit(self, damage):
        self.hp = max(0, self.hp - damage)
        if self.hp == 0:
            self.alive = False


def fight(damage):
    a, b = Player(10), Player(8)
    turn = 0
    while a.alive and b.alive:
        if turn % 2 == 0:
            b.hit(damage)
        else:
            a.hit(damage - 1)
        turn += 1
    return turn


def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)


def hanoi(n, a, b, c):
    if n == 0:
        return 0
    moves = hanoi(n - 1, a, c, b)
    moves += 1
    moves += hanoi(n - 1, c, b, a)
    return moves


def sieve(n):
    prime = [True] * (n + 1)
    prime[0] = prime[1] = False
    for i in range(2, n + 1):
        if prime[i]:
            for j in range(i * i, n + 1, i):
                prime[j] = False
    return sum(prime)


def bubble_sort(xs):
    n = len(xs)
    for i in range(n):
        swapped = False
        for j in range(n - i - 1):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
                swapped = True
        if not swapped:
            break
    return xs


def grid(n):
    m = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    for i in range(n):
        for j in range(n):
            if i == j:
                continue
            m[i][j] = i * 10 + j
    return m[n - 1][0]


def two_sum(xs, target):
    for i in range(len(xs)):
        for j in range(i + 1, len(xs)):
            if xs[i] + xs[j] == target:
                return i, j
    return None


def word_count(text):
    counts = {}
    for word in text.split():
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    return counts["a"]


def command(op, x):
    match op:
        case 0:
            y = x + 1
        case 1 | 2:
            y = x * 2
        case _:
            y = -x
    return y


def fizzbuzz(n):
    out = []
    for i in range(1, n + 1):
        if i % 3 == 0:
            out.append("Fizz")
        elif i % 5 == 0:
            out.append("Buzz")
        else:
            out.append(str(i))
    return out


def newton(x):
    guess = x / 2
    while True:
        new = (guess + x / guess) / 2
        if abs(new - guess) < 1e-4:
            break
        guess = new
    return new


def power(x, n, acc=1):
    if n > 0:
        acc = acc * x
        return power(x, n - 1, acc)
    return acc


def collatz(n, k=0):
    if n == 1:
        return k
    if n % 2 == 0:
        return collatz(n // 2, k + 1)
    return collatz(3 * n + 1, k + 1)


class Point:
    def __init__(self, x):
        self.x = x
        self.y = x * 2

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


def moved(x):
    point = Point(x)
    if point.y > 3:
        point.x += 1
    return point.x


CASES = [
    (bank, (25,)),
    (fight, (3,)),
    (gcd, (48, 36)),
    (hanoi, (2, "a", "b", "c")),
    (sieve, (12,)),
    (bubble_sort, (np.array([3, 1, 2, 0], dtype=np.int32),)),
    (grid, (3,)),
    (two_sum, ([2, 7, 11, 15], 18)),
    (word_count, ("a b a",)),
    (command, (2, 5)),
    (fizzbuzz, (5,)),
    (newton, (2.0,)),
    (power, (2, 3)),
    (collatz, (3,)),
    (moved, (3,)),
]
