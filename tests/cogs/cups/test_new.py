"""``/domino-cup new``: a plan, its form, and the sign-up that it opens."""

from __future__ import annotations

import discord
import pytest

from engine.cups import Format, Sides
from engine.live.cups.tempo import Tempo
from tests.cogs.cups.opening import message, newest, opened, organizer, plan
from tests.support.in_memory.world import World
from tests.support.simcord_private import create_thread, take


async def test_a_plan_is_private_and_says_what_would_be_opened(world: World) -> None:
    answer = await plan(organizer(world), rules="parejas", sides="pairs", start="90")
    assert answer.private.splitlines() == [
        "## Friday",
        "Dominó por parejas (100 points)",
        "Fixed pairs · Swiss, as many rounds as one winner needs",
        "-# In each round you meet somebody with about as many wins; nobody is out by losing.",
        "-# **Times** – Beginning: in 1 hour 30 minutes · Time for a round: 45 minutes · Next round: by itself, two "
        "minutes after the last",
        "-# **Rounds and players** – Rounds: as many as one winner needs · Late entry: no · If the number of "
        "players doesn't fit: one sits out, which counts as a win (bye) · Standings: as a picture and text",
    ]
    assert answer.labels == ["Open the sign-up", "Times", "Rounds and players"]
    assert not world.messages


async def test_the_form_changes_the_plan_and_the_button_opens_it(world: World) -> None:
    admin = organizer(world)
    answer = await plan(admin, rules="express", sides="alone", tempo="days", format="swiss")
    await admin.submit(await admin.press("Times", answer), {"start": "3600", "round": "432000", "next": "no"})
    await admin.submit(await admin.press("Rounds and players", answer), {"rounds": "4", "late": "yes", "fill": "yes"})
    assert not answer.lacks("in 1 hour", "5 days", "4 rounds", "computers fill the field")
    await admin.press("Open the sign-up", answer)
    header = newest(world).header
    assert (header.name, header.tempo, header.round_seconds, header.automatic) == ("Friday", Tempo.DAYS, 432_000, False)
    assert header.starts_at == pytest.approx(world.time + 3_600, abs=5)
    settings = header.settings
    assert (settings.format, settings.sides, settings.rounds) == (Format.SWISS, Sides.ALONE, 4)
    assert (settings.late_entry, settings.fill) == (True, True)
    assert not answer.lacks("**Friday** is open")


async def test_its_one_message_is_public_and_in_the_language_of_the_server(world: World) -> None:
    await world.prefer(language="de")
    admin = organizer(world)
    await opened(world, admin, rules="express")
    shown = message(world)
    assert not shown.lacks("## Friday", "Feste Paare", "Noch ist niemand angemeldet", f"<@{admin.id}>")
    assert shown.labels == ["Anmelden", "Partner suchen", "Als Ersatz", "Abmelden", "Leiten", "So geht's"]


async def test_only_who_may_manage_events_or_has_the_servers_role_opens_one(world: World) -> None:
    refused = await plan(world.alice)
    assert refused.private.startswith("To open a tournament, you need the permission Manage Events.")
    role = world.guild.create_role("umpires", permissions=discord.Permissions.none())
    await world.prefer(cup_role=role.id)
    assert f"the role <@&{role.id}>" in (await plan(world.alice)).private
    umpire = world.manager(send_messages=True)
    world.env.backend.get_member(world.guild.id, umpire.id).role_ids.append(role.id)
    assert (await plan(umpire)).labels[0] == "Open the sign-up"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"sides": "pairs", "rules": "memory"}, "can't be played so: pairs. These games can: "),
        ({"sides": "alone", "rules": "parejas"}, "can't be played so: alone."),
        ({"sides": "partners-change", "format": "knock-out"}, "Partners can only change with the format Swiss."),
        ({"start": "soon"}, "I don't understand “soon” as a time."),
        ({"start": "<t:1000000000>"}, "That time is past"),
        ({"name": "x" * 51}, "at most 50 characters"),
        ({"name": "\u2800"}, "at least one that can be seen"),
    ],
)
async def test_what_can_not_be_is_refused_with_what_can(world: World, options: dict[str, str], why: str) -> None:
    answer = await plan(organizer(world), **options)
    assert why in answer.private
    assert not answer.buttons


async def test_a_start_is_told_as_it_is_understood_while_it_is_typed(world: World) -> None:
    admin = organizer(world)

    async def offered(typed: str) -> list[str]:
        found = await admin.autocomplete(world.channel, "domino-cup new", "start", typed, name="x", sides="alone")
        return [each["name"] for each in found]

    assert (await offered(""))[:2] == ["when the organizer presses Begin now", "in 15 minutes"]
    assert await offered("1 h 12") == ["in 1 hour 12 minutes"]
    assert await offered("soon") == []


async def test_what_the_channel_lacks_is_told_with_what_works_instead(world: World) -> None:
    admin = organizer(world)
    thread = create_thread(world.env, world.channel, world.alice, "here")
    answer = await admin.run("new", thread, root="domino-cup", name="Friday", sides="alone")
    assert "a thread can't have others" in answer.text
    take(world.env, world.guild, "create_public_threads")
    answer = await plan(admin)
    assert not answer.lacks("I'm missing **Create Public Threads**", "one after the other")
    assert "Open the sign-up" in answer.labels


async def test_a_plan_is_opened_once(world: World) -> None:
    admin = organizer(world)
    answer = await plan(admin)
    button = answer.buttons["Open the sign-up"]
    await admin.press(button, answer)
    again = await admin.forge(button, answer)
    assert again.private.startswith("This plan is gone")
    assert len(world.cog("OpenCups").cups.of_guild(world.guild.id)) == 1


async def test_two_open_tournaments_of_a_server_have_two_names(world: World) -> None:
    admin = organizer(world)
    other = await plan(admin, name="FRIDAY")
    await opened(world, admin)
    assert "called **friday** is open already" in (await plan(admin, name="friday")).private
    refused = await admin.press("Open the sign-up", other)
    assert "called **FRIDAY** is open already" in refused.text


async def test_a_plan_is_forgotten_at_a_restart_which_its_buttons_say(world: World) -> None:
    admin = organizer(world)
    answer = await plan(admin)
    await world.restart()
    assert (await admin.press("Open the sign-up", answer)).text.splitlines()[-1].startswith("This plan is gone")
