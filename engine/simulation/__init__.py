"""Plays deals on in place, some ten times as fast as :mod:`engine.match`: for searches, which play thousands.

Tiles are numbers, hands are bit masks, and no state is kept. What a rule set allows is asked of it once and noted in
tables; how deals end and what they are worth is asked of the same functions as in the engine.
"""

from engine.simulation.kinds import simulate
from engine.simulation.line import Simulation
from engine.simulation.rule_tables import DRAW, PASS, START

__all__ = ["DRAW", "PASS", "START", "Simulation", "simulate"]
