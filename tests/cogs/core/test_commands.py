"""Rules, ping, about, the leaderboard, and the languages of it all."""

from __future__ import annotations

import pytest

from engine.live.league.figures import LeaderboardFilter
from engine.live.model.table import Header, LogEntry, Person, Score, Status
from tests.cogs.conftest import World
from tests.cogs.playing import alt_texts, answered_at_once, buttons, rush, take_turn, text
from tests.support.simcord_private import speaking


async def test_rules_show_a_rule_set_with_its_options(world: World) -> None:
    answer = await world.alice.slash(world.channel, "domino rules", rules="express-it")
    assert answer.ephemeral
    said = text(answer.response)
    assert "Domino Express (Italian)" in said
    assert "any tile but a double" in said
    assert "**100 points**" in said


async def test_rules_without_a_name_are_those_of_the_channels_table(world: World) -> None:
    await world.alice.slash(world.channel, "domino play", rules="express-it")
    answer = await world.bruno.slash(world.channel, "domino rules")
    assert "Italian" in text(answer.response)


@pytest.mark.parametrize(("highest", "tiles"), [(6, 28), (9, 55), (12, 91)])
async def test_a_set_is_shown_to_the_one_who_asks_with_what_it_holds(world: World, highest: int, tiles: int) -> None:
    answer = await world.alice.slash(world.channel, "domino set", highest=highest)
    assert answered_at_once(world)
    assert answer.ephemeral
    assert f"{tiles} tiles" in text(answer.response)
    assert [each.filename for each in answer.response.attachments] == [
        f"double-{highest}.png",
        f"double-{highest}-a4.png",
    ]
    assert alt_texts(answer.response)[0]


async def test_ping_and_about_answer_the_one_who_asked(world: World) -> None:
    ping = await world.alice.slash(world.channel, "domino ping")
    assert ping.ephemeral
    assert ping.response.content.startswith("Awake.")
    about = await world.alice.slash(world.channel, "domino about")
    assert about.ephemeral
    assert "`/domino play`" in text(about.response)


async def test_an_empty_leaderboard_is_friendly(world: World) -> None:
    answer = await world.alice.slash(world.channel, "domino leaderboard")
    assert not answer.ephemeral
    assert len(answer.response.attachments) == 1
    assert not buttons(answer.response)


async def finish(world: World, number: int, names: list[tuple[int, str, int, bool]]) -> None:
    """Put a finished match straight into the store."""
    people = tuple(Person(user, name, "en-US") for user, name, _, _ in names)
    header = Header(
        f"match{number:03}", world.guild.id, number, people[0].user, "express", {}, people,
        Status.FINISHED, "en-US", (), float(number), None,
    )  # fmt: skip
    await world.bot.hub.store.create(header)
    scores = [Score(person, points, won) for person, (_, _, points, won) in zip(people, names, strict=True)]
    await world.bot.hub.store.append(header, [LogEntry(0, "deal 0-0", None, float(number))], scores, 1)


async def test_the_leaderboard_has_pages(world: World) -> None:
    for number in range(13):
        await finish(world, number, [(1000 + number, f"Winner {number}", 100 + number, True), (5, "Loser", 3, False)])
    answer = await world.alice.slash(world.channel, "domino leaderboard")
    assert "Page 1 of 2" in text(answer.response)
    assert "Winner 12" in alt_texts(answer.response)[0]
    await world.bruno.click(answer.response.message, label="Next")
    assert "Page 2 of 2" in text(answer.response)
    assert "Loser" in alt_texts(answer.response)[0]
    await world.bruno.click(answer.response.message, label="Back")
    assert "Page 1 of 2" in text(answer.response)


async def test_commands_work_in_a_server_only(world: World) -> None:
    assert not world.alice.user.available_commands()


async def test_a_players_own_answers_are_in_their_language_and_the_channels_in_the_servers(world: World) -> None:
    with speaking({world.bruno.id: "fr"}, guild="en-US"):
        table = await world.sit("alice", "bruno")
        await take_turn(world, table)
        shown = await world.bruno.click(world.last(), label="My hand")
        assert "Ta main" in text(shown.response)
        stranger = await world.eve.click(world.last(), label="My hand")
        assert stranger.response.content.startswith("You aren't")
        assert "it's your turn" in text(world.last())


async def test_a_french_server_reads_french(world: World) -> None:
    with speaking({}, guild="fr"):
        table = await world.sit("alice", "bruno", target=50)
        await take_turn(world, table)
        assert "it's your turn" not in text(world.last())
        assert "Ma main" in buttons(world.last())
        assert "Open end" not in alt_texts(world.last())[0]


async def test_commands_are_registered_with_french_names(world: World) -> None:
    sync = next(each for each in world.env.http_requests if each.path.endswith("/commands"))
    (group,) = sync.json
    names = {option["name"]: option["name_localizations"] for option in group["options"]}
    assert set(names) == {
        *("play", "hand", "hint", "board", "rules", "set", "leave", "end", "vote"),
        *("back", "host", "remove", "pause", "resume", "doctor"),
        *("leaderboard", "stats", "history", "replay", "record", "verify", "privacy"),
        *("settings", "ping", "about"),
    }
    assert names["play"]["fr"] == "jouer"
    assert names["hand"]["fr"] == "main"


async def test_commands_are_sent_again_only_when_they_changed(world: World) -> None:
    await world.restart()
    syncs = [each for each in world.env.http_requests if each.path.endswith("/commands")]
    assert len(syncs) == 1


@pytest.mark.parametrize("nasty", ["**bold** @everyone", "‮gnp.exe", "🁫" * 32, "<@123> `code`", "a\nb\tc", "​"])
async def test_a_nasty_name_neither_formats_nor_mentions_nor_breaks_a_line(world: World, nasty: str) -> None:
    person = world.guild.add_member(world.env.create_user("nasty", global_name=nasty))
    world.people["nasty"] = person
    table = await world.sit("nasty", "bruno", target=50)
    for _ in range(3):
        if table.view(None).turn is not None:
            await take_turn(world, table)
    said = text(world.last())
    assert "@everyone" not in said
    assert "**bold**" not in said
    assert "‮" not in said
    for sent in world.env.http_requests:
        if sent.path == f"/channels/{world.channel.id}/messages":
            assert "everyone" not in (sent.json["allowed_mentions"].get("parse") or [])


async def test_the_whole_match_is_on_the_leaderboard_after_it(world: World) -> None:
    table = await world.sit("alice", "bruno", "chloe", target=50)
    await rush(world, table)
    rows, total = await world.bot.hub.store.league.board(LeaderboardFilter(world.guild.id), 10)
    assert total == 3
    assert sum(row.wins for row in rows) == 1
    assert [row.points for row in rows if row.wins] == [max(table.view(None).totals)]
