"""Computer players: from a view to a move.

- ``choose``: a move for a seat at a level; start reading here
- ``level``, ``decision``: the levels; a decision with its rationale and estimates
- ``easy``, ``normal``, ``expert``: the player of each level
- ``heuristics``: reasons for and against moves, without any simulation
- ``beliefs``: which hidden tiles each seat can't hold
- ``opponent_model``: how likely the others' plays are
- ``determinization``: full states that agree with a view
- ``rollout``, ``line_rollout``: the rest of a deal, played on by a fast policy
- ``endgame``: the exact end of a deal with few tiles
- ``evaluation``: the value of a state for a side
- ``memory``, ``tricks``: the players of Memory and of games of tricks
- ``trains``: the chains of Mexican train
- ``baselines``: simple players to measure others against
- ``tournament``, ``results``: players against each other, and how they did
"""
