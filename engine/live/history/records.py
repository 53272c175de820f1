"""The game record of a table's match, with the seed and words that its deals were drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from engine.actions import Action, Deal, parse
from engine.live.history.replays import require_over
from engine.live.model.seating import next_opener
from engine.live.model.table import SavedTable
from engine.record import dumps


def record_of(kept: SavedTable) -> str:
    """Return a table's match as a game record, one line of JSON.

    Besides the game, the record holds ``players``, the names in seat order; ``played_at``, the time of the first deal
    (UTC); ``seed`` and ``commitment``; in each deal the ``words`` that the players added; and ``passed_on`` if the
    opening passed on from the last match. ``docs/fair-deals.md`` describes these fields.

    Args:
        kept: the table. Its match has to be finished, or closed after it began.

    Raises:
        TableError: the match is still being played, or never began.

    """
    header = kept.header
    # before, its hands and its seed are secret
    require_over(kept)
    actions = [parse(entry.action) for entry in kept.log]
    seed = header.seed
    return dumps(
        header.rules,
        len(header.people),
        header.options,
        actions,
        _beside_deals(kept, actions),
        players=[person.name for person in header.people],
        played_at=datetime.fromtimestamp(kept.log[0].at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        **({} if seed is None else {"seed": seed.reveal(), "commitment": seed.commitment}),
    )


def _beside_deals(kept: SavedTable, actions: Sequence[Action]) -> list[dict[str, object]]:
    """Return the words of each deal, and for the first whether the opening passed on."""
    header = kept.header
    dealt = [(action, entry.words) for action, entry in zip(actions, kept.log, strict=True) if type(action) is Deal]
    beside: list[dict[str, object]] = [{"words": list(words)} if any(words) else {} for _, words in dealt]
    first = dealt[0][0]
    if first.first is not None and not first.named and next_opener(header.starters, header.opener) is not None:
        # the table decided in the same way
        beside[0]["passed_on"] = True
    return beside
