"""What each deal of random matches brings and who takes it, worked out from the hands that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.engine.oracle import RULE_SETS, play, trace
from tests.engine.oracle.by_hand import stock_of
from tests.engine.oracle.rules.all_fives import AllFives
from tests.engine.oracle.tiles import MATADORS, is_double, pips, whole_set

pytestmark = pytest.mark.long

Finished = tuple[list[list[str]], dict[str, Any], list[dict[str, Any]]]


def finished_deals(rules: str, options: dict[str, Any], seats: list[int], seeds: int = 60) -> Iterator[Finished]:
    """The hands left, the result, and the results up to it."""
    for seed in range(seeds):
        for line in trace(play(rules, seats[seed % len(seats)], options, seed)):
            if line["turn"] is None:
                yield line["hands"], line["deals"][-1], line["deals"]


def fewest(measures: list[Any]) -> list[int]:
    return [seat for seat, measure in enumerate(measures) if measure == min(measures)]


def others_pips(hands: list[list[str]], seat: int) -> int:
    return sum(pips(hand) for other, hand in enumerate(hands) if other != seat)


@pytest.mark.parametrize("rules", ["classic-rounds", "no-boneyard", "matador", "all-fives"])
def test_the_winner_of_a_deal_scores_the_others_pips_and_on_a_tie_nobody_does(rules: str) -> None:
    seen: Counter[str] = Counter()
    options = {"target": 50} if rules != "matador" else {"target": 50, "unable": "pass"}
    for hands, result, _ in finished_deals(rules, options, list(RULE_SETS[rules].each), 400):
        least = [hands.index([])] if result["reason"] == "out" else fewest([pips(hand) for hand in hands])
        if result["reason"] == "mark":
            continue
        assert result["winners"] == (least if len(least) == 1 else [])
        seen[result["reason"] if len(least) == 1 else "level"] += 1
        if rules != "all-fives":
            own = rules == "matador" and result["reason"] == "blocked"
            winner = least[0]
            points = others_pips(hands, winner) + (pips(hands[winner]) if own else 0)
            expected = [points if [seat] == least else 0 for seat in range(len(hands))]
            assert result["points"] == expected
    assert {"out", "blocked", "level"} <= set(seen)


def test_all_fives_rounds_the_pips_to_the_nearest_five() -> None:
    rounded: set[int] = set()
    for seed in range(60):
        lines = trace(play("all-fives", 3, {"target": 250}, seed))
        for before, line in pairwise(lines):
            if line["turn"] is None and line["deals"][-1]["reason"] == "out":
                winner: int = line["deals"][-1]["winners"][0]
                left = others_pips(line["hands"], winner)
                gained = line["totals"][winner] - before["totals"][winner]
                # the last play may have scored a multiple of 5 itself, at most four sixes across: 48
                play_score = gained - round(left / 5) * 5
                assert play_score % 5 == 0
                assert 0 <= play_score <= 48
                rounded.add(left % 5)
    assert rounded == {0, 1, 2, 3, 4}


def test_the_outer_totals_of_the_worked_example() -> None:
    game = AllFives("all-fives", 2, {})
    game.deal(stock_of("all-fives", 2, ["5-5 5-3 0-0 1-0 2-0 2-1 1-1", "5-0 5-2 3-3"], "6-6"), None)
    totals: list[int] = []
    for action in ["0 play 5-5 start", "1 play 5-0 arm1", "0 play 5-3 arm2", "1 play 5-2 arm3", "0 play 0-0 arm1"]:
        game.act(action)
        totals.append(game.outer_total())
    game.act("1 play 3-3 arm2")
    assert [*totals, game.outer_total()] == [10, 10, 3, 5, 5, 8]


@pytest.mark.parametrize("rules", ["classic", "classic-draw", "sebastopol", "double-twelve"])
def test_a_blocked_deal_is_won_by_the_measure_of_its_rules_then_by_the_other(rules: str) -> None:
    decided_by_second = 0
    for hands, result, _ in finished_deals(rules, {}, list(RULE_SETS[rules].each), 600):
        tiles, points = [len(hand) for hand in hands], [pips(hand) for hand in hands]
        one, two = (points, tiles) if rules == "double-twelve" else (tiles, points)
        if result["reason"] == "out":
            assert result["winners"] == [hands.index([])]
        else:
            assert result["winners"] == fewest(list(zip(one, two, strict=True)))
            decided_by_second += len(fewest(one)) > len(result["winners"])
        assert result["points"] == [0] * len(hands)
    assert decided_by_second


def test_misere_is_won_by_most_pips_then_most_tiles() -> None:
    seconds = 0
    for hands, result, _ in finished_deals("misere", {}, [3, 4], 1500):
        held = [(-pips(hand), -len(hand)) for hand in hands]
        assert result["winners"] == fewest(held)
        seconds += [points for points, _ in held].count(min(held)[0]) > len(result["winners"])
    assert seconds


@pytest.mark.parametrize("blocked_pairs", ["all", "opponents"])
def test_a_pair_scores_its_partner_too(blocked_pairs: str) -> None:
    seen: set[str] = set()
    options = {"pairs": True, "blocked_pairs": blocked_pairs}
    for hands, result, _ in finished_deals("express", options, [4]):
        left = [pips(hand) for hand in hands]
        sides = [left[0] + left[2], left[1] + left[3]]
        if result["reason"] == "out":
            side = hands.index([]) % 2
        else:
            side = result["opener"] % 2 if sides[0] == sides[1] else sides.index(min(sides))
        everyone = result["reason"] == "out" or blocked_pairs == "all"
        assert result["winners"] == [side, side + 2]
        assert result["points"][side] == (sum(left) if everyone else sides[1 - side])
        assert result["points"][1 - side] == 0
        seen.add(result["reason"])
    assert seen == {"out", "blocked"}


def test_alone_a_blocked_tie_goes_to_the_seat_nearest_after_the_opener() -> None:
    level = 0
    for hands, result, _ in finished_deals("express", {}, [3, 4], 100):
        left = [pips(hand) for hand in hands]
        # who holds but 0-0 is not out, though level in pips
        tied = fewest(left) if result["reason"] == "blocked" else [hands.index([])]
        winner = min(tied, key=lambda seat: (seat - result["opener"]) % len(hands))
        assert result["winners"] == [winner]
        assert result["points"][winner] == sum(left) - left[winner]
        level += len(tied) > 1
    assert level


def test_a_hand_of_seven_doubles_may_open_with_one_in_italian_express() -> None:
    record = play("express-it", 2, {}, 1)
    record["deals"] = record["deals"][:1]
    opener = 1 - trace(record)[-1]["deals"][0]["opener"]
    doubles = [tile for tile in whole_set(6) if is_double(tile)]
    plain = [tile for tile in whole_set(6) if not is_double(tile)]
    for mine in (doubles, [*doubles[1:], plain[-1]]):
        theirs = plain[:7]
        hands = [mine, theirs] if opener == 0 else [theirs, mine]
        stock = hands[0] + hands[1]
        stock += [tile for tile in whole_set(6) if tile not in stock]
        record["deals"][1:] = [{"stock": stock, "actions": []}]
        allowed = [tile for tile in mine if not is_double(tile)] or mine
        assert trace(record)[-1]["legal"] == [f"{opener} play {tile} start" for tile in sorted(allowed)]


@pytest.mark.parametrize("rules", ["mata", "mata-alsace"])
def test_mata_writes_the_pips_and_in_alsace_ten_a_matador_and_the_loser_opens(rules: str) -> None:
    levels = penalties = 0
    for seed in range(80):
        seats = 2 + seed % 4
        lines = trace(play(rules, seats, {"deals": 8}, seed))
        starts = [line["turn"] for line in lines if line["action"] is None]
        ends = [line for line in lines if line["turn"] is None]
        for number, line in enumerate(ends):
            result, hands = line["deals"][-1], line["hands"]
            left = [sum(tile in MATADORS for tile in hand) if rules == "mata-alsace" else 0 for hand in hands]
            points = [pips(hand) + 10 * matadors for hand, matadors in zip(hands, left, strict=True)]
            assert result["points"] == points
            assert result["opener"] == starts[number]
            out = [seat for seat in range(seats) if not hands[seat]]
            assert result["winners"] == (out if result["reason"] == "out" else fewest(points))
            penalties += sum(left)
            worst = [seat for seat in range(seats) if points[seat] == max(points)]
            if number + 1 < len(starts):
                assert starts[number + 1] == min(worst, key=lambda seat: (seat - starts[number] - 1) % seats)
                levels += len(worst) > 1 and starts[number] in worst
    assert levels or rules == "mata-alsace"
    assert bool(penalties) == (rules == "mata-alsace")


@pytest.mark.parametrize("until", ["limit", "last"])
def test_who_stands_exactly_at_the_limit_has_reached_it(until: str) -> None:
    exactly = 0
    for seed in range(150):
        lines = trace(play("mata", 3, {"until": until, "limit": 30}, seed))
        for line in lines:
            if line["turn"] is None and max(line["totals"]) >= 30:
                exactly += 30 in line["totals"]
                staying = [seat for seat in range(3) if line["totals"][seat] < 30]
                if until == "limit" or len(staying) == 1:
                    assert line["winners"] == fewest(line["totals"])
                assert line["finished"] == (until == "limit" or len(staying) < 2)
    assert exactly


def test_a_marker_goes_when_its_owner_plays_on_that_train_and_comes_with_a_pass() -> None:
    gone = come = 0
    for seed in range(30):
        lines = trace(play("mexican-train-nine", 4, {"deals": 1}, seed))
        for before, line in pairwise(lines):
            seat, verb, *rest = line["action"].split()
            expected = set(before["markers"])
            if verb == "pass":
                expected.add(int(seat))
                come += 1
            elif rest and rest[1] == f"train{seat}":
                gone += int(seat) in expected
                expected.discard(int(seat))
            assert line["markers"] == sorted(expected)
    assert gone
    assert come


def test_the_mexican_train_writes_the_pips_left() -> None:
    for hands, result, results in finished_deals("mexican-train-nine", {"deals": 3}, [2, 3, 4], 30):
        points = [pips(hand) for hand in hands]
        assert result["points"] == points
        assert result["winners"] == ([hands.index([])] if result["reason"] == "out" else fewest(points))
        assert result["totals"] == [sum(column) for column in zip(*(one["points"] for one in results), strict=True)]
