"""The next steps of scripted people, chosen by what their screens show."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from engine import match
from engine.actions import Flip
from engine.events import Flipped
from engine.game import State
from engine.live.model.table import Person as Seated
from tests.support.bots.crowd import Crowd, Press
from tests.support.bots.kept import Kept
from tests.support.bots.offers import Offer, holding, in_hand, under_board
from tests.support.people import Message, Person
from tests.wire.control_run import ControlRun


@dataclass(frozen=True, slots=True)
class Game:
    """A game: the rules, options of ``/domino play``, and the players' first names."""

    rules: str
    options: Mapping[str, int | bool]
    players: tuple[str, ...]


class Script:
    """Opens tables, sits people down, and plays; each step is one press, given to ``do``."""

    def __init__(
        self,
        crowd: Crowd,
        game: Game,
        seed: int,
        matches: dict[str, ControlRun],
        do: Callable[[Press], Awaitable[None]],
    ) -> None:
        self._crowd = crowd
        self._game = game
        self._seed = seed
        self._matches = matches
        self._do = do
        self._source = random.Random(seed)
        self._players = [crowd[name] for name in game.players]

    async def step(self, kept: Kept | None) -> None:
        """Do the next thing at a table as it is."""
        if kept is None:
            await self._open(self._players[0])
        elif kept.status == "lobby":
            await self._gather(kept)
        elif kept.status == "playing":
            await self._move(kept, self._matches[kept.id])
        else:
            control = f"b:rematch:{kept.id}"
            await self._do(Press(self._players[0], await self._board_with(control), control))

    async def _board_with(self, control: str) -> Message:
        """Wait for a message with a control in the channel."""
        return await self._crowd.until(lambda: holding(self._crowd.board(), control), control)

    # ------------------------------------------------------------------ the lobby

    async def _open(self, host: Person) -> None:
        # the script moves alone: a slow machine must not play passes for it
        options = {"rules": self._game.rules, "auto": "nothing", **self._game.options}
        await self._do(Press(host, None, "domino play", options=options))

    async def _gather(self, kept: Kept) -> None:
        waiting = [each for each in self._players if each.id not in kept.seated]
        verb = "join" if waiting else "start"
        who = waiting[0] if waiting else self._players[0]
        control = f"b:{verb}:{kept.id}"
        press = Press(who, await self._board_with(control), control, table=kept.id)
        if not waiting:
            by_id = {each.id: each for each in self._players}
            people = [Seated(user, by_id[user].name, by_id[user].locale) for user in kept.seated]
            before = next((run for table, run in reversed(self._matches.items()) if table != kept.id), None)
            run = ControlRun(self._game.rules, self._game.options, people, self._seed, before)
            self._crowd.table = kept.id
            press.expected = [str(self._matches.setdefault(kept.id, run).deal())]
        await self._do(press)

    # ------------------------------------------------------------------ the match

    async def _move(self, kept: Kept, control: ControlRun) -> None:
        state = control.state
        if state.turn is None:
            verb = f"b:next:{kept.id}:{state.deal}"
            board, who = await self._board_with(verb), self._source.choice(self._players)
            await self._do(Press(who, board, verb, expected=[str(control.deal())], table=kept.id))
            return
        who = next(each for each in self._players if each.id == kept.seated[state.turn])
        offers = await self._crowd.until(lambda: self._offers(kept, state, who), "what to play")
        if self._source.random() < 0.15 and (board := holding(self._crowd.board(), f"b:hand:{kept.id}")):
            asked = Press(who, board, f"b:hand:{kept.id}", table=kept.id)
            await self._do(asked)
            offers = [each for said in self._crowd.said(asked) for each in in_hand(kept, state, said)] or offers
        chosen = self._choose(state, offers)
        if chosen.action is None:
            asking = Press(who, chosen.message, chosen.control, table=kept.id)
            await self._do(asking)
            # an answer that waits for an older edit of the same hand comes a little later
            chosen = self._source.choice(await self._crowd.until(lambda: self._ends(kept, state, asking), "the ends"))
        expected = control.follow(chosen.action)
        await self._do(Press(who, chosen.message, chosen.control, chosen.values, expected, kept.id))

    def _offers(self, kept: Kept, state: State, who: Person) -> list[Offer]:
        """Return what there is to play from: the newest hand and board, with controls for the present ply."""
        hands = (list(in_hand(kept, state, each)) for each in self._crowd.private(who.id))
        boards = (list(under_board(kept, state, each)) for each in self._crowd.board())
        return [*next(filter(None, hands), []), *next(filter(None, boards), [])]

    def _ends(self, kept: Kept, state: State, asking: Press) -> list[Offer]:
        """Return the ends that are offered for a tile that was pressed."""
        told = [*self._crowd.said(asking), *self._crowd.private(asking.who.id)]
        ways = [each for message in told for each in in_hand(kept, state, message)]
        return [each for each in ways if each.action is not None]

    def _choose(self, state: State, offers: list[Offer]) -> Offer:
        """Choose one at random; in a grid mostly the tile that makes a pair, or the match would never end."""
        if state.mid_turn and self._source.random() < 0.9:
            for offer in offers:
                if isinstance(offer.action, Flip):
                    _, events = match.apply(state, offer.action)
                    if any(isinstance(each, Flipped) and each.pair for each in events):
                        return offer
        return self._source.choice(offers)
