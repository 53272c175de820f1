"""The rules that servers and people have saved under names."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence

from engine.live.database.connection import Connection, Statement
from engine.live.database.session import Session
from engine.live.model.saved_rules import (
    HouseRules,
    Owner,
    SavedRules,
    folded,
    renamed_among,
    saved_among,
)

_FOUND = "SELECT id, name, rules, options FROM saved_rules WHERE kind = ? AND whose = ? ORDER BY folded"
_DROP = "DELETE FROM saved_rules WHERE kind = ? AND whose = ? AND id = ?"
_ADD = "INSERT INTO saved_rules (kind, whose, id, name, folded, rules, options) VALUES (?, ?, ?, ?, ?, ?, ?)"


class SavedRulesStore:
    """Stores rules under names. Each method raises :class:`StorageError` if the database fails."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self, owner: Owner) -> list[SavedRules]:
        """Return all saved rules of an owner, by name."""
        return [_saved(*row) for row in await self._connection.rows(_FOUND, (owner.kind.value, owner.id))]

    async def find(self, owner: Owner, saved_id: str) -> SavedRules | None:
        """Return saved rules of an owner; None if there are none with that id."""
        return next((each for each in await self.all(owner) if each.id == saved_id), None)

    async def save(self, owner: Owner, name: str, rules: HouseRules) -> SavedRules:
        """Store rules under a name, in place of others with that name; return them.

        Raises:
            SavedName: the owner has as many as there may be.

        """
        kept: list[SavedRules] = []

        def save(session: Session) -> None:
            kept[:] = [saved_among(_present(session, owner), secrets.token_hex(4), name, rules)]
            _put(session, owner, kept[0])

        await self._connection.write(save, servers=(owner.id,))
        return kept[0]

    async def rename(self, owner: Owner, saved_id: str, name: str) -> SavedRules | None:
        """Rename saved rules; return them, or None if the owner has none with that id.

        Raises:
            SavedName: others have that name.

        """
        kept: list[SavedRules] = []

        def rename(session: Session) -> None:
            renamed = renamed_among(_present(session, owner), saved_id, name)
            kept[:] = [] if renamed is None else [renamed]
            for each in kept:
                _put(session, owner, each)

        await self._connection.write(rename, servers=(owner.id,))
        return kept[0] if kept else None

    async def delete(self, owner: Owner, saved_id: str) -> None:
        """Delete saved rules, if the owner has some with that id."""
        drop = Statement(_DROP, (owner.kind.value, owner.id, saved_id))
        await self._connection.write(drop, servers=(owner.id,))


def _present(session: Session, owner: Owner) -> Sequence[SavedRules]:
    return [_saved(*row) for row in session.execute(_FOUND, (owner.kind.value, owner.id)).fetchall()]


def _saved(saved_id: str, name: str, rules: str, options: str) -> SavedRules:
    return SavedRules(saved_id, name, HouseRules(rules, json.loads(options)))


def _put(session: Session, owner: Owner, saved: SavedRules) -> None:
    whose = (owner.kind.value, owner.id)
    session.execute(_DROP, (*whose, saved.id))
    options = json.dumps(dict(saved.rules.options))
    session.execute(_ADD, (*whose, saved.id, saved.name, folded(saved.name), saved.rules.rules, options))
