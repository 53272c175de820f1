"""The games: tiles, layouts, rules and records. No Discord, no pictures, and in the pure half no clock, luck or I/O.

>>> from engine import match, random_deal
>>> state = match.new("express", seats=2)
>>> state, events = match.apply(state, random_deal(state, seed=1))
>>> [str(action) for action in match.legal(state)]
['1 play 6-6 start']
>>> state, events = match.apply(state, match.legal(state)[0])
>>> match.view(state, seat=1).hand_sizes
(7, 6)
"""

from engine import match
from engine.dealing import random_deal

__all__ = ["match", "random_deal"]
