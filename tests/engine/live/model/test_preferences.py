"""Settings of servers and people."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engine.live.database.shards import Shards
from engine.live.model.preferences import PersonPreferences, Preferences, ServerPreferences, Visibility
from engine.live.model.table import Status
from tests.engine.live import traces
from tests.engine.live.people import ANA, BEN, CEM, DIA, GUILD, header
from tests.engine.live.stores import FragileStore, open_store
from tests.engine.live.traces import rows

DARK = ServerPreferences(theme="dark")


def put(file: Path, kind: str, whose: int, name: str, value: str) -> None:
    """Write a setting past the store, as another version would."""
    with closing(traces.opened(file)) as connection:
        connection.execute("INSERT INTO preferences VALUES (?, ?, ?, ?)", (kind, whose, name, value))


async def test_the_defaults_hold_where_nothing_is_set(kept: FragileStore) -> None:
    assert await kept.preferences.get(ServerPreferences, GUILD) == ServerPreferences()
    assert await kept.preferences.get(PersonPreferences, ANA.user_id) == PersonPreferences(as_text=False)


async def test_settings_are_there_after_the_store_was_opened_again(kept: FragileStore, file: Path) -> None:
    await kept.preferences.set(GUILD, DARK)
    await kept.preferences.set(ANA.user_id, PersonPreferences(as_text=True))
    async with open_store(file) as again:
        assert await again.preferences.get(ServerPreferences, GUILD) == DARK
        assert await again.preferences.get(PersonPreferences, ANA.user_id) == PersonPreferences(as_text=True)
        assert await again.preferences.get(PersonPreferences, BEN.user_id) == PersonPreferences()


async def test_a_server_and_a_person_with_the_same_number_are_two(kept: FragileStore) -> None:
    await kept.preferences.set(5, DARK)
    assert await kept.preferences.get(PersonPreferences, 5) == PersonPreferences()


async def test_the_last_choice_counts_and_a_change_of_nothing_keeps_it(kept: FragileStore) -> None:
    for change in (PersonPreferences(as_text=True), PersonPreferences(as_text=False), PersonPreferences()):
        await kept.preferences.set(ANA.user_id, change)
    assert await kept.preferences.get(PersonPreferences, ANA.user_id) == PersonPreferences(as_text=False)
    for change in (DARK, ServerPreferences()):
        await kept.preferences.set(GUILD, change)
    assert await kept.preferences.get(ServerPreferences, GUILD) == DARK


async def test_settings_of_people_at_open_tables_are_read_again_once_another_process_changed_them(
    kept: FragileStore, file: Path
) -> None:
    far = 1 << 22
    for at, (guild, status) in enumerate([(0, Status.LOBBY), (far, Status.PLAYING), (0, Status.FINISHED)]):
        people = ((ANA, BEN), (CEM,), (DIA,))[at]
        await kept.create(header(identity=f"t{at}", channel=at, guild=guild, people=people, status=status))
    everyone, themed = (ANA, BEN, CEM, DIA), PersonPreferences(theme="dark")
    await kept.preferences.set(BEN.user_id, themed)
    for each in everyone:
        await kept.preferences.get(PersonPreferences, each.user_id)
    assert await kept.preferences.refresh() == frozenset()
    async with open_store(file) as other:
        for each in everyone:
            await other.preferences.set(each.user_id, PersonPreferences(as_text=True))
    # not yet
    assert not (await kept.preferences.get(PersonPreferences, ANA.user_id)).as_text
    assert await kept.preferences.refresh(Shards((1,), 2)) == {CEM.user_id}
    assert await kept.preferences.refresh() == {ANA.user_id, BEN.user_id}
    assert await kept.preferences.refresh() == frozenset()
    assert await kept.preferences.get(PersonPreferences, BEN.user_id) == PersonPreferences(as_text=True, theme="dark")
    # a change of this process is known
    await kept.preferences.set(ANA.user_id, themed)
    await kept.preferences.get(PersonPreferences, ANA.user_id)
    assert await kept.preferences.refresh() == frozenset()


@pytest.mark.parametrize("value", ["7", '["dark"]', "null", f'"{"x" * 33}"'])
async def test_a_value_that_does_not_fit_gives_way_to_the_default(kept: FragileStore, file: Path, value: str) -> None:
    put(file, "server", GUILD, "theme", value)
    assert await kept.preferences.get(ServerPreferences, GUILD) == ServerPreferences()


async def test_a_setting_of_a_later_version_is_passed_over_and_stays(kept: FragileStore, file: Path) -> None:
    put(file, "server", GUILD, "fireworks", '{"often": true}')
    await kept.preferences.set(GUILD, DARK)
    assert await kept.preferences.get(ServerPreferences, GUILD) == DARK
    assert rows(file, "SELECT name FROM preferences ORDER BY name") == [("fireworks",), ("theme",)]


async def test_a_person_with_settings_from_before_languages_reads_discords_language(
    kept: FragileStore, file: Path
) -> None:
    for name, value in {"as_text": "true", "theme": '"dark"', "hands": "false", "shown": '"hidden"'}.items():
        put(file, "person", ANA.user_id, name, value)
    before = PersonPreferences(as_text=True, theme="dark", hands=False, shown=Visibility.HIDDEN)
    assert await kept.preferences.get(PersonPreferences, ANA.user_id) == before
    assert before.language == ""
    await kept.preferences.set(ANA.user_id, PersonPreferences(language="es-419"))
    assert await kept.preferences.get(PersonPreferences, ANA.user_id) == before.model_copy(
        update={"language": "es-419"}
    )


@pytest.mark.parametrize("theme", [7, None, "x" * 33])
def test_a_value_that_does_not_fit_is_refused_before_it_is_written(theme: object) -> None:
    with pytest.raises(ValueError, match="theme"):
        ServerPreferences(theme=theme)


def test_one_setting_that_does_not_fit_costs_the_others_nothing() -> None:
    class Two(Preferences):
        KIND = "server"
        theme: str = "felt"
        channels: tuple[int, ...] = ()

    assert Two.read('{"theme": 3, "channels": [1, 2]}') == Two(channels=(1, 2))
    assert Two.read('{"theme": "dark", "channels": "all"}') == Two(theme="dark")
