"""The organizer's panel: where a tournament stands, and the controls to change that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Any, Final

import discord

from cogs.core.components import button, modal, select
from cogs.core.frame import choice, escaped, framed
from cogs.cups.cup_message import MAX_REASON, cancelled_line, next_line, playing_line, start_line
from cogs.cups.rounds import place_name, stage_name
from cogs.cups.texts import (
    duration,
    entrant_name,
    entrants_word,
    person_name,
    relative,
    side_name,
    title,
)
from cogs.messages.names import labelled
from cogs.messages.option_fields import paged
from engine.cups import Cup, Format, How, Phase, Sides, Table, present
from engine.cups.presence import people
from engine.live.cups.course import sign_up_ends_at, waits_for_round
from engine.live.cups.model import Situation
from render.i18n import list_items

MAX_LABEL: Final = 45
"""The maximum length of the title and of the labels of a form, by Discord's limits."""

LEVEL, FIRST, SECOND = "level", "first", "second"
PLAYED, BY_TIME, BY_COMPUTER, FIRST_ABSENT, SECOND_ABSENT, BOTH_ABSENT = (
    *("played", "time", "computer", "absent-0", "absent-1", "absent-both"),
)
ABSENT: Final = {FIRST_ABSENT: (0,), SECOND_ABSENT: (1,), BOTH_ABSENT: (0, 1)}
"""The values of a correction: the winner, and how a round of a table ended."""


def panel(at: Situation, t: NullTranslations, *, people_page: int = 0, tables_page: int = 0) -> discord.ui.LayoutView:
    """Return the organizer's panel."""
    lines = [f"## {title(at.header)}", *_lines(at, t)]
    if at.over:
        return framed("\n".join(lines))
    rows: list[Sequence[discord.ui.Item[Any]]] = [*_buttons(at, t)]
    if entries := _entrants(at, t):
        options = paged(entries, t.gettext("More…"), people_page)
        place = t.gettext("Take out, take back or replace…")
        rows.append([select("cupentrant", at.header.id, options=options, placeholder=place)])
    if entries := _results(at, t):
        options = paged(entries, t.gettext("More…"), tables_page)
        rows.append([select("cupcorrect", at.header.id, options=options, placeholder=t.gettext("Correct a result…"))])
    if entries := _apart(at, t):
        options = paged(entries, t.gettext("More…"), 0)
        rows.append([select("cupmeet", at.header.id, options=options, placeholder=t.gettext("Let two meet again…"))])
    return framed("\n".join(lines), rows=rows)


def _lines(at: Situation, t: NullTranslations) -> Iterator[str]:
    """Yield the state of the tournament, and its next event."""
    cup, header = at.cup, at.header
    there = entrants_word(cup.settings, len(present(cup)), t)
    signed_up = t.gettext("**Signed up: {count}**").format(count=there)
    if at.over:
        yield cancelled_line(at, t) if at.phase is Phase.CANCELLED else t.gettext("The tournament is over.")
        return
    if at.phase is Phase.SIGN_UP:
        yield signed_up
        yield _start_line(at, t)
        return
    yield f"**{stage_name(cup, max(1, len(cup.rounds)), t)}** · {signed_up}"
    if (forced := _forced_byes(cup)) > 0:
        text = t.ngettext(
            "{count} bye more than usual: the people whom you keep apart left nobody else to play.",
            "{count} byes more than usual: the people whom you keep apart left nobody else to play.",
            forced,
        )
        yield text.format(count=forced)
    if cup.paused:
        ends = relative((header.paused_at or at.now) + header.graces.pause)
        yield t.gettext("Paused; it goes on by itself {when}.").format(when=ends)
    elif at.phase is Phase.PLAYING:
        yield playing_line(at, t)
        if header.automatic:
            wait = duration(header.graces.between, t)
            yield t.gettext("The next round begins by itself, {time} after this one.").format(time=wait)
        else:
            yield t.gettext("After this round you begin the next one.")
    elif header.next_at is not None:
        yield next_line(at, header.next_at, t)
    elif header.waits_since is not None:
        everybody = relative(header.waits_since + header.graces.button)
        yield t.gettext("The next round waits for you; everybody can begin it {when}.").format(when=everybody)


def _forced_byes(cup: Cup) -> int:
    """Return the number of byes in the last round that come from people kept apart."""
    if not cup.rounds or cup.settings.format is not Format.SWISS:
        return 0
    last = cup.rounds[-1]
    people = sum(entrant_id > 0 for entrant_id in last.there)
    return len(last.byes) - people % (4 if cup.partners_change else 2)


def _start_line(at: Situation, t: NullTranslations) -> str:
    if at.header.starts_at is not None:
        return start_line(at, t)
    latest = relative(sign_up_ends_at(at))
    return t.gettext("It begins when you press Begin now; by itself {when}.").format(when=latest)


def _buttons(at: Situation, t: NullTranslations) -> Iterator[Sequence[discord.ui.Item[Any]]]:
    cup_id, row = at.header.id, list[discord.ui.Item[Any]]()
    green = discord.ButtonStyle.success
    if at.phase is Phase.SIGN_UP:
        row.append(button("cupbegin", cup_id, label=t.gettext("Begin now"), style=green))
        row.append(button("cupstart", cup_id, label=t.gettext("Move the start")))
    else:
        if waits_for_round(at) and (at.header.next_at is None or at.header.next_at > at.now):
            row.append(button("cupnext", cup_id, label=t.gettext("Next round"), style=green))
        if at.cup.paused:
            row.append(button("cupresume", cup_id, label=t.gettext("Continue"), style=green))
        else:
            row.append(button("cuppause", cup_id, label=t.gettext("Pause")))
    if at.header.automatic:
        row.append(button("cupauto", cup_id, "no", label=t.gettext("Rounds by button")))
    else:
        row.append(button("cupauto", cup_id, "yes", label=t.gettext("Rounds by themselves")))
    yield row
    yield [
        button("cupapart", cup_id, label=t.gettext("Keep two apart")),
        button("cuphand", cup_id, label=t.gettext("Hand over")),
        button("cupcancel", cup_id, label=t.gettext("Call off"), style=discord.ButtonStyle.danger),
    ]


def _entrants(at: Situation, t: NullTranslations) -> list[discord.SelectOption]:
    cup, there = at.cup, present(at.cup)
    gone = t.gettext("out")
    return [
        choice(
            entrant_name(cup, at.people, each.id, t),
            str(each.id),
            description=None if each.id in there else gone,
        )
        for each in people(cup)
    ]


def _results(at: Situation, t: NullTranslations) -> list[discord.SelectOption]:
    """Return the tables that have a result, the newest round first."""
    tables = (table for each in reversed(at.cup.rounds) for table in each.tables if table.result is not None)
    return [
        choice(
            against(at, table, t),
            f"{table.round}-{table.number}",
            description=f"{place_name(at.cup, table.round, table.number, t)} · {result_text(at, table, t)}",
        )
        for table in tables
    ]


def against(at: Situation, table: Table, t: NullTranslations) -> str:
    """Return the sides of a table, not escaped: ``Ana and Ben – Cleo and Dan``."""
    return " – ".join(side_name(at.cup, at.people, side, t) for side in table.sides)


def result_text(at: Situation, table: Table, t: NullTranslations) -> str:
    """Return the result of a table, not escaped: ``100:40``, or the absent side."""
    result = table.result
    if result is None:
        return ""
    if len(result.absent) == 2:
        return t.gettext("nobody came")
    if result.absent:
        names = side_name(at.cup, at.people, table.sides[result.absent[0]], t)
        return t.gettext("{names} did not come").format(names=names)
    return "{}:{}".format(*result.points)


def _apart(at: Situation, t: NullTranslations) -> list[discord.SelectOption]:
    return [
        choice(list_items([person_name(at.people, each, t) for each in pair], t), f"{pair[0]}.{pair[1]}")
        for pair in sorted(at.cup.forbidden)
    ]


# ---------------------------------------------------------------------- one entrant


def entrant_panel(at: Situation, entrant_id: int, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the organizer's actions for an entrant."""
    cup, entrant = at.cup, at.cup.entrants[entrant_id]
    name, cup_id = entrant_name(cup, at.people, entrant_id, t), at.header.id
    out = entrant_id not in present(cup)
    row: list[discord.ui.Item[Any]] = []
    if out:
        label = t.gettext("Take back")
        row.append(button("cuptake", cup_id, entrant_id, "back", label=label, style=discord.ButtonStyle.success))
    else:
        row.append(
            button("cuptake", cup_id, entrant_id, "out", label=t.gettext("Take out"), style=discord.ButtonStyle.danger)
        )
    for number, member in enumerate(entrant.members):
        label = t.gettext("Replace {name}").format(name=person_name(at.people, member, t))
        row.append(button("cupreplace", cup_id, entrant_id, number, label=label[:80]))
    row.append(button("cuporg", cup_id, label=t.gettext("Back")))
    lines = [f"## {escaped(name)}"]
    if out:
        lines.append(t.gettext("Out of the tournament. Taken back, they are paired again from the next round on."))
    elif cup.begun:
        lines.append(t.gettext("Taken out, they are no longer paired; their results stay. You can take them back."))
    else:
        lines.append(t.gettext("Taken out before the beginning, they can sign up again."))
    lines.append(f"-# {t.gettext('Everybody sees it in the channel.')}" if cup.begun else "")
    return framed("\n".join(filter(None, lines)), rows=[row])


# ---------------------------------------------------------------------- forms


def text_form(
    verb: str,
    *arguments: object,
    heading: str,
    label: str,
    about: str = "",
    length: int = MAX_REASON,
    required: bool = True,
) -> discord.ui.Modal:
    """Return a form with one text to type."""
    typed = discord.ui.TextInput[Any](custom_id="text", max_length=length, required=required)
    return _form(verb, arguments, heading, label, about, typed)


def people_form(
    verb: str, *arguments: object, heading: str, label: str, about: str = "", count: int = 1
) -> discord.ui.Modal:
    """Return a form for the choice of one person, or two."""
    chosen = discord.ui.UserSelect[Any](custom_id="people", min_values=count, max_values=count)
    return _form(verb, arguments, heading, label, about, chosen)


def _form(
    verb: str, arguments: Sequence[object], heading: str, label: str, about: str, component: discord.ui.Item[Any]
) -> discord.ui.Modal:
    field = discord.ui.Label(text=label[:MAX_LABEL], description=about[:100] or None, component=component)
    return modal(verb, *arguments, title=heading[:MAX_LABEL], fields=[field])


def correction_form(at: Situation, table: Table, t: NullTranslations) -> discord.ui.Modal:
    """Return the form that corrects the result of a table."""
    names = [side_name(at.cup, at.people, side, t) for side in table.sides]
    result = table.result
    assert result is not None
    winner = {0: FIRST, 1: SECOND, None: LEVEL}[result.winner]
    how = {How.PLAYED: PLAYED, How.TIME: BY_TIME, How.COMPUTER: BY_COMPUTER}.get(result.how, "")
    how = how or next(each for each, sides in ABSENT.items() if sides == result.absent)
    winners = [(FIRST, names[0]), (SECOND, names[1]), (LEVEL, t.gettext("nobody: it is level"))]
    ends = [
        (PLAYED, t.gettext("played to the end")),
        (BY_TIME, t.gettext("ended by the round's time")),
        *([(BY_COMPUTER, t.gettext("a computer played to the end"))] if how == BY_COMPUTER else []),
        (FIRST_ABSENT, labelled(t.gettext("absent"), names[0], t)),
        (SECOND_ABSENT, labelled(t.gettext("absent"), names[1], t)),
        (BOTH_ABSENT, t.gettext("both absent")),
    ]
    points = [
        discord.ui.Label(
            text=labelled(t.gettext("Points"), name, t)[:MAX_LABEL],
            component=discord.ui.TextInput[Any](custom_id=f"points-{side}", default=str(scored), max_length=6),
        )
        for side, (name, scored) in enumerate(zip(names, result.points, strict=True))
    ]
    reason = discord.ui.TextInput[Any](custom_id="reason", max_length=MAX_REASON)
    fields = [
        discord.ui.Label(text=t.gettext("Winner"), component=_radios("winner", winners, winner)),
        *points,
        discord.ui.Label(text=t.gettext("How it ended"), component=_radios("how", ends, how)),
        discord.ui.Label(
            text=t.gettext("Reason"), description=t.gettext("Everybody sees it in the channel."), component=reason
        ),
    ]
    heading = place_name(at.cup, table.round, table.number, t)
    return modal("cupcorrect", at.header.id, table.round, table.number, title=heading[:MAX_LABEL], fields=fields)


def _radios(name: str, choices: Sequence[tuple[str, str]], chosen: str) -> discord.ui.RadioGroup[Any]:
    options = [
        discord.RadioGroupOption(label=label[:100], value=value, default=value == chosen) for value, label in choices
    ]
    return discord.ui.RadioGroup(custom_id=name, options=options)


def begin_question(at: Situation, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the question before the beginning, which can't be undone."""
    count = entrants_word(at.cup.settings, len(at.cup.entrants), t)
    text = t.gettext("Begin **{cup}** now, with {count}? The first round is drawn at once.")
    lines = [text.format(cup=title(at.header), count=count)]
    if at.cup.seekers and at.cup.settings.sides is Sides.PAIRS:
        lines.append(t.gettext("People who still look for a partner become substitutes."))
    go = button("cupbeginnow", at.header.id, label=t.gettext("Begin now"), style=discord.ButtonStyle.success)
    return framed("\n".join(lines), rows=[[go, button("cuporg", at.header.id, label=t.gettext("Back"))]])
