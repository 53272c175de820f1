"""A club whose people leave traces on the disk, and functions that find them there."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.challenges.attempt import Position
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.challenge import Kind as ChallengeKind
from engine.live.challenges.choosing import Played
from engine.live.cups import signing
from engine.live.cups.model import CupPerson
from engine.live.cups.tempo import Tempo
from engine.live.database.connection import Statement
from engine.live.database_store import DatabaseStore
from engine.live.hub import Hub
from engine.live.league.figures import Kind, LeaderboardFilter, Standing
from engine.live.model.pace import Timeouts
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.request import TableRequest
from engine.live.model.saved_rules import Owner, OwnerKind, rules_of_table
from engine.live.model.table import HandMessage, Person, SavedTable, SentMessage, Status
from engine.live.tables import deal_words, lifecycle, lobby, presence, votes
from engine.live.tables.anonymise import anonymise
from engine.live.tables.table import Table
from tests.engine.cups.cups import SWISS
from tests.engine.live.challenges.playing import challenge, first
from tests.engine.live.cups.evening import Evening
from tests.engine.live.people import Clock
from tests.engine.live.playing import play_on

ANA, BEN, CEM, DIA = (
    Person(812345678901234501, "Anastasia Q", "fr"),
    Person(812345678901234502, "Benedikt R", "en-GB"),
    Person(812345678901234503, "Cemile S", "en-US"),
    Person(812345678901234504, "Diarmuid T", "it"),
)
HERE, THERE = 712345678901234501, 712345678901234502


class Club:
    """A hub over a store on the disk, where matches are played."""

    def __init__(self, store: DatabaseStore) -> None:
        self.store = store
        self.clock = Clock(1_790_000_000.0)
        self.hub = Hub(store, changed=lambda table: None, clock=self.clock, pace=Timeouts())
        self._channel = 0

    async def lobby(self, *people: Person, guild: int = HERE, **how: Any) -> Table:
        """Open a lobby in a channel of its own."""
        self._channel += 1
        how = {"rules": "express", "options": {"target": 50}, "locale": "fr"} | how
        request = TableRequest(guild_id=guild, channel_id=self._channel, host=people[0], **how)
        table = await self.hub.open(request)
        for person in people[1:]:
            await table.do(lobby.join, person)
        return table

    async def match(self, *people: Person, **how: Any) -> Table:
        """Play a match to its end, with a word of everybody's and a hand shown to each; its channel is told."""
        table = await self.begun(*people, **how)
        await self.finish(table)
        return table

    async def finish(self, table: Table) -> None:
        """Play a match to its end; its channel is told."""
        while table.playing:
            self.clock.now += 1
            if lifecycle.is_bots_turn(table.situation):
                self.clock.now = max(self.clock.now, table.header.deadline or 0)
                await table.expire()
            else:
                await play_on(table)
        await table.set_post(post_of(table, table.header.status))

    async def begun(self, *people: Person, **how: Any) -> Table:
        """Begin a match, with a word of everybody's and a hand shown to each; its channel is told."""
        table = await self.lobby(*people, **how)
        for person in people:
            await table.do(deal_words.add_word, person.user_id, f"word {people.index(person)}")
        await table.do(lobby.start, people[0].user_id)
        for at, person in enumerate(people):
            await self.store.save_hand_message(table.header, HandMessage(person.user_id, 1, 1, 10 + at))
        await table.set_post(post_of(table, Status.PLAYING))
        return table

    async def delete(self, person: Person) -> None:
        """Delete somebody from open tables and from the store."""
        for table in self.hub.tables:
            await anonymise(table, person.user_id)
        await self.store.privacy.delete(person.user_id)

    async def kept(self, table: Table) -> SavedTable:
        """Return a table as it is in the store."""
        found = await self.store.find(table.id)
        assert found is not None
        return found

    async def board(self, guild: int, kind: Kind = Kind.ALONE) -> list[Standing]:
        """Return the leaderboard of a server."""
        people, total = await self.store.league.leaderboard(LeaderboardFilter(guild, kind), 99)
        assert total == len(people)
        return people

    async def with_a_past(self) -> list[Table]:
        """Let Ana do all that leaves something behind: matches on two servers, a rematch, votes, words, settings.

        The last table is open, and she does not sit there; in the match before, Diarmuid took her seat.
        """
        first = await self.match(ANA, BEN, CEM)
        seating = tuple(person.user_id for person in first.people)
        # where luck chooses who begins, and in a rematch the opening passes on
        rematch = {"rules": "matador", "seating": seating, "opener": ANA.user_id, "invited": (ANA.user_id,)}
        again = await self.match(BEN, CEM, ANA, **rematch)
        pairs = await self.match(BEN, ANA, CEM, DIA, options={"target": 50, "pairs": True})
        there = await self.match(ANA, DIA, guild=THERE)
        computers = await self.match(ANA, BEN, computers=(Level.EASY,))
        closed = await self.begun(ANA, BEN, CEM)
        await closed.do(votes.call_vote, CEM.user_id)
        await closed.do(votes.vote, ANA.user_id, closed.header.vote.number, yes=True)
        cancelled = await self.lobby(ANA, BEN, invited=(CEM.user_id,))
        await cancelled.do(lobby.cancel, ANA.user_id)
        # as a bot left it that went down in mid-write
        words = json.dumps([[ANA.user_id, "before I go"], [BEN.user_id, "and I"]])
        await self.store.connection.write(Statement("UPDATE tables SET words = ? WHERE id = ?", (words, cancelled.id)))
        never_came = await self.lobby(BEN, invited=(ANA.user_id,))
        await never_came.do(lobby.cancel, BEN.user_id)
        left = await self.begun(BEN, ANA, CEM)
        await play_on(left)
        await left.do(presence.leave, ANA.user_id)
        await left.do(presence.ask_for_seat, DIA, 1)
        await left.do(presence.give_seat, BEN.user_id, 1, DIA.user_id)
        await self.finish(left)
        opened = await self.lobby(BEN, invited=(ANA.user_id,), seating=(ANA.user_id, BEN.user_id), opener=ANA.user_id)
        await opened.set_post(replace(post_of(opened, Status.LOBBY), text=f"Invited: <@{ANA.user_id}>"))
        await self.store.preferences.set(ANA.user_id, PersonPreferences(as_text=True, shown=Visibility.NAMELESS))
        await self.store.preferences.get(PersonPreferences, ANA.user_id)
        own = Owner(OwnerKind.PERSON, ANA.user_id)
        await self.store.saved_rules.save(own, f"Those of {ANA.name}", rules_of_table(first.header))
        await self.challenges()
        await self.cup()
        return [first, again, pairs, there, computers, closed, cancelled, never_came, left, opened]

    async def challenges(self) -> tuple[Challenge, Challenge]:
        """Let Ana open a challenge for Ben and herself, which both play to its end, and begin a deal of the day.

        The computers' moves are left out: what people leave behind does not depend on them.
        """
        found, invited = self.store.challenges, (ANA.user_id, BEN.user_id)
        among = {
            "kind": ChallengeKind.FRIENDS,
            "number": 0,
            "guild_id": HERE,
            "channel_id": 5,
            "opener_id": ANA.user_id,
        }
        friends = challenge(id="friends2", **among, invited=invited, deals=1)
        daily = challenge(id="dailyyy2", number=1, secret=Seed(bytes([9]) * 32))
        await found.add(friends, daily)
        for person, each in ((ANA, friends), (BEN, friends), (ANA, daily), (BEN, daily)):
            player = await found.begin(each, person, HERE, self.clock.now)
            assert player is not None
            position = Position.begin(each)
            while not position.over and (each is friends or position.ply < 4):
                played = Played(position).with_move(first(position), self.clock.now, by_person=position.awaits_person)
                await found.append(player, played.entries, played.position, self.clock.now)
                position = played.position
        assert await found.close(friends.id, lambda totals: dict.fromkeys(totals, 50.0))
        return friends, daily

    async def cup(self) -> None:
        """Let Ana open a cup and come to her table of its first round; the others don't come."""
        evening = Evening(self.store.cups, self.clock.now, comes=lambda user_id, _: user_id == ANA.user_id)
        ana, *others = [CupPerson(each.user_id, each.name, each.locale) for each in (ANA, BEN, CEM, DIA)]
        cup = await evening.cups.create(
            ana,
            guild_id=HERE,
            channel_id=6,
            name="Friday",
            locale="fr",
            settings=SWISS,
            tempo=Tempo.TONIGHT,
            starts_at=evening.now,
        )
        for each in (ana, *others):
            await cup.do(signing.sign_up, each)
        await evening.pass_time(60)


def post_of(table: Table, status: Status) -> SentMessage:
    """Return a message about a table that names everybody there."""
    names = ", ".join(person.name for person in table.people)
    return SentMessage(5, table.ply, status.value, f"{names} and <@{table.people[0].user_id}>", f"The hands of {names}")
