"""``/domino match record``: the file of a match that is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.dealing import Seed
from engine.live.model.preferences import Visibility
from tests.support.in_memory.matches import keep, show
from tests.support.in_memory.seen import Answer
from tests.support.in_memory.world import World


async def ask(world: World, identity: str, who: str = "alice") -> Answer:
    return await world.people[who].run("match record", id=identity)


async def save(answer: Answer, path: Path) -> Path:
    """Save the only file of an answer."""
    (file,) = answer.attachments
    await file.save(path)
    return path


@pytest.mark.long
async def test_the_shell_replays_a_file(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = await world.play_and_end("alice", "bruno", "chloe")
    answer = await ask(world, table.id, "eve")
    assert world.answered_at_once
    assert answer.private.startswith(f"**Game record** · Domino Express, match `{table.id}`")
    assert answer.files == [f"domino-{table.id}.json"]
    path = await save(answer, tmp_path / "record.json")
    assert main(["replay", str(path)]) == 0
    end = json.loads(capsys.readouterr().out)
    assert end["finished"]
    assert tuple(end["winners"]) == table.view(None).winners
    assert tuple(end["totals"]) == table.view(None).totals
    assert json.loads(path.read_text())["players"] == ["Alice", "Bruno", "Chloé"]


async def test_the_file_holds_the_promised_seed_and_the_words_and_the_shell_verifies_it(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # deal as outside of tests
    object.__setattr__(world.bot.hub._services, "dealer", None)
    table = await world.sit("alice", "bruno", target=50)
    assert table.header.seed is not None
    promised = table.header.seed.commitment
    await world.rush()
    path = await save(await ask(world, table.id), tmp_path / "record.json")
    record = json.loads(path.read_text())
    assert record["commitment"] == promised == Seed.parse(record["seed"]).commitment
    assert main(["verify", str(path)]) == 0
    record["deals"][0]["stock"].reverse()
    path.write_text(json.dumps(record))
    assert main(["verify", str(path)]) != 0
    capsys.readouterr()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", ["match record", "match replay", "match verify"])
async def test_a_match_shows_nothing_before_its_end_or_on_another_server(world: World, command: str) -> None:
    _, mallory = world.elsewhere()
    # unknown even to those who played it
    theirs = await keep(world, "alice bruno", guild=mallory.guild.id)
    unknown = f"There is no such match here. See the list with {world.command('match', 'history')}."
    for identity in (theirs.header.id, "nosuch12", " ", "`", "%", "' OR 1=1 --", "🁫" * 50, "x" * 5000):
        assert (await world.alice.run(command, id=identity)).private == unknown
    table = await world.lobby("alice", "bruno", target=200)
    sentences = ["That match hasn't started yet, so there is nothing to show."]
    sentences += ["That match is still being played. Its hands stay secret until it is over."] * 2
    for number, sentence in enumerate(sentences):
        for person in (world.alice, world.eve):
            answer = await person.run(command, id=table.id)
            assert answer.private == sentence
            assert not answer.attachments
        await (world.end_deal() if number else world.alice.press("Start"))


async def test_a_table_closed_before_its_match_has_nothing_to_show(world: World) -> None:
    table = await world.lobby("alice")
    await world.alice.press("Leave")
    answer = await ask(world, table.id)
    assert answer.text == "That table was closed before a match started, so there is nothing to show."


async def test_an_id_may_be_typed_as_it_is_shown(world: World) -> None:
    await keep(world, "alice bruno")
    for typed in ("`pastmtch`", " PASTMTCH "):
        assert (await ask(world, typed)).attachments


async def test_hidden_players_have_no_name_in_files_of_others(world: World) -> None:
    await keep(world, "alice bruno chloe")
    await show(world, "bruno", Visibility.NAMELESS)
    await show(world, "chloe", Visibility.HIDDEN)
    for who, players in (
        ("eve", ["Alice", "Player 2", "Player 3"]),
        ("bruno", ["Alice", "Bruno", "Player 3"]),
        ("chloe", ["Alice", "Player 2", "Chloé"]),
    ):
        (file,) = (await ask(world, "pastmtch", who)).attachments
        assert json.loads(await file.read())["players"] == players
