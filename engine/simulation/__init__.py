"""Plays deals on in place, some ten times as fast as :mod:`engine.match`: for searches, which play thousands.

Tiles are numbers, hands are bit masks, and no state is kept. The simulation asks a rule set once which
tiles fit and which ends they open, and keeps the answers in tables. The end of a deal and its score come from the same
functions as in the engine.
"""

from engine.simulation.kinds import simulate
from engine.simulation.line import Simulation
from engine.simulation.rule_tables import DRAW, PASS, START

__all__ = ["DRAW", "PASS", "START", "Simulation", "simulate"]
