"""A control run: the same deals and actions as in a match, applied by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import render
from cogs.messages.grid import flipped_back, is_miss
from cogs.messages.narration import narrate
from engine import match
from engine.actions import Action, Deal, parse
from engine.events import Event
from engine.game import State
from engine.layouts import Grid
from engine.legal import forced_move
from engine.live.model.table import Person
from engine.view import View
from render.i18n import translations
from tests.support.bots.mortal_bot import dealer_of


class ControlRun:
    """A match that nothing ever happens to.

    Args:
        rules: the rule set's id.
        options: the options chosen.
        people: who sits there, in seat order.
        seed: the seed of the deals.
        before: the match before a rematch: if its opener was drawn, the next seat opens now.

    Attributes:
        log: the actions, as in the game record.
        states: the state at the start, then after each action.

    """

    def __init__(
        self, rules: str, options: Mapping[str, object], people: Sequence[Person], seed: int, before: ControlRun | None
    ) -> None:
        self.people = tuple(people)
        self.log: list[str] = []
        self.states = [match.new(rules, len(people), options)]
        self._events: list[tuple[Event, ...]] = []
        self._dealer = dealer_of(seed)
        self._before = before
        self._names = [person.name for person in people]
        self._hands: dict[tuple[int, int], str] = {}

    @property
    def ply(self) -> int:
        """The number of actions so far."""
        return len(self.log)

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def deal(self) -> Deal:
        """Return the next deal."""
        dealt = self._dealer(self.state)
        if dealt.first is None or self._before is None or self.ply:
            return dealt
        first = parse(self._before.log[0]).first
        return dealt._replace(first=(first + 1) % len(self.people))

    def follow(self, action: Action) -> list[str]:
        """Return what the log holds of an action: itself, and the draws and the pass that the rules then leave."""
        state, done, seat = self.state, [], self.state.turn
        following: Action | None = action
        while following is not None:
            state, _ = match.apply(state, following)
            done.append(str(following))
            following = forced_move(state) if seat is not None and state.turn == seat else None
        return done

    def take(self, actions: Sequence[str]) -> None:
        """Do some actions."""
        for action in actions:
            state, events = match.apply(self.state, parse(action))
            self.log.append(action)
            self.states.append(state)
            self._events.append(events)

    # ------------------------------------------------------------------ what is shown

    def shown(self, ply: int) -> set[str]:
        """Return the possible alt texts of the channel's picture after so many actions, once all are published.

        Two tiles of a grid that make no pair are flipped back after a while.
        """
        view = match.view(self.states[ply], None)
        return {self._alt(view)} | ({self._alt(flipped_back(view))} if is_miss(view) else set())

    def face_down(self, ply: int) -> str:
        """Return the alt text of the picture; of a grid with all tiles face down."""
        view = match.view(self.states[ply], None)
        return self._alt(flipped_back(view) if isinstance(view.layout, Grid) else view)

    def hand(self, seat: int, ply: int) -> str:
        """Return the alt text of a seat's hand after so many actions."""
        key = (seat, ply)
        if key not in self._hands:
            t = translations(self.people[seat].locale)
            self._hands[key] = render.hand_alt(match.view(self.states[ply], seat), self._names, t)
        return self._hands[key]

    def seat(self, user: int) -> int:
        """Return the seat of a user."""
        return next(seat for seat, person in enumerate(self.people) if person.user == user)

    def _alt(self, view: View) -> str:
        t = translations("en-US")
        return (render.deal_end_alt if view.turn is None else render.table_alt)(view, self._names, t)

    def told(self, first: int, ply: int) -> str:
        """Return the narration of the actions from number ``first`` up to ``ply``, shown together."""
        news = [event for events in self._events[first:ply] for event in events]
        return "\n".join(narrate(news, match.view(self.states[ply], None), self.people, translations("en-US")))
