"""Challenges among friends, as people play them on a server with the bot."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.challenges.friends import DAY, HOUR, MAX_IN_CHANNEL, MAX_OPENED
from engine.live.challenges.challenge import Challenge
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.saved_rules import HouseRules, Owner, OwnerKind
from tests.cogs.challenges.flow import leave_open, play_on
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import UNKNOWN_MESSAGE, World
from tests.support.simcord_private import hide, speaking

STALE = "That button was for an earlier move."


async def opened(world: World, place: Any = None) -> Challenge:
    """Return the newest challenge of a channel."""
    return (await world.store.challenges.of_channel((place or world.channel).id))[-1]


async def begin(player: Player, on: Any = None) -> Seen:
    """Let a player press Play now; return the private match."""
    answer = await player.press("Play now", on)
    return Seen(answer.result.followups[-1]) if answer.result.followups else answer


async def play(player: Player, on: Any = None) -> Seen:
    """Let a player play a challenge to its end; return the result."""
    shown = await play_on(player, await begin(player, on))
    return await player.press("Result", shown)


async def end(world: World, challenge: Challenge) -> Challenge:
    """Let the time of a challenge run out, and close it as the bot does; everybody has finished."""
    world.skip(challenge.ends_at - world.time + 1)
    assert await world.store.challenges.close(challenge.id, lambda totals: dict.fromkeys(totals))
    closed = await world.store.challenges.find(challenge.id)
    assert closed is not None
    world.bot.dispatch("challenge_closed", closed)
    await world.settle()
    return closed


async def show(world: World, player: Player, shown: Visibility) -> None:
    await world.store.preferences.set(player.id, PersonPreferences(shown=shown))


async def test_the_message_says_what_is_played_until_when_and_by_whom(world: World) -> None:
    since = world.sent
    answer = await world.alice.run("challenge", rules="express", level="easy", duration=HOUR)
    challenge = await opened(world)
    assert not answer.ephemeral
    assert answer.lines == [
        "## Challenge: Domino Express",
        "3 deals · singles · easy computers",
        f"<@{world.alice.id}> challenges everyone here: the same tiles for all, played alone, whenever you like.",
        f"-# Results stay secret until the end. It ends <t:{int(world.time) + HOUR}:R>.",
        f"-# Seed: SHA-256 `{challenge.seed.commitment[:12]}…`",
    ]
    assert answer.labels == ["Play now", "Fair deal"]
    assert len(world.requests(since)) == 1
    assert challenge.post_id == world.board.id
    assert not world.tables


@pytest.mark.long
async def test_three_people_play_and_the_end_compares_them(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=2)
    challenge, invitation = await opened(world), world.board
    for each in (world.alice, world.bruno, world.chloe):
        await play(each, invitation)
    assert not world.now(invitation).lacks("Players so far:", "Alice", "Bruno", "Chloé")
    closed = await end(world, challenge)
    table = world.now(invitation)
    assert table.lines[3].startswith("**1.** ")
    assert table.labels == ["Fair deal"]
    assert "**Best in each deal**" in table.lines
    assert len(table.options) == 6
    replay = await world.davide.choose(table.select("look"), table.options[0]["value"], on=table)
    assert replay.ephemeral
    assert "**Replay** · Domino Express" in replay.text
    assert {"Play", "Next", "Expert"} <= {*replay.labels}
    assert closed.secret is None


@pytest.mark.long
async def test_the_message_is_in_the_language_of_its_channel_and_the_match_in_that_of_its_player(world: World) -> None:
    await world.prefer(language="fr")
    with speaking({world.bruno.id: "de"}):
        await world.alice.run("challenge", rules="express", deals=1)
        challenge, invitation = await opened(world), world.board
        assert "Jouer" in invitation.labels
        answer = await world.bruno.press("Jouer")
        assert "Regeln" in Seen(answer.result.followups[-1]).labels
        shown = await play_on(world.bruno, Seen(answer.result.followups[-1]), "Ergebnis")
        await world.bruno.press("Ergebnis", shown)
        assert "Joueurs" in world.now(invitation).text
        await end(world, challenge)
    assert "Bruno" in world.now(invitation).text
    assert world.now(invitation).lines[0] == "## Défi\N{NO-BREAK SPACE}: Domino Express"


async def test_what_others_see_before_the_end_tells_nothing_of_tiles_or_points(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=1)
    before = world.board.everything
    await play(world.alice)
    after = world.board.everything
    assert after.replace("\nPlayers so far: Alice", "") == before
    assert world.board.components != before


async def test_the_private_match_follows_the_updated_message_and_costs_no_request_of_the_bots_token(
    world: World,
) -> None:
    await world.alice.run("challenge", rules="express")
    since = world.sent
    answer = await world.bruno.press("Play now")
    sent = world.requests(since)
    assert [(each.method, each.path.split("/")[1]) for each in sent] == [("POST", "interactions"), ("POST", "webhooks")]
    assert sent[0].json["type"] == 7
    (match,) = answer.result.followups
    assert match.flags.ephemeral
    again = await world.bruno.press("Play now")
    assert again.ephemeral
    assert again.alts == Seen(match).alts
    assert world.board.text.count("Bruno") == 1


async def test_only_invited_friends_and_the_opener_play(world: World) -> None:
    await world.alice.run("challenge", rules="express", friend1=world.bruno, friend2=world.chloe)
    allowed = world.requests(path="/callback")[0].json["data"]["allowed_mentions"]
    assert sorted(int(user) for user in allowed["users"]) == sorted([world.bruno.id, world.chloe.id])
    assert f"challenges <@{world.bruno.id}> and <@{world.chloe.id}>" in world.board.text
    refused = await world.davide.press("Play now")
    assert refused.private == "These deals are for the people that their opener has invited."
    assert "Davide" not in world.board.text
    assert (await begin(world.alice)).files
    assert (await begin(world.bruno)).files


async def test_a_friend_who_cannot_come_is_refused(world: World) -> None:
    hide(world.env, world.channel, world.bruno)
    refused = await world.alice.run("challenge", friend1=world.bruno)
    assert refused.private == "Bruno can't see this channel and can't play here."
    assert not await world.store.challenges.of_channel(world.channel.id)


async def test_saved_rules_are_played_under_their_name(world: World) -> None:
    house = HouseRules("express", {"pairs": True, "target": 150, "clock": "none", "hints": False, "auto": "turns"})
    await world.store.saved_rules.save(Owner(OwnerKind.SERVER, world.guild.id), "Sunday", house)
    suggested = await world.alice.complete("challenge", "rules", "sun")
    assert [each["name"] for each in suggested] == ["Sunday"]
    await world.alice.run("challenge", rules="Sunday")
    challenge = await opened(world)
    assert (challenge.seats, challenge.options["pairs"]) == (4, True)
    assert "in pairs" in world.board.lines[1]
    assert "150" not in world.board.lines[1]


async def test_a_game_without_hands_is_refused(world: World) -> None:
    refused = await world.alice.run("challenge", rules="memory")
    assert refused.private == "In Memory nobody holds tiles, so it can't be a challenge. Choose another game."


@pytest.mark.long
async def test_a_person_and_a_channel_have_limits(world: World) -> None:
    for _ in range(MAX_OPENED):
        await world.alice.run("challenge", rules="express", duration=HOUR)
    refused = await world.alice.run("challenge", rules="express")
    assert refused.private.startswith(f"You have {MAX_OPENED} open challenges")
    for _ in range(MAX_IN_CHANNEL - MAX_OPENED):
        await world.bruno.run("challenge", rules="express", duration=HOUR)
    refused = await world.chloe.run("challenge", rules="express")
    assert refused.private.startswith(f"This channel has {MAX_IN_CHANNEL} open challenges")
    world.skip(HOUR + 1)
    assert not (await world.alice.run("challenge", rules="express")).ephemeral


async def test_a_challenge_that_discord_refuses_does_not_count(world: World) -> None:
    world.quiet = False
    world.fail("POST", "/interactions/*/*/callback", 403, 50013, times=1)
    await world.alice.run("challenge", rules="express")
    assert not await world.store.challenges.of_channel(world.channel.id)


@pytest.mark.long
async def test_fair_deal_shows_the_promise_and_after_the_end_the_seed(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=1)
    challenge, invitation = await opened(world), world.board
    await play(world.bruno)
    promise = await world.eve.press("Fair deal", invitation)
    assert challenge.seed.commitment in promise.private
    assert challenge.seed.reveal() not in promise.text
    await end(world, challenge)
    revealed = await world.eve.press("Fair deal", world.now(invitation))
    assert challenge.seed.reveal() in revealed.private
    (player,) = await world.store.challenges.best(challenge.id, 1)
    verified = await world.eve.run("match verify", id=f"{player.id}-1")
    assert "its 1 deal comes out the same" in verified.text
    seed = challenge.deal_seed(1).reveal()
    assert seed in verified.text
    assert f"Deal 1: `{seed}`" in revealed.lines


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("shown", "told"), [(Visibility.NAMELESS, "a player"), (Visibility.HIDDEN, "and 1 more")])
async def test_names_are_shown_as_their_people_wish(world: World, shown: Visibility, told: str) -> None:
    await show(world, world.bruno, shown)
    await world.alice.run("challenge", rules="express", deals=1)
    challenge, invitation = await opened(world), world.board
    await play(world.bruno, invitation)
    assert world.now(invitation).lines[3] == "Players so far: 1 more"
    await play(world.alice, invitation)
    await end(world, challenge)
    table = world.now(invitation)
    assert "Bruno" not in table.everything
    assert told in table.text
    assert "Alice" in table.text


async def test_the_end_is_told_where_the_message_is_gone_by_nothing(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=1)
    challenge = await opened(world)
    world.fail("PATCH", "/channels/*/messages/*", *UNKNOWN_MESSAGE)
    await end(world, challenge)
    assert world.requests(method="PATCH", path=f"/messages/{challenge.post_id}")


async def test_before_it_is_closed_the_end_is_told_to_those_who_come_late(world: World) -> None:
    leave_open(world)
    await world.alice.run("challenge", rules="express", deals=1, duration=HOUR)
    world.skip(HOUR + 1)
    assert "The results come in a few minutes." in (await world.bruno.press("Play now")).private
    challenge = await opened(world)
    assert "aren't ready yet" in (await world.bruno.forge(f"b:chtable:{challenge.id}")).private


async def test_a_game_that_a_later_version_lacks_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.alice.run("challenge", rules="express", deals=1)
    challenge = await opened(world)
    monkeypatch.setattr("cogs.challenges.own_result.RULE_SETS", {})
    for button in ("Play now", "Fair deal"):
        told = await world.bruno.press(button)
        assert told.private == "I no longer have the game of this challenge, so I can't show it."
    monkeypatch.setattr("cogs.challenges.friends.RULE_SETS", {})
    await end(world, challenge)


@pytest.mark.parametrize("verb", ["chplay", "chtable", "chseed", "chresult", "chshow", "chnext"])
async def test_forged_ids_show_nothing(world: World, verb: str) -> None:
    await world.alice.run("challenge", rules="express")
    challenge, elsewhere = await opened(world), world.guild.create_text_channel("elsewhere")
    await world.bruno.run("play", elsewhere)
    assert (await world.bruno.forge(f"b:{verb}:zzzzzzzz")).ephemeral
    told = await world.bruno.forge(f"b:{verb}:{challenge.id}", elsewhere.last_message)
    assert told.private == STALE
    assert not await world.store.challenges.players(challenge.id, 9)


@pytest.mark.long
async def test_a_replay_opens_with_the_end_and_not_before(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=1)
    challenge = await opened(world)
    await play(world.bruno)
    (player,) = await world.store.challenges.best(challenge.id, 1)
    for table_id in (f"{player.id}-1", player.id, f"{player.id}-2", f"{player.id}-x"):
        assert "There is no such match here." in (await world.bruno.run("match replay", id=table_id)).text
    await end(world, challenge)
    assert "**Replay** · Domino Express" in (await world.bruno.run("match replay", id=f"{player.id}-1")).text
    assert "There is no such match here." in (await world.bruno.run("match replay", id=f"{player.id}-2")).text
    await world.store.challenges.thin(world.time + DAY)
    assert "There is no such match here." in (await world.bruno.run("match record", id=f"{player.id}-1")).text


@pytest.mark.long
async def test_those_who_deleted_their_data_are_named_no_more(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=1, friend1=world.bruno)
    challenge, invitation = await opened(world), world.board
    await play(world.bruno, invitation)
    for each in (world.alice, world.bruno):
        await world.store.privacy.delete(each.id)
    assert "Bruno" not in (await world.bruno.press("Play now", invitation)).text
    await end(world, challenge)
    table = world.now(invitation)
    assert table.lines[3].startswith("**1.** a former player: ")
    assert "Bruno" not in table.everything
    replay = await world.chloe.choose(table.select("look"), table.options[0]["value"], on=table)
    assert "Bruno" not in replay.everything


async def test_the_message_names_an_opener_and_friends_no_more_who_deleted_their_data(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=1, friend1=world.bruno, friend2=world.chloe)
    for each in (world.alice, world.bruno):
        await world.store.privacy.delete(each.id)
    await begin(world.chloe)
    assert world.board.lines[2].startswith(f"a former player challenges a former player and <@{world.chloe.id}>: ")


async def test_the_data_of_a_server_takes_its_challenges_along(world: World) -> None:
    await world.alice.run("challenge", rules="express", deals=1)
    await world.store.privacy.delete_guild(world.guild.id)
    for button in ("Play now", "Fair deal"):
        assert (await world.bruno.press(button)).private == "I don't know these deals any more."
