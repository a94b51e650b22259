"""Bank account: what becomes of an object that changes?

>>> year(100.0, 12)
154.0
"""


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.refused = 0

    def withdraw(self, amount):
        if amount > self.balance:
            self.refused += 1
        else:
            self.balance -= amount


def year(balance, months):
    account = Account(balance)
    for month in range(months):
        account.balance += 10.0
        account.withdraw(month * 1.0)
    return account.balance
