"""The game record: a match as a JSON text, from which every state can be replayed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from engine import match
from engine.actions import Action, Deal, parse_move
from engine.errors import IllegalMove
from engine.game import State
from engine.options import Value, as_written
from engine.rules import find
from engine.tiles import parse_tile

FORMAT: Final = "domino-record/1"

_KNOWN: Final = frozenset({"format", "rules", "options", "seats", "deals"})
_KNOWN_IN_A_DEAL: Final = frozenset({"stock", "first", "named", "actions"})


class BadRecord(ValueError):
    """A text is not a record, or the record holds an illegal action.

    Attributes:
        deal: the number of the faulty deal, from 1; 0 for the record as a whole.
        action: the number of the faulty action, from 1; 0 for the deal itself.
        reason: the fault, on one line.

    """

    def __init__(self, deal: int, action: int, reason: str) -> None:
        self.deal = deal
        self.action = action
        self.reason = " ".join(reason.split())
        super().__init__(f"deal {deal}, action {action}: {self.reason}")


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record.

    Attributes:
        rules: the rule set's id.
        options: the options written; see :func:`begun` for those left out.
        seats: the number of players.
        deals: each deal, and its moves as texts not yet checked against the rules.
        extra: the unknown members of the record's JSON object.
        deal_extra: the unknown members of each deal's JSON object.

    """

    rules: str
    options: Mapping[str, object]
    seats: int
    deals: tuple[tuple[Deal, tuple[str, ...]], ...]
    extra: Mapping[str, Any]
    deal_extra: tuple[Mapping[str, Any], ...]


def loads(text: str | bytes) -> Record:
    """Parse a record, without playing its actions.

    Raises:
        BadRecord: the text is not JSON, or not a record.

    """
    try:
        raw: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(0, 0, f"not JSON: {str(error)[:80]}") from None
    whole = _mapping(raw, 0, "the record")
    if whole.get("format") != FORMAT:
        raise BadRecord(0, 0, f"the format is not {FORMAT}")
    rules, seats = whole.get("rules"), whole.get("seats")
    if not isinstance(rules, str):
        raise BadRecord(0, 0, "rules is not a text")
    if type(seats) is not int:
        raise BadRecord(0, 0, "seats is not a whole number")
    options = _mapping(whole.get("options", {}), 0, "options")
    deals = _list(whole.get("deals"), 0, "deals")
    if not deals:
        raise BadRecord(0, 0, "there is no deal")
    return Record(
        rules,
        options,
        seats,
        tuple(_deal(each, number) for number, each in enumerate(deals, start=1)),
        _others(whole, _KNOWN),
        tuple(_others(each, _KNOWN_IN_A_DEAL) for each in deals),
    )


def _others(value: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    return {key: each for key, each in value.items() if key not in known}


def _mapping(value: Any, deal: int, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadRecord(deal, 0, f"{what} is not an object")
    return cast("dict[str, Any]", value)


def _list(value: Any, deal: int, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadRecord(deal, 0, f"{what} is not a list")
    return cast("list[Any]", value)


def _deal(value: Any, number: int) -> tuple[Deal, tuple[str, ...]]:
    deal = _mapping(value, number, "the deal")
    try:
        stock = tuple(parse_tile(each) for each in _list(deal.get("stock"), number, "stock"))
    except (ValueError, TypeError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(number, 0, str(error) if isinstance(error, ValueError) else "stock holds no tile") from None
    first, named = deal.get("first"), deal.get("named", False)
    if "first" in deal and type(first) is not int:
        raise BadRecord(number, 0, "first is not a seat")
    if not isinstance(named, bool):
        raise BadRecord(number, 0, "named is neither true nor false")
    actions = _list(deal.get("actions"), number, "actions")
    for at, each in enumerate(actions, start=1):
        if not isinstance(each, str):
            raise BadRecord(number, at, "not a text")
    return Deal(stock, first, named), tuple(actions)


def begun(record: Record) -> State:
    """Return the state before a record's first deal.

    Raises:
        BadRecord: there are no such rules, options or seats.

    """
    try:
        options = as_written(find(record.rules).options, record.options)
        return match.new(record.rules, record.seats, options)
    except IllegalMove as error:
        raise BadRecord(0, 0, str(error)) from None


def replay(record: Record) -> Iterator[tuple[Action, State]]:
    """Yield each action of a record, deals included, with the state after it.

    Raises:
        BadRecord: an action is illegal.

    >>> text = dumps("classic", 2, {}, [Deal(tuple(reversed(match.stock_of(match.new("classic", 2)))))])
    >>> [state.turn for action, state in replay(loads(text))]
    [0]
    """
    state = begun(record)
    for number, (deal, actions) in enumerate(record.deals, start=1):
        for at, written in enumerate((deal, *actions)):
            try:
                action = parse_move(written) if isinstance(written, str) else written
                state, _ = match.apply(state, action)
            except ValueError as error:
                raise BadRecord(number, at, str(error)) from None
            yield action, state


def dumps(
    rules: str,
    seats: int,
    options: Mapping[str, Value],
    actions: Iterable[Action],
    deal_extra: Sequence[Mapping[str, object]] = (),
    **extra: object,
) -> str:
    """Return a match as a record, one line of JSON.

    Args:
        rules: the rule set's id.
        seats: the number of players.
        options: the value of every option.
        actions: all actions in order, deals included.
        deal_extra: further members of each deal's JSON object; or empty.
        extra: further members of the record's JSON object.

    >>> print(dumps("classic", 2, {}, []))
    {"format": "domino-record/1", "rules": "classic", "options": {}, "seats": 2, "deals": []}
    """
    deals: list[dict[str, Any]] = []
    for action in actions:
        if isinstance(action, Deal):
            first = {} if action.first is None else {"first": action.first}
            named = {"named": True} if action.named else {}
            more: Mapping[str, object] = deal_extra[len(deals)] if deal_extra else {}
            deals.append({"stock": [each.text for each in action.stock], **first, **named, **more, "actions": []})
        else:
            deals[-1]["actions"].append(str(action))
    whole = {"format": FORMAT, "rules": rules, "options": dict(options), "seats": seats, "deals": deals, **extra}
    return json.dumps(whole, ensure_ascii=False)


def describe(state: State) -> dict[str, Any]:
    """Return the state as the command ``replay`` prints it, with every hand."""
    return {
        "rules": state.rules.id,
        "deal": state.deal,
        "turn": state.turn,
        "ends": dict(state.layout.ends),
        "boneyard": len(state.boneyard),
        "hands": [sorted(each.text for each in hand) for hand in state.hands],
        "totals": list(state.totals),
        "legal": sorted(str(each) for each in match.legal(state)),
        "finished": state.finished,
        "winners": list(state.winners),
        "deals": [
            {
                "opener": result.opener,
                "reason": result.reason,
                "winners": list(result.winners),
                "points": list(result.points),
                "totals": list(result.totals),
            }
            for result in state.results
        ],
        **state.layout.facts(),
    }
