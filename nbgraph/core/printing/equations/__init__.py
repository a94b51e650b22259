"""The code of each equation, by its kind; `walk` goes through a block of them."""
