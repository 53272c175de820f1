"""How a match that is over moved its players on the leaderboard."""

from __future__ import annotations

from gettext import NullTranslations

from cogs.messages.names import name, ordinal_rank
from engine.live.league.figures import Kind, LeaderboardFilter, Rating, Standing
from engine.live.league.results import kind_of
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Header, Person
from engine.live.store import Store
from render.text.figures import rating


async def changes(store: Store, header: Header, t: NullTranslations) -> list[str]:
    """Tell how a match just finished moved its players on the leaderboard, a line each, the best first.

    Nothing is told of who is hidden there or stands there without name: the line would say which one they are. Matches
    with computers move nobody.
    """
    question = LeaderboardFilter(header.guild, kind_of(header))
    if question.kind is Kind.COMPUTERS:
        apart = t.gettext("Matches with computers count apart on the leaderboard, and are rated for nobody.")
        return [f"-# {apart}"]
    told: list[tuple[int, str]] = []
    for person in header.people:
        if (await store.preferences(PersonPreferences, person.user)).shown is not Visibility.NAMED:
            continue
        before = await store.league.standing(question, person.user, without=header.id)
        after = await store.league.standing(question, person.user)
        if after is not None:
            told.append((after.rank, f"-# {_change(question.kind, person, before, after, t)}"))
    return [line for _, line in sorted(told)]


def _change(kind: Kind, person: Person, before: Standing | None, after: Standing, t: NullTranslations) -> str:
    facts = {
        "name": name(person),
        "rank": _place(kind, after.rank, t),
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
    return text.format(**facts) + _rated(before.rating if before is not None else None, after.rating, t)


def _place(kind: Kind, rank: int, t: NullTranslations) -> str:
    place = ordinal_rank(rank, t)
    return t.gettext("{place} in pairs").format(place=place) if kind is Kind.PAIRS else place


def _rated(before: Rating | None, after: Rating | None, t: NullTranslations) -> str:
    """Say how somebody's rating changed; nothing where the match was rated for nobody."""
    if after is None or (before is not None and before.matches == after.matches):
        return ""
    now = rating(after.value, t)
    if before is None:
        # nobody has a first rating that is not provisional
        return t.gettext(", provisional rating {rating}").format(rating=now)
    was = rating(before.value, t)
    if after.provisional:
        return t.gettext(", provisional rating {before} → {after}").format(before=was, after=now)
    return t.gettext(", rating {before} → {after}").format(before=was, after=now)
