"""Attacks by names, options and windows full of markdown, mentions, SQL and invisible signs."""

from __future__ import annotations

import re
import sqlite3

import pytest

from cogs.messages.names import plain_name
from engine.bots.level import Level
from engine.live.model.table import Person
from tests.support.in_memory.deliveries import Delivery, commanded, submitted
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World

NAMES = {
    "markdown": "**bold** __x__ `code` ||hidden||",
    "heading": "# Heading\n> quote\n- list",
    "small": "-# small",
    "link": "[free](https://evil.example)",
    "invite": "discord.gg/abcdefg",
    "invite by another way": "discord.com/invite/abc x",
    "mention": "@everyone <@&123456789012345678> <@123456789012345678>",
    "sql": "'; DROP TABLE tables; --",
    "right to left": "\u202eevil\u202d\u2066x\u2069\u200e\u200f",
    "zero width": "\u200b\u200c\u200d\ufeff\u2060\u3164\u2800",
    "emoji": "👩‍👩‍👧‍👦" * 8,
    "marks": "Zq" + "\u0351" * 30,
    "wide": "🁫" * 32,
    "format": "{table} {0} %s %(x)s \\",
    "newlines": "a\r\n\r\nb\u2028c",
}
HIDING = ("\u202d", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\ufeff", "\u2060", "\r", "\u2028", "a\nb")
FORMATTING = ("**bold", "||hidden", "`code", "[free](", "discord.gg/", "discord.com/invite", "@everyone", "<@&")
"""Signs that Discord would interpret without a backslash before them; alt texts are shown as they are."""
LINES = re.compile(r"^(?:# Heading|> quote|-# small)", re.MULTILINE)

pytestmark = pytest.mark.usefixtures("quiet")


def rename(world: World, player: Player, name: str) -> None:
    """Let somebody change their name, which the bot sees at their next press."""
    world.env.backend.get_user(player.id).global_name = name


def assert_plain(text: str) -> None:
    """Check that a text formats and hides nothing."""
    assert not [never for never in HIDING if never in text]
    assert not [never for never in (*FORMATTING, "<@123") if re.search(rf"(?<!\\){re.escape(never)}", text)]
    assert not LINES.search(text)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_a_name_formats_mentions_and_breaks_nothing(world: World, name: str) -> None:
    shown = name[:100]
    world.join("mallory", shown)
    table = await world.sit("mallory", "bruno", "chloe", target=50)
    await world.move()
    rename(world, world.bruno, shown)
    people = {f"<@{person.id}>" for person in world.people.values()}
    answers = [await player.press("My hand") for player in world.named("mallory", "bruno")]
    await world.moves(2)
    ballot = await world.bruno.run("table end")
    answers += [ballot, await world.chloe.press("Play on", ballot)]
    answers.append(await world.people["mallory"].run("table host", person=world.bruno))
    await world.hold(world.bruno)
    await world.wait(61)
    await world.bruno.run("back")
    await world.rush()
    answers.append(await world.chloe.run("leaderboard"))
    for message in [*world.all_messages, *answers]:
        text = message.text
        for person in people:
            text = text.replace(person, "")
        assert_plain(text)
        assert not [never for alt in (message.alts if message.message else []) for never in HIDING if never in alt]
    for request in world.requests():
        body = request.json if isinstance(request.json, dict) else {}
        allowed = (body.get("data") or body).get("allowed_mentions") if isinstance(body.get("data", {}), dict) else None
        allowed = allowed or {}
        assert not allowed.get("roles")
        assert not allowed.get("parse")
        assert set(map(int, allowed.get("users") or [])) <= {person.user_id for person in table.people}
    with sqlite3.connect(world.database) as database:
        assert database.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert (shown,) in database.execute("SELECT name FROM seats").fetchall()


async def test_nasty_names_in_a_lobby_break_no_line(world: World) -> None:
    for player, nasty in ((world.alice, "# big\n**x**"), (world.bruno, "@everyone\u202e"), (world.chloe, "a\nb")):
        rename(world, player, nasty)
    await world.lobby("alice", "bruno", "chloe")
    seats = [line for line in world.board.lines if line[:2] in ("1.", "2.", "3.")]
    assert seats == ["1. **\\# big \\*\\*x\\*\\*** (host)", "2. **@\u200beveryone**", "3. **a b**"]
    await world.alice.press("Start")
    await world.move_by_hand()


async def test_a_name_changed_in_mid_match_is_shown_from_then_on(world: World) -> None:
    await world.sit("alice", "bruno", "chloe")
    player = world.mover()
    rename(world, player, "Somebody Else")
    await player.press("My hand")
    await world.move_by_hand()
    assert "**Somebody Else** opens" in world.board.text
    assert "Somebody Else" in world.board.alt


def test_no_name_of_a_person_looks_like_a_computers() -> None:
    assert plain_name(Person(1, "🤖 Tove", "fr")) == "Tove"
    assert plain_name(Person(1, "🤖", "fr")) == "?"
    assert plain_name(Person(-1, "Tove", "", level=Level.EASY)) == "🤖 Tove"


@pytest.mark.sampled
@pytest.mark.parametrize("typed", [*NAMES.values(), "x" * 6_000], ids=[*NAMES, "long"])
async def test_an_answer_repeats_an_option_short_and_plain(world: World, typed: str) -> None:
    for command in ("play", "rules"):
        answer = await commanded(world.alice, command, rules=typed).send()
        assert "no rule set" in answer.private
        assert len(answer.text) < 200
        assert not [never for never in FORMATTING if re.search(rf"(?<!\\){re.escape(never)}", answer.text)]
    assert not world.tables


# ---------------------------------------------------------------------- windows


@pytest.fixture
async def window(world: World) -> str:
    """The id of the window in which the host types a number."""
    await world.lobby("alice", rules="mata")
    form = await world.alice.open_form(await world.alice.press("More"), "number-deals")
    assert form.modal is not None
    return form.modal["custom_id"]


def send_off(who: Player, window: str, typed: str) -> Delivery:
    return submitted(who, window, {"deals": "5", "number-deals": typed}, who.world.board)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "typed",
    [*NAMES.values(), "-1", "0", "1e3", "٣", "x" * 100_000, "9" * 100_000],
    ids=lambda typed: repr(typed[:20]),
)
async def test_a_window_refuses_anything_but_a_number(world: World, window: str, typed: str) -> None:
    header = world.table.header
    answer = await send_off(world.alice, window, typed).send()
    assert "can't be" in answer.text
    assert len(answer.text) < 300
    assert world.table.header == header


@pytest.mark.parametrize("closed", [False, True])
async def test_a_strangers_or_late_window_changes_nothing(world: World, window: str, closed: bool) -> None:
    table = world.table
    if closed:
        await world.alice.press("Close the table")
    header = table.header
    answer = await send_off(world.alice if closed else world.eve, window, "150").send()
    assert ("This table is closed" if closed else "Only the host") in answer.text
    assert table.header == header
