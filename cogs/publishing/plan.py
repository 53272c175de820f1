"""The steps from a message on screen to its scene: one plan for all scenes. Nothing here acts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Face = Literal["up", "down"]
"""Whether a message shows tiles that are turned back later."""


@dataclass(frozen=True, slots=True)
class Means:
    """The state of Discord, the clock and the budget at one moment.

    Attributes:
        spare: whether the budget has requests to spare for work that can wait.
        editable: whether the newest message can be edited.
        edits_newest: whether the newest message takes the next picture, too.
        restored: whether a start brought the table back: no answer is on its way for it.
        miss: whether two tiles are on screen that are no pair, and not for long enough yet.
        late: whether the newest message names a deadline that is wrong by enough to matter.
        new_look: whether the reader has just chosen another look or language.
        wanted: whether the reader takes new messages.
        drawn_key: the wanted content of a message that is drawn before the plan; None for others.
        newest_key: the content of the newest message; None if it is unknown.

    """

    spare: bool = True
    editable: bool = True
    edits_newest: bool = False
    restored: bool = False
    miss: bool = False
    late: bool = False
    new_look: bool = False
    wanted: bool = True
    drawn_key: Hashable = None
    newest_key: Hashable = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest message, by its content."""

    key: Hashable


@dataclass(frozen=True, slots=True)
class Scene:
    """The wanted content of a screen.

    Attributes:
        key: equal to that of the message on screen if it says all this already.
        edits: whether that message is edited; otherwise a new one takes its place.
        needed: whether there has to be a message even if that one can't be edited.
        sends: whether a message is sent where there is none that is edited.
        clears: whether the last message loses its content before another is sent, and if none is.
        keeps: whether an edit keeps the earlier lines of the message.
        late: whether only the deadline is another, by enough to matter.
        picture_stays: whether the picture may stay where only the deadline is another.
        face: whether tiles of a grid are shown; None for content that may stay readable.

    """

    key: Hashable
    edits: bool
    needed: bool = True
    sends: bool = True
    clears: bool = False
    keeps: bool = False
    late: bool = False
    picture_stays: bool = True
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message below the last one."""

    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """Edit the last message; if that is no longer possible, send another."""

    face: Face | None = None
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Correct:
    """Put another deadline under the picture that stays."""


@dataclass(frozen=True, slots=True)
class Clear:
    """Take picture and controls off the last message, which may not stay there; or delete it."""


Step: TypeAlias = Send | Edit | Correct | Clear


def plan(want: Scene | None, newest: Shown | None, means: Means) -> Sequence[Step] | None:
    """Return the steps in their order; None if they wait until the budget has requests to spare.

    Args:
        want: the wanted content; None if nothing may be there.
        newest: the newest message; None for none.
        means: the present possibilities.

    """
    if newest is None:
        return () if want is None or not want.sends else _sent(want)
    if want is None:
        return (Clear(),)
    # the same content: at most its deadline is wrong
    if want.key == newest.key:
        return _corrected(want, means) if want.late else ()
    # other content in the same message, or in a new one
    if want.edits:
        return (Edit(want.face, want.keeps),) if means.editable or want.needed else ()
    return _replaced(want)


def below(want: Scene) -> Sequence[Step]:
    """Return the steps that show a scene in a new message: a grid not before the older one has lost its tiles."""
    return (*_cleared(want), *_sent(want))


def _replaced(want: Scene) -> Sequence[Step]:
    return below(want) if want.sends else _cleared(want)


def _cleared(want: Scene) -> Sequence[Step]:
    return (Clear(),) if want.clears else ()


def _corrected(want: Scene, means: Means) -> Sequence[Step] | None:
    if not means.spare:
        return None
    return (Correct(),) if want.picture_stays else (Edit(want.face, keeps=True),)


def _sent(want: Scene) -> Sequence[Step]:
    # only a message whose id is stored shows tiles: any other could not be found again to hide them
    return (Send("down"), Edit("up")) if want.face == "up" else (Send(want.face),)
