"""Records, checked and followed."""

from __future__ import annotations

from typing import Any, cast

from tests.engine.oracle.catalogue import RULE_SETS
from tests.engine.oracle.game import Game
from tests.engine.oracle.tiles import whole_set

FORMAT = "domino-record/1"


class Wrong(Exception):
    """A record that the documents refuse: the deal and the action are numbered from 1, 0 is the whole."""

    def __init__(self, deal: int, action: int, reason: str) -> None:
        super().__init__(f"deal {deal}, action {action}: {reason}")
        self.deal = deal
        self.action = action
        self.reason = reason


def same(one: object, other: object) -> bool:
    """Whether two JSON values are the same; true is not 1, and 100.0 is not 100."""
    return type(one) is type(other) and one == other


def is_seat(value: object, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats


def open_match(record: object) -> tuple[Game, list[object]]:
    """Check all but the deals."""
    if not isinstance(record, dict):
        raise Wrong(0, 0, "a record is a JSON object")
    fields = cast("dict[str, object]", record)
    if fields.get("format") != FORMAT:
        raise Wrong(0, 0, f"the format is not {FORMAT}")
    rules, seats, options, deals = (fields.get(key) for key in ("rules", "seats", "options", "deals"))
    if not isinstance(rules, str) or rules not in RULE_SETS:
        raise Wrong(0, 0, "unknown rules")
    kind = RULE_SETS[rules]
    if type(seats) is not int or seats not in kind.each:
        raise Wrong(0, 0, f"not a number of seats for {rules}")
    if "options" not in fields:
        options = {}
    if not isinstance(options, dict):
        raise Wrong(0, 0, "options are a JSON object")
    chosen = cast("dict[str, object]", options)
    for name, value in chosen.items():
        check_option(kind, name, value)
    if chosen.get("pairs") and seats != 4:
        raise Wrong(0, 0, "pairs are for four seats")
    if not isinstance(deals, list) or not deals:
        raise Wrong(0, 0, "there is no deal")
    return kind(rules, seats, chosen), cast("list[object]", deals)


def check_option(kind: type[Game], name: str, value: object) -> None:
    if name in kind.numbers:
        if type(value) is not int or value < 1:
            raise Wrong(0, 0, f"{name} is a whole number from 1")
    elif name not in kind.offers:
        raise Wrong(0, 0, f"unknown option {name}")
    elif not any(same(value, offered) for offered in kind.offers[name]):
        raise Wrong(0, 0, f"{name} can't be {value}")


def stock_set(game: Game) -> list[str]:
    """What is shuffled for the next deal."""
    return [tile for tile in whole_set(game.highest) if tile != game.laid_first()]


def start_deal(game: Game, number: int, deal: object) -> list[object]:
    """Check a deal's own fields and deal it; the actions."""
    if game.finished:
        raise Wrong(number, 0, "the match is over")
    if game.turn is not None:
        raise Wrong(number, 0, "the deal before is not finished")
    if not isinstance(deal, dict):
        raise Wrong(number, 0, "a deal is a JSON object")
    fields = cast("dict[str, object]", deal)
    stock, actions = fields.get("stock"), fields.get("actions")
    if not isinstance(stock, list) or not all(isinstance(tile, str) for tile in cast("list[object]", stock)):
        raise Wrong(number, 0, "the stock is no list of tiles")
    tiles = cast("list[str]", stock)
    if sorted(tiles) != sorted(stock_set(game)):
        raise Wrong(number, 0, "the stock is not the set")
    if not isinstance(actions, list):
        raise Wrong(number, 0, "there is no list of actions")
    first = fields.get("first")
    if game.luck_chooses():
        if not is_seat(first, game.seats):
            raise Wrong(number, 0, "first is no seat")
    elif "first" in fields:
        raise Wrong(number, 0, "luck chooses nobody here")
    named = fields.get("named", False)
    if type(named) is not bool or (named and (number > 1 or "first" not in fields)):
        raise Wrong(number, 0, "only who begins the first deal is named, where else luck chooses")
    game.deal(list(tiles), cast("int | None", first))
    return cast("list[object]", actions)


def trace(record: object) -> list[dict[str, Any]]:
    """The state after each deal and each action; raises Wrong for what the documents refuse."""
    game, deals = open_match(record)
    lines: list[dict[str, Any]] = []
    for number, deal in enumerate(deals, start=1):
        actions = start_deal(game, number, deal)
        lines.append(game.describe(None))
        for count, action in enumerate(actions, start=1):
            if game.turn is None:
                raise Wrong(number, count, "the deal is over")
            if not isinstance(action, str) or action not in lines[-1]["legal"]:
                raise Wrong(number, count, f"{action} is not legal")
            game.act(action)
            lines.append(game.describe(action))
    return lines
