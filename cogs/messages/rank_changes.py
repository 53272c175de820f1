"""The changes of ranks on the leaderboard by a finished match."""

from __future__ import annotations

from gettext import NullTranslations

from cogs.messages.names import name, ordinal_rank
from engine.live.database_store import DatabaseStore
from engine.live.league.figures import Kind, LeaderboardFilter, Rating, Standing
from engine.live.league.results import kind_of
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Header, Person
from render.text.figures import place_shared, rating


async def changes(store: DatabaseStore, header: Header, t: NullTranslations) -> list[str]:
    """Return a line for each player about their change on the leaderboard, best rank first.

    Players who are hidden or anonymous there are left out: the line would identify them. Matches with computers move
    nobody.
    """
    question = LeaderboardFilter(header.guild_id, kind_of(header))
    if question.kind is Kind.COMPUTERS:
        note = t.gettext(
            "Matches with computers are ranked separately on the leaderboard and don't change anyone's rating."
        )
        return [f"-# {note}"]
    lines: list[tuple[int, str]] = []
    for person in header.people:
        if (await store.preferences.get(PersonPreferences, person.user_id)).shown is not Visibility.NAMED:
            continue
        before = await store.league.standing(question, person.user_id, without=header.id)
        after = await store.league.standing(question, person.user_id)
        if after is not None:
            lines.append((after.rank, f"-# {_change(question.kind, person, before, after, t)}"))
    return [line for _, line in sorted(lines)]


def _change(kind: Kind, person: Person, before: Standing | None, after: Standing, t: NullTranslations) -> str:
    facts = {
        "name": name(person),
        "rank": _rank_text(kind, after.rank, t),
        "before": ordinal_rank(before.rank, t) if before is not None else "",
        "wins": t.ngettext("{count} win", "{count} wins", after.wins).format(count=after.wins),
        "matches": t.ngettext("{count} match", "{count} matches", after.matches).format(count=after.matches),
    }
    if before is None:
        text = t.gettext("{name}: new on the leaderboard, {rank} ({wins} in {matches})")
    elif before.rank == after.rank:
        text = t.gettext("{name}: still {rank} ({wins} in {matches})")
    else:
        text = t.gettext("{name}: from {before} to {rank} ({wins} in {matches})")
    shared = f", {place_shared(t)}" if after.shared else ""
    moved = _rating_change(before.rating if before is not None else None, after.rating, t)
    return f"{text.format(**facts)}{moved}{shared}"


def _rank_text(kind: Kind, rank: int, t: NullTranslations) -> str:
    place = ordinal_rank(rank, t)
    return t.gettext("{place} in pairs").format(place=place) if kind is Kind.PAIRS else place


def _rating_change(before: Rating | None, after: Rating | None, t: NullTranslations) -> str:
    """Return the change of a player's rating; empty if the match was not rated for them."""
    if after is None or (before is not None and before.matches == after.matches):
        return ""
    now = rating(after.value)
    if before is None:
        # a first rating is always provisional
        return t.gettext(", provisional rating {rating}").format(rating=now)
    was = rating(before.value)
    if after.provisional:
        return t.gettext(", provisional rating {before} → {after}").format(before=was, after=now)
    return t.gettext(", rating {before} → {after}").format(before=was, after=now)
