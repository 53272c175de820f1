"""People and the trial bot, over the wire."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import aiohttp
import pytest
from aiohttp import web

from playground.errors import ApiError
from playground.server import Playground
from playground.world import Call
from tests.playground.table import Table
from tests.playground.trial_bot import png
from tests.support.people import NotAllowed, NotAnswered
from tests.support.playground import checks_requests, forget_sessions, wait_for_bot

pytestmark = pytest.mark.wire


@pytest.mark.long
async def test_a_command_is_answered_in_the_persons_and_the_servers_language(table: Table) -> None:
    bruno = table.people.bruno
    answer = await bruno.run("domino play", rules="express-it", target=150, pairs=True, friend=table.people.eve)
    eve = table.people.eve
    assert answer.message.text == f"Table of **express-it** to 150, in pairs, with {eve.mention}\nfr in en-US"
    assert answer.message.data["interaction_metadata"]["name"] == "domino play"
    seen = await eve.wait_for(lambda m: m.id == answer.message.id)
    assert seen.data["pings_me"] is True


@pytest.mark.long
async def test_the_servers_language_can_be_changed(table: Table) -> None:
    table.playground.world.guild.set_locale("it")
    assert (await table.people.davide.run("domino play")).message.text.endswith("it in it")


@pytest.mark.long
async def test_only_a_community_server_has_a_language(table: Table) -> None:
    guild, events = table.playground.world.guild, table.playground.world.events
    for locale, features, told in (("", [], "en-US"), ("it", ["COMMUNITY"], "it"), ("", [], "en-US")):
        guild.set_locale(locale)
        (sent,) = (each for each in events.guild_creates() if int(each["id"]) == guild.id)
        assert (guild.locale, sent["features"], sent["preferred_locale"]) == (locale, features, told)
        answer = await table.people.davide.run("domino play")
        assert answer.message.text.endswith(f"it in {told}")


@pytest.mark.long
async def test_commands_come_with_their_localised_names(table: Table) -> None:
    commands = {command["name"]: command for command in await table.people.chloe.commands()}
    play = next(o for o in commands["domino"]["options"] if o["name"] == "play")
    assert play["name_localizations"]["fr"] == "jouer"
    assert play["options"][0]["choices"][0]["name_localizations"]["fr"] == "Domino Express"


async def test_a_wrong_option_is_refused_before_the_bot_hears_of_it(table: Table) -> None:
    for command, options, reason in (
        ("domino play", {"target": 5000}, "must be ≤ 500"),
        ("domino play", {"target": "abc"}, "target must be a whole number"),
        ("domino play", {"rules": "chess"}, "only allows"),
        ("chess play", {}, "no command"),
    ):
        with pytest.raises(NotAllowed, match=reason):
            await table.people.alice.run(command, **options)


@pytest.mark.long
async def test_autocomplete_gives_what_the_bot_offers(table: Table) -> None:
    choices = await table.people.alice.autocomplete("domino find", "name", "m")
    assert choices == [{"name": "Matador", "value": "matador"}, {"name": "Muggins", "value": "muggins"}]
    assert await table.text_of("domino find", name="matador") == "Found matador"


async def test_a_button_changes_the_message_for_everyone(table: Table) -> None:
    lobby = await table.lobby()
    assert lobby.labels == ["Join", "My hand"]
    assert (await table.people.bruno.press(lobby, label="Join")).message.id == lobby.id
    for person in table.people:
        joined = await person.wait_for(lambda m: table.people.bruno.mention in m.content)
        assert joined.id == lobby.id


async def test_a_disabled_button_cannot_be_pressed(table: Table) -> None:
    lobby = await table.lobby()
    with pytest.raises(NotAllowed, match="disabled"):
        await table.people.alice.press(lobby, label="Start")


@pytest.mark.long
async def test_a_hand_is_seen_by_its_reader_alone_and_played_from(table: Table) -> None:
    hand = await table.hand()
    assert hand.ephemeral
    assert hand.pictures[0][1] == "Three tiles: 6-6, 5-4, 1-0"
    assert await table.people.bruno.picture(hand) == png("seagreen").getvalue()
    for person in table.people:
        messages = [m.id for m in await person.messages()]
        assert (hand.id in messages) == (person is table.people.bruno)
    with pytest.raises(NotAllowed, match="404"):
        await table.people.alice.choose(hand, ["66"])
    assert (await table.people.bruno.choose(hand, ["66", "10"])).message.content == "Played 66 and 10"


@pytest.mark.long
async def test_a_select_takes_as_many_as_it_says_and_only_what_it_has(table: Table) -> None:
    hand = await table.hand()
    for values in ([], ["66", "54", "10"], ["99"], ["66", "66"]):
        with pytest.raises(NotAllowed):
            await table.people.bruno.choose(hand, values)


@pytest.mark.long
async def test_people_are_chosen_in_a_user_select(table: Table) -> None:
    asked = (await table.people.alice.run("trial invite")).message
    answer = await table.people.alice.choose(asked, [table.people.chloe, table.people.eve], custom_id="trial:friends")
    assert answer.message.content == "Invited Chloé, Eve"


async def test_a_modal_opens_for_its_person_and_is_submitted(table: Table) -> None:
    shown = await table.people.alice.run("trial modal")
    assert shown.state == "modal"
    assert shown.modal["title"] == "Options of the table"
    with pytest.raises(NotAllowed):
        await table.people.bruno.submit(shown, {"target": "100", "mode": ["pairs"]})
    with pytest.raises(NotAllowed, match="max_length"):
        await table.people.alice.submit(shown, {"target": "10000", "mode": ["pairs"]})
    answer = await table.people.alice.submit(shown, {"target": "100", "mode": ["pairs"]})
    assert answer.message.content == "To 100, pairs"
    assert {p.name for p in table.people for e in p.events if (e.get("interaction") or {}).get("modal")} == {"Alice"}


@pytest.mark.long
async def test_a_bot_that_thinks_is_seen_thinking(table: Table) -> None:
    started = await table.people.alice.run("trial slow", seconds=0.4, wait=0)
    alice, eve = table.people.alice, table.people.eve
    # it may be over before she looks
    thinking = await eve.wait_for_event(lambda e: e["type"] == "message" and e["message"]["loading"])
    done = await eve.wait_for(lambda m: m.content == "Thought it over")
    assert int(thinking["message"]["id"]) == done.id
    assert (await eve.wait_for(lambda m: m.content == "And another thing")).id != done.id
    await alice.wait_for_event(lambda e: (e.get("interaction") or {}).get("state") == "answered")
    told = [event["interaction"] for event in alice.events if event["type"] == "interaction"]
    states = [each["state"] for each in told if each["id"] == str(started.id)]
    assert states[:2] == ["waiting", "thinking"]
    assert states[-1] == "answered"


@pytest.mark.long
async def test_a_bot_that_never_answers_has_failed_after_three_seconds(table: Table) -> None:
    with pytest.raises(NotAnswered):
        await table.people.alice.run("trial silent")


@pytest.mark.long
async def test_an_edit_replaces_the_picture_and_its_alt_text(table: Table) -> None:
    await table.people.alice.run("trial picture")
    message = await table.people.bruno.wait_for(lambda m: m.content == "second")
    assert [alt for _, alt in message.pictures] == ["The chain: 6-6 6-5 5-1"]
    assert await table.people.bruno.picture(message) == png("tomato").getvalue()


@pytest.mark.long
async def test_layouts_and_embeds_show_their_pictures_once(table: Table) -> None:
    card = (await table.people.alice.run("trial card")).message
    assert [alt for _, alt in card.pictures] == ["A chain of four tiles"]
    assert await table.people.bruno.picture(card) == png("olive").getvalue()
    embed = (await table.people.alice.run("trial embed")).message
    assert embed.attachments == []
    assert [alt for _, alt in embed.pictures] == ["Bars"]
    assert await table.people.bruno.picture(embed) == png("goldenrod").getvalue()


@pytest.mark.long
async def test_a_bot_reads_its_own_emojis_picture(table: Table) -> None:
    assert (await table.text_of("trial emoji")).endswith(f"of {len(png('navy', (32, 32)).getvalue())} bytes")


@pytest.mark.long
async def test_unread_marks_count_and_go(table: Table) -> None:
    alice, bruno = table.people.alice, table.people.bruno
    await alice.say(f"hello {bruno.mention}")
    await alice.say("and hello")

    async def marks() -> dict[str, tuple[int, int]]:
        return {row["kind"] + row["name"]: (row["unread"], row["mentions"]) for row in await bruno.channels()}

    assert (await marks())["texttable"] == (2, 1)
    assert not any(row["unread"] for row in await alice.channels())
    await alice.run("trial secret")
    await bruno.run("trial secret")
    assert (await marks())["dmDominoes"] == (1, 0)
    await bruno.read()
    await bruno.read("dm")
    assert {unread for unread, _ in (await marks()).values()} == {0}


@pytest.mark.long
async def test_a_controls_work_in_a_private_message_too(table: Table) -> None:
    await table.people.eve.run("trial secret")
    note = await table.people.eve.wait_for(lambda m: m.content == "Psst, Eve")
    assert (await table.people.eve.choose(note, ["54"])).message.content == "Played 54"


@pytest.mark.long
async def test_closed_dms_are_told_to_the_bot(table: Table) -> None:
    await table.people.eve.close_dms()
    assert (await table.people.eve.run("trial secret")).message.content == "ApiError with 50007"


@pytest.mark.long
async def test_a_thread_is_a_place_of_its_own(table: Table) -> None:
    thread = await table.people.chloe.open_thread("side table")
    assert (await table.people.bruno.run("domino play", channel="side table")).message.channel_id == thread


async def test_a_request_against_the_specification_is_refused_and_shown(table: Table) -> None:
    if not await checks_requests(table.playground.spec):
        pytest.skip("the specification's checker is not here")
    assert (await table.text_of("trial breach")).startswith("400 50035: Invalid Form Body")
    shown = await table.people.bruno.wait_for_event(lambda e: e["type"] == "problem")
    assert shown["problem"]["what"] == "Against Discord's specification"


@pytest.mark.long
async def test_a_flood_is_throttled_by_discord_py_itself(table: Table) -> None:
    began = time.monotonic()
    await table.people.alice.run("trial flood", count=7, wait=20)
    assert time.monotonic() - began > 4
    posts = [r for r in table.playground.requests if r.method == "POST" and r.path.endswith("/messages")]
    assert [r.status for r in posts] == [200] * 7


@pytest.mark.long
async def test_without_limits_there_is_no_waiting(table: Table) -> None:
    table.playground.limits.enabled = False
    # a limit that is reached would never end
    table.playground.limits.clock = lambda: 0.0
    assert (await table.people.alice.run("trial flood", count=12)).message.content == "Flooded"


@pytest.mark.long
async def test_a_dropped_socket_is_resumed_and_nothing_is_missed(table: Table) -> None:
    await asyncio.sleep(0)
    assert table.playground.gateway.drop() == 1
    started = await table.people.alice.run("domino play", wait=0)
    answer = await table.people.alice.wait_for(lambda m: "Table of" in m.content)
    assert answer.data["interaction_metadata"]["id"] == str(started.id)
    assert table.playground.gateway.resumed == 1


@pytest.mark.long
async def test_forgotten_sessions_begin_anew(table: Table) -> None:
    forget_sessions(table.playground.gateway)
    await wait_for_bot(table.playground)
    assert await table.lobby() is not None
    assert table.playground.gateway.resumed == 0


@pytest.mark.long
async def test_requests_wait_while_paused(table: Table) -> None:
    async with table.playground.rest.paused():
        await table.people.alice.run("domino play", wait=0)
        await asyncio.sleep(0.2)
        assert await table.people.bruno.messages() == []
    await table.people.bruno.wait_for(lambda m: "Table of" in m.content)


@pytest.mark.long
async def test_old_buttons_work_after_the_bot_was_killed(table: Table) -> None:
    lobby = await table.lobby()
    await table.bot.kill()
    await table.bot.start()
    await wait_for_bot(table.playground)
    assert table.people.bruno.mention in (await table.people.bruno.press(lobby, label="Join")).message.content


async def test_a_screen_that_goes_away_while_it_connects_is_no_error(
    alone: Playground, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def gone(*_: object) -> None:
        raise ConnectionResetError("Cannot write to closing transport")

    monkeypatch.setattr(web.WebSocketResponse, "prepare", gone)
    alice = alone.world.guild.residents[0].id
    async with aiohttp.ClientSession() as session:
        with suppress(aiohttp.ClientError):
            await session.ws_connect(f"{alone.url}/people/{alice}/live")
    assert not caplog.records


@pytest.mark.long
async def test_the_bot_is_used_where_it_is_not(table: Table) -> None:
    alice, bruno, chloe = table.people.alice, table.people.bruno, table.people.chloe
    for place, guild in {"group": None, "friend": None, "lounge": "en-US"}.items():
        lobby = (await alice.run("domino play", channel=place)).message
        assert f"en-US in {guild}" in lobby.content
    with pytest.raises(NotAllowed):
        await bruno.run("domino play", channel="group")
    assert await bruno.commands("group") == []
    lobby = (await alice.messages("group"))[-1]
    hand = (await bruno.press(lobby, label="My hand")).message
    assert "The hand of Bruno" in hand.content
    assert len(await chloe.messages("group")) == 1
    await bruno.install()
    assert [command["name"] for command in await bruno.commands("group")] == ["domino"]
    await bruno.install(False)
    assert await bruno.commands("group") == []
    assert not table.playground.journal.problems


@pytest.mark.long
async def test_answers_are_for_oneself_where_a_server_wants_that_of_own_apps(table: Table) -> None:
    answer = (await table.people.alice.run("domino play", channel="quiet-room")).message
    assert answer.ephemeral
    assert await table.people.bruno.messages("quiet-room") == []


@pytest.mark.long
async def test_a_bot_meets_only_the_server_that_has_it(table: Table) -> None:
    people = table.people
    for place in ("group", "lounge"):
        await people.alice.say("hello <@1>", channel=place)
    world = table.playground.world
    guilds = [guild["name"] for guild in world.events.guild_creates()]
    assert guilds == ["Domino Café"]
    assert len(world.events.ready("", "")["guilds"]) == 1
    for place in ("group", "friend", "lounge"):
        channel = await people.alice.channel_id(place)
        with pytest.raises(ApiError) as refused:
            world.requests.dispatch(Call("POST", f"/channels/{channel}/messages", {"content": "x"}))
        assert (refused.value.status, refused.value.code) == (403, 50001)


@pytest.mark.long
async def test_who_is_not_in_a_group_message_sees_and_does_nothing_there(table: Table) -> None:
    alice, eve = table.people.alice, table.people.eve
    lobby = (await alice.run("domino play", channel="group")).message
    await alice.press(lobby, label="My hand")
    for action in (eve.refresh(lobby), eve.press(lobby, label="Join"), eve.say("hello", channel=lobby.channel_id)):
        with pytest.raises(NotAllowed) as refused:
            await action
        assert refused.value.status == 404
    told = [event for event in eve.events if event["type"] in ("message", "interaction", "unread")]
    assert told == []
    assert len(await table.people.bruno.messages("group")) == 1


@pytest.mark.long
async def test_a_command_in_the_menu_of_a_person_is_run_on_anybody_anywhere(table: Table) -> None:
    people, world = table.people, table.playground.world
    (greet,) = await people.chloe.user_commands()
    assert (greet["type"], greet["name_localizations"]["fr"]) == (2, "Saluer")
    assert "Greet" not in [each["name"] for each in await people.chloe.commands()]
    for whom, place, told in (
        (people.bruno, "table", "Hello, member Bruno"),
        (people.alice, "table", "Hello, member Alice"),
        (world.bot_id, "table", "Hello, member Dominoes"),
        (people.bruno, "group", "Hello, user Bruno"),
        (people.bruno, "friend", "Hello, user Bruno"),
        (people.eve, "dm", "Hello, user Eve"),
    ):
        answer = (await people.alice.use_on(whom, "Greet", channel=place)).message
        assert answer.text == told
        assert (answer.data["type"], answer.data["interaction_metadata"]["name"]) == (23, "Greet")
    assert not table.playground.journal.problems


@pytest.mark.long
async def test_a_command_on_nobody_or_that_is_not_offered_is_refused(table: Table) -> None:
    alice, bruno = table.people.alice, table.people.bruno
    for who, whom, name, place, status in (
        (alice, 1, "Greet", "table", 404),
        (alice, bruno, "Meet", "table", 404),
        (alice, bruno, "domino", "table", 404),
        (bruno, alice, "Greet", "group", 400),
    ):
        with pytest.raises(NotAllowed) as refused:
            await who.use_on(whom, name, channel=place)
        assert refused.value.status == status
