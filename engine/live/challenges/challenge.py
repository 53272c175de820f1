"""A challenge: deals that everybody plays in the same seat, against the same computers, and is compared by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine import match
from engine.actions import Deal
from engine.bots.level import Level
from engine.dealing import Seed, fair_deal
from engine.game import State
from engine.options import Value

SEAT: Final = 0
"""The seat of everybody who plays a challenge."""

MAX_DEALS: Final = 8
"""The most deals of a challenge."""


class Kind(StrEnum):
    """The kinds of challenges."""

    DAILY = "daily"
    """The deal of the day, for everybody."""
    FRIENDS = "friends"
    """A challenge that somebody opened in a channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A challenge. Times are seconds since 1970.

    Attributes:
        id: a short random id, part of the custom ids of its controls.
        kind: the kind.
        number: the number of the day; 0 for a challenge among friends.
        guild_id: the id of the server in whose channel it was opened, or of that channel elsewhere; 0 for a daily one.
        channel_id: the id of that channel; 0 for a daily one.
        opener_id: the id of the user who opened it; 0 for the bot.
        rules: the id of the rule set.
        options: the value of every option.
        seats: the number of players.
        deals: the number of deals.
        level: the level of the computers.
        version: the version of the computers' choices; None until the first day's minute.
        seed: the source of all deals and of the computers' choices, secret until the challenge is closed.
        secret: the source of :meth:`player_key`; None once the challenge is closed.
        opens_at: its beginning.
        ends_at: its end.
        invited: the ids of the users who may play; empty for everybody.
        locale: the locale of its public messages.
        par: the expert's margin in each deal; None until it is computed.
        closed: whether all results are final.
        post_id: the id of its public message; 0 for none.
        up_minutes: for how many minutes the bot was up meanwhile.

    """

    id: str
    kind: Kind
    number: int = 0
    guild_id: int = 0
    channel_id: int = 0
    opener_id: int = 0
    rules: str
    options: Mapping[str, Value]
    seats: int
    deals: int
    level: Level
    version: int | None = None
    seed: Seed
    secret: Seed | None
    opens_at: float
    ends_at: float
    invited: tuple[int, ...] = ()
    locale: str = ""
    par: tuple[int, ...] | None = None
    closed: bool = False
    post_id: int = 0
    up_minutes: int = 0

    def is_open(self, now: float) -> bool:
        """Whether people may play."""
        return self.opens_at <= now < self.ends_at and not self.closed

    def is_over(self, now: float) -> bool:
        """Whether its time has run out; its results are final once it is closed."""
        return self.closed or now >= self.ends_at

    def player_key(self, user_id: int) -> str:
        """Return the hash of a user, by which the challenge knows who has taken it.

        It stays when the user's data is deleted, so that nobody plays twice; without the secret it names nobody.
        """
        assert self.secret is not None, "a closed challenge takes no players"
        return self.secret.derived(f"player {user_id}").reveal()

    def deal_seed(self, deal: int) -> Seed:
        """Return the seed of a deal, numbered from 1."""
        return self.seed.derived(f"deal {deal}")

    def begun(self) -> State:
        """Return the state before a deal: each is the first of a match of its own."""
        return match.new(self.rules, self.seats, self.options)

    def deal(self, deal: int) -> Deal:
        """Return the tiles of a deal, numbered from 1, and the opener where chance chooses one."""
        return fair_deal(self.begun(), self.deal_seed(deal), ())

    @property
    def total_par(self) -> int | None:
        """The expert's margin in all deals; None until it is computed."""
        return None if self.par is None else sum(self.par)
