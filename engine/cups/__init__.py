"""Cups: tournaments of many tables, as a fold over actions. No clock, no database, no Discord.

:func:`new` returns a cup whose sign-up is open, :func:`apply` the cup after an action. :func:`pair` returns the action
that pairs the next round, :func:`standings` the places so far.
"""

from engine.cups.actions import (
    Absent,
    Action,
    Allowed,
    Began,
    Cancelled,
    Corrected,
    Ended,
    Finished,
    Forbade,
    OfferedToSubstitute,
    Paired,
    Paused,
    Replaced,
    Resumed,
    SignedUp,
    SoughtPartner,
    StoodIn,
    TableBegan,
    TakenBack,
    TakenOut,
    Withdrew,
    dumps,
    loads,
)
from engine.cups.errors import CupError, Refusal
from engine.cups.fold import apply, fold, new
from engine.cups.model import Cup, Entrant, Format, How, Phase, Result, Round, Settings, Sides, Table
from engine.cups.pairing import Task, cost, pair, pairing_task, solve
from engine.cups.presence import phase, present
from engine.cups.standings import Broke, Row, standings

__all__ = [
    "Absent",
    "Action",
    "Allowed",
    "Began",
    "Broke",
    "Cancelled",
    "Corrected",
    "Cup",
    "CupError",
    "Ended",
    "Entrant",
    "Finished",
    "Forbade",
    "Format",
    "How",
    "OfferedToSubstitute",
    "Paired",
    "Paused",
    "Phase",
    "Refusal",
    "Replaced",
    "Result",
    "Resumed",
    "Round",
    "Row",
    "Settings",
    "Sides",
    "SignedUp",
    "SoughtPartner",
    "StoodIn",
    "Table",
    "TableBegan",
    "TakenBack",
    "TakenOut",
    "Task",
    "Withdrew",
    "apply",
    "cost",
    "dumps",
    "fold",
    "loads",
    "new",
    "pair",
    "pairing_task",
    "phase",
    "present",
    "solve",
    "standings",
]
