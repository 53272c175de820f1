"""What a page of rules speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from engine.i18n import N_


class Topic(Enum):
    """The questions that a page of rules answers, in its order, with their headings; translatable."""

    OPENING = N_("Opening")
    BIDDING = N_("Bidding")
    TURN = N_("Your turn")
    DOUBLES = N_("Doubles")
    UNABLE = N_("No tile fits")
    EMPTY = N_("Boneyard used up")
    POINTS = N_("Points")
    END = N_("End of a deal")
    BLOCKED = N_("Blocked")
    TIE = N_("A tie")
    VOID = N_("A void deal")
    MATCH = N_("The match")


Page = Mapping[Topic, tuple[str, ...]]
"""What rules say on each topic, one or two sentences to a text; translatable."""
