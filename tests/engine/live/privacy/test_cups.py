"""A cup goes on without a person whose data was deleted; a person's file has what is theirs in cups."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine import cups
from engine.cups import Cancelled, CupError, How, Phase, Settings, StoodIn, Withdrew, with_people
from engine.live.cups import organizing, presence, signing
from engine.live.cups.course import BeginMatch, Job
from engine.live.cups.cups import Cups
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change, CupPerson, Entry, Situation
from engine.live.cups.seats import members_of
from engine.live.cups.tempo import Tempo
from engine.live.database_store import DatabaseStore
from engine.live.model.deleted_users import DELETED_NAME, is_deleted
from engine.live.model.table import Header, Status
from engine.live.privacy.erase import StillSeated
from engine.live.privacy.service import A_WEEK
from tests.engine.cups.cups import CHANGING, KNOCK_OUT, PAIRS, ROUND_ROBIN, SWISS
from tests.engine.live.club import ANA, BEN, HERE, Club
from tests.engine.live.cups.evening import GUILD_ID, Evening
from tests.engine.live.traces import cells, rows, traces

A_SIXTEENTH_ID = 812345678901234500


class Tables(Evening):
    """An evening whose matches are tables of the hub's, which nobody is seen at."""

    database: DatabaseStore

    async def signed_up(self, cup: LiveCup, entrants: int) -> None:
        """Let people of whom there are no other traces enter."""
        size = 2 if cup.header.settings.sides == "pairs" else 1
        everybody = [somebody(number) for number in range(1, size * entrants + 1)]
        for at in range(0, len(everybody), size):
            await cup.do(signing.sign_up, *everybody[at : at + size])

    async def done(self, cup: LiveCup, job: Job) -> None:
        """Do a job; a match is stored with the id that its table got."""
        if isinstance(job, BeginMatch):
            match_id = cup.situation.tables[job].match_id
            await self.database.create(
                Header(
                    match_id,
                    GUILD_ID,
                    int(1e9 * self.random.random()),
                    1,
                    "express",
                    {},
                    (),
                    Status.CLOSED,
                    "fr",
                    (),
                    1.0,
                    None,
                )
            )
        await super().done(cup, job)


def somebody(number: int) -> CupPerson:
    return CupPerson(A_SIXTEENTH_ID + number, f"Somebody no. {number}.", "it")


ONE = somebody(1)


@pytest.fixture
def evening(club: Club) -> Tables:
    """An evening on a store on the disk."""
    found = Tables(club.store.cups)
    found.database = club.store
    return found


async def stored(evening: Evening, cup: LiveCup) -> Situation:
    at = await evening.store.find(cup.id, evening.now)
    assert at is not None
    return at


def renamed(at: Situation, former: int, user_id: int) -> Situation:
    """Return a cup with its former player under the number that they had."""

    def back(person: int) -> int:
        return user_id if person == former else person

    log = tuple(Entry(with_people(each.action, back), each.user_id and back(each.user_id), each.at) for each in at.log)
    return replace(at, log=log, cup=cups.fold(at.header.settings, at.header.seed, (each.action for each in log)))


async def until(evening: Tables, cup: LiveCup, ticks: int) -> None:
    """Let some time pass, at most until the end."""
    for _ in range(ticks):
        if cup.situation.over:
            return
        evening.now += 25
        await evening.tick(cup)


# ---------------------------------------------------------------------- deleting


@pytest.mark.sampled(1)
@pytest.mark.parametrize("moment", [0, 23, 40, 90, 150, 1000])
@pytest.mark.parametrize("settings", [SWISS, PAIRS, CHANGING, ROUND_ROBIN, KNOCK_OUT])
async def test_a_cup_goes_on_without_a_person_wherever_it_is(
    evening: Tables, club: Club, file: Path, settings: Settings, moment: int
) -> None:
    draw = random.Random(moment)
    evening.comes = lambda user_id, table: draw.random() < 0.9
    cup = await evening.opened(settings)
    await evening.signed_up(cup, 9)
    await cup.do(signing.offer, somebody(50))
    await until(evening, cup, moment)
    before = cup.situation

    await club.store.privacy.delete(ONE.user_id)

    assert not traces(file, ONE.user_id, ONE.name)
    after = await stored(evening, cup)
    (former,) = after.people.keys() - before.people.keys()
    assert is_deleted(former)
    assert after.people[former] == CupPerson(former, DELETED_NAME, "")
    again = renamed(after, former, ONE.user_id)
    assert again.log == before.log
    assert again.cup == before.cup
    assert cups.standings(after.cup) == cups.standings(before.cup)
    # the process has it in memory as it was
    if not before.over:
        await cup.do(lambda at: Change(fields={"seen_at": at.now}))
        assert cup.situation.people == after.people
        over = await evening.play(cup)
        assert over.phase is Phase.ENDED
    assert not traces(file, ONE.user_id, ONE.name)


@pytest.mark.long
async def test_all_that_names_a_person_in_a_cup_names_a_former_player(evening: Tables, club: Club, file: Path) -> None:
    cup = await evening.opened(replace(PAIRS, late_entry=True))
    await evening.signed_up(cup, 4)
    await cup.do(signing.offer, spare := somebody(60))
    await cup.do(organizing.keep_apart, ONE.user_id, ONE, somebody(5), manager=True)
    await cup.do(organizing.keep_apart, ONE.user_id, somebody(4), ONE, manager=True)
    await cup.do(organizing.let_meet, ONE.user_id, ONE.user_id, somebody(5).user_id, manager=True)
    await cup.do(organizing.hand_over, ONE.user_id, ONE, manager=True)
    gone = {ONE.user_id}
    evening.comes = lambda user_id, table: user_id not in gone
    await until(evening, cup, 28)
    assert [live.here for _, live in cup.situation.waiting if live.here]
    await cup.do(presence.stand_by, spare)
    await until(evening, cup, 12)
    assert any(isinstance(each.action, StoodIn) and each.action.person == ONE.user_id for each in cup.situation.log)
    await cup.do(organizing.replace_person, ONE.user_id, somebody(7).user_id, somebody(70), manager=True)
    await cup.do(organizing.replace_person, ONE.user_id, ONE.user_id, somebody(71), manager=True)
    await cup.do(organizing.replace_person, ONE.user_id, somebody(71).user_id, ONE, manager=True)
    await cup.do(organizing.pause, ONE.user_id, manager=True)
    held = {each for each in traces(file, ONE.user_id, ONE.name) if each[0].startswith("cup")}
    assert held == {
        ("cups", "organizer_id"),
        ("cup_log", "action"),
        ("cup_log", "user_id"),
        ("cup_people", "user_id"),
        ("cup_people", "name"),
    }
    others = "SELECT * FROM cup_people WHERE user_id > 0 AND user_id NOT IN (?, ?) ORDER BY 1, 2"
    before = rows(file, others, ONE.user_id, spare.user_id)
    for each in (ONE, spare):
        await club.store.privacy.delete(each.user_id)
        assert not traces(file, each.user_id, each.name)
    after = await stored(evening, cup)
    assert is_deleted(after.header.organizer_id)
    former = {each for each in after.people if is_deleted(each)}
    assert len(former) == 2
    assert after.header.organizer_id in former
    assert rows(file, others, ONE.user_id, spare.user_id) == before
    await cup.reload()
    assert (await evening.play(cup)).phase is Phase.ENDED


async def test_before_the_beginning_a_former_player_is_let_out_and_a_partner_looks_for_another(
    evening: Tables, club: Club
) -> None:
    cup = await evening.opened(PAIRS)
    await evening.signed_up(cup, 4)
    await cup.do(signing.seek_partner, somebody(20))
    for each in (ONE, somebody(20)):
        await club.store.privacy.delete(each.user_id)
    await cup.reload()
    await until(evening, cup, 1)
    assert len(cup.situation.cup.entrants) == 3
    assert cup.situation.cup.seekers == (somebody(2).user_id,)
    assert [type(each.action) for each in cup.situation.log[-2:]] == [Withdrew, Withdrew]


async def test_a_former_player_is_waited_for_by_nobody(evening: Tables, club: Club) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await cup.do(signing.offer, somebody(60))
    evening.comes = lambda user_id, table: False
    await until(evening, cup, 26)
    await club.store.privacy.delete(ONE.user_id)
    await club.store.privacy.delete(somebody(60).user_id)
    await cup.reload()
    evening.comes = lambda user_id, table: True
    await until(evening, cup, 2)
    at = cup.situation
    (lost,) = [each for each in at.cup.rounds[0].tables if any(map(is_deleted, members_of(at.cup, each)))]
    assert lost.result is not None
    assert lost.result.how is How.ABSENT
    assert at.cup.substitutes == ()


async def test_an_organizer_whose_data_is_deleted_leaves_the_cup_to_the_highest(evening: Tables, club: Club) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await cup.do(organizing.hand_over, 1, somebody(30), manager=True)
    await club.store.privacy.delete(somebody(30).user_id)
    await cup.reload()
    assert is_deleted(cup.header.organizer_id)
    assert organizing.is_organizer(cup.situation, ONE.user_id, manager=False)


async def test_who_only_acted_for_the_organizer_leaves_no_trace(evening: Tables, club: Club, file: Path) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await cup.do(organizing.take_out, somebody(40).user_id, 4, manager=True)
    assert traces(file, somebody(40).user_id) == {("cup_log", "user_id")}
    await club.store.privacy.delete(somebody(40).user_id)
    assert not traces(file, somebody(40).user_id)


async def test_a_person_is_the_same_former_player_at_tables_and_in_cups_of_a_server(club: Club) -> None:
    table = await club.match(ANA, BEN)
    evening = Evening(club.store.cups)
    made = {"locale": "fr", "settings": SWISS, "tempo": Tempo.TONIGHT, "starts_at": None, "automatic": True}
    ana = CupPerson(ANA.user_id, ANA.name, ANA.locale)
    cup = await evening.cups.create(ana, guild_id=HERE, channel_id=1, name="Cup", **made)
    await club.store.privacy.delete(ANA.user_id)
    former = (await club.kept(table)).header.people[0].user_id
    assert {*(await stored(evening, cup)).people} == {former}


async def test_nobody_goes_between_the_settling_of_a_table_and_its_match(
    evening: Tables, club: Club, file: Path
) -> None:
    evening.refuses = lambda job: isinstance(job, BeginMatch)
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await until(evening, cup, 30)
    assert any(live.match_id for live in cup.situation.tables.values())
    before = list(cells(file))
    with pytest.raises(StillSeated):
        await club.store.privacy.delete(ONE.user_id)
    assert list(cells(file)) == before
    # it may have been called off in between
    await cup.do(organizing.cancel, 1, "", manager=True)
    await until(evening, cup, 1)
    await evening.tick(cup)
    # once that is told, its threads are archived
    await evening.tick(cup)
    await club.store.privacy.delete(ONE.user_id)
    assert not traces(file, ONE.user_id)


async def test_a_cup_in_another_process_writes_nobody_back(evening: Tables, club: Club, file: Path) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 6)
    other = Cups(club.store.cups, clock=lambda: evening.now)
    await other.load()
    (stale,) = other.open
    await club.store.privacy.delete(ONE.user_id)
    for each in (cup, stale):
        with pytest.raises(CupError):
            await each.do(signing.withdraw, ONE.user_id)
        assert ONE.user_id not in each.situation.people
    assert not traces(file, ONE.user_id, ONE.name)


# ---------------------------------------------------------------------- giving


async def test_a_file_has_the_cups_of_a_person_and_nothing_of_others(evening: Tables, club: Club) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 5)
    await cup.do(organizing.keep_apart, 1, ONE, somebody(2), manager=True)
    await cup.do(organizing.hand_over, 1, ONE, manager=True)
    await until(evening, cup, 40)
    await cup.do(organizing.take_out, ONE.user_id, 5, manager=True)
    played = await evening.play(cup)
    text = (await club.store.privacy.export(ONE.user_id, club.clock.now)).written()
    (given,) = json.loads(text)["cups"]
    assert (given["id"], given["cup"], given["server"]) == (cup.id, "Friday's cup", GUILD_ID)
    assert (given["organizer"], given["name"], given["language"]) == (True, ONE.name, "it")
    assert [(each["action"], each["by_you"]) for each in given["actions"]] == [
        ("signed-up", True),
        ("forbade", False),
        ("taken-out", True),
    ]
    assert given["actions"][1] | {"at": ""} == {
        "action": "forbade",
        "at": "",
        "by_you": False,
        "first": ONE.user_id,
        "second": None,
    }
    row = next(each for each in cups.standings(played.cup) if each.entrant == 1)
    assert given["standing"]["place"] == row.place
    assert given["standing"]["wins"] == float(row.wins)
    assert [each["round"] for each in given["results"]] == [1, 2, 3]
    assert sum(1 for each in given["results"] if each.get("won") or each["how"] == "bye") == row.wins
    assert given["came_to"]
    for secret in (str(somebody(2).user_id), somebody(2).name, played.header.seed.reveal()):
        assert secret not in text
    assert json.loads((await club.store.privacy.export(somebody(77).user_id, 1.0)).written())["cups"] == []


# ---------------------------------------------------------------------- servers, and time


async def test_a_server_takes_its_cups_with_it(evening: Tables, club: Club, file: Path) -> None:
    cup = await evening.opened(SWISS)
    assert await club.store.privacy.guilds() == {GUILD_ID}
    await evening.signed_up(cup, 4)
    await until(evening, cup, 30)
    await club.store.privacy.delete_guild(GUILD_ID)
    assert {table for table, *_ in cells(file) if table.startswith("cup")} == set()


async def test_a_cup_that_is_over_keeps_no_languages(evening: Tables, club: Club, file: Path) -> None:
    languages = "SELECT DISTINCT locale FROM cup_people WHERE user_id > 1"
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await club.store.privacy.purge(evening.now)
    assert rows(file, languages) == [("it",)]
    await evening.play(cup)
    before = (await stored(evening, cup)).cup
    await club.store.privacy.purge(evening.now + 2 * A_WEEK)
    assert rows(file, languages) == [("",)]
    assert (await stored(evening, cup)).cup == before


async def test_a_cup_that_was_called_off_before_its_first_round_goes_after_a_week(evening: Tables, club: Club) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 3)
    over = await evening.play(cup)
    assert isinstance(over.log[-1].action, Cancelled)
    await club.store.privacy.purge(over.log[-1].at + A_WEEK)
    assert await club.store.cups.find(cup.id, 0.0) is not None
    await club.store.privacy.purge(over.log[-1].at + A_WEEK + 1)
    assert await club.store.cups.find(cup.id, 0.0) is None
