"""People who play: they read what this Discord shows them, and press what they see."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from cogs.core.answer import IN_TIME_SECONDS
from tests.attack.world import Account, Interaction, Shown, World
from tests.support import discord_payloads as payloads

PATIENCE = 4.0
"""The seconds after which a person looks again."""
STUCK = 45.0
"""The seconds without anything to do after which people at a table call themselves stuck."""

MOVES = {"act", "pick", "pass", "flip"}
LIVE = {"hand", "next", "join", "start", *MOVES}
"""What only the newest message about a table offers."""
PLAYING = ("act", "pick", "tile", "flip", "next", "start", "join", "rematch", "here", "resume")
"""What people press, and what they would rather press."""
TILE = re.compile(r"(?<![\d-])(\d{1,2}-\d{1,2})(?![\d-])")


@dataclass(slots=True)
class Press:
    """Something that a person did.

    Attributes:
        table: the table that the control is for.
        ply: the ply that the control is for; None for a control without one.
        tile: the tile that the button names; empty for none.
        forged: whether no client would have sent it.
    """

    who: Account
    verb: str
    arguments: list[str]
    tile: str
    made: Interaction
    forged: bool = False

    @property
    def table(self) -> str:
        return self.arguments[0] if self.arguments else ""

    @property
    def ply(self) -> int | None:
        ply = self.arguments[1] if self.verb in MOVES and len(self.arguments) > 1 else ""
        return int(ply) if re.fullmatch(r"[0-9]{1,9}", ply) else None

    @property
    def acknowledged(self) -> bool:
        """Whether Discord took an answer that says nothing against it."""
        # after a draw, the answer is the hand
        hand = any("b:" in str(each) for each in self.made.said) or (self.made.taken == 4 and self.shows_hand)
        if self.verb == "pass" and hand:
            return True
        # a press that is deferred since its handler is late promises nothing yet
        deferred = self.made.taken == 6 and self.made.took - self.made.sent >= IN_TIME_SECONDS
        return self.made.taken in (6, 7) and not self.made.said and not deferred

    @property
    def shows_hand(self) -> bool:
        return self.made.original is not None and bool(self.made.original.payload["attachments"])


@dataclass
class Game:
    """What is played in a channel, and by whom.

    Attributes:
        as_text: whether all of them read text instead of pictures, and the table's messages are text, too.
    """

    channel: int
    people: list[Account]
    command: Mapping[str, Any]
    as_text: bool = False
    done: set[tuple[int, int, str, int]] = field(default_factory=set)
    tables: list[str] = field(default_factory=list)
    moved: float = field(default_factory=time.monotonic)
    looked: float = 0.0


class People:
    """Everybody, and all that they did.

    Attributes:
        before: how many of the presses were for files that are no more.
    """

    def __init__(self, world: World, games: Sequence[Game], seed: int) -> None:
        self.world = world
        self.games = games
        self.presses: list[Press] = []
        self.before = 0
        self.stuck: list[str] = []
        self.resting = asyncio.Event()
        self.resting.set()
        self._luck = random.Random(seed)

    def begin_anew(self) -> None:
        """Forget the tables, which are no more."""
        self.before = len(self.presses)
        for each in self.games:
            each.done.clear()
            each.tables.clear()

    async def play(self, game: Game) -> None:
        """Play at a table for as long as this task lives."""
        for who in game.people if game.as_text else ():
            await self.command(who, game.channel, "settings text", {"mode": "on"})
        while True:
            if not self.resting.is_set():
                begun = time.monotonic()
                await self.resting.wait()
                game.moved += time.monotonic() - begun
                game.looked += time.monotonic() - begun
            found = self._choice(game)
            if found is not None:
                who, shown, control = found
                game.done.add(_pressed(who, shown, control))
                pressing = [self.press(who, shown, control)]
                if self._luck.random() < 0.05:
                    # a finger that trembles
                    pressing.append(self.press(who, shown, control))
                await asyncio.gather(*pressing)
                game.moved = time.monotonic()
                continue
            changed = self.world.changed
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), PATIENCE)
            if self.resting.is_set() and time.monotonic() - max(game.moved, game.looked) > PATIENCE:
                game.looked = time.monotonic()
                await self._look_again(game)

    async def _look_again(self, game: Game) -> None:
        """Ask for what is not there: a hand, a table."""
        if time.monotonic() - game.moved > STUCK:
            self.stuck.append(f"channel {self.world.channels.index(game.channel)}: {self._sights(game)}")
            game.moved = time.monotonic()
        # whatever was pressed in vain may be pressed again
        game.done.clear()
        newest = self.board(game)
        if newest is None or not any(verb_of(each)[0] in LIVE for each in newest.controls()):
            await self.command(game.people[0], game.channel, "play", {**game.command, "auto": "nothing"})
            if game.as_text:
                await self.command(game.people[0], game.channel, "settings text", {"mode": "on", "for": "table"})
        else:
            await self.command(self._luck.choice(game.people), game.channel, "hand", {})

    def _sights(self, game: Game) -> list[str]:
        """Return the newest that each person sees, and what is to be pressed there."""
        found: list[str] = []
        for who in game.people:
            for place in (game.channel, who.dm):
                for each in self.world.seen_by(who.id, place)[:3]:
                    controls = [control["custom_id"] for control in each.controls()]
                    found.append(
                        f"{who.name} {each.id} v{each.version} {each.reader and 'alone'} {controls} {each.text}"
                    )
        return found

    def board(self, game: Game) -> Shown | None:
        """Return the newest public message with controls in a game's channel."""
        seen = self.world.seen_by(0, game.channel)
        return next((each for each in seen if any(True for _ in each.controls())), None)

    def _choice(self, game: Game) -> tuple[Account, Shown, dict[str, Any]] | None:
        """Return what somebody would do next."""
        found: list[tuple[int, float, Account, Shown, dict[str, Any]]] = []
        board = self.board(game)
        if board is not None:
            for each in board.controls():
                verb, arguments = verb_of(each)
                if arguments and verb in LIVE and arguments[0] not in game.tables:
                    game.tables.append(arguments[0])
        for who in game.people:
            # below the newest hand may be a sentence
            hands = [each for each in self.world.seen_by(who.id, who.dm)[:6] if any(each.controls())][:1]
            own = [each for each in self.world.seen_by(who.id, game.channel)[:6] if each.reader == who.id]
            hands += [each for each in own if any(each.controls())][:1]
            for shown in filter(None, [*hands, board]):
                for control in shown.controls():
                    verb, arguments = verb_of(control)
                    if verb not in PLAYING or _pressed(who, shown, control) in game.done:
                        continue
                    if verb != "rematch" and arguments[0] not in game.tables[-1:]:
                        continue
                    if verb == "flip" and not self._asked(who, shown) and self._luck.random() < 0.98:
                        continue
                    if verb == "join" and board is not None and self._sits(who, board):
                        continue
                    if verb == "start" and not self._full(game, board):
                        continue
                    found.append((PLAYING.index(verb), self._luck.random(), who, shown, control))
        best = min(found, key=lambda each: each[:2], default=None)
        return None if best is None else best[2:]

    @staticmethod
    def _asked(who: Account, board: Shown) -> bool:
        """Whether a board says that it is a person's turn."""
        line = next((each for each in board.text.splitlines() if each.startswith("➡️")), "")
        return f"<@{who.id}>" in line or f"**{who.name}**" in line

    def _full(self, game: Game, board: Shown | None) -> bool:
        return board is not None and all(self._sits(each, board) for each in game.people)

    @staticmethod
    def _sits(who: Account, lobby: Shown) -> bool:
        # an invitation mentions a person by id, a seat has the name
        return who.name in lobby.text

    # ------------------------------------------------------------------ doing

    async def press(self, who: Account, shown: Shown, control: Mapping[str, Any]) -> Press:
        """Press a button, or choose from a select, and wait for what comes of it."""
        data: dict[str, Any] = {"component_type": control["type"], "custom_id": control["custom_id"]}
        label = control.get("label") or ""
        verb, arguments = verb_of(control)
        if control["type"] == 3:
            option = self._luck.choice(control["options"])
            data["values"], label = [option["value"]], option["label"]
        tile = TILE.search(label)
        made = self.world.interact(3, who, shown.channel, data, shown)
        done = Press(who, verb, arguments, tile[1] if tile else "", made)
        self.presses.append(done)
        await self._answer(made)
        return done

    async def command(self, who: Account, channel: int, name: str, options: Mapping[str, Any]) -> Interaction:
        """Run a command below /domino."""
        made = self.world.interact(2, who, channel, payloads.command(name, options))
        await self._answer(made)
        return made

    async def _answer(self, made: Interaction) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(made.answered.wait(), PATIENCE)


def _pressed(who: Account, shown: Shown, control: Mapping[str, Any]) -> tuple[int, int, str, int]:
    """Return what is pressed only once: a control of one version of a message; by each person where all may join."""
    each = who.id if verb_of(control)[0] == "join" else 0
    return shown.id, shown.version, control["custom_id"], each


def verb_of(control: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the verb and the arguments of a control's custom id; empty without one."""
    _, verb, *arguments = [*str(control.get("custom_id", "")).split(":"), "", ""]
    return verb, [each for each in arguments if each]


def live_messages(world: World, channel: int) -> Iterator[tuple[str, Shown]]:
    """Yield each public message of a channel that has controls of a table in play, with the table."""
    for each in world.seen_by(0, channel):
        tables = {arguments[0] for verb, arguments in map(verb_of, each.controls()) if verb in LIVE and arguments}
        for table in tables:
            yield table, each
