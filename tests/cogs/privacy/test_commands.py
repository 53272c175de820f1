"""Tests of ``/domino settings privacy``: the panel, the visibility and the file."""

from __future__ import annotations

import io
import json
import zipfile
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.core.errors import UserError
from cogs.privacy import privacy as module
from cogs.privacy.archive import pack
from engine.live.model.preferences import PersonPreferences, Visibility
from tests.support.in_memory.world import World


async def shown_of(world: World, who: Any) -> Visibility:
    return (await world.store.preferences.get(PersonPreferences, who.id)).shown


# ---------------------------------------------------------------------- the panel


async def test_the_panel_privately_lists_what_is_kept_and_names_a_contact(world: World) -> None:
    answer = await world.alice.run("settings privacy")
    assert answer.ephemeral
    assert not answer.lacks("your user id and name", "ratings", "Your settings", "30 days", "docs/privacy.md")
    assert "Daily deals and challenges you played" in answer.text
    assert "Tournaments you were in or organized" in answer.text
    assert answer.labels == ["Get my data", "Delete my data"]
    assert "To contact" not in answer.text
    world.bot.contact = "privacy@example.org"
    assert (
        "To contact the person who runs this bot: privacy@example.org"
        in (await world.alice.run("settings privacy")).text
    )


async def test_people_choose_their_visibility_which_survives_a_restart(world: World) -> None:
    answer = await world.alice.run("settings privacy")
    assert answer.chosen == ["named"]
    for wish in (Visibility.NAMELESS, Visibility.HIDDEN, Visibility.NAMED, Visibility.HIDDEN):
        await world.alice.choose("s:shown", wish.value, on=answer)
        assert answer.chosen == [wish.value]
        assert await shown_of(world, world.alice) is wish
    await world.restart()
    assert await shown_of(world, world.alice) is Visibility.HIDDEN
    assert await shown_of(world, world.bruno) is Visibility.NAMED


async def test_a_visibility_leaves_other_settings_as_they_are(world: World) -> None:
    await world.alice.write_text()
    answer = await world.alice.run("settings privacy")
    await world.alice.choose("s:shown", "nameless", on=answer)
    kept = await world.store.preferences.get(PersonPreferences, world.alice.id)
    assert (kept.as_text, kept.shown) == (True, Visibility.NAMELESS)


async def test_an_unknown_visibility_is_refused(world: World) -> None:
    answer = await world.alice.run("settings privacy")
    forged = await world.alice.forge("s:shown", answer, values=["emperor"])
    assert "That button was for an earlier move." in forged.text
    assert await shown_of(world, world.alice) is Visibility.NAMED


# ---------------------------------------------------------------------- all of it


async def test_every_setting_of_a_person_is_in_their_file(world: World) -> None:
    await world.alice.run("settings theme", theme="dark", **{"for": "me"})
    panel = await world.alice.run("settings messages")
    for kind in ("hands", "turns"):
        await world.alice.choose(f"s:dm:{kind}", "off", on=panel)
    _, found = await exported(world, world.alice)
    assert found["settings"] == {"theme": "dark", "hands": False, "turns": False}


async def exported(world: World, who: Any) -> tuple[Any, dict[str, Any]]:
    """Press Get my data; return the answer, and the content of its file."""
    result = await who.press("Get my data", await who.run("settings privacy"))
    (file,) = result.attachments
    content = await file.read()
    if file.filename.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = archive.read("domino-data.json")
    return result, json.loads(content)


def packed(data: Any, limit: int) -> Any:
    made = pack(data, limit)
    assert made is not None
    return made


async def test_everybody_gets_their_own_data_as_a_file_that_only_they_see(world: World) -> None:
    table = await world.play_and_end()
    result, data = await exported(world, world.alice)
    assert result.ephemeral
    assert [each.filename for each in result.attachments] == ["domino-data.json"]
    (match,) = data["tables"]
    assert (match["id"], match["server"], match["name"]) == (table.id, world.guild.id, "Alice")
    assert match["players"] == ["Alice", "Bruno"]
    assert match["record"]["format"] == "domino-record/1"
    assert data["results"][0]["user_id"] == data["user"] == world.alice.id
    assert str(world.bruno.id) not in json.dumps(data)
    _, other = await exported(world, world.eve)
    assert other["tables"] == []


@pytest.mark.long
async def test_a_file_too_large_for_discord_is_zipped(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.play_and_end()
    data = await world.store.privacy.export(world.alice.id, 0.0)
    whole = packed(data, 10**9)
    monkeypatch.setattr(module, "MAX_FILE_BYTES", len(whole.content) - 1)
    result, again = await exported(world, world.alice)
    assert [each.filename for each in result.attachments] == ["domino-data.zip"]
    assert again["tables"] == json.loads(data.written())["tables"]
    assert again["tables"][0]["record"]["format"] == "domino-record/1"
    assert "leaves out" not in result.text

    # and if that is too much as well, without what can be had otherwise
    zipped = packed(data, len(whole.content) - 1)
    short = packed(data, len(zipped.content) - 100)
    assert short.shortened
    monkeypatch.setattr(module, "MAX_FILE_BYTES", (len(zipped.content) + len(short.content)) // 2)
    result, again = await exported(world, world.alice)
    assert (
        f"leaves out the game records of your matches: get each of them with {world.command('match', 'record')}"
        in result.text
    )
    assert again["tables"] == json.loads(data.written(records=False))["tables"]
    assert "record" not in again["tables"][0]


async def test_a_file_too_large_in_any_form_names_the_contact(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.bot.contact = "privacy@example.org"
    monkeypatch.setattr(module, "MAX_FILE_BYTES", 10)
    result = await world.alice.press("Get my data", await world.alice.run("settings privacy"))
    assert not result.lacks("larger than Discord lets me send", "privacy@example.org")
    assert not result.attachments


async def test_a_person_gets_one_file_at_a_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood of presses must not keep the database from everybody else."""
    message = await world.alice.run("settings privacy")
    personal = world.store.privacy
    original, answers = personal.export, []
    press: Any = SimpleNamespace(client=world.bot, user=SimpleNamespace(id=world.alice.id), locale="en-US")

    async def interrupted(user: int, now: float) -> dict[str, Any]:
        # as if Discord delivered another press meanwhile, past the pace at which people are answered
        if not answers:
            answers.append("")
            with pytest.raises(UserError) as refused:
                await world.cog("Privacy").export(press)
            answers[0] = str(refused.value)
        return await original(user, now)

    monkeypatch.setattr(personal, "export", interrupted)
    result = await world.alice.press("Get my data", message)
    assert "already being prepared" in answers[0]
    assert result.attachments
    # and afterwards another can be had
    await exported(world, world.alice)
