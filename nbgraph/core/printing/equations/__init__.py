"""Print the code of each equation by its operation; `walk` goes through a block of them."""
