"""A cup as a fold over its actions: :func:`new` returns the first cup, and :func:`apply` the next for each action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, Final

from engine import match
from engine.cups import actions, sign_up, tables
from engine.cups.actions import Action
from engine.cups.errors import CupError, Refusal
from engine.cups.knock_out import bracket, size_of
from engine.cups.model import Cup, Format, Phase, Settings, Sides
from engine.cups.presence import phase
from engine.cups.round_robin import rounds_of
from engine.cups.seeding import seeded
from engine.cups.swiss import default_rounds
from engine.dealing import Seed
from engine.errors import IllegalMove

MIN_ENTRANTS: Final = 4
"""The fewest entrants with which a cup begins."""

MIN_CHANGING: Final = 8
"""The fewest where partners change."""


def new(settings: Settings, seed: Seed) -> Cup:
    """Return a cup whose sign-up is open.

    Raises:
        CupError: the settings don't go together, or there are no such rules.

    >>> cup = new(Settings(Format.SWISS, Sides.ALONE, "no-boneyard"), Seed(bytes(32)))
    >>> apply(cup, actions.SignedUp((7,))).entrants[1].members
    (7,)
    """
    _require_sound(settings)
    try:
        state = match.new(settings.rules, 2 if settings.sides is Sides.ALONE else 4, settings.options)
    except IllegalMove as error:
        raise CupError(Refusal.BAD_SETTINGS, fault=str(error)) from None
    if len(state.teams) != 2:
        raise CupError(Refusal.BAD_SETTINGS, fault="the rules have no pairs")
    return Cup(settings, seed)


def _require_sound(settings: Settings) -> None:
    is_swiss = settings.format is Format.SWISS
    faults = {
        "partners change in a Swiss only": settings.sides is Sides.PARTNERS_CHANGE and not is_swiss,
        "only a Swiss has a chosen number of rounds": settings.rounds is not None and not is_swiss,
        "there has to be a round": settings.rounds is not None and settings.rounds < 1,
        "only a round robin is played twice": settings.twice and settings.format is not Format.ROUND_ROBIN,
        "late entry goes with a Swiss only": settings.late_entry and not is_swiss,
    }
    for fault, there in faults.items():
        if there:
            raise CupError(Refusal.BAD_SETTINGS, fault=fault)


def apply(cup: Cup, action: Action) -> Cup:
    """Return the cup after an action.

    Raises:
        CupError: the action is not possible now.

    """
    if cup.ended or cup.cancelled is not None:
        raise CupError(Refusal.CUP_OVER)
    if not cup.begun and isinstance(action, _ONCE_BEGUN):
        raise CupError(Refusal.NOT_BEGUN)
    return _TRANSITIONS[type(action)](cup, action)


def fold(settings: Settings, seed: Seed, log: Iterable[Action]) -> Cup:
    """Return the cup after actions; raise ``CupError`` for one that was not possible."""
    return reduce(apply, log, new(settings, seed))


def _begin(cup: Cup, action: actions.Began) -> Cup:
    """End the sign-up: who still looks for a partner becomes a substitute."""
    if cup.begun:
        raise CupError(Refusal.BEGUN_ALREADY)
    field, fewest = len(cup.entrants), MIN_CHANGING if cup.partners_change else MIN_ENTRANTS
    if field < fewest:
        raise CupError(Refusal.TOO_FEW, fewest=fewest, entrants=field)
    ratings = dict(action.ratings)
    unknown = sorted(ratings.keys() - cup.entrants.keys())
    if unknown or len(ratings) != len(action.ratings):
        raise CupError(Refusal.BAD_ACTION, ratings=unknown)
    cup = replace(cup, ratings=ratings, seekers=(), substitutes=cup.substitutes + cup.seekers)
    cup = cup.with_computers(range(-1, -1 - _computers(cup.settings, field), -1))
    cup = replace(cup, order=seeded(cup, cup.entrants), planned=_rounds(cup.settings, field))
    return replace(cup, bracket=bracket(cup)) if cup.settings.format is Format.KNOCK_OUT else cup


def _computers(settings: Settings, field: int) -> int:
    """Return the number of computers that fill the field in all rounds; in a Swiss each round has its own."""
    if not settings.fill or settings.format is Format.SWISS:
        return 0
    return size_of(field) - field if settings.format is Format.KNOCK_OUT else field % 2


def _rounds(settings: Settings, field: int) -> int:
    if settings.format is Format.KNOCK_OUT:
        return (field - 1).bit_length()
    if settings.format is Format.ROUND_ROBIN:
        return rounds_of(field, settings.twice)
    return min(settings.rounds or default_rounds(field), field - 1)


def _pause(cup: Cup, _: actions.Paused) -> Cup:
    if cup.paused:
        raise CupError(Refusal.PAUSED)
    return replace(cup, paused=True)


def _resume(cup: Cup, _: actions.Resumed) -> Cup:
    if not cup.paused:
        raise CupError(Refusal.NOT_PAUSED)
    return replace(cup, paused=False)


def _cancel(cup: Cup, action: actions.Cancelled) -> Cup:
    return replace(cup, cancelled=action.reason)


def _end(cup: Cup, _: actions.Ended) -> Cup:
    if phase(cup) is not Phase.DONE:
        raise CupError(Refusal.ROUNDS_LEFT)
    return replace(cup, ended=True)


_ONCE_BEGUN: Final = (
    actions.TakenBack,
    actions.Paired,
    actions.TableBegan,
    actions.Finished,
    actions.Absent,
    actions.StoodIn,
    actions.Corrected,
    actions.Paused,
    actions.Resumed,
    actions.Ended,
)
"""The actions that no cup has during its sign-up."""

_TRANSITIONS: Final[Mapping[type[Action], Callable[[Cup, Any], Cup]]] = {
    actions.SignedUp: sign_up.sign_up,
    actions.SoughtPartner: sign_up.seek_partner,
    actions.OfferedToSubstitute: sign_up.offer_to_substitute,
    actions.Withdrew: sign_up.withdraw,
    actions.TakenOut: sign_up.take_out,
    actions.TakenBack: sign_up.take_back,
    actions.Forbade: sign_up.forbid,
    actions.Allowed: sign_up.allow,
    actions.Replaced: sign_up.replace_person,
    actions.Began: _begin,
    actions.Paired: tables.pair,
    actions.TableBegan: tables.begin,
    actions.Finished: tables.finish,
    actions.Absent: tables.note_absence,
    actions.StoodIn: tables.note_stand_in,
    actions.Corrected: tables.correct,
    actions.Paused: _pause,
    actions.Resumed: _resume,
    actions.Cancelled: _cancel,
    actions.Ended: _end,
}
"""The function for each kind of action."""
