"""Organize: the organizer's panel and what it does, and who may use it."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.cups.organize_text import panel as panel_of
from engine.cups import Action, Began, Finished, Forbade, How, Paired, Phase, Sides, SignedUp
from engine.live.cups import signing
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change, CupPerson, Situation
from render.i18n import translations
from tests.cogs.cups.examples import cup_at
from tests.cogs.cups.opening import message, newest, opened, organizer, shown
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World

STRANGER = "who organizes this tournament, and members with Manage Events can do that."
FOUR = tuple(SignedUp((each,)) for each in (11, 12, 13, 14))
APART = tuple(Forbade(11, each) for each in (12, 13, 14))


@pytest.fixture
async def admin(world: World) -> Player:
    """The organizer of a tournament to which four people have signed up, each alone."""
    made = organizer(world)
    await opened(world, made, rules="express", sides="alone", start="90")
    live = newest(world)
    async with world.directly():
        for each in (world.alice, world.bruno, world.chloe, world.davide):
            await live.do(signing.sign_up, CupPerson(each.id, each.user.name.title(), "en-US"))
    await shown(world)
    return made


@pytest.fixture
async def panel(world: World, admin: Player) -> Answer:
    return await admin.press("Organize", message(world))


async def begin(world: World, admin: Player, panel: Answer) -> LiveCup:
    """Let the organizer begin, and the first round be paired."""
    await admin.press("Begin now", panel)
    await admin.press("Begin now", panel)
    await shown(world)
    return newest(world)


async def finish(world: World, *points: tuple[int, int]) -> None:
    """Give the tables of the round results, as if their matches were over."""
    live = newest(world)
    tables = live.situation.cup.rounds[-1].tables

    def ends(at: Situation) -> Change:
        found = [
            Finished(table.round, table.number, 0 if scored[0] > scored[1] else 1, scored)
            for table, scored in zip(tables, points, strict=True)
        ]
        return Change(actions=tuple((each, None) for each in found))

    async with world.directly():
        await live.do(ends)
    await shown(world)


def notes(world: World) -> list[str]:
    """Return the texts of the messages on the organizer's actions; none of them mentions anybody."""
    sent: list[Any] = [each.json for each in world.requests(0, "POST", "/messages")]
    found = [each for each in sent if each is not None and "**Friday:**" in str(each["components"])]
    assert not any(each["allowed_mentions"].get("users") for each in found)
    return [each.text for each in world.messages if each.text.startswith("**Friday:**")]


async def test_the_panel_is_private_and_says_what_comes_next(panel: Answer) -> None:
    assert panel.private.splitlines()[:2] == ["## Friday", "**Signed up: 4 players**"]
    assert "It begins <t:" in panel.text
    assert panel.labels == [
        *("Begin now", "Move the start", "Rounds by button"),
        *("Keep two apart", "Hand over", "Call off"),
    ]
    assert [each["label"] for each in panel.options] == ["Alice", "Bruno", "Chloe", "Davide"]


@pytest.mark.long
async def test_others_are_told_who_organizes(world: World, admin: Player, panel: Answer) -> None:
    answer = await world.alice.press("Organize", message(world))
    assert answer.private == f"Only <@{admin.id}>, {STRANGER}"
    cup_id = newest(world).id
    for control in ("cupbegin", "cupbeginnow", "cupstart", "cuppause", "cupresume", "cupcancel", "cuphand", "cupapart"):
        assert STRANGER in (await world.alice.forge(f"b:{control}:{cup_id}", message(world))).private
    for control in ("cupauto:{}:no", "cuptake:{}:1:out", "cupreplace:{}:1:0"):
        assert STRANGER in (await world.alice.forge(f"b:{control.format(cup_id)}", message(world))).private
    for control in ("cupentrant", "cupcorrect", "cupmeet"):
        forged = await world.alice.forge(f"s:{control}:{cup_id}", message(world), values=["1"])
        assert STRANGER in forged.private
    assert newest(world).situation.phase is Phase.SIGN_UP


async def test_somebody_else_who_manages_events_may_organize_too(world: World, admin: Player) -> None:
    del admin
    answer = await organizer(world).press("Organize", message(world))
    assert "Begin now" in answer.labels


async def test_beginning_asks_first_and_draws_the_first_round(world: World, admin: Player, panel: Answer) -> None:
    await admin.press("Begin now", panel)
    assert panel.lines[0] == "Begin **Friday** now, with 4 players? The first round is drawn at once."
    await admin.press("Back", panel)
    assert panel.lines[0] == "## Friday"
    live = await begin(world, admin, panel)
    assert len(live.situation.cup.rounds[0].tables) == 2
    assert not message(world).lacks("**Round 1 of 2**", "2 tables have no result yet.")


async def test_too_few_can_not_begin(world: World, admin: Player, panel: Answer) -> None:
    await world.alice.press("Withdraw", message(world))
    await admin.press("Begin now", panel)
    answer = await admin.press("Begin now", panel)
    assert answer.text.splitlines()[-1] == "It takes at least 4 to begin, and so far there are 3."


@pytest.mark.parametrize(("typed", "wait"), [("2 h", 7_200), ("", None)])
async def test_the_start_is_moved(world: World, admin: Player, panel: Answer, typed: str, wait: int | None) -> None:
    await admin.submit(await admin.press("Move the start", panel), typed)
    starts_at = newest(world).header.starts_at
    assert starts_at is None if wait is None else starts_at == pytest.approx(world.time + wait, abs=5)
    await shown(world)
    told = "It begins <t:" if wait else f"It begins when <@{admin.id}> says so, at the latest <t:"
    assert told in message(world).text
    await shown(world)
    (note,) = notes(world)
    assert note.startswith(f"**Friday:** The organizer moved the start. {told}")
    assert wait is None or f"<t:{int(starts_at or 0)}:F>, <t:{int(starts_at or 0)}:R>." in note


async def test_a_start_that_stays_is_not_told(world: World, admin: Player, panel: Answer) -> None:
    starts_at = newest(world).header.starts_at
    await admin.submit(await admin.press("Move the start", panel), f"<t:{int(starts_at or 0)}>")
    await shown(world)
    assert newest(world).header.starts_at == starts_at
    assert not notes(world)


async def test_a_start_that_is_none_or_past_is_refused(world: World, admin: Player, panel: Answer) -> None:
    for typed, why in (("soon", "as a time"), ("<t:1000000000>", "That time is past")):
        answer = await admin.submit(await admin.press("Move the start", panel), typed)
        assert why in answer.text


@pytest.mark.long
async def test_rounds_begin_by_button_and_by_themselves(world: World, admin: Player, panel: Answer) -> None:
    await admin.press("Rounds by button", panel)
    assert not newest(world).header.automatic
    live = await begin(world, admin, panel)
    await finish(world, (100, 40), (100, 60))
    assert (live.header.next_at, live.situation.phase) == (None, Phase.PAIRING)
    cup_id, panel = live.id, await admin.press("Organize", message(world))
    answer = await world.alice.forge(f"b:cupnext:{cup_id}", message(world))
    assert STRANGER in answer.private
    await admin.press("Next round", panel)
    await shown(world)
    assert len(live.situation.cup.rounds) == 2
    await finish(world, (100, 40), (100, 60))
    nothing = await admin.forge(f"b:cupnext:{cup_id}", message(world))
    assert nothing.private in (
        "Nothing waits for that right now.",
        "This tournament is over, or I don't know it any more.",
    )


@pytest.mark.long
async def test_everybody_may_begin_a_round_that_waits_too_long(world: World, admin: Player, panel: Answer) -> None:
    await admin.press("Rounds by button", panel)
    live = await begin(world, admin, panel)
    await finish(world, (100, 40), (100, 60))
    async with world.directly():
        await live.do(lambda at: Change().with_fields(waits_since=at.now - at.header.graces.button))
    answer = await world.eve.forge(f"b:cupnext:{live.id}", message(world))
    assert answer.private == "The next round begins."


async def test_a_pause_ends_by_the_button(world: World, admin: Player, panel: Answer) -> None:
    live = await begin(world, admin, panel)
    panel = await admin.press("Organize", message(world))
    await admin.press("Pause", panel)
    assert live.situation.cup.paused
    assert "Paused; it goes on by itself <t:" in panel.text
    await shown(world)
    assert f"The tournament is paused. <@{admin.id}> can continue it." in message(world).text
    await admin.press("Continue", panel)
    assert not live.situation.cup.paused


async def test_a_cup_is_called_off_with_a_reason_that_all_see(world: World, admin: Player, panel: Answer) -> None:
    live = newest(world)
    post = live.header.posts["cup"].message_id
    await admin.submit(await admin.press("Call off", panel), "The *hall* burns")
    await shown(world)
    seen = world.now(post)
    for each in (seen, panel):
        assert "The tournament was called off: The \\*hall\\* burns" in each.text
        assert not each.buttons | each.selects
    texts = [each.text for each in world.messages]
    assert texts.count("## Friday\nThe tournament was called off: The \\*hall\\* burns") == 1


async def test_a_reason_is_needed(world: World, admin: Player, panel: Answer) -> None:
    answer = await admin.submit(await admin.press("Call off", panel), " \u2800 ")
    assert "Give a reason" in answer.text
    assert newest(world).situation.phase is Phase.SIGN_UP


async def test_somebody_is_taken_out_and_back(world: World, admin: Player, panel: Answer) -> None:
    live = await begin(world, admin, panel)
    panel = await admin.press("Organize", message(world))
    await admin.choose(panel.select("cupentrant"), "1", on=panel)
    assert panel.lines[0] == "## Alice"
    assert panel.labels == ["Take out", "Replace Alice", "Back"]
    await admin.press("Take out", panel)
    assert live.situation.cup.entrants[1].gone
    assert panel.labels[0] == "Take back"
    await admin.press("Take back", panel)
    assert not live.situation.cup.entrants[1].gone


async def test_before_the_beginning_taking_out_is_removing(world: World, admin: Player, panel: Answer) -> None:
    await admin.choose(panel.select("cupentrant"), "1", on=panel)
    await admin.press("Take out", panel)
    assert [each["label"] for each in panel.options] == ["Bruno", "Chloe", "Davide"]


async def test_a_person_is_replaced_by_another(world: World, admin: Player, panel: Answer) -> None:
    await admin.choose(panel.select("cupentrant"), "1", on=panel)
    refused = await admin.submit(await admin.press("Replace Alice", panel), {"people": [world.bruno]})
    assert "Bruno is in this tournament already." in refused.text
    await admin.submit(await admin.press("Replace Alice", panel), {"people": [world.eve]})
    assert newest(world).situation.cup.entrants[1].members == (world.eve.id,)
    assert panel.lines[0] == "## Eve"


async def test_two_are_kept_apart_and_meet_again(world: World, admin: Player, panel: Answer) -> None:
    await admin.submit(await admin.press("Keep two apart", panel), {"people": [world.alice, world.bruno]})
    pair = tuple(sorted((world.alice.id, world.bruno.id)))
    assert newest(world).situation.cup.forbidden == {pair}
    assert [each["label"] for each in panel.options][-1] == "Alice and Bruno"
    await admin.choose(panel.select("cupmeet"), f"{pair[0]}.{pair[1]}", on=panel)
    assert not newest(world).situation.cup.forbidden


@pytest.mark.long
async def test_a_result_is_corrected_with_a_reason(world: World, admin: Player, panel: Answer) -> None:
    live = await begin(world, admin, panel)
    await finish(world, (100, 40), (100, 60))
    panel = await admin.press("Organize", message(world))
    select = panel.select("cupcorrect")
    form = await admin.choose(select, "1-1", on=panel)
    assert form.filled_in == {"winner": "first", "points-0": "100", "points-1": "40", "how": "played", "reason": ""}
    sent = {"winner": "second", "points-0": "90", "points-1": "100", "how": "played", "reason": "Typed wrong"}
    await admin.submit(form, sent)
    result = live.situation.cup.rounds[0].tables[0].result
    assert result is not None
    assert (result.winner, result.points, result.correction) == (1, (90, 100), "Typed wrong")
    form = await admin.choose(select, "1-1", on=panel)
    await admin.submit(form, {**sent, "how": "absent-1", "reason": "Never came"})
    result = live.situation.cup.rounds[0].tables[0].result
    assert result is not None
    assert (result.winner, result.points, result.how, result.absent) == (0, (0, 0), How.ABSENT, (1,))
    form = await admin.choose(select, "1-1", on=panel)
    assert "whole numbers" in (await admin.submit(form, {**sent, "points-0": "many"})).text
    form = await admin.choose(select, "1-1", on=panel)
    assert "Give a reason" in (await admin.submit(form, {**sent, "reason": " "})).text


async def test_the_tournament_is_handed_over(world: World, admin: Player, panel: Answer) -> None:
    answer = await admin.submit(await admin.press("Hand over", panel), {"people": [world.eve]})
    assert answer.text.splitlines()[-1] == f"<@{world.eve.id}> organizes the tournament from now on."
    assert newest(world).header.organizer_id == world.eve.id
    assert "Begin now" in (await world.eve.press("Organize", message(world))).labels


async def test_the_panel_works_after_a_restart(world: World, admin: Player, panel: Answer) -> None:
    await world.restart()
    await admin.press("Rounds by button", panel)
    assert not newest(world).header.automatic


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ((*FOUR, Began(), Paired(1, ((1, (1,), (2,)), (2, (3,), (4,))))), False),
        ((*FOUR, *APART, Began(), Paired(1, ((1, (2,), (3,)),), (1, 4))), True),
    ],
)
def test_byes_of_people_who_are_kept_apart_are_told(actions: tuple[Action, ...], told: bool) -> None:
    shown = str(panel_of(cup_at(*actions, sides=Sides.ALONE), translations("en-US")).to_components())
    assert ("2 byes more than usual: the people whom you keep apart" in shown) is told
