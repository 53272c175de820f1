"""The players of a challenge, as others may see them."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import NamedTuple

from cogs.messages.names import plain_name
from engine.live.challenges.store import Player
from engine.live.database.preferences_store import PreferencesStore
from engine.live.model.deleted_users import DELETED_NAME, is_deleted
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import People, Person


class Shown(NamedTuple):
    """A player who may be listed.

    Attributes:
        player: the attempt.
        name: the name, as in lists; empty for a player who is shown without one.

    """

    player: Player
    name: str


async def shown_players(preferences: PreferencesStore, players: Sequence[Player], t: NullTranslations) -> list[Shown]:
    """Return the players who may be listed, in the same order; names that look the same end with a number."""
    visible = [(each, await _visibility(preferences, each)) for each in players]
    kept = [(each, visibility) for each, visibility in visible if visibility is not Visibility.HIDDEN]
    named = People.told_apart([Person(each.user_id, _name(each, visibility, t), "") for each, visibility in kept])
    return [
        Shown(each, plain_name(person) if person.name else "") for (each, _), person in zip(kept, named, strict=True)
    ]


async def _visibility(preferences: PreferencesStore, player: Player) -> Visibility:
    if is_deleted(player.user_id):
        return Visibility.NAMED
    return (await preferences.get(PersonPreferences, player.user_id)).shown


def _name(player: Player, visibility: Visibility, t: NullTranslations) -> str:
    if is_deleted(player.user_id):
        return t.gettext(DELETED_NAME)
    return player.name if visibility is Visibility.NAMED else ""
