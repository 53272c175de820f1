"""The subtle spots of the rules, in the second reading."""

from __future__ import annotations

import pytest

from tests.engine.oracle import RULE_SETS, Wrong, play, trace
from tests.engine.oracle.by_hand import last, record_of, stock_of
from tests.engine.oracle.record import stock_set
from tests.engine.oracle.tiles import MATADORS, pips, strongest, whole_set

pytestmark = pytest.mark.long

# All Fives


def test_nobody_with_a_double_draws_in_turn_and_who_draws_one_opens() -> None:
    stock = stock_of(
        "all-fives", 3, ["1-0 2-0 3-0 4-0 5-0", "2-1 3-1 4-1 5-1 6-1", "3-2 4-2 5-2 6-2 4-3"], "6-0 2-2 6-6"
    )
    # the other doubles lie deeper in the boneyard
    lines = trace(record_of("all-fives", 3, stock, ["0 draw", "1 draw", "1 play 2-2 start", "2 draw"]))
    assert [line["legal"] for line in lines[:3]] == [["0 draw"], ["1 draw"], ["1 play 2-2 start"]]
    assert [line["turn"] for line in lines] == [0, 1, 1, 2, 0]


def test_a_score_that_reaches_the_target_ends_the_match_and_counts_no_pips() -> None:
    for seed in range(200):
        line = trace(play("all-fives", 2, {"target": 50}, seed))[-1]
        if line["deals"][-1]["reason"] == "mark":
            before = line["deals"][-2]["totals"] if len(line["deals"]) > 1 else [0, 0]
            winner = line["winners"][0]
            assert line["deals"][-1]["winners"] == [winner]
            assert line["totals"][winner] >= 50 > line["totals"][1 - winner]
            assert line["deals"][-1]["points"] == [now - old for now, old in zip(line["totals"], before, strict=True)]
            return
    pytest.fail("no match ended by a mark")


# Matador and Mata


def test_choosing_the_half_of_a_matador_that_faces_out() -> None:
    stock = stock_of("matador", 2, ["6-6 1-1", "6-1 0-0 5-3"])
    actions = ["0 play 6-6 start", "1 play 6-1 left 6", "0 play 1-1 right"]
    lines = trace(record_of("matador", 2, stock, actions, {"matador_ends": "choose"}, first=0))
    assert {"0 play 6-6 start", "0 play 1-1 start"} <= set(lines[0]["legal"])
    plays = [text for text in lines[1]["legal"] if "0-0" in text or "6-1" in text]
    assert plays == [
        *("1 play 0-0 left 0", "1 play 0-0 right 0"),
        *("1 play 6-1 left 1", "1 play 6-1 left 6", "1 play 6-1 right 1", "1 play 6-1 right 6"),
    ]
    assert [line["ends"] for line in lines[1:]] == [{"left": 6, "right": 6}] * 2 + [{"left": 6, "right": 1}]


def test_the_opening_matador_faces_nowhere_in_particular() -> None:
    stock = stock_of("matador", 2, ["6-1 1-1", "0-0"])
    line = last("matador", 2, stock, ["0 play 6-1 start"], {"matador_ends": "choose"}, first=0)
    assert line["ends"] == {"left": 6, "right": 1}


def test_matadors_open_branches_with_the_next_free_number() -> None:
    stock = stock_of("matador", 2, ["6-4 5-2 0-0 2-1", "4-3 5-5 6-1 6-5"])
    actions = ["0 play 6-4 start", "1 play 4-3 e1", "0 play 5-2 e2", "1 play 5-5 e4", "0 play 0-0 e2", "1 play 6-1 e2"]
    lines = trace(record_of("matador", 2, stock, actions, first=0))
    assert [line["ends"] for line in lines] == [
        {},
        {"e1": 6, "e2": 4},
        {"e1": 4, "e2": 4, "e3": 3},
        {"e1": 4, "e2": 5, "e3": 3, "e4": 2},
        {"e1": 4, "e2": 5, "e3": 3, "e4": 5},
        {"e1": 4, "e2": 0, "e3": 3, "e4": 5},
        {"e1": 4, "e2": 6, "e3": 3, "e4": 5, "e5": 1},
    ]
    assert not any(text.endswith(" e2") for text in lines[5]["legal"] if text.split()[2] not in MATADORS)


def test_two_tiles_stay_in_the_boneyard() -> None:
    for seed in range(40):
        for rules in ("mata", "mata-alsace"):
            assert all(line["boneyard"] >= 2 for line in trace(play(rules, 5, {}, seed)))


def test_in_alsace_the_empty_handed_draw_until_two_are_left() -> None:
    drew = ended_by_draw = 0
    for seed in range(100):
        lines = trace(play("mata-alsace", 2, {}, seed))
        for line in lines:
            if line["turn"] is not None and not line["hands"][line["turn"]]:
                assert line["legal"] == [f"{line['turn']} draw"]
                drew += 1
            if line["turn"] is None and line["deals"][-1]["reason"] == "out":
                assert line["boneyard"] == 2
                assert line["deals"][-1]["winners"] == [seat for seat in (0, 1) if not line["hands"][seat]]
                ended_by_draw += line["action"].endswith("draw")
    assert drew
    assert ended_by_draw


def test_who_is_out_of_the_match_gets_no_tiles_and_no_turn() -> None:
    for seed in range(30):
        record = play("mata", 4, {"until": "last", "limit": 40}, seed)
        lines = trace(record)
        for line in lines:
            gone = [seat for seat in range(4) if line["deals"] and line["totals"][seat] >= 40]
            assert line["turn"] not in gone
            if line["action"] is None:
                assert [seat for seat in range(4) if not line["hands"][seat]] == gone
                assert line["boneyard"] == 28 - 5 * (4 - len(gone))


def test_dead_ends_end_a_deal_of_mata_at_once_and_one_of_alsace_never() -> None:
    assert seen_dead_ends("mata") > 0
    assert seen_dead_ends("mata-alsace") == 0


def seen_dead_ends(rules: str) -> int:
    """How many deals were blocked while more than two tiles lay in the boneyard."""
    seen = 0
    for seed in range(300):
        for line in trace(play(rules, 2, {}, seed)):
            if line["turn"] is None and line["deals"][-1]["reason"] == "blocked" and line["boneyard"] > 2:
                assert set(line["ends"].values()) == {0}
                seen += 1
    return seen


# The Mexican train


def test_the_second_tile_has_a_draw_of_its_own_and_the_double_stays_open() -> None:
    # seat 0 has no 9 but draws one; seat 1 can cover
    mine = " ".join(f"{high}-{low}" for high, low in [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1)])
    mine += " 4-2 4-3 5-0 5-1 5-2 5-3 5-4"
    stock = stock_of("mexican-train-nine", 2, [mine, "9-8 8-7"], "9-6 6-6 7-5 7-7", highest=9)
    actions = ["0 draw", "0 play 9-6 train0", "1 play 9-8 mexican", "0 draw", "0 play 6-6 train0", "0 draw", "0 pass"]
    lines = trace(record_of("mexican-train-nine", 2, stock, actions, first=0))
    assert [line["open_double"] for line in lines] == [None] * 5 + ["train0"] * 3
    assert lines[5]["legal"] == ["0 draw"]
    assert lines[6]["legal"] == ["0 pass"]
    assert lines[7]["turn"] == 1
    assert lines[7]["markers"] == [0]
    assert all(text == "1 draw" or text.endswith(" train0") for text in lines[7]["legal"])


def test_each_deal_begins_one_seat_on_from_who_began_though_another_made_the_first_play() -> None:
    differed = 0
    for seed in range(60):
        record = play("mexican-train", 8, {"deals": 3}, seed)
        lines = trace(record)
        starts = [line["turn"] for line in lines if line["action"] is None]
        assert starts == [(record["deals"][0]["first"] + number) % 8 for number in range(3)]
        openers = [result["opener"] for result in lines[-1]["deals"]]
        differed += openers != starts
    assert differed


def test_a_double_whose_other_tiles_all_lie_binds_nobody() -> None:
    free = 0
    for seed in range(60):
        played: set[str] = set()
        for line in trace(play("mexican-train-nine", 2, {"deals": 1}, seed)):
            if line["action"] is None or " play " not in line["action"]:
                continue
            tile, end = line["action"].split()[2:]
            played.add(tile)
            half = tile.split("-")[0]
            if half == tile.split("-")[1]:
                others = {one for one in whole_set(9) if half in one.split("-")} - {tile}
                assert len(others) == 9
                assert line["open_double"] == (None if others <= played else end)
                free += others <= played
    assert free


# The rest


def test_sebastopol_for_three_begins_with_the_six_on_the_table() -> None:
    record = play("sebastopol", 3, {}, 5)
    lines = trace(record)
    assert lines[0]["ends"] == {"arm1": 6, "arm2": 6, "arm3": 6, "arm4": 6}
    assert all("6-" in text and text.endswith("arm1") for text in lines[0]["legal"])
    assert lines[-1]["deals"][0]["opener"] == record["deals"][0]["first"]
    sixes = [action for action in record["deals"][0]["actions"] if " play " in action][:4]
    assert [action.split()[3] for action in sixes] == ["arm1", "arm2", "arm3", "arm4"]
    assert all("6-" in action for action in sixes)


def test_accountants_score_on_the_mark() -> None:
    stock = stock_of("accountants", 3, ["6-6 6-5 6-4 5-4 5-3 0-0", "5-5", "3-3 6-2"])
    start = ["0 play 6-6 pile", "1 play 5-5 pile", "2 play 6-2 pile", "0 play 0-0 pile"]
    for hit in ("exact", "reach"):
        lines = trace(record_of("accountants", 3, stock, start, {"hit": hit}))
        assert [line["ends"]["pile"] for line in lines] == [0, 12, 22, 30, 30]
        assert lines[-1]["totals"] == [0, 0, 10]
    over = ["0 play 6-6 pile", "1 play 5-5 pile", "2 play 3-3 pile", "0 play 6-5 pile"]
    assert last("accountants", 3, stock, over)["totals"] == [0, 0, 0]
    assert last("accountants", 3, stock, over, {"hit": "reach"})["totals"] == [10, 0, 0]


def test_memory_keeps_what_is_turned_on_the_table_and_counts_what_is_taken() -> None:
    stock = stock_set(RULE_SETS["memory"]("memory", 2, {}))
    zero_zero, one_zero, two_two = (stock.index(tile) + 1 for tile in ("0-0", "1-0", "2-2"))
    actions = [f"1 flip {zero_zero}", f"1 flip {one_zero}", f"1 flip {two_two}"]
    lines = trace(record_of("memory", 2, stock, actions, first=1))
    assert len(lines[1]["table"]) == 28
    assert f"1 flip {zero_zero}" not in lines[1]["legal"]
    assert (lines[2]["totals"], lines[2]["hands"], lines[2]["turn"]) == ([0, 2], [[], ["0-0", "1-0"]], 1)
    assert (lines[2]["boneyard"], lines[2]["ends"]) == (0, {})
    assert str(zero_zero) not in lines[2]["table"]
    with pytest.raises(Wrong):
        trace(record_of("memory", 2, stock, [*actions, f"1 flip {two_two}"], first=1))


def test_the_strongest_tile_has_most_pips_then_is_a_double_then_has_the_higher_half() -> None:
    assert strongest(["6-0", "5-1", "3-3", "4-2"]) == "3-3"
    assert strongest(["5-1", "6-0", "4-2"]) == "6-0"
    assert strongest(["6-5", "5-5"]) == "6-5"


def test_a_turn_of_no_boneyard_lasts_while_a_tile_fits() -> None:
    stock = stock_of("no-boneyard", 4, ["6-6 6-1 2-1 5-0 5-3 4-0", "3-0 2-2"])
    lines = trace(record_of("no-boneyard", 4, stock, ["0 play 6-6 start", "0 play 6-1 left", "0 play 2-1 left"]))
    assert [line["turn"] for line in lines] == [0, 0, 0, 1]


def test_misere_is_won_by_the_most_pips_of_those_who_are_not_out() -> None:
    for seed in range(30):
        line = trace(play("misere", 3, {}, seed))[-1]
        hands: list[list[str]] = line["hands"]
        held = [pips(hand) for hand in hands]
        winners: list[int] = line["winners"]
        assert all(held[seat] == max(held) for seat in winners)
        assert line["totals"] == [0, 0, 0]
