"""``/domino settings language``: one person's language in place of Discord's."""

from __future__ import annotations

from engine.live.model.preferences import PersonPreferences
from render.i18n import language_name, languages
from tests.support.in_memory.world import World
from tests.support.simcord_private import speaking

MINE = "s:mylanguage"


async def test_the_command_says_which_language_is_read_and_offers_all_in_their_own_names(world: World) -> None:
    panel = await world.alice.run("settings language")
    assert panel.ephemeral
    assert panel.text.startswith("Messages that only you see are in your language on Discord.")
    assert panel.chosen == ["own"]
    labels = [each["label"] for each in panel.options]
    assert labels == [
        "For you: as on Discord",
        "For you: English",
        *(f"For you: {language_name(each)}" for each in languages()),
    ]
    assert "For you: Français" in labels


async def test_a_language_is_chosen_by_command_or_select_and_given_up_again(world: World) -> None:
    chosen = await world.alice.run("settings language", language="fr")
    assert "**Français**" in chosen.text
    assert "Messages visibles seulement par toi" in chosen.text
    await world.alice.choose(MINE, "own", on=chosen)
    assert chosen.text.startswith("Messages that only you see are in your language on Discord.")
    await world.alice.choose(MINE, "fr", on=chosen)
    assert "**Français**" in chosen.text
    assert (await world.store.preferences.get(PersonPreferences, world.alice.id)).language == "fr"


async def test_english_can_be_chosen_where_discord_is_french(world: World) -> None:
    with speaking({world.alice.id: "fr"}, guild="fr"):
        assert (await world.alice.run("help")).text.startswith("## Dominos")
        await world.alice.run("settings language", language="en")
        assert (await world.alice.run("help")).text.startswith("## Dominoes")


async def test_answers_errors_and_hands_are_in_the_chosen_language_and_boards_in_the_servers(world: World) -> None:
    await world.bruno.run("settings language", language="fr")
    await world.sit("alice", "bruno")
    assert "Ta main" in world.bruno.hand.text
    assert "Your hand" in world.alice.hand.text
    assert "Ta main" in (await world.bruno.press("My hand")).text
    assert "turn" in world.board.text
    assert (await world.bruno.run("table host", person=world.bruno.user)).private.startswith("Seul l'hôte")


async def test_a_hand_that_was_sent_is_shown_again_in_the_new_language(world: World) -> None:
    await world.sit("alice", "bruno")
    assert "Your hand" in world.alice.hand.text
    await world.alice.run("settings language", language="fr")
    assert "Ta main" in world.alice.hand.text


async def test_a_forged_language_changes_nothing(world: World) -> None:
    panel = await world.alice.run("settings language")
    assert (await world.alice.forge(MINE, panel, values=["tlh"])).private.startswith("That button was for")
    assert (await world.store.preferences.get(PersonPreferences, world.alice.id)).language == ""


async def test_a_language_of_a_later_version_counts_as_none(world: World) -> None:
    await world.store.preferences.set(world.alice.id, PersonPreferences(language="tlh"))
    with speaking({world.alice.id: "fr"}, guild="en-US"):
        assert (await world.alice.run("help")).text.startswith("## Dominos")
