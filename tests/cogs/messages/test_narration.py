"""Tests of the sentences about events."""

from __future__ import annotations

import random
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import pytest

from cogs.messages.grid import flipped_back
from cogs.messages.narration import narrate
from engine import match, random_deal
from engine.actions import parse_move
from engine.events import DealEnded, Event, Flipped, MatchEnded, Result
from engine.game import State
from engine.layouts import Grid, Tricks
from engine.live.model.news import (
    CameBack,
    Closed,
    Kept,
    LeftNoChoice,
    NewHost,
    News,
    Paused,
    Removed,
    Resumed,
    TimedOut,
    TookSeat,
    WentAway,
)
from engine.live.model.table import Person, Presence
from engine.options import Value
from engine.rules import RULE_SETS
from engine.tiles import parse_tile
from engine.view import View
from tests.engine.games import deal, late, play_out, tiles
from tests.support.cases import few_rule_sets

WORDS = NullTranslations()
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lu")
PEOPLE = [Person(number, name, "en-GB") for number, name in enumerate(NAMES)]


def played(state: State, *moves: str) -> tuple[State, list[Event]]:
    """Play moves; return the state after them and what happened."""
    happened: list[Event] = []
    for move in moves:
        state, events = match.apply(state, parse_move(move))
        happened += events
    return state, happened


def said(state: State, *moves: str) -> list[str]:
    """Play moves and tell what came of them, all at once."""
    state, happened = played(state, *moves)
    return narrate(happened, match.view(state, None), PEOPLE, WORDS)


# ---------------------------------------------------------------------- lines


def test_a_tile_is_told_with_the_side_on_which_it_lies() -> None:
    state = deal(match.new("classic", 2), "6-6 6-5 4-1 3-3 2-2 1-1 0-0", "6-4 6-3 5-5 5-4 5-3 5-2 5-1")
    assert said(state, "0 play 6-6 start", "1 play 6-4 left", "0 play 6-5 right") == [
        "**Ana** opens with 6-6.",
        "**Ben** plays 6-4 on the left.",
        "**Ana** plays 6-5 on the right.",
    ]


@pytest.mark.parametrize(
    ("rules", "options", "told"),
    [
        ("express", {}, "opens, and wins ties."),
        ("parejas", {}, "opens."),
        ("parejas", {"tie": "opener"}, "opens, and wins ties."),
        ("mexican-train", {}, "begins."),
    ],
)
def test_who_opens_is_told_to_win_ties_where_the_opener_does(rules: str, options: dict[str, Value], told: str) -> None:
    state = match.new(rules, 4, options)
    state, events = match.apply(state, random_deal(state, random.Random(3)))
    name = NAMES[state.opener]
    assert narrate(events, match.view(state, None), PEOPLE, WORDS) == [f"Deal 1: **{name}** {told}"]


def test_a_pass_is_told_with_the_numbers_that_are_missing() -> None:
    state = late(("6-1 5-1", "2-2 3-3"), ("6-6", "6-5 left"), rules="classic")
    assert said(state, "0 play 6-1 right", "1 pass")[-1] == "**Ben** passes on 1 and 5."


def test_draws_in_a_row_share_one_sentence() -> None:
    state = late(("6-6", "1-1 0-0"), ("5-5",), rules="classic-draw", boneyard="2-2 3-3 5-4 6-2 5-1")
    assert said(state, "0 draw", "0 draw", "0 draw", "0 play 5-4 left", "1 draw", "1 draw") == [
        "**Ana** draws 3 tiles (2 left in the boneyard).",
        "**Ana** plays 5-4 on the left.",
        "**Ben** draws 2 tiles, and the boneyard is empty.",
    ]


def test_draws_of_two_players_are_told_apart() -> None:
    state = late(("6-6", "1-1"), ("5-5",), rules="double-twelve", boneyard="2-2 3-3 4-4")
    assert said(state, "0 draw", "1 draw") == [
        "**Ana** draws 1 tile (2 left in the boneyard).",
        "**Ben** draws 1 tile (1 left in the boneyard).",
    ]


def test_names_are_kept_from_formatting() -> None:
    state = late(("6-1 6-0", "2-2 3-3"), ("6-6",), rules="classic")
    after, events = match.apply(state, parse_move("0 play 6-1 right"))
    people = [Person(1, "_Ana_ **x**", "en"), PEOPLE[1]]
    assert narrate(events, match.view(after, None), people, WORDS) == [r"**\_Ana\_ \*\*x\*\*** plays 6-1 on the right."]


def test_a_move_of_the_bot_follows_the_name_of_its_player() -> None:
    view = match.view(late(("6-1", "2-2"), ("6-6",)), None)
    assert narrate([TimedOut(1)], view, PEOPLE, WORDS) == ["**Ben** took too long, so the bot plays:"]
    whys = {Presence.LEFT: "has left", Presence.KEPT: "is away", Presence.REMOVED: "was removed by the host"}
    for presence, why in whys.items():
        gone = [replace(PEOPLE[0], presence=presence), PEOPLE[1]]
        assert narrate([TimedOut(0)], view, gone, WORDS) == [f"The bot plays for **Ana**, who {why}:"]


def test_the_moves_of_the_bot_for_somebody_away_are_introduced_once() -> None:
    view = match.view(late(("6-1", "2-2"), ("6-6",)), None)
    people = [replace(PEOPLE[0], presence=Presence.KEPT), PEOPLE[1]]
    news = [TimedOut(0), TimedOut(1), TimedOut(0), TimedOut(1)]
    away, slow = "The bot plays for **Ana**, who is away:", "**Ben** took too long, so the bot plays:"
    assert narrate(news, view, people, WORDS) == [away, slow, slow]


# ---------------------------------------------------------------------- sums


def test_all_fives_shows_how_every_count_adds_up() -> None:
    # the rule book's own example
    hands = ("5-5 5-2 6-4 6-3 6-2", "5-0 0-0 6-1 4-1 2-1", "5-3 3-3 4-2 4-3 1-1")
    moves = ("0 play 5-5 start", "1 play 5-0 arm1", "2 play 5-3 arm2", "0 play 5-2 arm3", "1 play 0-0 arm1")
    assert said(deal(match.new("all-fives", 3), *hands), *moves, "2 play 3-3 arm2") == [
        "**Ana** opens with 5-5 and scores 10 points.",
        "**Ben** plays 5-0 on arm 1 and scores 10 points (10+0 = 10).",
        "**Cleo** plays 5-3 on arm 2: 0+3 = 3.",
        "**Ana** plays 5-2 on arm 3 and scores 5 points (0+3+2 = 5).",
        "**Ben** plays 0-0 on arm 1 and scores 5 points (0+3+2 = 5).",
        "**Cleo** plays 3-3 on arm 2: 0+6+2 = 8.",
    ]


def test_accountants_announce_every_total_and_the_marks_that_are_hit() -> None:
    hands = ("6-6 6-5 6-4 4-4 6-2 6-1 6-0 5-5", "5-4 5-3 5-2 5-1 5-0 4-3 4-2 4-1", "6-3 4-0 3-3 3-2 3-1 3-0 2-2 2-1")
    state = deal(match.new("accountants", 3), *hands)
    assert said(state, "0 play 6-6 pile", "1 play 5-4 pile", "2 play 6-3 pile", "0 play 6-4 pile") == [
        "**Ana** plays 6-6: 0+12 = 12.",
        "**Ben** plays 5-4: 12+9 = 21.",
        "**Cleo** plays 6-3 and scores 10 points (21+9 = 30).",
        "**Ana** plays 6-4: 30+10 = 40.",
    ]


# ---------------------------------------------------------------------- bids


@pytest.mark.parametrize(
    ("calls", "last"),
    [
        (("0 bid 30", "1 pass", "2 pass", "3 pass"), "**Dan** passes. **Ana** wins the bidding with 30."),
        (("0 pass", "1 bid 30", "2 pass", "3 bid 31"), "**Dan** wins the bidding with 31."),
    ],
)
def test_the_last_call_tells_who_wins_the_bidding(calls: tuple[str, ...], last: str) -> None:
    state = match.new("forty-two", 4)
    state, _ = match.apply(state, random_deal(state, 1))
    state = state._replace(turn=0, legal=None)
    told = said(state, *calls)
    assert told[-1] == last
    assert not any("wins the bidding" in line for line in told[:-1])


@pytest.mark.parametrize(
    ("takes", "reason", "told"),
    [
        (2, "made", "**Ana** and **Cleo** make their bid of 26 and score 1 mark, with 27 points."),
        (3, "set", "**Ben** and **Dan** score 1 mark, with 27 points: **Ana** is set at 26."),
    ],
)
def test_a_deal_of_tricks_tells_who_scores_before_the_points(takes: int, reason: str, told: str) -> None:
    steps = play_out("forty-two", 4, {}, seed=1)
    over = next(step.after for step in steps if isinstance(step.events[-1], DealEnded))
    assert isinstance(over.layout, Tricks)
    table = over.layout._replace(bid=26, bidder=0, taken_by=(takes,) * 7)
    marks = (1, 0) if reason == "made" else (0, 1)
    result = over.results[-1]._replace(reason=reason, winners=(takes - 2, takes), earned=marks)
    seen = replace(match.view(over, None), layout=table, results=(result,))
    assert narrate([DealEnded(1, result)], seen, PEOPLE, WORDS) == [told]


# ---------------------------------------------------------------------- branches and facings


def test_a_double_in_chickenfoot_is_told_as_a_foot() -> None:
    chain = ("9-5 e1", "9-8 e2", "9-2 e3", "9-3 e4")
    state = late(("5-5 4-4", "6-5 1-1"), chain, rules="chickenfoot")
    assert said(state, "0 play 5-5 e1", "1 play 6-5 e1") == [
        "**Ana** plays 5-5 on the 5: a chicken foot!",
        "**Ben** plays 6-5 on the 5.",
    ]


def test_a_mata_is_told_with_the_end_that_it_opens() -> None:
    state = late(("6-1 5-5", "2-2 1-1"), ("6-6",), rules="mata")
    assert said(state, "0 play 6-1 e1", "1 play 1-1 e2") == [
        "**Ana** plays 6-1 at end 1; end 3 opens and takes 6.",
        "**Ben** plays 1-1 at end 2.",
    ]


def test_a_matador_is_told_with_the_half_that_its_player_chose() -> None:
    state = late(("6-1 0-0 5-5", "2-2 1-1"), ("6-6",), rules="matador", matador_ends="choose")
    assert said(state, "0 play 6-1 left 6", "1 play 1-1 left") == [
        "**Ana** plays 6-1 on the left, the 6 facing out.",
        "**Ben** plays 1-1 on the left.",
    ]


# ---------------------------------------------------------------------- trains


def trains(*hands: str, boneyard: str) -> State:
    """A Mexican train around 12-12 in which these tiles are all that is left, seat 0 to play."""
    state = match.new("mexican-train", len(hands))
    state, _ = match.apply(state, random_deal(state, 1))
    held = tuple(tuple(sorted(tiles(hand))) for hand in hands)
    return state._replace(hands=held, boneyard=tiles(boneyard), turn=0, legal=None)


def test_trains_are_called_by_their_owners() -> None:
    state = trains("12-5 12-1 9-8", "12-6 5-1 7-7", boneyard="1-1 0-0 2-2")
    assert said(state, "0 play 12-5 train0", "1 play 12-6 mexican") == [
        "**Ana** plays 12-5 on their own train.",
        "**Ben** plays 12-6 on the Mexican train.",
    ]


def test_a_pass_sets_a_marker_and_the_next_tile_on_that_train_takes_it_off() -> None:
    state = trains("12-5 5-4 9-9", "7-3 3-3", boneyard="1-1 12-6 0-0")
    moves = ("0 play 12-5 train0", "1 draw", "1 pass", "0 play 5-4 train0", "1 draw", "1 play 12-6 train1")
    assert said(state, *moves)[1:] == [
        "**Ben** draws 1 tile (2 left in the boneyard).",
        "**Ben** passes on 12. Their train now has a marker.",
        "**Ana** plays 5-4 on their own train.",
        "**Ben** draws 1 tile (1 left in the boneyard).",
        "**Ben** plays 12-6 on their own train; the marker comes off.",
    ]


def test_another_players_train_is_called_by_its_owners_name() -> None:
    state = trains("12-5 5-4 12-9", "7-3 3-3", boneyard="1-1 0-0")
    moves = ("0 play 12-5 train0", "1 draw", "1 pass", "0 play 12-9 train1")
    assert said(state, *moves)[-1] == "**Ana** plays 12-9 on Ben's train."


def test_a_double_is_told_when_it_is_covered_and_when_it_stays_open() -> None:
    state = trains("12-5 5-5 5-2 9-8", "12-6 8-8 7-7", boneyard="1-1 2-2 0-0 4-4 3-3")
    moves = ("0 play 12-5 train0", "1 play 12-6 train1", "0 play 5-5 train0", "0 play 5-2 train0", "1 draw", "1 pass")
    assert said(state, *moves, "0 draw", "0 play 2-2 train0", "0 draw", "0 pass", "1 draw", "1 pass")[2:] == [
        "**Ana** plays 5-5 on their own train.",
        "**Ana** plays 5-2 on their own train and covers the double 5-5.",
        "**Ben** draws 1 tile (4 left in the boneyard).",
        "**Ben** passes on 6 and 12. Their train now has a marker.",
        "**Ana** draws 1 tile (3 left in the boneyard).",
        "**Ana** plays 2-2 on their own train.",
        "**Ana** draws 1 tile (2 left in the boneyard).",
        "**Ana** passes on 2, 6 and 12. Their train now has a marker. The double 2-2 stays open.",
        "**Ben** draws 1 tile (1 left in the boneyard).",
        "**Ben** passes on 2. The double 2-2 stays open.",
    ]


# ---------------------------------------------------------------------- tiles turned up


def grid(*lying: str) -> State:
    """A grid of these tiles, from position 1 on, seat 0 to turn."""
    state = match.new("memory", 2)
    state, _ = match.apply(state, random_deal(state, 1))
    return state._replace(layout=Grid(dict(enumerate(map(parse_tile, lying), 1))), turn=0, legal=None)


def test_a_miss_is_told_without_its_tiles_and_a_pair_with_them() -> None:
    state = grid("6-4", "3-0", "4-1", "5-5", "5-0")
    assert said(state, "0 flip 1", "0 flip 2", "1 flip 3", "1 flip 1", "1 flip 4") == [
        "**Ana** turns up 1 and 2: no pair.",
        "**Ben** turns up 3 and 1: a pair, 4-1 and 6-4.",
        "**Ben** turns up 4.",
    ]


def test_the_second_tile_of_a_turn_is_told_with_the_first() -> None:
    state, _ = match.apply(grid("6-4", "3-0", "4-1", "3-3"), parse_move("0 flip 1"))
    assert said(state, "0 flip 2") == ["**Ana** turns up 1 and 2: no pair."]
    assert said(state, "0 flip 3") == ["**Ana** turns up 1 and 3: a pair, 6-4 and 4-1."]


def test_whole_turns_are_told_with_their_positions() -> None:
    state, happened = played(
        grid("6-4", "4-1", "3-0", "3-2", "5-5", "5-1"), *(f"0 flip {position}" for position in range(1, 6))
    )
    pairs = ["**Ana** turns up 1 and 2: a pair, 6-4 and 4-1.", "**Ana** turns up 3 and 4: a pair, 3-0 and 3-2."]
    seen = match.view(state, None)
    assert narrate(happened, seen, PEOPLE, WORDS, half_turns=False) == pairs
    assert narrate(happened, seen, PEOPLE, WORDS) == [*pairs, "**Ana** turns up 5."]


def test_ephemeral_lines_name_only_tiles_that_are_face_up() -> None:
    def told(seen: View, *happened: Event) -> list[str]:
        return narrate(happened, seen, PEOPLE, WORDS, ephemeral=True)

    state, first = match.apply(grid("6-4", "3-0", "4-1", "3-3"), parse_move("0 flip 1"))
    assert told(match.view(state, None), *first) == ["**Ana** turns up 1 (6-4)."]
    state, second = match.apply(state, parse_move("0 flip 2"))
    seen = match.view(state, None)
    assert told(seen, *first, *second) == ["**Ana** turns up 1 (6-4) and 2 (3-0): no pair."]
    assert told(flipped_back(seen), *first, *second) == ["**Ana** turns up 1 and 2: no pair."]


def test_no_sentence_names_a_tile_that_is_flipped_back() -> None:
    missed = 0
    for step in play_out("memory", 3, {}, seed=5):
        lines = " ".join(narrate(step.events, match.view(step.after, None), PEOPLE, WORDS))
        for event in step.events:
            if isinstance(event, Flipped) and not event.pair:
                missed += 1
                assert event.tile.text not in lines
    assert missed > 20


# ---------------------------------------------------------------------- people


HERE, KEPT, LEFT, REMOVED = (
    (replace(PEOPLE[0], presence=presence), PEOPLE[1])
    for presence in (Presence.HERE, Presence.KEPT, Presence.LEFT, Presence.REMOVED)
)
ALL_AWAY = (replace(PEOPLE[0], presence=Presence.LEFT), replace(PEOPLE[1], presence=Presence.KEPT))


@pytest.mark.parametrize(
    ("people", "news", "line"),
    [
        (HERE, TimedOut(0), "**Ana** took too long, so the bot plays:"),
        (KEPT, TimedOut(0), "The bot plays for **Ana**, who is away:"),
        (LEFT, TimedOut(0), "The bot plays for **Ana**, who has left:"),
        (REMOVED, TimedOut(0), "The bot plays for **Ana**, who was removed by the host:"),
        (HERE, LeftNoChoice(1), "**Ben** has no choice, so the bot plays:"),
        (LEFT, WentAway(0), "**Ana** has left; the bot is playing for them."),
        (ALL_AWAY, WentAway(0), "**Ana** has left."),
        (REMOVED, Removed(0), "**Ana** was removed by the host; the bot is playing for them."),
        (ALL_AWAY, Removed(0), "**Ana** was removed by the host."),
        (KEPT, Kept(0), "**Ana** took too long: the bot plays for them until they press **I'm back**."),
        (ALL_AWAY, Kept(1), "**Ben** took too long: the bot plays for them until they press **I'm back**."),
        (HERE, CameBack(0), "**Ana** is back."),
        (HERE, TookSeat(0, "Old_"), "**Ana** now plays in place of Old\\_."),
        (HERE, NewHost(1), "**Ben** is now the host."),
        (HERE, Paused(), "⏸️ The match was paused."),
        (HERE, Resumed(), "▶️ The match continues."),
        (HERE, Closed("idle"), "The match wasn't started in time, so this table is closed."),
        (HERE, Closed("cancelled", 0), "This table was cancelled."),
        (LEFT, Closed("empty"), "Everyone has left, so this table is closed."),
        (HERE, Closed("voted"), "The players have voted to end the match. It doesn't count for anyone."),
        (HERE, Closed("reopened", 1), "**Ben** is waiting for friends: join in the lobby below."),
        (HERE, Closed("ended", 1), "**Ben** ended the match. It doesn't count for anyone."),
        # a manager of the channel, who does not play
        (HERE, Closed("ended", 99), "The match was ended. It doesn't count for anyone."),
    ],
)
def test_what_people_do_is_told_in_a_line(people: tuple[Person, ...], news: News, line: str) -> None:
    state = late(("6-1 5-1", "6-2 5-0"), ("6-6",), rules="classic")
    assert narrate([news], match.view(state, None), people, WORDS) == [line]


# ---------------------------------------------------------------------- ends of deals


def ended(rules: str, result: Result, options: dict[str, Value] | None = None, **changes: Any) -> list[str]:
    """Return the sentences on the end of a deal, and with ``winners`` on that of the match."""
    state = match.new(rules, len(result.hands), options)
    state, _ = match.apply(state, random_deal(state, 1))
    view = replace(match.view(state, None), turn=None, results=(result,), totals=result.totals, **changes)
    news: list[Event] = [DealEnded(1, result)]
    if changes.get("winners"):
        news.append(MatchEnded(view.winners))
    return narrate(news, view, PEOPLE, WORDS)


Numbers = tuple[int, ...]


def outcome(
    reason: str, hands: tuple[str, ...], winners: Numbers, earned: Numbers = (), counted: Numbers = (), **more: Numbers
) -> Result:
    """Write out how a deal ended; no points unless said otherwise, or ``points`` and ``totals``."""
    earned = earned or (0,) * len(hands)
    points = more.get("points", earned)
    return Result(0, reason, winners, points, more.get("totals", points), tuple(map(tiles, hands)), counted, earned)


def test_going_out_wins_a_deal_with_the_others_pips() -> None:
    assert ended("express", outcome("out", ("", "6-1", "3-1 0-0"), (0,), (11, 0, 0), (1, 2))) == [
        "**Ana** goes out and scores 11 points (Ben 7 + Cleo 4)."
    ]
    assert ended("all-fives", outcome("out", ("", "6-1", "5-5"), (0,), (15, 0, 0), (1, 2), points=(35, 10, 0))) == [
        "**Ana** goes out and scores 15 points (Ben 7 + Cleo 10, rounded to 15)."
    ]
    assert ended("all-fives", outcome("out", ("", "6-2"), (0,), (10, 0), (1,))) == [
        "**Ana** goes out and scores 10 points (Ben 8, rounded to 10)."
    ]


def test_the_fewest_pips_or_tiles_win_a_blocked_deal() -> None:
    assert ended("classic-rounds", outcome("blocked", ("6-1", "3-1"), (1,), (0, 7), (0,))) == [
        "**Ben** scores 7 points: blocked, with the fewest pips, 4."
    ]
    assert ended("express", outcome("blocked", ("3-1", "6-1", "4-0"), (0,), (11, 0, 0), (1, 2))) == [
        "**Ana** scores 11 points (Ben 7 + Cleo 4): blocked and tied at 4 pips, and **Ana** opened."
    ]
    assert ended("express", outcome("blocked", ("6-1", "3-1", "4-0"), (1,), (0, 11, 0), (0, 2))) == [
        "**Ben** scores 11 points (Ana 7 + Cleo 4): blocked and tied at 4 pips, with the first turn after the opener, "
        "**Ana**."
    ]
    assert ended("classic-rounds", outcome("blocked", ("3-1", "6-1", "4-0"), ())) == [
        "Blocked: **Ana** and **Cleo** tie for the fewest pips, 4, so nobody scores."
    ]
    assert ended("matador", outcome("blocked", ("6-1", "3-1"), (1,), (0, 11), (0, 1))) == [
        "**Ben** scores 11 points (Ana 7 + Ben 4): blocked, with the fewest pips, 4."
    ]
    assert ended("classic", outcome("blocked", ("6-6", "1-0 0-0"), (0,))) == [
        "**Ana** wins the deal: blocked, with the fewest tiles, 1."
    ]
    assert ended("classic", outcome("blocked", ("6-6", "1-0", "2-2 0-0"), (1,))) == [
        "**Ben** wins the deal: blocked and tied at 1 tile, with the fewest pips, 1."
    ]
    assert ended("sebastopol", outcome("blocked", ("6-0", "3-3", "2-2 0-0", "6-6"), (0, 1))) == [
        "**Ana** and **Ben** share the win: blocked and tied in pips and in tiles."
    ]
    assert ended("double-twelve", outcome("blocked", ("12-0", "8-4", "6-2 4-0", "12-12"), (0, 1))) == [
        "**Ana** and **Ben** share the win: blocked and tied in pips and in tiles."
    ]
    assert ended("double-twelve", outcome("blocked", ("12-0", "6-2 4-0", "12-12"), (0,))) == [
        "**Ana** wins the deal: blocked and tied at 12 pips, with the fewest tiles, 1."
    ]


def test_the_most_pips_win_a_deal_of_misere() -> None:
    assert ended("misere", outcome("out", ("", "6-1", "3-1"), (1,))) == [
        "**Ben** wins with the most pips, 7: **Ana** goes out first and loses."
    ]
    assert ended("misere", outcome("blocked", ("0-0", "6-1", "3-1"), (1,))) == [
        "**Ben** wins the deal: blocked, with the most pips, 7."
    ]
    assert ended("misere", outcome("blocked", ("0-0", "6-1", "3-1 2-1"), (2,))) == [
        "**Cleo** wins the deal: blocked and tied at 7 pips, with the most tiles, 2."
    ]


def test_a_mark_ends_a_deal() -> None:
    assert ended("all-fives", outcome("mark", ("6-1", "3-1"), (1,), points=(5, 30), totals=(60, 105))) == [
        "**Ben** reaches 105 points."
    ]
    assert ended("accountants", outcome("mark", ("6-1", "3-1", ""), (1,), points=(10, 20, 0))) == [
        "**Ben** scored the most in this deal, 20: the total has reached 100."
    ]
    assert ended("accountants", outcome("mark", ("6-1", "3-1", ""), (0, 1), points=(10, 10, 0))) == [
        "**Ana** and **Ben** scored the most in this deal, 10 each: the total has reached 100."
    ]
    assert ended("accountants", outcome("mark", ("6-1", "3-1", ""), ())) == [
        "The total has reached 100, and nobody scored in this deal."
    ]
    assert ended("fives-and-threes", outcome("mark", ("6-1", ""), (1,), (0, 1), totals=(9, 61))) == [
        "**Ben** goes out, scores 1 point and reaches 61."
    ]
    assert ended("accountants", outcome("mark", ("6-1", "3-1", ""), (2,), points=(0, 0, 20), totals=(10, 0, 50))) == [
        "**Cleo** reaches 50 points."
    ]


def test_points_against_are_listed() -> None:
    assert ended("mexican-train", outcome("out", ("", "6-1", "3-1 0-0"), (0,), (0, 7, 4), (0, 1, 2))) == [
        "**Ana** goes out. Points against: Ana 0; Ben 7; Cleo 4."
    ]
    assert ended("mata", outcome("blocked", ("0-0", "6-6"), (0,), (0, 12), (0, 1))) == [
        "Blocked: nobody can go on. Points against: Ana 0; Ben 12."
    ]
    assert ended("mata-alsace", outcome("out", ("", "6-1", "5-2 0-0", ""), (0, 3), (0, 17, 27, 0), (0, 1, 2, 3))) == [
        "**Ana** and **Dan** go out. Points against: Ana 0; Ben 7+10 = 17; Cleo 7+20 = 27; Dan 0."
    ]
    # who has left is not told
    assert ended("mata", outcome("out", ("", "", "6-1"), (0,), (0, 0, 7), (0, 2)), eliminated=(1,)) == [
        "**Ana** goes out. Points against: Ana 0; Cleo 7."
    ]


PAIRS: dict[str, Value] = {"pairs": True}


def test_a_pair_wins_a_deal_together_and_scores_the_partners_pips() -> None:
    out = outcome("out", ("", "6-1", "3-1", "5-2"), (0, 2), (18, 0), (1, 2, 3))
    assert ended("express", out, PAIRS) == [
        "**Ana** and **Cleo** score 18 points (Ben 7 + Cleo 4 + Dan 7): **Ana** goes out."
    ]
    blocked = outcome("blocked", ("2-1", "6-1", "3-1", "5-2"), (0, 2), (21, 0), (0, 1, 2, 3))
    assert ended("express", blocked, PAIRS) == [
        "**Ana** and **Cleo** score 21 points (Ana 3 + Ben 7 + Cleo 4 + Dan 7): blocked, with the fewest pips, 7."
    ]


def test_memory_tells_who_took_the_most() -> None:
    held = ("6-1 5-1 4-1 3-1", "2-2 2-1", "0-0 5-0 6-0 4-0")
    taken = outcome("taken", held, (0, 2), points=(4, 2, 4))
    assert ended("memory", taken) == ["**Ana** and **Cleo** have the most tiles, 4 each: all are taken."]
    stuck = outcome("stuck", held[:2], (0,), points=(4, 2))
    assert ended("memory", stuck) == ["**Ana** has the most tiles, 4: no pair is left."]


UNTIL_LAST: dict[str, Value] = {"until": "last", "limit": 100}


def test_a_player_who_reaches_the_limit_is_out_of_the_match() -> None:
    result = outcome("out", ("", "6-1", "6-6"), (0,), (0, 7, 12), (0, 1, 2), totals=(20, 102, 104))
    one, two = (ended("mata", result, UNTIL_LAST, eliminated=out)[0] for out in ((1,), (1, 2)))
    assert one.endswith("Cleo 12. **Ben** has reached 100 points and is out of the match.")
    assert two.endswith("**Ben** and **Cleo** have reached 100 points and are out of the match.")


# ---------------------------------------------------------------------- ends of matches


def test_the_most_points_win_a_match() -> None:
    result = outcome("out", ("", "6-1", "3-1"), (0,), (11, 0, 0), (1, 2), totals=(105, 1, 88))
    assert ended("express", result, winners=(0,))[1] == (
        "🏆 **Ana** wins the match! Ana: 105 points; Cleo: 88 points; Ben: 1 point."
    )


def test_the_fewest_points_win_a_match() -> None:
    result = outcome("out", ("", "6-1", "3-1"), (0,), (0, 7, 4), (0, 1, 2), totals=(50, 20, 88))
    assert ended("mexican-train", result, winners=(1,))[1] == (
        "🏆 **Ben** wins the match! The fewest points win. Ben: 20 points; Ana: 50 points; Cleo: 88 points."
    )


def test_the_last_player_left_wins_a_match() -> None:
    result = outcome("out", ("", "6-1"), (0,), (0, 7), (0, 1), totals=(50, 101))
    assert "Everybody else has reached 100 points." in ended("mata", result, UNTIL_LAST, winners=(0,))[1]
    both = result._replace(totals=(104, 101))
    low: dict[str, Value] = {"until": "last", "limit": 1}
    assert "Everybody else has reached 1 point." in ended("mata", result._replace(totals=(0, 7)), low, winners=(0,))[1]
    assert "The fewest points win." in ended("mata", both, UNTIL_LAST, winners=(1,))[1]


def test_a_match_of_one_deal_has_no_points() -> None:
    result = outcome("blocked", ("6-0", "3-3", "2-2 0-0"), (0, 1))
    assert ended("classic", result, winners=(0,))[1] == "🏆 **Ana** wins the match!"
    assert ended("classic", result, winners=(0, 1))[1] == "🏆 **Ana** and **Ben** share the match!"


def test_a_pair_wins_a_match_and_does_not_share_it() -> None:
    result = outcome("out", ("", "6-1", "3-1", "5-2"), (0, 2), (18, 0), (1, 2, 3), totals=(118, 70))
    assert ended("express", result, PAIRS, winners=(0, 2))[1] == (
        "🏆 **Ana** and **Cleo** win the match! Ana and Cleo: 118 points; Ben and Dan: 70 points."
    )


# ---------------------------------------------------------------------- everything


@pytest.mark.parametrize("rules", few_rule_sets())
def test_every_event_of_every_rule_set_has_a_sentence(rules: str) -> None:
    options: dict[str, Value] = {"deals": 2} if RULE_SETS[rules].option("deals") else {}
    for seats in (RULE_SETS[rules].seats[0], RULE_SETS[rules].seats[-1]):
        steps = play_out(rules, seats, options, seed=7)
        for step in steps:
            lines = narrate(step.events, match.view(step.after, None), PEOPLE, WORDS)
            assert len(lines) == len(step.events)
            for line in lines:
                assert line[-1] in ".!", line
                assert "{" not in line
        news = [event for step in steps for event in step.events]
        assert len(narrate(news, match.view(steps[-1].after, None), PEOPLE, WORDS)) <= len(news)


@pytest.mark.parametrize("rules", [each.id for each in RULE_SETS.values() if not each.scoring.scoreless])
@pytest.mark.parametrize("moves", [0, 3])
def test_the_end_of_a_deal_is_told_although_the_next_one_lies_on_the_table(rules: str, moves: int) -> None:
    source = random.Random(rules)
    state, happened = match.new(rules, RULE_SETS[rules].seats[-1]), list[Event]()
    for left in (1_000, 1_000, moves):
        if state.finished:
            break
        state, events = match.apply(state, random_deal(state, seed=left))
        happened += events
        while state.turn is not None and left:
            state, events = match.apply(state, source.choice(match.legal(state)))
            happened += events
            left -= 1
    assert any(isinstance(each, DealEnded) for each in happened)
    assert all(narrate(happened, match.view(state, None), PEOPLE, WORDS))
