"""Checks of all messages in the channel and with hands, through all crashes, against the control runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.layouts import Grid
from tests.support.bots.crowd import Sighting
from tests.support.people import Message
from tests.wire.control_run import ControlRun
from tests.wire.crash_run import CrashRun


@dataclass(frozen=True, slots=True)
class Shown:
    """A message with the table, and the moment of which match it shows."""

    control: ControlRun
    ply: int
    message: Message
    life: int
    edited: bool = False

    @property
    def grid(self) -> bool:
        """Whether it shows a grid in play."""
        state = self.control.states[self.ply]
        return state.turn is not None and isinstance(state.layout, Grid)


def boards(run: CrashRun) -> list[Shown]:
    """Find out which moment each picture in the channel showed when it was posted.

    Raises:
        AssertionError: it showed none that ever was, or an earlier one than the picture before it.

    """
    found: list[Shown] = []
    for sighting in run.crowd.sightings:
        if sighting.message.pictures:
            shown = _moment(run, found, sighting)
            if shown is None and sighting.edited:
                # tiles of a grid that are turned up
                continue
            assert shown is not None, f"this never was, or was before: {sighting.message.pictures}"
            found.append(shown)
    return found


def _moment(run: CrashRun, found: list[Shown], sighting: Sighting) -> Shown | None:
    control, (_, alt) = run.matches[sighting.table], sighting.message.pictures[0]
    last = next((each.ply for each in reversed(found) if each.control is control), 1)
    # what a new message shows of a grid lies face down, since its number may get lost
    for ply in range(last, control.ply + 1):
        if alt == control.face_down(ply):
            return Shown(control, ply, sighting.message, sighting.life, sighting.edited)
    # the end of a match may be posted again during the next one
    ends = [each for each in run.matches.values() if alt == each.face_down(each.ply)]
    return Shown(ends[-1], ends[-1].ply, sighting.message, sighting.life, sighting.edited) if ends else None


def doubled(shown: list[Shown]) -> int:
    """Count the moments that were posted in two messages."""
    moments = Counter((id(each.control), each.ply) for each in shown if not each.edited)
    return moments.total() - len(moments)


def check_words(shown: list[Shown]) -> None:
    """Check that each message narrates all events since the last noted one, and no others."""
    for at, each in enumerate(shown):
        if not each.grid:
            whole = {each.control.told(ply, each.ply) for ply in _told_before(shown, at)}
            assert any(each.message.text.startswith(told) for told in whole), (each.message.text, whole)


def _told_before(shown: list[Shown], at: int) -> Iterator[int]:
    """Return the plies up to which events may be narrated already: that of the message before, if that was noted."""
    each = shown[at]
    for before in reversed([other for other in shown[:at] if other.control is each.control]):
        if before.grid:
            # each tile flipped since then was shown by an edit
            yield from range(before.ply, each.ply)
            return
        yield before.ply
        if before.life == each.life:
            return
        each = before
    yield 0


def check_hands(run: CrashRun) -> int:
    """Check that every hand was its reader's own at a real moment; count those posted again after a crash."""
    posted: list[tuple[int, str, int, int]] = []
    for sighting in run.crowd.hands:
        message, control = sighting.message, run.matches[sighting.table]
        if message.pictures and not message.ephemeral:
            (_, alt), seat = message.pictures[0], control.seat(sighting.reader)
            deal = next(
                (s.deal for ply, s in enumerate(control.states) if ply and alt == control.hand(seat, ply)), None
            )
            assert deal is not None, f"not this player's hand, or never: {alt}"
            posted.append((sighting.reader, sighting.table, deal, sighting.life))
    again = [(a, b) for a, b in pairwise(sorted(posted)) if a[:3] == b[:3]]
    assert all(a[3] < b[3] for a, b in again), "a hand was posted twice in one life"
    return len(again)
