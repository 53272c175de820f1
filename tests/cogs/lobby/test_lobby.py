"""Opening a table, sitting down, choosing options, starting."""

from __future__ import annotations

from typing import Any

import pytest

from engine.live.history.experience import MIN_MATCHES
from engine.rules import RULE_SETS
from tests.support.in_memory.matches import finish
from tests.support.in_memory.world import World
from tests.support.simcord_private import deny, hide, speaking


async def test_play_opens_a_lobby_with_its_host_seated(world: World) -> None:
    assert not (await world.alice.run("play", rules="express", target=150)).ephemeral
    assert [person.name for person in world.table.people] == ["Alice"]
    assert not world.board.lacks("Domino Express", "150 points · singles", "Alice", "(host)")
    assert world.board.labels == ["Join", "Play with computers", "More"]


async def test_any_player_starts_a_full_table_and_no_more_join_it(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board
    assert (await world.alice.press("Join")).private == "You are already at this table."
    assert "Only the host" in (await world.bruno.press("Start", lobby)).private
    for person in (world.chloe, world.davide):
        await person.press("Join", lobby)
    assert "Join" not in world.board.buttons
    assert "full" in (await world.eve.forge(f"b:join:{table.id}", lobby)).text
    assert len(table.people) == 4
    await world.davide.press("Start", lobby)
    assert table.playing


async def test_leaving_frees_the_seat_passes_the_host_on_and_at_last_closes_the_lobby(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board
    await world.alice.press("Leave", lobby)
    assert [person.name for person in table.people] == ["Bruno"]
    assert table.header.host_id == world.bruno.id
    await world.bruno.press("Leave", lobby)
    assert "Everyone has left" in world.board.text
    assert not world.board.buttons
    assert not world.tables


async def test_only_invited_friends_are_mentioned_once(world: World) -> None:
    await world.alice.run("play", friend1=world.bruno, friend2=world.chloe, friend3=world.alice)
    allowed = world.requests(path="/callback")[0].json["data"]["allowed_mentions"]
    assert sorted(int(user) for user in allowed["users"]) == sorted([world.bruno.id, world.chloe.id])
    await world.bruno.press("Join")
    assert not any(each.json["allowed_mentions"].get("users") for each in world.requests(method="PATCH"))
    assert world.table.header.invited == (world.chloe.id,)


async def test_an_option_that_the_rule_set_lacks_is_refused_with_reason(world: World) -> None:
    told = (await world.alice.run("play", rules="memory", target=50)).private
    assert told == "Memory isn't played to a number of points. It has no options."
    assert not world.tables


async def test_a_channel_holds_one_table_and_a_second_play_links_to_it(world: World) -> None:
    await world.alice.run("play")
    lobby = world.board
    second = await world.bruno.run("play")
    assert "already" in second.private
    assert str(lobby.id) in second.text
    assert not (await world.bruno.run("play", world.guild.create_text_channel("second-table"))).ephemeral


async def test_a_second_play_of_a_player_says_that_they_sit_here_and_links_to_the_table(world: World) -> None:
    await world.lobby("alice", "bruno")
    lobby = world.board
    for each in (world.alice, world.bruno):
        again = await each.run("play")
        assert again.private.startswith("You are already at this table.")
        assert str(lobby.id) in again.text
    await world.alice.press("Start")
    assert (await world.bruno.run("play")).labels == ["My hand"]


async def test_the_host_chooses_options_under_more(world: World) -> None:
    table = await world.lobby("alice")
    more = await world.alice.press("More")
    for changes, told in (
        ({"target": "200", "pairs": "true"}, ["200 points", "two pairs"]),
        ({"blocked_pairs": "opponents"}, ["200 points", "the opponents' pips only"]),
    ):
        await world.alice.fill_in(more, changes)
        assert not world.board.lacks(*told)
        assert not more.lacks(*told)
    await world.alice.choose(f"s:ruleset:{table.id}", "express-it", on=more)
    assert "Domino Express (Italian)" in world.board.text
    assert table.header.options["target"] == 200
    forged = await world.alice.forge(f"s:option:{table.id}:target", more, values=["1000000"])
    assert "can't be" in forged.text
    assert table.header.options["target"] == 200


async def test_partners_are_chosen_and_whoever_would_move_is_asked(world: World) -> None:
    table = await world.lobby("alice", "bruno", "chloe", "davide", pairs=True)
    more = await world.bruno.press("More")
    assert more.labels[2:] == ["Partner of Alice", "Partner of Chloé", "Leave"], "Davide is the partner"
    told = await world.bruno.press("Partner of Alice", more)
    assert told.private == f"<@{world.chloe.id}> has to agree. I've asked."
    asked, names = world.board, [person.name for person in table.people]
    assert f"<@{world.chloe.id}>, Bruno would like to change seats with you." in asked.text
    assert names == ["Alice", "Bruno", "Chloé", "Davide"]
    assert "Only the player who was asked" in (await world.davide.press("Change seats", asked)).private
    await world.bruno.press("Partner of Alice", more)
    assert world.board == asked, "nobody is asked twice"
    await world.chloe.press("Change seats", asked)
    assert world.now(asked).text == "Bruno and Chloé have changed seats."
    assert [person.name for person in table.people] == ["Alice", "Chloé", "Bruno", "Davide"]
    assert "**Alice** + **Bruno** against **Chloé** + **Davide**" in world.messages[0].text
    await world.alice.press(f"b:start:{table.id}", world.messages[0])
    assert "Your partner: **Bruno**" in world.alice.hand.text
    assert "In pairs: " in world.board.alts[0]


async def test_seats_of_computers_and_free_ones_change_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await world.lobby("alice", "bruno", pairs=True)
    more = await world.bruno.press("More")
    await world.bruno.press("Partner of Alice", more)
    assert "Your partner: **Alice**" in more.text
    assert not world.board.lacks("1. 🔵 **Alice** (host)", "2. 🟠 *free*", "3. 🔵 **Bruno**", "4. 🟠 *free*")
    await world.alice.choose_more("computer", "easy")
    await world.bruno.press(f"Partner of 🤖 {table.people[1].name}", await world.bruno.press("More"))
    assert [person.user_id for person in table.people][:2] == [world.alice.id, -1]
    monkeypatch.setattr("random.sample", lambda people, count: people[::-1][:count])
    await world.alice.press("Shuffle seats", await world.alice.press("More"))
    assert table.people[2].user_id == world.alice.id


async def test_the_buttons_of_seats_of_earlier_versions_still_answer(world: World) -> None:
    table = await world.lobby("alice", "bruno", "chloe", "davide", pairs=True)
    assert (await world.bruno.forge(f"b:swap:{table.id}:1")).private == "You already sit there."
    for custom_id, asked in ((f"b:swap:{table.id}", "chloe"), (f"b:swap:{table.id}:3", "davide")):
        assert f"<@{world.people[asked].id}> has to agree" in (await world.bruno.forge(custom_id)).private
    for person, forged in ((world.eve, "0"), (world.bruno, "4"), (world.bruno, "-1"), (world.bruno, "x")):
        assert (await person.forge(f"b:swap:{table.id}:{forged}")).private


async def test_a_host_plays_with_computers_at_one_press(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board
    assert "Only the host" in (await world.bruno.press("Play with computers", lobby)).private
    await world.alice.press("Play with computers", lobby)
    assert table.playing
    assert [person.computer for person in table.people] == [False, False, True, True]
    assert "has already started" in (await world.bruno.forge(f"b:more:{table.id}", lobby)).private


async def test_more_offers_each_what_they_may_do(world: World) -> None:
    table, lobby = await world.lobby("alice", "bruno"), world.board
    rules = ["Rules", "Fair deal"]
    assert (await world.alice.press("More", lobby)).labels == [
        "House rules and clock",
        "Other options",
        "Which game suits us?",
        *rules,
        "Save these rules",
        "Leave",
        "Close the table",
    ]
    guest = await world.bruno.press("More", lobby)
    assert guest.labels == [*rules, "Leave"]
    assert not guest.selects
    assert (await world.eve.press("More", lobby)).labels == rules
    assert (await world.manager(manage_messages=True).press("More", lobby)).labels == [*rules, "Close the table"]
    await world.bruno.press("Leave", guest)
    assert guest.text == "You have left the table."
    assert len(table.people) == 1


@pytest.mark.long
async def test_the_servers_rule_sets_are_suggested_first_and_the_rest_family_by_family(world: World) -> None:
    def values(found: list[dict[str, Any]]) -> list[str]:
        return [each["value"] for each in found]

    new = values(await world.alice.complete("play", "rules", ""))
    assert new == [*RULE_SETS][:25]
    for rules in ("misere", "misere", "double-twelve", "classic"):
        await world.rush(await world.sit("alice", "bruno", rules=rules))
        await world.wait(1)
    first = values(await world.alice.complete("play", "rules", ""))[:4]
    assert first == ["classic", "misere", "double-twelve", "express"]
    pairs = values(await world.alice.complete("play", "rules", "pairs"))
    assert {"parejas", "cubano", "six-love"} <= {*pairs}
    assert "bergen" not in pairs
    far, mallory = world.elsewhere()
    assert values(await mallory.autocomplete(far, "domino play", "rules", "")) == new


async def test_rule_sets_are_suggested_by_name_in_the_readers_language(world: World) -> None:
    choices = await world.alice.complete("play", "rules", "itali")
    assert [choice["value"] for choice in choices] == ["express-it"]
    with speaking({world.bruno.id: "fr"}):
        assert (await world.bruno.complete("play", "rules", "train mexicain"))[0]["value"] == "mexican-train"
        await world.bruno.run("play", rules="train mexicain")
    assert world.table.header.rules == "mexican-train"


async def test_a_friend_who_cannot_be_invited_is_named_with_the_reason(world: World) -> None:
    _, mallory = world.elsewhere()
    refused = await world.alice.run("play", friend1=mallory.user)
    assert refused.private == "mallory isn't on this server and can't play here."
    hide(world.env, world.channel, world.bruno.user)
    refused = await world.alice.run("play", friend1=world.chloe, friend2=world.bruno)
    assert refused.private == "Bruno can't see this channel and can't play here."
    assert not world.tables


@pytest.mark.parametrize(
    ("permission", "named"),
    [("attach_files", "Attach Files"), ("send_messages", "Send Messages"), ("embed_links", "Embed Links")],
)
async def test_a_missing_permission_is_named_before_a_lobby_opens(world: World, permission: str, named: str) -> None:
    deny(world.env, world.guild, world.channel, permission)
    assert f"**{named}**" in (await world.alice.run("play")).private
    assert not world.tables


async def test_a_thread_needs_its_own_permission(world: World) -> None:
    thread = world.thread()
    deny(world.env, world.guild, world.channel, "send_messages_in_threads")
    result = await world.alice.run("play", thread)
    assert "**Send Messages in Threads**" in result.private
    assert "**Send Messages**" not in result.text


async def test_the_lobby_shows_its_rules(world: World) -> None:
    await world.alice.run("play")
    page = await world.eve.press("Rules")
    assert page.ephemeral
    assert "each player takes 7" in page.text
    assert "document" not in page.text


# ---------------------------------------------------------------------- beginners


async def test_a_hosts_first_lobby_tells_how_long_a_match_takes_and_what_its_buttons_do(world: World) -> None:
    await world.lobby("alice")
    assert not world.board.lacks("100 points · singles · about 30 minutes", "**Join** takes a seat, **Start** deals")
    await world.bruno.press("Join")
    assert "about 30 minutes" in world.board.text
    await world.alice.press("Start")
    (begun,) = [each for each in world.messages if "The match has started" in each.text]
    assert "about" not in begun.text


async def test_a_host_who_has_finished_a_match_needs_no_explanation(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 60, False))
    await world.lobby("alice")
    assert "takes a seat" not in world.board.text
    assert "about 30 minutes" in world.board.text


async def test_a_lobby_tells_the_median_of_enough_finished_matches(world: World) -> None:
    await world.lobby("chloe")
    assert "about 30 minutes" in world.board.text
    for _ in range(MIN_MATCHES):
        await finish(world, (world.alice, 100, True), (world.bruno, 60, False), seconds=600)
    await world.davide.press("Join")
    assert "about 10 minutes" in world.board.text
    await world.eve.press("Join")
    assert "about 35 minutes" in world.board.text, "none of three players has been measured"
    await world.restart()
    await world.davide.press("Leave", await world.davide.press("More"))
    assert "about 10 minutes" in world.board.text


async def test_presses_in_a_lobby_ask_the_database_for_nothing_about_finished_matches(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.lobby("alice")
    asked: list[str] = []
    rows = world.store.connection.rows

    async def counted(sql: str, parameters: Any = ()) -> list[Any]:
        asked.append(sql)
        return await rows(sql, parameters)

    monkeypatch.setattr(world.store.connection, "rows", counted)
    for who in (world.bruno, world.chloe):
        await who.press("Join")
    assert not [each for each in asked if "matches" in each or "scores" in each]
