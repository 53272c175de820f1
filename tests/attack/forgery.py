"""Interactions that no client would send: a grammar over commands, controls, modals and choices."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

from tests.attack.catalogue import fault
from tests.attack.people import MOVES, TILE, Press, verb_of
from tests.attack.stage import Stage
from tests.attack.world import GUILD, INTERACTION_SECONDS, Account, Interaction, Shown
from tests.support.features import all_handlers
from tests.support.forging import MODAL, ODD, Grammar

OWN = {*MOVES, "tile", "next", "hand", "back", "hint", "word", "fair", "replay", "rules"}
"""What somebody at a table forges: nothing that would end the match for all."""
HAND = {"act", "pick", "tile", "hand", "back", "hint", "pass"}
"""What answers with a hand, if it answers to somebody who has one."""

MOST_AT_ONCE = 12
"""How many forged interactions wait for their answer at the full rate."""
STILL_SECONDS, MAX_STILL_SECONDS = 20.0, 60.0
"""How long something that was not answered may still have an effect, and how long it may take until all is still."""
MAX_TRIES = 6
"""How often something is sent alone that was not answered in time: a slow machine may be to blame."""
BATCH_SECONDS, PLAY_SECONDS = 4.0, 2.0

PROTECTED = {
    "tables": "SELECT id, host_id, rules, options, status, as_text, clock, pause, vote, seating, opener, hints, seed,"
    " words, auto FROM tables WHERE channel_id IN (%c) AND status IN ('lobby', 'playing')",
    "seats": "SELECT table_id, seat, user_id, presence, level FROM seats JOIN tables ON id = table_id"
    " WHERE channel_id IN (%c)",
    "log": "SELECT table_id, ply, action, user_id FROM log WHERE user_id IN (%s)",
    "settings": "SELECT whose, name, value FROM preferences WHERE kind = 'server' OR whose NOT IN (%s)",
    "saved_rules": "SELECT * FROM saved_rules WHERE kind = 'server' OR whose NOT IN (%s)",
    "seasons": "SELECT * FROM seasons",
    "departures": "SELECT * FROM departures",
}
"""What no stranger may change."""


class Forger:
    """Makes up interactions, and looks at what comes of them."""

    def __init__(self, on: Stage) -> None:
        self.on = on
        self.luck = on.luck
        self.made: list[Interaction] = []
        world = on.world
        users = [each.member() for each in (*world.people, *world.strangers[:3], world.bot)]
        self.grammar = Grammar(on.luck, list(all_handlers()), self._words, users)
        self._how: dict[str, Callable[[], Interaction]] = {}

    # ------------------------------------------------------------------ the grammar

    def _words(self) -> list[str]:
        """Return likely arguments of controls."""
        tables = self.on.tables()
        table = self.luck.choice(tables) if tables else None
        known = [table.id, str(len(table.log)), str(len(table.log) - 1)] if table else []
        return [*known, *known, *(str(each.id) for each in self.on.world.people[:3])]

    def _component(self, verbs: Callable[[str], bool]) -> tuple[int, dict[str, Any], Shown | None]:
        shown = list(self.on.world.messages.values())[-300:]
        message = self.luck.choice(shown) if shown else None
        known = [each["custom_id"] for each in message.controls()] if message else []
        made = self.grammar.component(self.grammar.custom_id(known, verbs))
        return *made, message if self.luck.random() < 0.8 else None

    def _command(self, *, typing: bool) -> tuple[int, dict[str, Any], None]:
        root = self.luck.choice(self.on.rest.commands or [{"name": "domino", "options": []}])
        kind, data = self.grammar.command(root, typing=typing)
        if self.luck.random() < 0.02:
            data |= {"name": str(self.luck.choice(ODD))[:100], "type": self.luck.choice((1, 2, 3))}
        return kind, data, None

    # ------------------------------------------------------------------ who, and where

    def stranger(self) -> Interaction:
        """Have somebody who sits at no table of the games send something, from anywhere."""
        world, choose = self.on.world, self.luck.choice
        who = choose(world.strangers)
        channel = choose([*world.channels, world.channels[-1], who.dm])
        # who joins or opens a table where others play has done nothing wrong
        allowed = channel == world.channels[-1]
        way = self.luck.random()
        kind, data, message = (
            self._component(lambda verb: verb not in ("join", "rematch", "open", "alone"))
            if way < 0.6
            else self._command(typing=way > 0.9)
        )
        path = str(data.get("custom_id", "")).split(":")[1:2] or [each["name"] for each in data.get("options", ())]
        if not allowed and path[:1] in (["join"], ["rematch"], ["play"], ["open"], ["alone"]):
            channel = world.channels[-1]
        return self._sent(kind, who, channel, data, message)

    def player(self) -> Interaction | None:
        """Have somebody who plays forge a control of the table."""
        game = self.luck.choice(self.on.people.games)
        who = self.luck.choice(game.people)
        kind, data, message = self._component(lambda verb: verb in OWN)
        verb, arguments = verb_of(data)
        if verb not in OWN or kind == MODAL:
            return None
        made = self._sent(kind, who, self.luck.choice((game.channel, who.dm)), data, message)
        self.on.people.presses.append(Press(who, verb, arguments, "", made, forged=True))
        return made

    def _sent(self, kind: int, who: Account, channel: int, data: dict[str, Any], message: Shown | None) -> Interaction:
        if message is not None and message.reader not in (None, who.id):
            # nobody can press what only others see
            message = None
        send = partial(self.on.world.interact, kind, who, channel, data, message, odd=self._odd(channel))
        made = send()
        self.made.append(made)
        self._how[made.token] = send
        self.on.figures["forged"] += 1
        return made

    def _odd(self, channel: int) -> dict[str, Any]:
        """Return what is odd about where an interaction comes from."""
        odd: list[dict[str, Any]] = [{"context": 2}, {"locale": "xx"}, {"app_permissions": "0"}, {"version": 7}]
        odd += [{"locale": None}]
        if channel not in self.on.world.dms:
            odd += [{"guild": None}, {"guild_locale": None}, {"guild_id": str(GUILD + 1)}]
        return self.luck.choice(odd) if self.luck.random() < 0.05 else {}

    # ------------------------------------------------------------------ what must be true

    def protected(self) -> dict[str, set[Any]]:
        """Return what no stranger may change."""
        channels = ", ".join(map(str, self.on.world.channels[:-1]))
        strangers = ", ".join(str(each.id) for each in self.on.world.strangers)
        with closing(sqlite3.connect(f"file:{self.on.bot.database}?mode=ro", uri=True, timeout=10)) as connection:
            return {
                name: set(connection.execute(sql.replace("%c", channels).replace("%s", strangers)))
                for name, sql in PROTECTED.items()
            }

    async def still(self) -> dict[str, set[Any]]:
        """Let people rest until nothing changes any more; return what is protected then."""
        self.on.people.resting.clear()
        before = self.protected()
        begun = time.monotonic()
        while True:
            await asyncio.sleep(1.0)
            same = before == (before := self.protected())
            if (same and not self._is_under_way()) or time.monotonic() - begun > MAX_STILL_SECONDS:
                return before

    def _is_under_way(self) -> bool:
        """Whether something may still change: a press was not answered, or a computer is in turn."""
        recent, now = list(self.on.world.interactions.values())[-50:], time.monotonic()
        if any(not (each.taken or each.late) and now - each.sent < STILL_SECONDS for each in recent):
            return True
        states = [(each, each.state()) for each in self.on.tables() if each.status == "playing"]
        return any(state and state.turn is not None and table.levels[state.turn] for table, state in states)

    def look(self) -> None:
        """Look at the answers, and forget them."""
        strangers = {each.id for each in self.on.world.strangers}
        for made in self.made:
            what = f"{made.payload['type']} by {made.user} in {made.channel}: {str(made.payload['data'])[:400]}"
            verb = verb_of(made.payload["data"])[0]
            said = " ".join(made.said)
            if (
                made.user in strangers
                and made.channel != self.on.world.channels[-1]
                and verb in HAND
                and TILE.search(said)
            ):
                self.on.history.note("leak", f"{what}: {said[:300]}")
            if "Something went wrong" in said:
                self.on.history.note("something went wrong", what)
        self.made.clear()
        self._how.clear()

    async def until_answered(self, most: int, seconds: float = INTERACTION_SECONDS + 1) -> None:
        """Wait until few interactions wait for an answer."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if sum(not (each.taken or each.late) for each in self.made[-200:]) <= most:
                return
            await asyncio.sleep(0.01)

    async def ask_again(self) -> None:
        """Send alone what was not answered in time."""
        await self.until_answered(0)
        for made in [each for each in self.made if not each.taken]:
            self.on.figures["forged, answered late" if made.late else "forged, not answered at once"] += 1
            for _ in range(MAX_TRIES):
                again = self._how[made.token]()
                press = next((each for each in self.on.people.presses if each.made is made), None)
                if press is not None:
                    self.on.people.presses.append(replace(press, made=again))
                self.made.append(again)
                until = time.monotonic() + INTERACTION_SECONDS + 1
                while not (again.taken or again.late) and time.monotonic() < until:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                if again.taken:
                    break
            else:
                what = f"{made.payload['type']} by {made.user} in {made.channel}: {str(made.payload['data'])[:400]}"
                self.on.history.note("no answer", what)


@fault("forged", "forged")
async def _forged(on: Stage, rate: float) -> None:
    forger = Forger(on)
    while True:
        before = await forger.still()
        until = time.monotonic() + BATCH_SECONDS
        while time.monotonic() < until:
            forger.stranger()
            await forger.until_answered(round(rate * MOST_AT_ONCE))
        await forger.ask_again()
        after = forger.protected()
        for name, rows in before.items():
            if rows != after[name]:
                on.history.note("changed by a stranger", f"{name}: {rows ^ after[name]}"[:900])
        forger.look()
        on.people.resting.set()
        until = time.monotonic() + PLAY_SECONDS
        while time.monotonic() < until:
            forger.player()
            await forger.until_answered(2)
            await asyncio.sleep(0.02)
        await forger.ask_again()
        forger.look()
