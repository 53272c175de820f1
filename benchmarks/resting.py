"""A database of tables in mid-match that have been idle for a while."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import Any, NamedTuple

import render
from benchmarks.crowd import SEATS
from cogs.messages.hand import HandState
from engine import match
from engine.actions import Action
from engine.dealing import random_deal
from engine.game import State
from engine.live.database_store import DatabaseStore
from engine.live.model.table import HandMessage, Header, LogEntry, Person, SentMessage, Status
from engine.options import complete
from engine.rules import find
from tests.support.discord_payloads import GUILD, Control, channel_id, dm_of, snowflake, user_id

MATCHES = 25
"""The number of different matches that the tables are copies of."""
FEWEST, MOST = 12, 45
"""The number of actions of a match."""


class Resting(NamedTuple):
    """A press that continues a resting table: its person, channel, message and control."""

    user: int
    channel: int
    message: int
    control: Control

    @property
    def components(self) -> dict[str, Any]:
        """The message as it was sent."""
        button = {"type": 2, "style": 1, "label": "6-6", "custom_id": self.control.custom_id}
        inner = [{"type": 10, "content": "Your hand"}, {"type": 1, "components": [button]}]
        return {"flags": 1 << 15, "components": [{"type": 17, "components": inner}]}


def _played(rules: str, seats: int, random_: random.Random) -> tuple[State, list[tuple[Action, bool]]]:
    """Play a part of a match; return it with its actions, and whether each was dealt."""
    while True:
        state, done = match.new(rules, seats), list[tuple[Action, bool]]()
        wanted = random_.randint(FEWEST, MOST)
        while not state.finished and (len(done) < wanted or state.turn is None):
            dealt = state.turn is None
            action = random_deal(state, random_.getrandbits(32)) if dealt else random_.choice(match.legal(state))
            state, _ = match.apply(state, action)
            done.append((action, dealt))
        if not state.finished:
            return state, done


async def build(file: Path, tables: int, kinds: Sequence[tuple[str, int]]) -> Resting:
    """Write a database with so many tables in mid-match, through the store; return a press that continues one."""
    random_ = random.Random(4)
    matches = [_played(*kinds[number % len(kinds)], random_) for number in range(MATCHES)]
    alts = [
        render.table_alt(match.view(state, None), [f"Player{n}" for n in range(state.seats)], NullTranslations())
        for state, _ in matches
    ]
    store = await DatabaseStore.open(":memory:")  # what is not for the disk is not synced after each table
    now = time.time()
    for number in range(tables):
        state, done = matches[number % MATCHES]
        people = tuple(Person(user_id(SEATS * number + seat), f"Player{seat}", "en-US") for seat in range(state.seats))
        header = Header(
            id=f"rest{number:04}",
            guild_id=GUILD,
            channel_id=channel_id(number),
            host_id=people[0].user_id,
            rules=state.rules.id,
            options=complete(state.rules.id, find(state.rules.id).options, {}),
            people=people,
            status=Status.PLAYING,
            locale="en-US",
            invited=(),
            opened_at=now,
            deadline=now + 80_000,
            last_activity_at=now,
        )
        await store.create(header)
        users = [None if dealt else people[0].user_id for _, dealt in done]
        entries = [
            LogEntry(ply, str(action), user, now)
            for ply, ((action, _), user) in enumerate(zip(done, users, strict=True))
        ]
        await store.append(header, entries)
        text = "\n".join(f"**Player{seat}** laid a tile." for seat in range(state.seats))
        alt = alts[number % MATCHES]
        post = SentMessage(snowflake(), len(done), "playing", text, alt, "table.png", snowflake())
        await store.save_post(header, post)
        # as the table looks now: nothing has to be edited at the start
        shown = [
            HandState(header, each.user_id, match.view(state, seat), len(done)) for seat, each in enumerate(people)
        ]
        hands = [
            HandMessage(each.user_id, state.deal, dm_of(each.user_id), snowflake(), each.fingerprint) for each in shown
        ]
        for hand in hands:
            await store.save_hand_message(header, hand)
    await store.connection.rows("VACUUM INTO ?", (str(file),))
    await store.close()
    assert state.turn is not None
    hand = hands[state.turn]
    return Resting(
        hand.user_id, hand.channel_id, hand.message_id, Control(f"b:act:{header.id}:{len(done)}:{state.turn}:0", None)
    )
