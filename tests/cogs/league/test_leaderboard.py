"""Tests of the server's leaderboard: its filters, pages, controls and players."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from cogs.messages import rank_changes
from cogs.messages.names import rules_name
from engine.live.database.connection import Statement
from engine.live.league.figures import LeaderboardFilter
from engine.live.model.preferences import Visibility
from engine.live.model.table import Person, Presence
from engine.rules import RULE_SETS
from render.i18n import translations
from tests.support.in_memory.matches import COMPUTER, finish, show
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import PEOPLE, World
from tests.support.simcord_private import as_the_bot, speaking


async def board(world: World, who: Player | None = None, **asked: str) -> Answer:
    return await (who or world.alice).run("leaderboard", **asked)


def times(message: Answer) -> dict[str, str]:
    """Return the values of the list of times, by their labels."""
    return {each["label"]: each["value"] for each in message.options}


def chosen(message: Answer) -> list[str]:
    """Return the labels of the times that stand as chosen."""
    return [each["label"] for each in message.options if each.get("default")]


def month(world: World, ago: int = 0) -> tuple[float, str]:
    """Return the middle of a month and its name: this one, or one some months ago."""
    now = datetime.fromtimestamp(world.bot.clock(), UTC)
    count = now.year * 12 + now.month - 1 - ago
    at = datetime(count // 12, count % 12 + 1, 15, tzinfo=UTC)
    return min(at.timestamp(), now.timestamp()), f"{at:%B %Y}"


# ---------------------------------------------------------------------- questions


async def test_alone_in_pairs_and_with_computers_stand_apart(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    four = ((world.chloe, 50, True), (world.davide, 30, False), (world.eve, 50, True), (world.bruno, 30, False))
    await finish(world, *four, pairs=True)
    await finish(world, (world.davide, 70, True), more=[COMPUTER])
    standing = {kind: (await board(world, kind=kind)).alt for kind in ("alone", "pairs", "computers")}
    named = {kind: {name for name in PEOPLE.values() if name in alt} for kind, alt in standing.items()}
    assert named["alone"] == {"Alice", "Bruno"}
    assert named["pairs"] == {"Chloé", "Davide", "Eve", "Bruno"}
    assert "1. Davide: 1 of 1 match won" in standing["computers"]
    assert [kind for kind, alt in standing.items() if "rating" in alt] == ["alone", "pairs"]
    assert (await board(world)).alt == standing["computers"], "the newest"
    assert "1. Alice: " in (await board(world, rules="express", kind="alone")).alt


async def test_by_rating_and_by_wins_are_a_press_away_and_kept(world: World) -> None:
    for _ in range(10):
        await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    for _ in range(2):
        await finish(world, (world.chloe, 100, True), (world.davide, 20, False))
    shown = await board(world)
    assert not shown.lacks("Ordered by wins, then by fewest matches.", "Newcomers begin at 1000.")
    assert re.findall(r"\d\. (\w+):", shown.alt) == ["Alice", "Chloé", "Davide", "Bruno"]
    await world.eve.press("By rating", shown)
    assert "Ordered by rating, provisional ones below." in shown.text
    assert re.findall(r"\d\. (\w+):", shown.alt) == ["Alice", "Bruno", "Chloé", "Davide"]
    await world.eve.choose(next(iter(shown.selects)), times(shown)[month(world)[1]], on=shown)
    assert "Ordered by rating" in shown.text
    await world.eve.press("By wins", shown)
    assert "Ordered by wins" in shown.text
    await world.eve.press("By rating", shown)
    await world.eve.press("With computers", shown)
    assert "By rating" not in shown.labels


async def test_a_rule_set_is_chosen_below_the_board_and_has_its_own_ratings_and_points(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False), rules="mata")
    await finish(world, (world.bruno, 90, True), (world.alice, 30, False))
    shown = await board(world)
    assert "★ is the rating over all rule sets." in shown.text
    assert "points" not in shown.alt
    await world.eve.choose(list(shown.selects)[1], "mata", on=shown)
    assert "★ is the rating in this rule set." in shown.text
    assert "1. Alice: 1 of 1 match won, 100%, provisional rating 1063, 100 points for and 0 against" in shown.alt


async def test_this_month_leaves_out_what_ended_before(world: World) -> None:
    (before, past), (_, present) = month(world, 1), month(world)
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False), at=before)
    await finish(world, (world.chloe, 90, True), (world.bruno, 30, False))
    now = await board(world, time="month")
    assert "1. Chloé: " in now.alt
    assert "Alice" not in now.alt
    assert present in now.text
    assert chosen(now) == [present]
    ever = await board(world)
    assert "Alice" in ever.alt
    assert "All time" in ever.text
    # and it can be looked at, too
    await world.eve.choose(next(iter(ever.selects)), times(ever)[past], on=ever)
    assert "1. Alice: " in ever.alt
    assert "Chloé" not in ever.alt
    assert chosen(ever) == [past]


async def test_months_that_have_matches_are_offered_the_newest_first_and_others_are_not(world: World) -> None:
    names = [month(world, ago)[1] for ago in (0, 1, 3, 14)]
    for ago in (14, 1, 3):
        await finish(world, (world.alice, 100, True), (world.bruno, 20, False), at=month(world, ago)[0])
    shown = await board(world)
    assert list(times(shown)) == ["All time", *names]
    tokens = [times(shown)[name] for name in names[1:]]
    choices = await world.alice.complete("leaderboard", "time", "20")
    assert [(each["name"], each["value"]) for each in choices] == list(zip(names[1:], tokens, strict=True))
    assert chosen(await board(world, time=tokens[1])) == [names[2]]


async def test_more_times_than_a_list_has_room_for_are_on_further_pages(world: World) -> None:
    # this month has none
    for ago in range(1, 31):
        await finish(world, (world.alice, 100, True), (world.bruno, 20, False), at=month(world, ago)[0])
    shown = await board(world)
    first = times(shown)
    assert len(first) == 25
    assert list(first)[-1] == "More times…"
    await world.eve.choose(next(iter(shown.selects)), first["More times…"], on=shown)
    assert list(times(shown))[:-1] == [month(world, ago)[1] for ago in range(23, 31)]
    assert "All time" in shown.text, "only the list has changed"
    await world.eve.choose(next(iter(shown.selects)), times(shown)[month(world, 30)[1]], on=shown)
    assert chosen(shown) == [month(world, 30)[1]]


async def test_all_rule_sets_that_were_played_can_be_chosen(world: World) -> None:
    for rules in RULE_SETS:
        await finish(world, (world.alice, 100, True), (world.bruno, 20, False), rules=rules)
    shown = await board(world, time="month")
    offered: list[str] = []
    for _ in range(2):
        *here, more = [each["value"] for each in shown.selects[shown.select("boardwhat")]["options"]]
        offered += here
        await world.eve.choose(shown.select("boardwhat"), more, on=shown)
    assert sorted(offered) == sorted(["all", *RULE_SETS])
    assert month(world)[1] in shown.text
    await world.eve.choose(shown.select("boardwhat"), offered[1], on=shown)
    assert rules_name(offered[1], translations("en-US")) in shown.text


@pytest.mark.parametrize(
    ("custom_id", "value", "told"),
    [
        ("s:boardtime:alone:mata", "all", "Singles · All time · Mata"),
        ("s:boardrules:alone:all", "mata", "Singles · All time · Mata"),
        ("s:boardrules:computers:all", "all", "With computers · All time · All rule sets"),
    ],
)
async def test_lists_of_earlier_versions_still_work(custom_id: str, value: str, told: str, world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False), rules="mata")
    shown = await world.alice.run("leaderboard")
    await world.bruno.forge(custom_id, shown, values=[value], component_type=3)
    assert told in world.seen_by(world.bruno)[-1].text


async def test_with_computers_only_who_has_won_something_has_a_place(world: World) -> None:
    await finish(world, (world.davide, 70, False), more=[COMPUTER])
    shown = await board(world)
    assert shown.alt.endswith("All rule sets. Davide: 0 of 1 match won, 0%.")
    await finish(world, (world.alice, 70, True), (world.bruno, 0, False), more=[COMPUTER])
    shown = await board(world)
    assert "1. Alice: 1 of 1 match won, 100%, 1 won in a row, 1 at best. Bruno: 0 of 1" in shown.alt


async def test_among_people_equal_places_are_told_as_equal(world: World) -> None:
    last = await finish(world, (world.alice, 9, True), (world.bruno, 1, False), (world.chloe, 1, False))
    alt = (await board(world)).alt
    assert "1. Alice: 1 of 1 match won, 100%, provisional rating 1063, 1 won" in alt
    assert alt.count("0 of 1 match won, 0%, provisional rating 968, place shared.") == 2
    told = await changes(world, last)
    assert told[1:] == [
        f"-# {name}: new on the leaderboard, no. 2 (0 wins in 1 match), provisional rating 968, place shared"
        for name in ("Bruno", "Chloé")
    ]


async def test_a_month_stays_the_same_one_in_an_older_message(world: World) -> None:
    (before, past), (_, present) = month(world, 1), month(world)
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False), at=before)
    message = await world.alice.run("leaderboard")
    token = datetime.fromtimestamp(before, UTC).strftime("m%Y%m")
    await world.bruno.forge(f"b:boardkind:alone:{token}:all", message)
    answer = world.seen_by(world.bruno)[-1]
    assert past in answer.text
    assert "Alice" in answer.alt
    assert {"All time", past, present} <= set(times(answer))


async def test_seasons_are_offered_and_asked_for(world: World) -> None:
    store, guild = world.store, world.guild.id
    for number, (name, player) in enumerate((("Winter", world.alice), ("", world.chloe))):
        opened = await store.league.open_season(guild, name, 1000.0 + 100 * number)
        await finish(world, (player, 100, True), (world.bruno, 20, False), at=opened.opened_at + 10)
        if not number:
            await store.league.close_season(guild, 1050.0)
    offered = {"All time": "all", "This month": "month", "This season": "season", "Season 2": "s2"}
    offered |= {"Season 1: Winter": "s1", "January 1970": "m197001"}
    for typed, values in (("", [*offered.values()]), ("wint", ["s1"])):
        choices = await world.alice.complete("leaderboard", "time", typed)
        assert choices == [{"name": name, "value": value} for name, value in offered.items() if value in values]
    for time, name, there, absent in (
        ("s1", "Season 1: Winter", "Alice", "Chloé"),
        ("season", "Season 2", "Chloé", "Alice"),
    ):
        shown = await board(world, time=time)
        assert there in shown.alt
        assert absent not in shown.alt
        assert chosen(shown) == [name]
        assert name in shown.text


async def test_a_time_that_is_not_offered_is_refused(world: World) -> None:
    assert (await world.alice.run("leaderboard", time="season")).private.startswith("No season is running right now.")
    for typed in ("s1", "yesterday", "m202613", "s0"):
        answer = await world.alice.run("leaderboard", time=typed)
        assert answer.private == "There is no such time period. Choose one from the list."


async def test_an_empty_leaderboard_names_its_filter(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    empty = await board(world, kind="pairs", rules="mata", time="month")
    sentence = f"No finished matches yet: In pairs · {month(world)[1]} · Mata."
    assert sentence in empty.alt
    assert "Page" not in empty.text
    await world.bruno.press("Singles", empty)
    assert f"Singles · {month(world)[1]} · Mata" in empty.alt


# ---------------------------------------------------------------------- its controls


async def crowd(world: World, count: int = 13) -> None:
    """Let so many people win once each, the later the more points."""
    for number in range(count):
        await finish(world, ((1000 + number, f"Winner {number}"), 100 + number, True), (world.eve, 3, False))


async def test_pages_keep_what_was_asked(world: World) -> None:
    await crowd(world)
    shown = await board(world, rules="express", time="month")
    assert "Page 1 of 2" in shown.text
    assert "1. Winner 12: " in shown.alt
    await world.bruno.press("Next", shown)
    assert "Page 2 of 2" in shown.text
    assert "14. Eve: " in shown.alt
    assert f"Singles · {month(world)[1]} · Domino Express" in shown.text
    await world.eve.press("Back", shown)
    assert "Page 1 of 2" in shown.text


async def test_another_kind_and_another_time_begin_with_the_first_page(world: World) -> None:
    await crowd(world)
    shown = await board(world)
    await world.bruno.press("Next", shown)
    await world.bruno.press("With computers", shown)
    assert "No finished matches yet: With computers" in shown.alt
    await world.bruno.press("Singles", shown)
    assert "Page 1 of 2" in shown.text
    await world.bruno.press("Next", shown)
    await world.bruno.choose(next(iter(shown.selects)), times(shown)[month(world)[1]], on=shown)
    assert "Page 1 of 2" in shown.text
    assert chosen(shown) == [month(world)[1]]


async def test_a_page_past_the_last_is_the_last_and_controls_work_after_a_restart(world: World) -> None:
    await crowd(world, 11)
    shown = await board(world)
    await world.restart()
    await world.bruno.forge("b:page:9:alone:all:all", shown)
    assert "Page 2 of 2" in world.seen_by(world.bruno)[-1].text


@pytest.mark.sampled(2)
@pytest.mark.parametrize("verb", ["page", "standing"])
@pytest.mark.parametrize(
    ("argument", "kind"), [("", "Singles"), (":people", "Singles"), (":computers", "With computers")]
)
async def test_buttons_of_earlier_versions_still_work(world: World, verb: str, argument: str, kind: str) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    shown = await world.alice.run("leaderboard")
    await world.bruno.forge(f"b:{verb}:1{argument}", shown)
    assert f"{kind} · All time · All rule sets" in world.seen_by(world.bruno)[-1].text


FORGED = (
    *("b:page:1:strangers:all:all", "b:page:x:alone:all:all", "b:page:1:alone:s7:all", "b:page:1:alone:m202613:all"),
    *("b:page:1:alone:m000001:all", "b:page:1:alone:never:all", "b:page:1:alone:all:poker", "b:boardkind:people"),
)


@pytest.mark.sampled
@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_control_of_the_leaderboard_is_refused(world: World, custom_id: str) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    shown = await world.alice.run("leaderboard")
    before = shown.text
    await world.bruno.forge(custom_id, shown)
    answer = world.seen_by(world.bruno)[-1]
    assert answer.text.startswith(("That button was for an earlier move.", "There is no rule set called"))
    assert shown.text == before


# ---------------------------------------------------------------------- who is on it, and who reads it


async def test_nameless_players_are_unnamed_and_hidden_ones_absent(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False), (world.chloe, 10, False))
    await show(world, world.alice, Visibility.HIDDEN)
    await show(world, world.bruno, Visibility.NAMELESS)
    told = (await board(world)).alt
    assert "1. a player: 0 of 1 match won" in told
    assert "1. Chloé: " in told
    assert "Alice" not in told
    assert "Bruno" not in told


async def test_a_reader_of_text_gets_every_page_of_a_private_leaderboard_as_text(world: World) -> None:
    await crowd(world, 11)
    await world.alice.write_text()
    shown = await world.alice.forge("b:standing:1", await board(world, world.bruno))
    assert shown.ephemeral
    for button, told in (
        ("", r"1\\\. Winner \d+: 1 of 1 match won"),
        ("Next", r"12\\\. Eve: "),
        ("In pairs", "In pairs"),
    ):
        if button:
            await world.alice.press(button, shown)
        assert not shown.attachments
        assert re.search(told, shown.text)
        assert shown.text.count("Leaderboard") == 1


async def test_a_public_leaderboard_stays_a_picture_and_its_reader_of_text_gets_text_besides(world: World) -> None:
    await crowd(world, 11)
    await world.alice.write_text()
    shown = await board(world)
    turned = await world.alice.press("Next", shown)
    assert shown.files == ["leaderboard.png"]
    assert "Page 2 of 2" in shown.text
    for answer, told in ((shown, r"1\\\. Winner \d+: 1 of 1 match won"), (turned, r"12\\\. Eve: ")):
        (aside,) = (Seen(each) for each in answer.result.followups)
        assert aside not in world.seen_by(world.bruno)
        assert not aside.attachments
        assert re.search(told, aside.text)
    assert not (await world.bruno.press("Back", shown)).result.followups, "Bruno reads pictures"


@pytest.mark.long
async def test_a_private_leaderboard_is_in_its_readers_language_and_a_public_one_in_the_servers(world: World) -> None:
    await world.play_and_end()
    with speaking({world.bruno.id: "fr"}):
        assert "## Classement" in (await world.bruno.press("Leaderboard")).private
        everybodys = await board(world, world.bruno, time="month")
        assert "## Leaderboard" in everybodys.text
        assert month(world)[1] in everybodys.text


async def test_a_french_server_reads_its_months_in_french(world: World) -> None:
    names = ("janv", "févr", "mars", "avr", "mai", "juin", "juil", "août", "sept", "oct", "nov", "déc")
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    with speaking({}, guild="fr"):
        shown = await board(world, time="month")
    now = datetime.fromtimestamp(world.bot.clock(), UTC)
    assert re.search(rf"{names[now.month - 1].capitalize()}\w* {now.year}", shown.text)


# ---------------------------------------------------------------------- after a match


async def test_a_match_tells_how_it_moved_places_and_ratings(world: World) -> None:
    first = await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    assert await changes(world, first) == [
        "-# Alice: new on the leaderboard, no. 1 (1 win in 1 match), provisional rating 1063",
        "-# Bruno: new on the leaderboard, no. 2 (0 wins in 1 match), provisional rating 937",
    ]
    await finish(world, (world.bruno, 50, True), (world.alice, 15, False))
    told = await changes(world, await finish(world, (world.bruno, 110, True), (world.alice, 15, False)))
    assert told[0].startswith("-# Bruno: still no. 1 (2 wins in 3 matches), provisional rating ")
    assert told[1].startswith("-# Alice: from no. 1 to no. 2 (1 win in 3 matches), provisional rating ")
    before, _, after = told[0].rpartition("rating ")[2].partition(" → ")
    assert float(before) < float(after)
    ratings = await world.store.league.standing(LeaderboardFilter(world.guild.id), world.bruno.id)
    assert ratings is not None
    assert ratings.rating is not None
    assert after == f"{ratings.rating.value:.0f}"


async def test_a_rating_is_final_after_ten_matches(world: World) -> None:
    told: list[str] = []
    for _ in range(10):
        told = await changes(world, await finish(world, (world.alice, 100, True), (world.bruno, 20, False)))
    assert "(10 wins in 10 matches), rating " in told[0]


async def test_an_unrated_match_changes_no_rating(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    gone = Person(world.bruno.id, "Bruno", "en-US", presence=Presence.LEFT, early=True)
    told = await changes(world, await finish(world, (world.alice, 100, True), (gone, 20, False)))
    assert told == ["-# Alice: still no. 1 (2 wins in 2 matches)", "-# Bruno: still no. 2 (0 wins in 2 matches)"]


async def test_a_match_in_pairs_moves_its_players_in_pairs_and_its_button_opens_that_board(world: World) -> None:
    await world.play_and_end("alice", "bruno", "chloe", "davide", pairs=True)
    assert "new on the leaderboard, no. 1 in pairs (1 win in 1 match), provisional rating " in world.board.text
    pressed = await world.bruno.press("Leaderboard")
    assert "In pairs · All time · All rule sets" in pressed.private
    assert "Bruno (you)" in pressed.alt


async def test_rank_changes_leave_out_hidden_players(world: World) -> None:
    await show(world, world.alice, Visibility.HIDDEN)
    await show(world, world.bruno, Visibility.NAMELESS)
    match = await finish(world, (world.alice, 100, True), (world.bruno, 20, False), (world.chloe, 10, False))
    told = await changes(world, match)
    assert len(told) == 1
    assert "Chloé: new on the leaderboard, no. 1" in told[0]


async def changes(world: World, identity: str) -> list[str]:
    """Return the lines below the end of a match."""
    with as_the_bot(world.env):
        kept = await world.bot.hub.saved(identity)
        return await rank_changes.changes(world.store, kept.header, translations("en-US"))


async def test_the_board_of_matches_that_are_older_than_tallies_is_there_from_the_start_on(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    before = (await board(world)).alt
    with as_the_bot(world.env):
        await world.store._connection.write(Statement("DELETE FROM tallies"))  # type: ignore[attr-defined]
    assert (await board(world)).alt != before
    await world.restart()
    assert (await board(world)).alt == before
