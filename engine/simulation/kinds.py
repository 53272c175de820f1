"""The simulation for each form of table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game import State
from engine.layouts import Branches, Cross, Feet, Layout, Line, Pile, Spinners, Trains
from engine.simulation.cross import CrossSimulation
from engine.simulation.feet import FeetSimulation
from engine.simulation.line import Simulation
from engine.simulation.line_ends import LineEndsSimulation
from engine.simulation.pile import PileSimulation
from engine.simulation.rule_tables import tables_for
from engine.simulation.spinners import SpinnersSimulation
from engine.simulation.trains import TrainSimulation

KINDS: Final[Mapping[type[Layout], type[Simulation]]] = {
    Line: Simulation,
    Spinners: SpinnersSimulation,
    Branches: Simulation,
    Cross: CrossSimulation,
    Feet: FeetSimulation,
    Trains: TrainSimulation,
    Pile: PileSimulation,
}
"""The simulation for each form of table; a grid and tricks have none."""


def simulate(state: State) -> Simulation:
    """Return a simulation that begins with a state in which a seat is in turn; its legal moves are not found yet."""
    tables = tables_for(state.rules.id, state.seats, tuple(sorted(state.options.items())))
    kind = KINDS[type(state.layout)]
    # where plays score on a line, the tiles at its ends matter
    return (LineEndsSimulation if kind is Simulation and tables.scoring else kind)(tables, state)
