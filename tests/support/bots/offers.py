"""The controls on people's screens, and the actions that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine import match
from engine.actions import Action, Flip
from engine.game import State
from tests.support.bots.kept import Kept
from tests.support.people import Message


@dataclass(frozen=True, slots=True)
class Offer:
    """A control on a screen, and the action that it stands for; None where it only asks for more."""

    message: Message
    control: str
    action: Action | None
    values: tuple[str, ...] = ()


def holding(messages: Iterable[Message], control: str) -> Message | None:
    """Return the newest message with a control that can be pressed."""
    for message in messages:
        if any(each.get("custom_id") == control and not each.get("disabled") for each in message.buttons):
            return message
    return None


def in_hand(kept: Kept, state: State, message: Message) -> Iterator[Offer]:
    """Return what a hand offers for the present ply."""
    legal = match.legal(state)
    here = [kept.id, str(len(kept.log)), str(state.turn)]
    for button in message.buttons:
        kind, verb, *rest = str(button.get("custom_id", "")).split(":")
        if rest[:3] == here and verb in ("act", "tile"):
            yield Offer(message, f"{kind}:{verb}:{':'.join(rest)}", legal[int(rest[3])] if verb == "act" else None)
    for select in message.selects:
        if str(select["custom_id"]).split(":")[2:5] == here:
            for option in select["options"]:
                yield Offer(message, select["custom_id"], legal[int(option["value"])], (option["value"],))


def under_board(kept: Kept, state: State, message: Message) -> Iterator[Offer]:
    """Return what the table's message offers to the player in turn: positions to flip, or to draw or pass."""
    legal, fallback = match.legal(state), match.view(state, None).default_move
    for button in message.buttons:
        verb, *rest = str(button.get("custom_id", "")).split(":")[1:]
        if button.get("disabled") or rest[:2] != [kept.id, str(len(kept.log))] or verb not in ("flip", "pass"):
            continue
        for action in legal:
            if action.position == int(rest[2]) if isinstance(action, Flip) else type(action) is type(fallback):
                yield Offer(message, str(button["custom_id"]), action)
