"""Tests of the store of saved rules."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from engine.live.database.connection import Connection, Step
from engine.live.model.saved_rules import MAX_SAVED, HouseRules, Owner, OwnerKind, SavedName
from tests.engine.live.stores import FragileStore

HERE, ANA = Owner(OwnerKind.SERVER, 7), Owner(OwnerKind.PERSON, 7)
PAIRS, MATA = HouseRules("express", {"pairs": True, "target": 200}), HouseRules("mata", {})


async def test_rules_are_found_by_their_owner_alone_and_by_name(store: FragileStore) -> None:
    saved = store.saved_rules
    sunday = await saved.save(HERE, "Sunday", PAIRS)
    club = await saved.save(HERE, "club", MATA)
    mine = await saved.save(ANA, "Sunday", MATA)
    assert await saved.all(HERE) == [club, sunday]
    assert (sunday.name, sunday.rules) == ("Sunday", PAIRS)
    assert await saved.all(ANA) == [mine]
    assert await saved.find(HERE, sunday.id) == sunday
    assert await saved.find(ANA, sunday.id) is None
    await saved.delete(ANA, sunday.id)
    await saved.delete(HERE, club.id)
    assert await saved.all(HERE) == [sunday]


async def test_a_name_has_the_rules_that_were_saved_last(store: FragileStore) -> None:
    saved = store.saved_rules
    first = await saved.save(HERE, "Sunday", PAIRS)
    again = await saved.save(HERE, "SUNDAY", MATA)
    assert (again.id, await saved.all(HERE)) == (first.id, [again])
    assert (again.name, again.rules) == ("SUNDAY", MATA)


async def test_rules_get_another_name_unless_others_have_it(store: FragileStore) -> None:
    saved = store.saved_rules
    sunday, club = await saved.save(HERE, "Sunday", PAIRS), await saved.save(HERE, "Club", MATA)
    assert (await saved.rename(HERE, sunday.id, "Monday")) == (await saved.all(HERE))[1]
    with pytest.raises(SavedName):
        await saved.rename(HERE, club.id, "monday")
    assert await saved.rename(ANA, club.id, "Tuesday") is None
    assert [each.name for each in await saved.all(HERE)] == ["Club", "Monday"]


async def test_however_many_save_at_once_an_owner_has_twenty(store: FragileStore) -> None:
    saved = store.saved_rules
    names = [f"rules {number}" for number in range(MAX_SAVED + 5)]
    results = await asyncio.gather(*(saved.save(HERE, name, MATA) for name in names), return_exceptions=True)
    assert sum(isinstance(each, SavedName) for each in results) == 5
    assert len(await saved.all(HERE)) == MAX_SAVED
    await saved.save(ANA, "Sunday", MATA)


async def test_changes_of_an_owners_rules_exclude_each_other(
    store: FragileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    excluded: list[Collection[int]] = []
    write = Connection.write

    async def noted(self: Connection, *steps: Step, servers: Collection[int] = ()) -> None:
        excluded.append(servers)
        await write(self, *steps, servers=servers)

    monkeypatch.setattr(Connection, "write", noted)
    sunday = await store.saved_rules.save(HERE, "Sunday", PAIRS)
    await store.saved_rules.rename(HERE, sunday.id, "Monday")
    await store.saved_rules.delete(HERE, sunday.id)
    assert excluded == [(HERE.id,)] * 3
    assert await store.saved_rules.rename(HERE, sunday.id, "Sunday") is None
    assert await store.saved_rules.all(HERE) == []
