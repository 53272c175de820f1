"""Tests of scenes: the wanted content of a screen at one moment, a row for each kind."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from cogs.messages.hand import HandState
from cogs.publishing.plan import Clear, Correct, Edit, Means, Send, Shown, Step, plan
from cogs.publishing.scenes import (
    Moment,
    hand_scene,
    notice_scene,
    reminder_scene,
    shown_of,
    table_scene,
    watch_scene,
)
from cogs.publishing.screen import Reader
from cogs.publishing.slots import Slot
from engine import match
from engine.actions import Flip
from engine.dealing import random_deal
from engine.events import Flipped, Played
from engine.layouts import Grid
from engine.live.model.news import Closed, News
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Delivery, Header, Person, Presence, SentMessage, Status
from engine.tiles import tile
from engine.view import View

PLY, TURN, CLOSED = 5, 40.0, Status.CLOSED
SERVER, DIRECT, ANSWERS, PRIVATE, *_ = Delivery
PLAYED: News = Played(0, tile(1, 1), "left", 3, 0, ())
OURS, THEIRS = Flipped(0, 1, tile(1, 1), None), Flipped(1, 1, tile(1, 1), None)
UP, DOWN = "up", "down"


def post(ply: int = PLY, status: Status = Status.PLAYING, **what: Any) -> SentMessage:
    return SentMessage(7, ply, status.value, **what)


def header(delivery: Delivery, status: Status, shown: SentMessage | None, **what: Any) -> Header:
    people = (Person(1, "Ana", "en"), Person(2, "Ben", "en"))
    return Header(
        "t", 7, 70, 1, "express", {}, people, status, "en", (), 0.0, 1000.0, post=shown, delivery=delivery, **what
    )


def view_of(rules: str) -> View:
    state = match.new(rules, 2, {})
    state, _ = match.apply(state, random_deal(state))
    return match.view(state, None)


LINE = view_of("express")
BETWEEN = replace(LINE, turn=None)
FACE_DOWN = replace(view_of("memory"), turn=0)


def grid(*up: int, mid_turn: bool = False) -> View:
    """Return a grid with tiles up at some positions."""
    layout = FACE_DOWN.layout
    tiles = {at: tile(at, at) if at in up else None for at in layout.tiles}
    history = (Flip(0, 1),) if mid_turn else ()
    return replace(FACE_DOWN, layout=Grid(tiles, up), history=history)


def steps(
    shown: SentMessage | None,
    view: View | None,
    news: tuple[News, ...] = (),
    *,
    by: Delivery = SERVER,
    status: Status = Status.PLAYING,
    unreadable: bool = False,
    as_text: bool = False,
    **means: Any,
) -> tuple[Step, ...] | None:
    """Return the steps that show a moment."""
    ply = 0 if view is None else PLY
    moment = Moment(header(by, status, shown, as_text=as_text), ply, news, view, unreadable=unreadable)
    known = Means(**means)
    found = plan(table_scene(moment, known), shown_of(moment, known), known)
    return None if found is None else tuple(found)


OPEN, ENDED = {"status": Status.LOBBY, "drawn_key": "new"}, {"status": CLOSED, "drawn_key": "new"}
LOBBY, SHUT, OVER = post(0, Status.LOBBY), post(0, CLOSED), (Closed("cancelled"),)

LOBBIES: list[tuple[SentMessage | None, tuple[News, ...], Any, Any]] = [
    (None, (), OPEN, ()),
    (None, (), OPEN | {"restored": True}, (Send(),)),
    (None, (), OPEN | {"by": DIRECT}, (Send(),)),
    (None, (), OPEN | {"by": ANSWERS}, (Send(),)),
    (LOBBY, (), OPEN, (Edit(),)),
    (LOBBY, (), OPEN | {"by": ANSWERS}, (Edit(),)),
    (LOBBY, (), OPEN | {"by": ANSWERS, "editable": False}, (Edit(),)),
    (LOBBY, (), OPEN | {"restored": True}, (Edit(),)),
    (LOBBY, (), OPEN | {"newest_key": "new"}, ()),
    (LOBBY, (), OPEN | {"newest_key": "new", "by": DIRECT}, ()),
    (LOBBY, (), OPEN | {"newest_key": "old"}, (Edit(),)),
    (SHUT, (), OPEN, (Edit(),)),
    (None, OVER, ENDED, ()),
    (None, (), ENDED, ()),
    (None, OVER, ENDED | {"restored": True}, (Send(),)),
    (None, OVER, ENDED | {"by": DIRECT}, ()),
    (LOBBY, OVER, ENDED, (Edit(),)),
    (LOBBY, (), ENDED, (Edit(),)),
    (SHUT, OVER, ENDED, (Edit(),)),
    (SHUT, (), ENDED, ()),
    (SHUT, (), ENDED | {"restored": True}, ()),
    (None, OVER, ENDED | {"unreadable": True}, (Send(),)),
    (post(3), OVER, ENDED | {"unreadable": True}, (Send(),)),
    (LOBBY, OVER, ENDED | {"unreadable": True}, (Edit(),)),
    (SHUT, (), ENDED | {"unreadable": True}, ()),
]

BOARDS: list[tuple[SentMessage | None, View, tuple[News, ...], Any, Any]] = [
    (None, LINE, (PLAYED,), {}, (Send(),)),
    (None, LINE, (), {}, (Send(),)),
    (LOBBY, LINE, (PLAYED,), {}, (Send(),)),
    (post(3), LINE, (PLAYED,), {}, (Send(),)),
    (post(3), LINE, (), {}, (Send(),)),
    (post(), LINE, (), {}, ()),
    (post(), LINE, (PLAYED,), {}, (Send(),)),
    (post(), LINE, (), {"status": CLOSED}, (Send(),)),
    (post(5, CLOSED), LINE, (), {"status": CLOSED}, ()),
    (post(3), BETWEEN, (PLAYED,), {}, (Send(),)),
    (post(), BETWEEN, (), {}, ()),
    (post(3), LINE, (PLAYED,), {"edits_newest": True}, (Edit(),)),
    (post(3), LINE, (PLAYED,), {"edits_newest": True, "by": ANSWERS}, (Edit(None, keeps=True),)),
    (post(3), LINE, (PLAYED,), {"edits_newest": True, "by": DIRECT}, (Edit(),)),
    (post(3), LINE, (PLAYED,), {"by": ANSWERS}, (Send(),)),
    (post(), LINE, (), {"by": DIRECT, "new_look": True, "edits_newest": True}, (Edit(),)),
    (post(), LINE, (), {"by": DIRECT, "edits_newest": True}, ()),
    (post(3), LINE, (PLAYED,), {"edits_newest": True, "by": PRIVATE}, (Edit(),)),
    (None, LINE, (), {"edits_newest": True, "by": PRIVATE}, (Send(),)),
    (post(), LINE, (), {"late": True}, (Correct(),)),
    (post(), LINE, (), {"late": True, "as_text": True}, (Edit(None, keeps=True),)),
    (post(), LINE, (), {"late": True, "spare": False}, None),
    (post(), LINE, (PLAYED,), {"late": True, "spare": False}, (Send(),)),
    (post(), replace(FACE_DOWN, turn=None), (), {"late": True}, (Edit(None, keeps=True),)),
    (post(3), replace(FACE_DOWN, turn=None), (OURS,), {}, (Send(),)),
    (post(3), FACE_DOWN, (OURS,), {"status": CLOSED}, (Send(),)),
]

MISS, FLAT = grid(1, 2), grid()
NEW, NEW_UP = (Clear(), Send(DOWN)), (Clear(), Send(DOWN), Edit(UP))
SAME = {"drawn_key": "alt", "newest_key": "alt"}
OTHER = {"drawn_key": "alt", "newest_key": "another"}

GRIDS: list[tuple[SentMessage | None, View, tuple[News, ...], Any, Any]] = [
    (None, FLAT, (), {}, (Send(DOWN),)),
    (LOBBY, FLAT, (), {}, (Send(DOWN),)),
    (LOBBY, grid(1, mid_turn=True), (OURS,), {}, (Send(DOWN), Edit(UP))),
    # each turn has a message
    (post(3), FLAT, (THEIRS,), {}, NEW),
    (post(3), MISS, (THEIRS,), {}, NEW_UP),
    (post(3), grid(1, mid_turn=True), (OURS,), {}, (Edit(UP, keeps=True),)),
    (post(3), grid(mid_turn=True), (OURS,), {}, (Edit(DOWN, keeps=True),)),
    (post(3), grid(1, mid_turn=True), (THEIRS, OURS), {}, NEW_UP),
    (post(3), grid(1, mid_turn=True), (PLAYED,), {}, NEW_UP),
    (post(3), grid(1, mid_turn=True), (), {}, (Edit(UP, keeps=True),)),
    (post(3), grid(1), (OURS,), {}, NEW_UP),
    (post(3), grid(1, mid_turn=True), (OURS,), {"editable": False}, (Edit(UP, keeps=True),)),
    # tiles that were turned back stay so
    (post(3), MISS, (PLAYED,), {}, NEW),
    (post(3), MISS, (PLAYED,), {"miss": True}, NEW_UP),
    (post(3), MISS, (THEIRS,), {"miss": True}, NEW_UP),
    (post(), MISS, (PLAYED,), {}, NEW),
    (post(), MISS, (PLAYED,), {"miss": True}, NEW_UP),
    # a miss goes from its own message
    (post(), MISS, (), {"miss": True}, ()),
    # Discord has not taken its tiles yet
    (post(), MISS, (), {"miss": True} | OTHER, (Edit(UP, keeps=True),)),
    (post(), MISS, (), OTHER, (Edit(DOWN, keeps=True),)),
    (post(), MISS, (), OTHER | {"editable": False}, ()),
    (post(), MISS, (), SAME, ()),
    (post(), FLAT, (), SAME, ()),
    (post(), FLAT, (), OTHER, (Edit(DOWN, keeps=True),)),
    (post(), grid(1, mid_turn=True), (), OTHER, (Edit(UP, keeps=True),)),
    (post(), grid(1, mid_turn=True), (), SAME, ()),
    # one message in direct messages
    (post(3), FLAT, (THEIRS,), {"by": DIRECT}, (Edit(DOWN),)),
    (post(3), MISS, (THEIRS,), {"by": DIRECT}, (Edit(UP),)),
    (post(3), grid(1, mid_turn=True), (OURS,), {"by": DIRECT}, (Edit(UP),)),
    (post(3), FLAT, (THEIRS,), {"by": DIRECT, "editable": False}, (Edit(DOWN),)),
    (post(), MISS, (), OTHER | {"by": DIRECT}, (Edit(DOWN, keeps=True),)),
    (LOBBY, FLAT, (), {"by": DIRECT}, (Edit(DOWN),)),
    (post(3), FLAT, (THEIRS,), {"by": ANSWERS}, NEW),
    # the deadline
    (post(), FLAT, (), SAME | {"late": True}, (Edit(DOWN, keeps=True),)),
    (post(), FLAT, (), SAME | {"late": True, "spare": False}, None),
    (post(), MISS, (), OTHER | {"late": True, "spare": False}, (Edit(DOWN, keeps=True),)),
    (post(), MISS, (), {"miss": True, "late": True}, (Edit(UP, keeps=True),)),
    (post(), MISS, (), {"miss": True, "late": True, "spare": False}, None),
    (post(3), FLAT, (THEIRS,), {"late": True, "spare": False}, NEW),
]


@pytest.mark.parametrize(("shown", "news", "how", "expected"), LOBBIES)
def test_a_lobby_is_one_message(shown: SentMessage | None, news: tuple[News, ...], how: Any, expected: Any) -> None:
    assert steps(shown, None, news, **how) == expected


@pytest.mark.parametrize(("shown", "view", "news", "how", "expected"), BOARDS)
def test_a_board_is_a_message_for_each_ply_or_goes_on(
    shown: SentMessage | None, view: View, news: tuple[News, ...], how: Any, expected: Any
) -> None:
    assert steps(shown, view, news, **how) == expected


@pytest.mark.parametrize(("shown", "view", "news", "how", "expected"), GRIDS)
def test_a_grid_shows_nothing_that_has_been_turned_back(
    shown: SentMessage | None, view: View, news: tuple[News, ...], how: Any, expected: Any
) -> None:
    assert steps(shown, view, news, **how) == expected


@pytest.mark.parametrize(
    ("until", "seconds", "news", "late"),
    [
        (1000, TURN, (), False),
        (990, TURN, (), False),
        (989, TURN, (), True),
        (1010, TURN, (), False),
        (1011, TURN, (), True),
        (0, TURN, (), False),
        (900, None, (), False),
        (900, TURN, (PLAYED,), False),
    ],
)
def test_a_deadline_is_late_if_it_has_moved_by_more_than_a_quarter_of_the_turn(
    until: int, seconds: float | None, news: tuple[News, ...], late: bool
) -> None:
    shown = post(until=until)
    told = header(SERVER, Status.PLAYING, shown, time_control=TimeControl.CASUAL)
    assert Moment(told, PLY, news, LINE).is_late(seconds) is late
    assert not Moment(replace(told, post=None), PLY, news, LINE).is_late(seconds)
    assert not Moment(replace(told, deadline=None), PLY, news, LINE).is_late(seconds)


def test_a_message_in_another_channel_shows_nothing_here() -> None:
    elsewhere = post(channel_id=71)
    assert steps(elsewhere, LINE) == (Send(),)
    assert steps(post(channel_id=70), LINE) == ()
    assert steps(replace(LOBBY, channel_id=71), None, **OPEN) == ()


# ---------------------------------------------------------------------- hands


DEALT = match.new("express", 2, {})
DEALT, _ = match.apply(DEALT, random_deal(DEALT))
SEAT = DEALT.turn or 0
HAND = HandState(header(SERVER, Status.PLAYING, None), 1, match.view(DEALT, SEAT), PLY)
WAITING = replace(HAND, view=match.view(DEALT, 1 - SEAT))
LEFT = replace(HAND.header, people=tuple(replace(each, presence=Presence.LEFT) for each in HAND.header.people))
AWAY = replace(HAND, header=LEFT)
SHUT_DOWN = replace(HAND, header=replace(HAND.header, status=CLOSED))
DEAL_ENDED = replace(HAND, view=replace(HAND.view, turn=None))
OUT = replace(HAND, view=replace(HAND.view, eliminated=(SEAT,)))
FORCED = replace(HAND, only_move=HAND.view.legal[0])
IDLE = replace(HAND, view=replace(HAND.view, legal=())).fingerprint

HANDS: list[tuple[HandState, Slot | None, Any, tuple[Step, ...]]] = [
    # a message a deal
    (HAND, None, {}, (Send(),)),
    (HAND, Slot("", 8, 9, deal=1), {}, (Edit(),)),
    (HAND, Slot(WAITING.fingerprint, 8, 9, deal=1), {}, (Edit(),)),
    (HAND, Slot(HAND.fingerprint, 8, 9, deal=1), {}, ()),
    (HAND, Slot("", 8, 9, deal=3), {}, (Clear(), Send())),
    (HAND, Slot("", 8, 9, deal=3, ended=True), {}, (Send(),)),
    # the bot is about to do the only move
    (FORCED, Slot(IDLE, 8, 9, deal=1), {}, ()),
    (FORCED, Slot(HAND.fingerprint, 8, 9, deal=1), {}, ()),
    (FORCED, Slot("", 8, 9, deal=1), {}, (Edit(),)),
    (HAND, Slot(IDLE, 8, 9, deal=1), {}, (Edit(),)),
    # nobody gets a new one who can't play
    *((each, None, {}, ()) for each in (AWAY, SHUT_DOWN, DEAL_ENDED, OUT)),
    *((each, Slot("", 8, 9, deal=1), {}, (Edit(),)) for each in (AWAY, SHUT_DOWN, DEAL_ENDED, OUT)),
    *((each, Slot("", 8, 9, deal=3), {}, (Clear(),)) for each in (AWAY, SHUT_DOWN, DEAL_ENDED, OUT)),
    (AWAY, Slot("", 8, 9, deal=3, ended=True), {}, ()),
    # or wants none, but an old one is edited
    (HAND, None, {"wanted": False}, ()),
    (HAND, Slot("", 8, 9, deal=1), {"wanted": False}, (Edit(),)),
    (HAND, Slot("", 8, 9, deal=3), {"wanted": False}, (Clear(),)),
    # direct messages are refused
    (HAND, None, {"editable": False}, ()),
    (HAND, Slot("", 8, 9, deal=1), {"editable": False}, ()),
    (HAND, Slot("", 8, 9, deal=3, ended=True), {"editable": False}, ()),
    # an answer to My hand goes on from deal to deal
    (HAND, Slot("", 8), {"wanted": False}, (Edit(),)),
    (HAND, Slot(HAND.fingerprint, 8), {"wanted": False}, ()),
    (AWAY, Slot("", 8), {"wanted": False}, (Edit(),)),
    (FORCED, Slot(IDLE, 8), {"wanted": False}, ()),
]


@pytest.mark.parametrize(("state", "slot", "means", "expected"), HANDS)
def test_a_hand_is_a_message_for_each_deal(
    state: HandState, slot: Slot | None, means: Any, expected: tuple[Step, ...]
) -> None:
    known = Means(**means)
    assert plan(hand_scene(state, slot, known), slot and Shown(slot.key), known) == expected


# ---------------------------------------------------------------------- a turn, told beside the table

PLAYING = Moment(header(SERVER, Status.PLAYING, None), PLY, (), LINE)
NEXT_TURN, FINISHED = replace(PLAYING, ply=6), replace(PLAYING, header=replace(PLAYING.header, status=Status.FINISHED))
UNTIMED = replace(PLAYING, header=replace(PLAYING.header, deadline=None))
DEAL_OVER, OPEN_LOBBY = replace(PLAYING, view=BETWEEN), replace(PLAYING, view=None)
HANDLESS = replace(PLAYING, header=replace(PLAYING.header, rules="memory"))
NONE, EARLIER, THIS = None, Shown(4), Shown(PLY)
NOW, BOTH, NO_HANDS = 1000.0, PersonPreferences(), PersonPreferences(hands=False)
SILENT = PersonPreferences(turns=False)


@pytest.mark.parametrize(
    ("moment", "shown", "expected"),
    [
        (PLAYING, NONE, (Send(),)),
        (PLAYING, THIS, ()),
        (PLAYING, EARLIER, (Clear(), Send())),
        *((each, NONE, ()) for each in (NEXT_TURN, UNTIMED, DEAL_OVER, OPEN_LOBBY)),
        *((each, THIS, (Clear(),)) for each in (NEXT_TURN, UNTIMED, DEAL_OVER)),
    ],
)
def test_a_reminder_goes_with_its_turn(moment: Moment, shown: Shown | None, expected: Any) -> None:
    assert plan(reminder_scene(moment, PLY), shown, Means()) == expected


@pytest.mark.parametrize(
    ("moment", "shown", "reader", "chosen", "dealt_at", "expected"),
    [
        (PLAYING, NONE, {}, BOTH, 0.0, (Send(),)),
        (PLAYING, THIS, {}, BOTH, 0.0, ()),
        (PLAYING, EARLIER, {}, BOTH, 0.0, (Clear(), Send())),
        (NEXT_TURN, NONE, {}, BOTH, 0.0, ()),
        (NEXT_TURN, THIS, {}, BOTH, 0.0, (Clear(),)),
        (FINISHED, NONE, {}, BOTH, 0.0, ()),
        (FINISHED, THIS, {}, BOTH, 0.0, (Clear(),)),
        # who wants none, or takes none
        (PLAYING, NONE, {}, SILENT, 0.0, ()),
        (PLAYING, EARLIER, {}, SILENT, 0.0, (Clear(),)),
        (PLAYING, NONE, {"closed": True}, BOTH, 0.0, ()),
        (PLAYING, NONE, {"refused": 1}, BOTH, 0.0, ()),
        # who is here
        (PLAYING, NONE, {"moved_at": 880.0}, BOTH, 0.0, (Send(),)),
        (PLAYING, NONE, {"moved_at": 881.0}, BOTH, 0.0, ()),
        (PLAYING, EARLIER, {"moved_at": 881.0}, BOTH, 0.0, (Clear(),)),
        # who was sent a hand
        (PLAYING, NONE, {}, BOTH, 880.0, (Send(),)),
        (PLAYING, NONE, {}, BOTH, 881.0, ()),
        (PLAYING, NONE, {}, NO_HANDS, 881.0, (Send(),)),
        (PLAYING, NONE, {"moved_at": 881.0}, NO_HANDS, 0.0, ()),
        (HANDLESS, NONE, {}, BOTH, 881.0, (Send(),)),
        (HANDLESS, NONE, {"moved_at": 881.0}, BOTH, 0.0, ()),
    ],
)
def test_a_player_who_is_not_here_is_told_of_their_turn(
    moment: Moment, shown: Shown | None, reader: Any, chosen: PersonPreferences, dealt_at: float, expected: Any
) -> None:
    want = notice_scene(moment, PLY, Reader(**reader), chosen, NOW, dealt_at)
    assert plan(want, shown, Means()) == expected


def test_a_watched_table_is_edited_when_something_about_it_changes() -> None:
    before = PLAYING.header
    shown = Shown(watch_scene(before, PLY, expired=False).key)
    left = replace(before, people=tuple(replace(each, presence=Presence.LEFT) for each in before.people))
    for header, ply, expired in (
        (before, 6, False),
        (before, PLY, True),
        (left, PLY, False),
        (replace(before, status=CLOSED), PLY, False),
    ):
        want = watch_scene(header, ply, expired=expired)
        assert plan(want, shown, Means()) == (Edit(),)
        assert plan(want, shown, Means(editable=False)) == (), "it waits while the table is published"
    assert plan(watch_scene(before, PLY, expired=False), shown, Means()) == ()


# ---------------------------------------------------------------------- laws


def test_no_grid_is_sent_before_the_older_one_is_cleared() -> None:
    for (shown, view, news, how, _), by in itertools.product(GRIDS, Delivery):
        if shown is not None and shown.ply:
            found = steps(shown, view, news, **{**how, "by": by}) or ()
            sent = [at for at, step in enumerate(found) if isinstance(step, Send)]
            assert not sent or Clear() in found[: sent[0]]
