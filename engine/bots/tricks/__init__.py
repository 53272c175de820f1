"""Bids, names trump and lays tiles in games of tricks (the second rule book, "Texas 42").

A hand is rated by the tricks that it can count on. Tiles are laid by a policy that takes tricks with tiles that nothing
can beat, gives points to a partner who takes the trick, and else lays low. The expert deals the hidden tiles again and
again, plays each deal on by that policy, and solves the last tricks.
"""
