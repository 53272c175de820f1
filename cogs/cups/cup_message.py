"""The one message of a tournament: game, start, people, and the buttons to enter."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any, Final

import discord

from cogs.core.components import button
from cogs.core.frame import escaped, framed, rows_of_five
from cogs.cups.guide import HOW_IT_WORKS
from cogs.cups.rounds import stage_name
from cogs.cups.texts import (
    dated,
    duration,
    entrant_name,
    entrants_word,
    format_line,
    meaning,
    names_line,
    person_name,
    post_link,
    relative,
    rules_line,
    title,
)
from engine.cups import Phase, Sides, present, standings
from engine.cups.fold import MIN_CHANGING, MIN_ENTRANTS
from engine.cups.sign_up import in_first_half
from engine.i18n import N_
from engine.live.cups.course import CALLED_OFF, sign_up_ends_at
from engine.live.cups.model import Situation
from engine.live.cups.tempo import Tempo
from engine.live.model.deleted_users import DELETED_NAME, is_deleted
from render.i18n import list_items

LOOKING, SUBSTITUTES = N_("Looking for a partner: {people}"), N_("Substitutes: {people}")

SHORT: Final = 12
"""How many digits of a commitment the message has."""

MAX_REASON: Final = 300
"""The maximum length of a reason that everybody sees."""


def cup_view(at: Situation, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the message of a tournament as it is now, in the language of a catalog."""
    return framed("\n".join(cup_lines(at, t)), rows=rows_of_five(_buttons(at, t)))


def cup_lines(at: Situation, t: NullTranslations, *, people: bool = True) -> list[str]:
    """Return the lines of that message, or those without its people."""
    header, cup = at.header, at.cup
    who = list(_who(at, t)) if people else []
    lines = [
        f"## {title(header)}",
        rules_line(cup.settings, t),
        format_line(cup.settings, cup.planned, t),
        f"-# {_tempo_line(at, t)} {_sealed(at, t)}",
        "",
    ]
    match at.phase:
        case Phase.SIGN_UP:
            lines.insert(3, f"-# {meaning(cup.settings, t)}")
            lines += [*who, *([""] if who else []), *_beginning(at, t)]
        case Phase.CANCELLED:
            lines.append(cancelled_line(at, t))
        case Phase.ENDED:
            lines += [*_winners(at, t), *_links(at, t)]
        case _:
            lines += [*_state(at, t), *_links(at, t), *([""] if who else []), *who]
    return lines


def _sealed(at: Situation, t: NullTranslations) -> str:
    """Return the beginning of the commitment to the seed of all lots; the files of a cup that is over have the seed."""
    return t.gettext("The draw is sealed: {digits}…").format(digits=f"`{at.header.seed.commitment[:SHORT]}`")


def _tempo_line(at: Situation, t: NullTranslations) -> str:
    time = duration(at.header.round_seconds, t)
    if at.header.tempo is Tempo.DAYS:
        return t.gettext("A round lasts {time}; at the table, a turn has a day.").format(time=time)
    return t.gettext("All in one evening: a round takes {time} at most.").format(time=time)


def organizer_name(at: Situation, t: NullTranslations) -> str:
    """Return the mention of the organizer, which notifies nobody."""
    organizer = at.header.organizer_id
    return t.gettext(DELETED_NAME) if is_deleted(organizer) else f"<@{organizer}>"


def _organizer_line(at: Situation, t: NullTranslations) -> str:
    return f"-# {t.gettext('Organizer: {organizer}').format(organizer=organizer_name(at, t))}"


def _who(at: Situation, t: NullTranslations) -> Iterator[str]:
    """Yield the entrants, the seekers of partners, and the substitutes; of many the first."""
    cup = at.cup
    entered = present(cup)
    if entered:
        label = t.gettext("**Signed up: {count}**").format(count=entrants_word(cup.settings, len(entered), t))
        names = [entrant_name(cup, at.people, each, t) for each in entered]
        yield f"{label} – {names_line(names, t, pairs=cup.settings.sides is Sides.PAIRS)}"
    else:
        yield t.gettext("Nobody has signed up yet.")
    for label, waiting in ((LOOKING, cup.seekers), (SUBSTITUTES, cup.substitutes)):
        if waiting:
            names = names_line([person_name(at.people, each, t) for each in waiting], t)
            yield t.gettext(label).format(people=names)


def _beginning(at: Situation, t: NullTranslations) -> Iterator[str]:
    least = MIN_CHANGING if at.cup.partners_change else MIN_ENTRANTS
    if len(at.cup.entrants) < least:
        text = t.gettext("At least {least} are needed; with fewer, it is called off.")
        yield f"-# {text.format(least=entrants_word(at.cup.settings, least, t))}"
    if at.header.starts_at is not None:
        yield _organizer_line(at, t)
    yield start_line(at, t)


def start_line(at: Situation, t: NullTranslations) -> str:
    """Return the start of a tournament that has not begun, as a sentence."""
    if at.header.starts_at is not None:
        return t.gettext("It begins {when}.").format(when=dated(at.header.starts_at))
    text = t.gettext("It begins when {organizer} says so, at the latest {when}.")
    return text.format(organizer=organizer_name(at, t), when=relative(sign_up_ends_at(at)))


def _state(at: Situation, t: NullTranslations) -> Iterator[str]:
    """Yield the state of a running tournament, and its next event."""
    cup, header = at.cup, at.header
    number = max(1, len(cup.rounds))
    yield f"**{stage_name(cup, number, t)}**"
    if cup.paused:
        yield t.gettext("The tournament is paused. {organizer} can continue it.").format(
            organizer=organizer_name(at, t)
        )
    elif at.phase is Phase.PLAYING:
        yield playing_line(at, t)
    elif header.next_at is not None:
        yield next_line(at, header.next_at, t)
    elif header.waits_since is not None:
        everybody = relative(header.waits_since + header.graces.button)
        text = t.gettext("The next round begins when {organizer} says so; everybody can begin it {when}.")
        yield text.format(organizer=organizer_name(at, t), when=everybody)
    yield _organizer_line(at, t)


def playing_line(at: Situation, t: NullTranslations) -> str:
    """Return the number of tables of the round without a result, as a sentence."""
    left = len(at.waiting)
    return t.ngettext("{count} table has no result yet.", "{count} tables have no result yet.", left).format(count=left)


def next_line(at: Situation, next_at: float, t: NullTranslations) -> str:
    """Return the beginning of the next round, as a sentence; drawing one takes a moment."""
    if next_at <= at.now:
        return t.gettext("The round is being drawn.")
    return t.gettext("The next round begins {when}.").format(when=relative(next_at))


def _links(at: Situation, t: NullTranslations) -> Iterator[str]:
    """Yield links to the pairings, the standings and the podium, as far as they were posted."""
    posts, number = at.header.posts, len(at.cup.rounds)
    standings_posts = [posts[key] for each in range(number, 0, -1) if (key := f"standings-{each}") in posts]
    shown = (
        (t.gettext("Tables of this round"), None if at.over else posts.get(f"round-{number}")),
        (t.gettext("Standings"), standings_posts[0] if standings_posts and not at.over else None),
        (t.gettext("Result"), posts.get("end")),
    )
    found = [(label, post_link(at.header, post)) for label, post in shown]
    links = [f"[{label}]({address})" for label, address in found if address]
    if links:
        yield " · ".join(links)


def _winners(at: Situation, t: NullTranslations) -> Iterator[str]:
    first = [row.entrant for row in standings(at.cup) if row.place == 1]
    if first:
        names = list_items([f"**{escaped(entrant_name(at.cup, at.people, each, t))}**" for each in first], t)
        yield f"🏆 {names}"
    yield t.gettext("The tournament is over.")


def cancelled_line(at: Situation, t: NullTranslations) -> str:
    """Return why a tournament was called off."""
    reason = at.cup.cancelled or ""
    if reason == CALLED_OFF:
        return t.gettext("The tournament was called off: too few have signed up.")
    return t.gettext("The tournament was called off: {reason}").format(reason=escaped(reason))


def takes_entries(at: Situation) -> bool:
    """Whether somebody may still sign up."""
    return not at.over and (not at.cup.begun or (at.cup.settings.late_entry and in_first_half(at.cup)))


def _buttons(at: Situation, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    if at.over:
        return []
    cup_id, made = at.header.id, list[discord.ui.Item[Any]]()
    if at.cup.begun:
        made.append(button("cupme", cup_id, label=t.gettext("My table"), style=discord.ButtonStyle.primary))
    if takes_entries(at):
        made.append(button("cupin", cup_id, label=t.gettext("Sign up"), style=discord.ButtonStyle.success))
        if at.cup.settings.sides is Sides.PAIRS and not at.cup.begun:
            made.append(button("cuppartner", cup_id, label=t.gettext("Look for a partner")))
    made.append(button("cupsub", cup_id, label=t.gettext("Substitute")))
    made.append(button("cupout", cup_id, label=t.gettext("Withdraw")))
    made.append(button("cuporg", cup_id, label=t.gettext("Organize")))
    made.append(button("cupguide", label=t.gettext(HOW_IT_WORKS)))
    return made
