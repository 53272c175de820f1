"""A person is given all that is kept about them, and is deleted without a trace; the others' data stay as they were."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from engine import record
from engine.live.database import postgres_cleaning
from engine.live.database.connection import Statement
from engine.live.history.records import record_of
from engine.live.league.figures import Kind
from engine.live.model.deleted_users import DELETED_BELOW, DELETED_NAME, is_deleted
from engine.live.model.errors import TableError
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.request import TableRequest
from engine.live.model.table import MAX_OLDER, HandMessage, Person, Status
from engine.live.privacy.service import Remains, StillSeated
from engine.live.tables import deal_words, lifecycle, lobby, presence
from engine.live.tables.anonymise import anonymise
from engine.verify import verify
from tests.engine.live.club import ANA, BEN, CEM, DIA, HERE, THERE, Club, post_of
from tests.engine.live.playing import play_one
from tests.engine.live.stores import open_store
from tests.engine.live.traces import HOLDERS, bytes_of, cells, opened, rows, traces

# ---------------------------------------------------------------------- deleting


@pytest.mark.long
async def test_a_deleted_person_is_nowhere_in_the_database(club: Club, file: Path) -> None:
    await club.with_a_past()
    assert {table for table, _ in traces(file, ANA.user_id, ANA.name)} == HOLDERS
    await club.delete(ANA)
    assert not traces(file, ANA.user_id, ANA.name)


@pytest.mark.long
@pytest.mark.sqlite
async def test_a_deleted_person_is_nowhere_in_the_file(club: Club, file: Path) -> None:
    await club.with_a_past()
    # what was written before lies in unused parts of the file, and in its log
    held = traces(file, ANA.user_id, ANA.name)
    assert {table for table, _ in held} == HOLDERS
    assert {("tables", each) for each in ("host_id", "vote", "seating", "opener", "post", "words")} <= held
    before = bytes_of(file)
    assert ANA.name.encode() in before
    assert ANA.user_id.to_bytes(8) in before

    await club.delete(ANA)

    assert not traces(file, ANA.user_id, ANA.name)
    after = bytes_of(file)
    assert ANA.name.encode() not in after
    assert ANA.user_id.to_bytes(8) not in after
    assert str(ANA.user_id).encode() not in after
    assert traces(file, BEN.user_id)


@pytest.mark.long
async def test_a_restart_and_more_play_do_not_bring_a_deleted_person_back(club: Club, file: Path) -> None:
    await club.with_a_past()
    await club.delete(ANA)
    # tables in memory, and what is remembered of settings, bring nothing back
    for table in club.hub.tables:
        await table.do(deal_words.add_word, BEN.user_id, "after her")
        await table.do(lobby.join, DIA)
    assert await club.store.preferences.get(PersonPreferences, ANA.user_id) == PersonPreferences()
    await club.match(BEN, CEM)
    async with open_store(file) as again:
        restored = Club(again)
        await restored.hub.load()
        await restored.hub.tick()
        await restored.hub.drain()
    assert not traces(file, ANA.user_id, ANA.name)


@pytest.mark.parametrize("looks", [True, False], ids=["that looks", "that is told by its next write"])
async def test_a_table_in_another_process_does_not_bring_a_deleted_person_back(
    looks: bool, club: Club, file: Path
) -> None:
    invited = (ANA.user_id, CEM.user_id)
    table = await club.hub.open(
        TableRequest(guild_id=HERE, channel_id=77, host=BEN, rules="express", locale="en-US", invited=invited)
    )
    async with open_store(file) as other:
        await other.privacy.delete(ANA.user_id)
    if looks:
        await club.hub.reload_changed()
        assert table.header.invited == (CEM.user_id,)
    else:
        with pytest.raises(TableError):
            await table.do(lobby.join, DIA)
    await table.do(lobby.join, DIA)
    assert [each.user_id for each in (await club.kept(table)).header.people] == [BEN.user_id, DIA.user_id]
    assert not traces(file, ANA.user_id)


async def test_a_table_whose_end_another_process_has_yet_to_show_names_a_former_player(club: Club, file: Path) -> None:
    table = await club.begun(ANA, BEN)
    await table.do(lifecycle.end, ANA.user_id, manager=True)
    assert table.header.status is Status.CLOSED
    async with open_store(file) as other:
        await other.privacy.delete(ANA.user_id)
    assert table.people[0] == ANA
    await club.hub.reload_changed([table])
    assert [person.name for person in table.people] == [DELETED_NAME, BEN.name]
    assert table.header.status is Status.CLOSED


@pytest.mark.long
async def test_a_former_player_takes_their_place_another_one_on_each_server(club: Club) -> None:
    tables = await club.with_a_past()
    await club.delete(ANA)
    numbers: dict[int, set[int]] = {HERE: set(), THERE: set()}
    for table in tables[:6]:
        found = await club.kept(table)
        people = [replace(each, missed=0) for each in found.header.people]
        former = people[table.header.seat_of(ANA.user_id)]
        assert is_deleted(former.user_id)
        assert (former.name, former.locale) == (DELETED_NAME, "")
        assert former.user_id in {entry.user_id for entry in found.log}
        numbers[found.header.guild_id].add(former.user_id)
        assert people == [former if each.user_id == ANA.user_id else replace(each, missed=0) for each in table.people]
    # one on a server, so that ratings computed anew are the same for the others
    assert [len(each) for each in numbers.values()] == [1, 1]
    assert not numbers[HERE] & numbers[THERE]


async def test_two_deleted_people_do_not_become_one(club: Club) -> None:
    table = await club.match(ANA, BEN, CEM)
    await club.store.privacy.delete(ANA.user_id)
    await club.store.privacy.delete(BEN.user_id)
    first, second, third = (person.user_id for person in (await club.kept(table)).header.people)
    assert [is_deleted(each) for each in (first, second, third)] == [True, True, False]
    assert first != second


async def standings(club: Club) -> dict[object, object]:
    """Return a league's figures of everybody but Ana, on both servers, beside places."""
    return {
        (guild, kind, each.user_id): asdict(each) | {"rank": 0, "shared": False}
        for guild in (HERE, THERE)
        for kind in Kind
        for each in await club.board(guild, kind)
        if each.user_id != ANA.user_id
    }


@pytest.mark.long
async def test_the_others_keep_what_they_did_and_how_they_stand(club: Club, file: Path) -> None:
    await club.with_a_past()
    before, won = await standings(club), "SELECT table_id, seat, points, won FROM scores ORDER BY 1, 2"
    scores, all_won = rows(file, "SELECT * FROM scores WHERE user_id != ?", ANA.user_id), rows(file, won)
    assert len(before) >= 6
    await club.delete(ANA)
    assert await standings(club) == before
    assert sorted(rows(file, "SELECT * FROM scores WHERE user_id > ?", DELETED_BELOW)) == sorted(scores)
    assert rows(file, won) == all_won
    assert set(rows(file, "SELECT mu, sigma FROM scores WHERE user_id < ?", DELETED_BELOW)) == {(None, None)}
    # nor does it change when all is worked out anew: on a server a former player is one and the same
    await club.store.league.recompute(lambda *_: None)
    assert await standings(club) == before


@pytest.mark.long
async def test_a_former_player_stands_on_no_leaderboard(club: Club) -> None:
    await club.with_a_past()
    await club.delete(ANA)
    for guild, user in ((HERE, BEN.user_id), (THERE, DIA.user_id)):
        people = [each.user_id for each in await club.board(guild)]
        assert user in people
        assert min(people) > 0


@pytest.mark.long
async def test_records_replay_and_their_deals_are_proved_as_before(club: Club) -> None:
    tables = (await club.with_a_past())[:5]
    before = {table.id: json.loads(record_of(await club.kept(table))) for table in tables}
    for what in ("passed_on", "words"):
        assert any(what in each["deals"][0] for each in before.values())
    await club.delete(ANA)
    for table in tables:
        text = record_of(await club.kept(table))
        after = json.loads(text)
        names = before[table.id]["players"]
        assert after["players"] == [DELETED_NAME if name == ANA.name else name for name in names]
        assert after | {"players": []} == before[table.id] | {"players": []}
        assert verify(record.loads(text)) == len(after["deals"])


@pytest.mark.parametrize("begun", [False, True])
async def test_a_person_at_an_open_table_is_not_deleted(begun: bool, club: Club, file: Path) -> None:
    await club.match(ANA, BEN)
    table = await (club.begun if begun else club.lobby)(ANA, BEN, CEM)
    if begun:
        await table.do(presence.leave, ANA.user_id)
    before = list(cells(file))
    with pytest.raises(StillSeated):
        await club.store.privacy.delete(ANA.user_id)
    assert list(cells(file)) == before


async def test_a_person_whose_seat_was_taken_is_deleted_once_that_match_is_over(club: Club, file: Path) -> None:
    table = await club.begun(BEN, ANA, CEM)
    await table.do(presence.leave, ANA.user_id)
    await table.do(presence.ask_for_seat, DIA, 1)
    await table.do(presence.give_seat, BEN.user_id, 1, DIA.user_id)
    before = list(cells(file))
    with pytest.raises(StillSeated):
        await club.store.privacy.delete(ANA.user_id)
    assert list(cells(file)) == before
    await club.finish(table)
    board = {each.user_id: each for each in await club.board(HERE)}
    assert board[ANA.user_id].matches == 1
    await club.delete(ANA)
    assert not traces(file, ANA.user_id, ANA.name)
    (left,) = (await club.kept(table)).header.substitutions
    assert is_deleted(left.user_id)
    assert [each for each in await club.board(HERE) if each.user_id < 0] == []
    await club.store.league.recompute(lambda *_: None)
    after = {each.user_id: each for each in await club.board(HERE)}
    assert [after[user].rating for user in after] == [board[user].rating for user in after]


@pytest.mark.long
async def test_the_data_of_who_left_a_seat_and_of_who_took_it_are_apart(club: Club) -> None:
    # a target that no first deal reaches
    table = await club.begun(BEN, ANA, CEM, options={"target": 200})
    for _ in range(3):
        await play_one(table)
    await table.do(presence.leave, ANA.user_id)
    await table.do(presence.ask_for_seat, DIA, 1)
    await table.do(presence.give_seat, BEN.user_id, 1, DIA.user_id)
    while table.view(None).turn is not None:
        await play_one(table)
    await table.do(deal_words.add_word, DIA.user_id, "new here")
    await club.finish(table)
    ((left,), (took,)) = [(await given_to(club, each))["tables"] for each in (ANA, DIA)]
    assert (left["seat"], left["name"], left["presence"]) == (1, ANA.name, "replaced")
    assert "language" not in left
    assert left["words"] == [{"deal": 1, "word": "word 1"}]
    assert took["words"] == [{"deal": 2, "word": "new here"}]
    assert len(left["actions"]) == 1
    assert left["players"] == took["players"] == [BEN.name, DIA.name, CEM.name]
    assert (took["seat"], took["name"], took["presence"]) == (1, DIA.name, "here")


async def test_an_open_table_forgets_a_person_who_was_invited_or_sat_there_last(club: Club, file: Path) -> None:
    table = await club.lobby(
        BEN, seating=(BEN.user_id, ANA.user_id, CEM.user_id), opener=ANA.user_id, invited=(ANA.user_id, CEM.user_id)
    )
    await anonymise(table, ANA.user_id)
    assert table.header.invited == (CEM.user_id,)
    assert [each for each in table.header.seating if each > 0] == [BEN.user_id, CEM.user_id]
    # the place between them stays
    await table.do(lobby.join, CEM)
    assert table.people == (BEN, CEM)
    assert not traces(file, ANA.user_id)


async def test_a_table_does_not_forget_a_person_who_sits_there(club: Club) -> None:
    table = await club.lobby(ANA, BEN, seating=(BEN.user_id, ANA.user_id), opener=ANA.user_id)
    before = table.header
    await anonymise(table, ANA.user_id)
    assert table.header == before


async def test_deletion_takes_names_out_of_all_messages_of_a_table(club: Club, file: Path) -> None:
    table = await club.match(ANA, BEN)
    post = post_of(table, Status.FINISHED)
    older = [replace(post, message_id=number) for number in range(MAX_OLDER)]
    await table.set_post(replace(post, older=tuple(older)))
    await club.store.privacy.delete(ANA.user_id)
    assert not traces(file, ANA.user_id, ANA.name)
    found = await club.kept(table)
    assert found.header.post is not None
    assert [each.message_id for each in found.header.post.older] == [each.message_id for each in older]


async def test_late_news_of_an_ended_table_do_not_bring_a_deleted_person_back(club: Club, file: Path) -> None:
    table = await club.match(ANA, BEN)
    await club.store.privacy.delete(ANA.user_id)
    # the table in memory is as it was; its channel could not be told until now
    post = post_of(table, Status.FINISHED)
    await table.set_post(replace(post, older=(post,)))
    await club.store.save_hand_message(table.header, HandMessage(ANA.user_id, 1, 1, 99))
    await club.store.save_hand_fingerprints([(table.header, HandMessage(ANA.user_id, 1, 1, 99, "face"))])
    assert not traces(file, ANA.user_id, ANA.name)
    found = await club.kept(table)
    assert found.header.post.message_id == 5


@pytest.mark.sqlite
async def test_a_large_file_is_swept_at_a_better_moment(club: Club, file: Path) -> None:
    await club.match(ANA, BEN)
    await club.store.connection.write(Statement("INSERT INTO notes VALUES ('unswept', '')"))
    await club.store.privacy.vacuum(0)
    assert await club.store.get_meta("unswept") == ""
    await club.store.privacy.vacuum()
    assert await club.store.get_meta("unswept") is None
    assert not file.with_name(f"{file.name}-wal").read_bytes().count(b"unswept")


@pytest.mark.sqlite
async def test_the_sweep_is_left_for_later_while_another_process_reads(club: Club, file: Path) -> None:
    await club.match(ANA, BEN)
    await club.store.connection.driver.connection.execute("PRAGMA busy_timeout=1")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM log").fetchone()
        await club.store.privacy.delete(ANA.user_id)
        assert await club.store.get_meta("unswept") == ""
    await club.store.privacy.vacuum()
    assert await club.store.get_meta("unswept") is None
    assert ANA.name.encode() not in bytes_of(file)


# ---------------------------------------------------------------------- giving


async def given_to(club: Club, person: Person) -> dict[str, Any]:
    """Return a person's export."""
    return json.loads((await club.store.privacy.export(person.user_id, club.clock.now)).written())


async def test_a_person_is_given_everything_that_is_kept_with_their_id(club: Club, file: Path) -> None:
    tables = await club.with_a_past()
    given = await given_to(club, ANA)
    assert given["user"] == ANA.user_id
    assert given["settings"] == {"as_text": True, "shown": "nameless"}
    assert {each["id"] for each in given["tables"]} == {table.id for table in tables}
    assert {each["server"] for each in given["tables"]} == {HERE, THERE}
    given["log"] = [action for each in given["tables"] for action in each.get("actions", ())]
    parts = {"results": "scores", "ratings": "ratings", "tallies": "tallies", "hand_messages": "hand_messages"}
    for part, table in (parts | {"log": "log"}).items():
        ((count,),) = rows(file, f"SELECT count(*) FROM {table} WHERE user_id = ?", ANA.user_id)
        assert len(given[part]) == count > 0
    by_id = {each["id"]: each for each in given["tables"]}
    first, again, closed = (by_id[tables[at].id] for at in (0, 1, 5))
    assert first["host"]
    assert (first["seat"], first["name"], first["language"]) == (0, ANA.name, "fr")
    assert first["words"] == [{"deal": 1, "word": "word 0"}]
    assert again["opened_the_last_match"]
    assert again["sat_in_the_last_match"]
    assert closed["wants_to_end_the_match"]
    assert by_id[tables[6].id]["word_for_the_next_deal"] == "before I go"
    assert by_id[tables[9].id]["invited"]
    assert verify(record.loads(json.dumps(first["record"]))) == len(first["record"]["deals"])


TOLD = {
    ("tables", "host_id"): {"host"},
    ("tables", "opener"): {"opened_the_last_match"},
    ("tables", "invited"): {"invited"},
    ("tables", "seating"): {"sat_in_the_last_match"},
    ("tables", "vote"): {"wants_to_end_the_match"},
    ("tables", "words"): {"word_for_the_next_deal", "named_to_open"},
    ("seats", "user_id"): {"language"},
    ("seats", "name"): {"name"},
    ("replaced", "user_id"): {"removed"},
    ("replaced", "name"): {"name"},
    ("log", "user_id"): {"actions"},
}
"""Where the database names a person at a table, and what of the file tells it. The table's messages, which are kept to
be edited, name everybody whom it names otherwise.
"""
TOLD_OF_CHALLENGES = {
    *(("challenges", "opener_id"), ("challenges", "invited")),
    *(("challenge_players", "user_id"), ("challenge_players", "name")),
}
"""Where the database names a person in challenges."""
TOLD_OF_CUPS = {
    *(("cups", "organizer_id"), ("cup_log", "action"), ("cup_log", "user_id"), ("cup_tables", "live")),
    *(("cup_people", "user_id"), ("cup_people", "name")),
}
"""Where the database names a person in cups."""
ROWS = {
    "results": ("scores", "user_id"),
    "ratings": ("ratings", "user_id"),
    "tallies": ("tallies", "user_id"),
    "hand_messages": ("hand_messages", "user_id"),
    "saved_rules": ("saved_rules", "whose"),
}
"""The parts of the file that are rows of the database, unchanged: their table and its column with the person."""


@pytest.mark.long
async def test_each_mention_of_a_person_with_everything_is_in_their_file(club: Club, file: Path) -> None:
    season = await club.store.league.open_season(HERE, "Winter", club.clock())
    await club.with_a_past()
    other = await club.lobby(ANA, BEN, rules="matador", options={})
    await other.do(lobby.configure, ANA.user_id, opener_id=ANA.user_id)
    waiting = await club.lobby(ANA, BEN)
    await waiting.do(deal_words.add_word, ANA.user_id, "good luck")
    settings = {"as_text": True, "theme": "dark", "language": "fr", "hands": False, "turns": False, "shown": "hidden"}
    assert settings.keys() == PersonPreferences.model_fields.keys()
    await club.store.preferences.set(ANA.user_id, PersonPreferences(**settings | {"shown": Visibility.HIDDEN}))
    given = await given_to(club, ANA)
    assert given["settings"] == settings
    others = {("tables", "post"), ("preferences", "whose")}
    by_person = {(table, column) for table, whose in ROWS.values() for column in (whose, "name")}
    assert traces(file, ANA.user_id, ANA.name) <= TOLD.keys() | TOLD_OF_CHALLENGES | TOLD_OF_CUPS | by_person | others
    for (table, column), parts in TOLD.items():
        key = "id" if table == "tables" else "table_id"
        select = f"SELECT {key} FROM {table} WHERE CAST({column} AS text) LIKE ? OR CAST({column} AS text) = ?"
        named = {each for (each,) in rows(file, select, f"%{ANA.user_id}%", ANA.name)}
        # a fact about a seat may be false, such as a removal
        tells = any if table == "tables" else len
        told = {each["id"] for each in given["tables"] if tells([each[part] for part in parts if part in each])}
        assert named, (table, column)
        assert named <= told, (table, column)
    for part, (table, whose) in ROWS.items():
        kept = rows(file, f"SELECT * FROM {table} WHERE {whose} = ?", ANA.user_id)
        assert sorted(map(repr, kept)) == sorted(repr(tuple(each.values())) for each in given[part])
        assert kept
    assert f"season {season.number}" in {each["period"] for each in given["tallies"]}


@pytest.mark.long
async def test_the_data_has_only_names_that_the_others_show(club: Club) -> None:
    await club.with_a_past()
    await club.store.preferences.set(BEN.user_id, PersonPreferences(shown=Visibility.HIDDEN))
    await club.store.preferences.set(CEM.user_id, PersonPreferences(as_text=True))
    text = json.dumps(await given_to(club, ANA), ensure_ascii=False)
    for other in (BEN, CEM, DIA):
        assert str(other.user_id) not in text
    assert BEN.name not in text
    assert CEM.name in text


async def test_the_data_has_only_the_own_actions_of_a_match_that_is_not_finished(club: Club) -> None:
    table = await club.begun(ANA, BEN)
    while not any(entry.user_id == ANA.user_id for entry in (await club.kept(table)).log[1:]):
        await play_one(table)
    for _ in range(2):
        given = await given_to(club, ANA)
        (told,) = given["tables"]
        assert "record" not in told
        done = [entry.action for entry in (await club.kept(table)).log if entry.user_id == ANA.user_id]
        assert [each["action"] for each in told["actions"]] == ["deal", *done[1:]]
        assert table.header.seed.reveal() not in json.dumps(given)
        if table.playing:
            await table.do(lifecycle.end, ANA.user_id, manager=True)


async def test_a_stranger_is_given_nothing(club: Club) -> None:
    await club.match(ANA, BEN)
    given = await given_to(club, DIA)
    assert {name: value for name, value in given.items() if value} == {
        "format": "domino-data/1",
        "user": DIA.user_id,
        "made_at": given["made_at"],
    }
    await club.store.privacy.delete(DIA.user_id)


@pytest.mark.postgres
async def test_the_space_of_deleted_rows_is_freed_at_once(club: Club) -> None:
    await club.with_a_past()
    await club.delete(ANA)
    unfreed = "SELECT relname FROM pg_stat_user_tables WHERE schemaname = current_schema() AND last_vacuum IS NULL"
    assert await club.store.connection.rows(unfreed) == []
    assert await club.store.privacy.vacuum() is Remains.NONE


def statistics(file: Path) -> set[tuple[str, str]]:
    """Return the tables and columns of whose content PostgreSQL keeps statistics that name Ana."""
    kept = "coalesce(CAST(most_common_vals AS text), '') || coalesce(CAST(histogram_bounds AS text), '')"
    found = rows(file, f"SELECT tablename, attname, {kept} FROM pg_stats WHERE schemaname = current_schema()")
    return {(table, column) for table, column, text in found if str(ANA.user_id) in text or ANA.name in text}


def analyse(file: Path) -> None:
    with closing(opened(file)) as connection:
        connection.execute("ANALYZE")


@pytest.mark.postgres
async def test_a_deleted_person_is_in_no_statistics(club: Club, file: Path) -> None:
    await club.with_a_past()
    await asyncio.to_thread(analyse, file)
    held = statistics(file)
    # nobody else has settings: that table is empty afterwards, and to analyse it changes nothing
    assert {("preferences", "whose"), ("seats", "name"), ("scores", "user_id")} <= held
    columns = "SELECT * FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 3, 4"
    before = rows(file, columns)
    await club.delete(ANA)
    assert statistics(file) == set()
    assert rows(file, columns) == before
    assert await club.store.preferences.get(PersonPreferences, ANA.user_id) == PersonPreferences()
    await club.store.preferences.set(BEN.user_id, PersonPreferences(as_text=True))
    assert traces(file, BEN.user_id)


@pytest.mark.postgres
async def test_unneeded_data_of_an_ended_table_is_in_no_statistics(club: Club, file: Path) -> None:
    table, _ = await club.match(ANA, BEN), await club.match(ANA, CEM)
    await asyncio.to_thread(analyse, file)
    assert {("hand_messages", "user_id"), ("tables", "post")} <= statistics(file)
    await club.store.privacy.purge(club.clock() + 1)
    await club.store.privacy.vacuum()
    assert not {("hand_messages", "user_id"), ("tables", "post")} & statistics(file)
    assert (await club.kept(table)).header.post is not None


@pytest.mark.postgres
async def test_rows_that_another_transaction_still_sees_are_freed_later(
    club: Club, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_cleaning, "PATIENCE_SECONDS", 0.1)
    await club.with_a_past()
    with closing(opened(file)) as other:
        # as pg_dump does
        other.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        other.execute("SELECT count(*) FROM seats").fetchall()
        assert await club.store.privacy.delete(ANA.user_id) is Remains.AN_HOUR
        assert statistics(file) == set()
    assert await club.store.privacy.vacuum() is Remains.NONE


@pytest.mark.postgres
async def test_a_deleted_person_is_in_no_index(club: Club, file: Path) -> None:
    """Where many rows stay, PostgreSQL would leave the entries of a few that go."""
    if not rows(file, "SELECT 1 FROM pg_available_extensions WHERE name = 'pageinspect'"):
        pytest.skip("pageinspect is not installed")
    entries = """
    SELECT count(*) FROM generate_series(1, pg_relation_size('preferences_pkey') / 8192 - 1) AS page,
    LATERAL bt_page_items('preferences_pkey', page) WHERE position(? IN data) > 0
    """
    sought = ANA.user_id.to_bytes(8, "little").hex(" ")
    with closing(opened(file)) as connection:
        connection.execute("CREATE EXTENSION pageinspect")
        connection.execute(
            "INSERT INTO preferences (kind, whose, name, value)"
            " SELECT 'person', number, 'text', 'true' FROM generate_series(1, 20000) AS number"
        )
        connection.execute("VACUUM preferences")
    await club.store.preferences.set(ANA.user_id, PersonPreferences(as_text=True))
    assert rows(file, entries, sought) == [(1,)]
    await club.delete(ANA)
    assert rows(file, entries, sought) == [(0,)]
