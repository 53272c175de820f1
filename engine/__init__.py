"""The games, without Discord and pictures.

The rules are pure: no clock, no I/O, and randomness only as an action, the deal.

- ``match``: play a match: ``new``, ``legal``, ``apply``, ``view``. Begin to read here.
- ``tiles``, ``actions``, ``events``, ``options``, ``errors``: the values of a match.
- ``game``: ``State``, a match at one moment, and ``RuleSet``, a game as values and functions.
- ``rules``: the games, made of the shared ``parts``; ``layouts``: the forms of the table.
- ``legal``, ``transitions``, ``refusals``, ``move_points``: how moves are found, applied, explained and scored.
- ``view``: the knowledge of one seat or of the public; all other packages are given views.
- ``dealing``, ``record``, ``verify``: shuffle at random or fairly, save and verify matches.
- ``bots``: computer players; ``live``: tables of people, with a store, timeouts and a league.
- ``__main__``, ``cli``: the command line, ``python -m engine``.

>>> from engine import match, random_deal
>>> state = match.new("express", seats=2)
>>> state, events = match.apply(state, random_deal(state, seed=1))
>>> [str(action) for action in match.legal(state)]
['1 play 6-6 start']
>>> state, events = match.apply(state, match.legal(state)[0])
>>> match.view(state, seat=1).hand_sizes
(7, 6)
"""

import sys

if sys.argv[:1] == ["-m"]:
    # a command, as ``python -m engine``, whose modules are imported only now
    from engine.cli import interrupts

    interrupts.silence()

from engine import match
from engine.dealing import random_deal

__all__ = ["match", "random_deal"]
