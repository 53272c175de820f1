"""Tests that text mode is enough to play by and tells all that a view holds."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import render
from engine import match, random_deal
from engine.actions import Bid, Draw, Flip, Move, Pass, Play, Trump
from engine.game import State
from engine.layouts import Branches, Cross, Feet, Grid, Line, Pile, Spinners, Trains, Tricks, train_of
from engine.layouts.cross import ARMS
from engine.options import Value
from engine.rules import RULE_SETS
from engine.tiles import MATADORS
from engine.view import View
from render.text.sentences import rules_name
from tests.render import reading
from tests.render.games import WORDS, AnyDeal, any_deals
from tests.render.reading import Reader
from tests.support.cases import few, few_matches
from tests.support.examples import examples

NAMES = ("Ana", "Benoît", "Chloé", "Dmitri", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lu")

SHORT: dict[str, list[dict[str, Value]]] = {
    "express": [{"target": 50}, {"pairs": True, "target": 50}],
    "all-fives": [{"target": 50}],
    "fives": [{}, {"spinners": "sniff"}, {"spinners": "all"}],
    "matador": [{"target": 50}, {"target": 50, "matador_ends": "choose"}, {"target": 50, "unable": "pass"}],
    "mexican-train": [{"deals": 2}],
    "mexican-train-nine": [{"deals": 2}, {"deals": 2, "open_hands": True}],
    "mata": [{"deals": 2}, {"until": "last", "limit": 40}],
}
"""Options that make for short matches, or for something else to read; where there are none, the defaults."""
MATCHES = [(rules, options) for rules in RULE_SETS for options in SHORT.get(rules, [{}])]


def plain(move: Move) -> Move:
    """A move as people speak of it: a double faces out with the one half that it has."""
    return move._replace(facing=None) if isinstance(move, Play) and move.tile.double else move


def read(state: State) -> list[Move]:
    """What the player in turn may do, as read in what is sent to them."""
    view = match.view(state, state.turn)
    hand, table = render.hand_text(view, NAMES, WORDS), render.table_text(view, NAMES, WORDS)
    return list(Reader(state.turn, NAMES[: state.seats]).moves(hand, table))


@pytest.mark.sampled
@pytest.mark.parametrize("fewest", few([True, False], [False]))
@pytest.mark.parametrize(("rules", "options"), few_matches(MATCHES))
def test_a_player_who_reads_nothing_but_the_texts_plays_a_whole_match_and_sees_every_move_there_is(
    rules: str, options: dict[str, Value], fewest: bool
) -> None:
    seats = 4 if options.get("pairs") else RULE_SETS[rules].seats[0 if fewest else -1]
    state, chance = match.new(rules, seats, options), random.Random(f"{rules} {seats}")
    while not state.finished:
        if state.awaits_deal:
            state, _ = match.apply(state, random_deal(state, chance))
            continue
        moves = read(state)
        legal = {plain(move): move for move in match.legal(state)}
        assert sorted(map(str, moves)) == sorted(str(move) for move in legal)
        state, _ = match.apply(state, legal[chance.choice(moves)])
    ended = render.deal_end_text(match.view(state, None), NAMES, WORDS)
    for seat in state.winners:
        assert NAMES[seat] in ended.split("\n")[0]


def test_the_reader_misses_a_move_that_the_text_leaves_out() -> None:
    state = match.new("express", 2)
    state, _ = match.apply(state, random_deal(state, seed=1))
    view = match.view(state, state.turn)
    hand = render.hand_text(view, NAMES, WORDS)
    reader = Reader(state.turn, NAMES)
    assert list(reader.moves(hand, ""))
    assert not list(reader.moves(hand.replace("You can open with", "You may think of"), ""))


# ---------------------------------------------------------------------- the table


def lines_of(view: View) -> str:
    return render.table_text(view, NAMES, WORDS)


@settings(max_examples=examples(80))
@given(any_deals(), st.integers(0, 10), st.booleans())
def test_all_that_the_view_holds_is_read_in_the_table(played: AnyDeal, chance: int, own: bool) -> None:
    for channel in played.views(chance):
        if channel.turn is None:
            continue
        seat = chance % channel.seats if own else None
        state = next(each for each in played.states if match.view(each, None) == channel)
        view = match.view(state, seat)
        table, reader = lines_of(view), Reader(seat, NAMES[: view.seats])
        the_head_is_read(view, table)
        the_ends_are_read(view, table, reader)
        what_lies_is_read(view, table, reader)
        the_players_are_read(view, table)


def the_head_is_read(view: View, table: str) -> None:
    """What is played, whose turn it is, which way turns go, and what was done last."""
    assert table.startswith(f"**{rules_name(view, WORDS)}**")
    assert f"It is {'your' if view.turn == view.seat else f'{NAMES[view.turn]}{chr(39)}s'} turn." in table
    way = "clockwise" if view.clockwise else "counter-clockwise"
    assert reading.heading(table, "**Players in order of turns**") == f"**Players in order of turns**, {way}:"
    assert reading.heading(table, "Last move: ").startswith("Last move: ") == bool(view.history)
    if view.history:
        last = view.history[-1]
        said = reading.heading(table, "Last move: ")
        assert said.startswith(f"Last move: {'you' if last.seat == view.seat else NAMES[last.seat]} ")
        match last:
            case Play():
                assert last.tile.text in said
            case Draw():
                assert " drew " in said
            case Pass():
                assert " passed." in said
            case Bid():
                assert f" bid {last.points}" in said
            case Trump():
                chosen = next(name for name, trump in reading.SUITS.items() if trump == last.trump)
                assert f" chose {chosen}." in said
            case Flip():
                assert f" turned up {last.position}." in said
    undealt = re.search(r"(\d+) tiles? (set aside|in the boneyard)\.", table)
    assert (int(undealt[1]) if undealt else 0) == view.boneyard_size


def the_ends_are_read(view: View, table: str, reader: Reader) -> None:
    """Each end that may be played on with what it shows and takes, and those that may not."""
    layout = view.layout
    if isinstance(layout, Pile):
        marks = RULE_SETS[view.rules].scoring.scoring_totals
        assert f"**Running total: {layout.total}**" in table
        assert f"All marks: {', '.join(map(str, marks))}" in table
        ahead = [mark for mark in marks if mark > layout.total]
        if ahead:
            assert f"Next mark: {ahead[0]}, {ahead[0] - layout.total} more" in table
        return
    if isinstance(layout, Tricks):
        the_bid_and_the_trick_are_read(view, layout, table)
        return
    told = reader.ends(table)
    used_up = used_up_ends(view)
    assert {end: shown for end, (shown, _) in told.items()} == {
        end: shown for end, shown in view.open_ends.items() if end not in used_up
    }
    seven = RULE_SETS[view.rules].crosswise == MATADORS
    called = "mata" if view.rules.startswith("mata") and view.rules != "matador" else "matador"
    for shown, takes in told.values():
        assert takes == ((f"{7 - shown} or a {called}" if shown else f"a {called} only") if seven else "")
    if told:
        head = reading.heading(table, "**Open")
        assert (f"{called}s are 0-0, 6-1, 5-2 and 4-3" in head) == seven
        assert ("each takes its own number" in head) == (not seven)
    begun = {end: n for end, n in view.ends.items() if not isinstance(layout, Cross) or end in ARMS[: layout.opened]}
    closed = {end: shown for end, (shown, _) in reader.ends(table, closed=True).items()}
    assert closed == {end: shown for end, shown in begun.items() if end not in {*view.open_ends, *used_up}}
    if isinstance(layout, Feet):
        needed = re.search(r"needs (\d+) more (?:tiles?|toes?)", table)
        assert (int(needed[1]) if needed else 0) == len(layout.waiting)
    if isinstance(layout, Trains):
        assert reader.markers(table) == {train_of(seat) for seat in layout.markers}
        double = re.search(r"The double (\S+) on .* is open( and has to be covered)?\.", table)
        assert (double is not None) == (layout.open_double is not None)
        if double is not None and layout.open_double is not None:
            assert double[1] == layout.train(layout.open_double)[-1].tile.text
            assert bool(double[2]) == (set(view.open_ends) == {layout.open_double})


def the_bid_and_the_trick_are_read(view: View, layout: Tricks, table: str) -> None:
    """Who has bid what, what is trump, what has been taken, and what lies in the trick."""
    names = ["you" if seat == view.seat else name for seat, name in enumerate(NAMES)]
    called = [name if name != "you" else NAMES[view.seat or 0] for name in names]
    if layout.bidder is None:
        assert "Nobody has bid yet." in table
        return
    assert re.search(rf"{called[layout.bidder]} has (?:bid|won the bidding with) {layout.bid}\b", table)
    if layout.trump is None:
        return
    trump = next(name for name, trump in reading.SUITS.items() if trump == layout.trump)
    assert f"Trump: {trump}." in table or (trump == "no trump" and ", without trump." in table)
    taken = re.search(r"Points: .* and .* (\d+), .* and .* (\d+)[.;]", table)
    assert (taken is not None) == bool(layout.taken_by)
    if taken is not None:
        assert (int(taken[1]), int(taken[2])) == layout.taken
    trick = re.search(r"Trick (\d), (\w+) led: (.*); (\w+) takes it so far\.", table)
    assert (trick is not None) == bool(layout.trick)
    if trick is not None:
        assert int(trick[1]) == len(layout.taken_by) + 1
        assert [*reading.SUITS][layout.suit_led] == trick[2]
        assert trick[3] == ", ".join(f"{called[each.seat or 0]} {each.tile}" for each in layout.trick)
        assert trick[4] == called[layout.best(layout.trick).seat or 0]


def used_up_ends(view: View) -> set[str]:
    """The ends among chicken feet whose number no tile outside the table has."""
    if not isinstance(view.layout, Feet):
        return set()
    lying = [view.layout.station, *(placed.tile for placed in view.layout.placed)]
    return {end for end, shown in view.layout.ends.items() if sum(shown in tile for tile in lying) == 10}


def what_lies_is_read(view: View, table: str, reader: Reader) -> None:
    """Every tile on the table, where and which way round it lies, the opener and the last one."""
    layout = view.layout
    if layout.placed and not (isinstance(layout, Cross) and not layout.opened) and not isinstance(layout, Tricks):
        assert f"[{layout.placed[-1].tile.text}]" in table
    match layout:
        case Line():
            chain = [f"{left}-{right}" for _, left, right in layout.chain()]
            assert reader.rows(table, "**Chain").get("", []) == chain
            if len(chain) > 1:
                assert f"({layout.placed[0].tile.text}) opened" in table
        case Cross() if layout.placed:
            arms = reader.rows(table, "**Arms, outward from ")
            assert f"**Arms, outward from {layout.placed[0].tile.text}**" in table
            assert arms == {arm: outward(layout, arm) for arm in ARMS[: layout.opened]}
        case Trains():
            trains = reader.rows(table, "**Trains, outward from ")
            assert f"**Trains, outward from {layout.station.text} in the middle**" in table
            assert trains == {end: outward(layout, end) for end in layout.ends if layout.train(end)}
        case Branches() | Spinners() if layout.placed:
            assert f"**Branches, outward from {layout.placed[0].tile.text}**" in table
            the_tree_is_read(layout, layout.placed[0].tile.text, table)
        case Feet() if layout.placed:
            assert f"**Chicken feet, outward from {layout.station.text}**" in table
            the_tree_is_read(layout, layout.station.text, table)
        case Pile() if layout.placed:
            laid = [placed.tile.text for placed in layout.placed]
            assert reader.rows(table, "**Tiles in the order") == {"": laid}
        case Tricks():
            found = [re.findall(r"\d-\d", line)[:4] for line in reading.part(table, "**Tricks") if line[:1].isdigit()]
            tricks = [layout.complete(number) for number in range(len(layout.taken_by))]
            assert found == [[each.tile.text for each in trick] for trick in tricks]
        case Grid():
            assert reading.face_down(table) == [at for at, tile in layout.tiles.items() if tile is None]
            up = re.findall(r"(\d-\d) at (\d+)", reading.heading(table, "Face up: "))
            faces = [(layout.tiles.get(at), at) for at in layout.face_up]
            assert up == [(tile.text, str(at)) for tile, at in faces if tile is not None]
        case _:
            pass


def outward(layout: Cross | Trains, end: str) -> list[str]:
    return [f"{placed.inward}-{placed.outward}" for placed in layout.placed if placed.end == end]


def the_tree_is_read(tree: Branches | Spinners | Feet, first_tile: str, table: str) -> None:
    """Each row hangs together, from a tile of the row that it is set in under, to what its end shows."""
    forks = reading.forks(table)
    assert set(forks) == set(tree.ends)
    told = [first_tile]
    above: list[str] = []
    for end, fork in forks.items():
        shown = fork.half
        for tile in fork.tiles:
            first, second = map(int, tile.split("-"))
            if isinstance(tree, Spinners | Feet):
                assert first == shown
            else:
                assert first + shown == 7 or {first, second} in ({0}, {6, 1}, {5, 2}, {4, 3})
            shown = second
            told.append(f"{max(first, second)}-{min(first, second)}")
        assert shown == tree.ends[end]
        del above[fork.depth :]
        home = above[-1] if above else ""
        assert fork.origin == told[0] if not home else fork.origin in map(turned, forks[home].tiles)
        above.append(end)
    assert sorted(told) == sorted({first_tile, *(placed.tile.text for placed in tree.placed)})


def turned(tile: str) -> str:
    """A tile with its higher half first."""
    return "-".join(sorted(tile.split("-"), reverse=True))


def the_players_are_read(view: View, table: str) -> None:
    """What everybody holds, has, has passed on, and lays open; and who is out of the match."""
    told = reading.players(table)
    names = ["You" if seat == view.seat else name for seat, name in enumerate(NAMES)]
    scoreless = RULE_SETS[view.rules].scoring.scoreless
    for seat in range(view.seats):
        line = told[names[seat]]
        assert line.gone == (seat in view.eliminated)
        if not line.gone:
            assert line.tiles == view.hand_sizes[seat]
        assert line.passed == view.passed[seat]
        assert sorted(line.shown) == sorted(tile.text for tile in (view.open_hands[seat] if view.open_hands else ()))
    for side, seats in enumerate(view.teams):
        line = told[" and ".join(names[seat] for seat in seats)]
        if isinstance(view.layout, Grid):
            assert line.tiles == view.totals[side]
        else:
            assert line.points == (None if scoreless else view.totals[side])
