"""The names of people, rule sets, options and clocks in sentences."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations

from cogs.core.bot import Bot
from cogs.core.context import server_name
from cogs.core.frame import escaped
from cogs.core.refusals import link
from engine.bots.level import Level
from engine.i18n import N_
from engine.live.database_store import DatabaseStore
from engine.live.model.deleted_users import DELETED_NAME, is_deleted
from engine.live.model.pace import Auto, TimeControl, Timeouts
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.rules_code import Unreadable
from engine.live.model.saved_rules import AUTO, Fitted, offered
from engine.live.model.table import Header, Person
from engine.options import Option, Value
from engine.rules import find
from engine.view import View
from render.i18n import list_items
from render.names import computer, numbered, plain
from render.text.length import length
from render.text.markdown import escape

COMPUTER_SIGN = "🤖"
"""The sign before a computer's name in messages; pictures draw their own sign, and alt texts use a word."""

_LEVELS = {Level.EASY: N_("easy"), Level.NORMAL: N_("normal"), Level.EXPERT: N_("expert")}


def plain_name(person: Person) -> str:
    """Return a name for buttons and lists: one line, no control or direction marks, at most 32 characters.

    A computer's name starts with a sign, which is removed from all other names. A name like another's at the table ends
    with a number.
    """
    if person.computer:
        return f"{COMPUTER_SIGN} {_plain(person)}"
    return _plain(replace(person, name=person.name.replace(COMPUTER_SIGN, " ")))


def _plain(person: Person) -> str:
    return plain(numbered(plain(person.name), person.namesake))


def name(person: Person) -> str:
    """Return a name for messages: like :func:`plain_name`, with nothing that formats, links or mentions."""
    return escaped(plain_name(person))


def localized(person: Person, t: NullTranslations) -> Person:
    """Return a person; a former player with the name translated."""
    former = is_deleted(person.user_id) and person.name == DELETED_NAME
    return replace(person, name=t.gettext(DELETED_NAME)) if former else person


def as_shown(person: Person, seat: int, visibility: Visibility, asker_id: int | None, t: NullTranslations) -> Person:
    """Return a person as the reader may see them: anonymous if they chose so, except to themselves.

    Args:
        person: the player.
        seat: their seat, from 0.
        visibility: the player's choice.
        asker_id: the reader's user id; None for everyone.
        t: the reader's catalog.

    """
    if is_deleted(person.user_id):
        return replace(person, name=t.gettext(DELETED_NAME))
    if visibility is Visibility.NAMED or person.user_id == asker_id:
        return person
    return replace(person, name=t.gettext("Player {number}").format(number=seat + 1))


async def header_for(store: DatabaseStore, header: Header, asker_id: int | None, t: NullTranslations) -> Header:
    """Return a header :func:`with_shown_names`, by what its people have chosen."""
    people = [each.user_id for each in header.people if each.user_id > 0]
    shown = {each: (await store.preferences.get(PersonPreferences, each)).shown for each in people}
    named = {each for each in people if shown[each] is Visibility.NAMED or each == asker_id}
    return with_shown_names(header, named, t)


def with_shown_names(header: Header, named: Container[int], t: NullTranslations) -> Header:
    """Return a header with its people :func:`as_shown`; several deleted players of one match are numbered.

    Args:
        header: the table.
        named: the ids of the people with a visible name.
        t: the reader's catalog.

    """
    several = sum(is_deleted(each.user_id) for each in header.people) > 1
    people: list[Person] = []
    for seat, each in enumerate(header.people):
        visibility = Visibility.NAMED if each.user_id < 0 or each.user_id in named else Visibility.NAMELESS
        person = as_shown(each, seat, visibility, None, t)
        numbered = several and is_deleted(each.user_id)
        people.append(replace(person, name=f"{person.name} {seat + 1}") if numbered else person)
    return replace(header, people=tuple(people))


def picture_name(person: Person, t: NullTranslations) -> str:
    """Return a name for pictures and their alt texts, with a word for computers and for players replaced by the bot."""
    if person.computer:
        return computer(_plain(person))
    if (former := localized(person, t)) is not person:
        return _plain(former)
    return t.gettext("{name} (bot)").format(name=_plain(person)) if person.away else _plain(person)


def picture_names(header: Header, t: NullTranslations) -> list[str]:
    """Return each player's name for pictures and their alt texts."""
    return [picture_name(person, t) for person in header.people]


def level_name(level: Level, t: NullTranslations) -> str:
    """Return a level's name in the reader's language: ``normal``."""
    return t.gettext(_LEVELS[level])


def rules_name(rules: str, t: NullTranslations) -> str:
    """Return a rule set's name in the reader's language."""
    return t.gettext(find(rules).about.name)


def labelled(label: str, value: str, t: NullTranslations) -> str:
    """Return a value after its label: ``Points to win: 100 points``."""
    return t.gettext("{label}: {value}").format(label=label, value=value)


def value_name(option: Option, value: Value, t: NullTranslations) -> str:
    """Return the name of an option's value in the reader's language; a number without a name as it is."""
    word = option.values.get(value, "")
    return t.gettext(word) if word else str(value)


MANY_OPTIONS = 4
"""Of rule sets with more options than this, only those that differ from the default are listed."""


def options_text(
    rules: str, options: Mapping[str, Value], t: NullTranslations, *, without: Collection[str] = ()
) -> str:
    """Return a table's options, without those that others make irrelevant: ``100 points · everyone alone``.

    Of rule sets with many options, those that nobody has changed are left out, too; and those ``without``.
    """
    parts: list[str] = []
    offered = find(rules).options
    for option in offered:
        always = option.id in ("target", "pairs")
        changed = options.get(option.id, option.default) != option.default
        if (
            option.id in without
            or not option.matters(options)
            or not (always or changed or len(offered) <= MANY_OPTIONS)
        ):
            continue
        value = value_name(option, options.get(option.id, option.default), t)
        parts.append(value if always else labelled(t.gettext(option.label), value, t))
    return " · ".join(parts)


MAX_LOST = 1000
"""The maximum length of the lines on the lost parts of saved rules."""


def lost_lines(rules: Fitted, t: NullTranslations) -> list[str]:
    """Return a line for each part of saved rules that this version lacks; of many the first, and their number."""
    offered_here = {option.id: option for option in offered(rules.rules)}
    name = rules_name(rules.rules, t)
    lines: list[str] = []
    for lost in rules.lost:
        option = offered_here.get(lost.name)
        if not lost.name:
            text = t.gettext("I don't know the game `{value}`, so this is {rules} with its usual rules.")
            lines.append(text.format(value=lost.value, rules=name))
        elif option is None:
            text = t.gettext("{rules} has no rule `{option}` here, so it is left out.")
            lines.append(text.format(rules=name, option=lost.name))
        else:
            text = t.gettext("{label}: `{value}` is no longer offered, so it is “{default}”.")
            default = value_name(option, option.default, t)
            lines.append(text.format(label=t.gettext(option.label), value=str(lost.value).lower(), default=default))
    return fit_items(lines, MAX_LOST, t) if lines else lines


RULES_GONE = N_("These rules are no longer saved.")

_CODE_REFUSALS = {
    Unreadable.NO_CODE: N_("This is no code for rules. Such codes begin with `d1.`"),
    Unreadable.MISTYPED: N_("This code has a typing mistake. Copy the whole code once more."),
    Unreadable.LATER: N_("This code is from a later version of me, so I can't read it."),
}


def code_refusal(why: Unreadable, t: NullTranslations) -> str:
    """Return the refusal of a code that can't be read."""
    return t.gettext(_CODE_REFUSALS[why])


def ordinal_rank(rank: int, t: NullTranslations) -> str:
    """Return a rank on the leaderboard, as ``no. 3``."""
    return t.gettext("no. {rank}").format(rank=rank)


_CLOCKS = {
    TimeControl.NONE: N_("none; after two days the bot plays"),
    TimeControl.CASUAL: N_("casual, {time} a turn"),
    TimeControl.SLOW: N_("slow, {time} a turn"),
}


def clock_text(clock: TimeControl, pace: Timeouts, t: NullTranslations) -> str:
    """Return the time that a clock allows: ``casual, 2 minutes a turn``."""
    seconds = pace.for_turn(clock)
    return t.gettext(_CLOCKS[clock]).format(time="" if seconds is None else _duration(seconds, t))


def auto_text(auto: Auto, t: NullTranslations) -> str:
    """Return the moves that the bot makes for players without a choice."""
    return value_name(AUTO, auto.value, t)


def _duration(seconds: float, t: NullTranslations) -> str:
    """Return a duration in the largest unit that divides it evenly."""
    whole = round(seconds)
    if whole % 86_400 == 0:
        return t.ngettext("{count} day", "{count} days", whole // 86_400).format(count=whole // 86_400)
    if whole % 3_600 == 0:
        return t.ngettext("{count} hour", "{count} hours", whole // 3_600).format(count=whole // 3_600)
    if whole % 60 == 0:
        return t.ngettext("{count} minute", "{count} minutes", whole // 60).format(count=whole // 60)
    return t.ngettext("{count} second", "{count} seconds", whole).format(count=whole)


def linked(where: str, header: Header, t: NullTranslations) -> str:
    """Return the place of a table, with a link to it if there is one."""
    address = link(header)
    return f"{where} · [{t.gettext('go to the table')}]({address})" if address else where


def place(bot: Bot, header: Header, t: NullTranslations, channel_id: int | None = None) -> str:
    """Return the rule set and place of a table, with a link if there is one; ``channel_id`` is the reader's."""
    if not header.delivery.in_guild:
        form = _place_in_private(header, t, channel_id)
    elif bot.get_guild(header.guild_id) is None and not bot.lists(header.guild_id):
        # the name of the server is known to another process
        form = t.gettext("**{rules}** in <#{channel}>")
    else:
        form = t.gettext("**{rules}** in <#{channel}> on **{server}**")
    server = server_name(bot, header.guild_id, t)
    return linked(form.format(rules=rules_name(header.rules, t), channel=header.channel_id, server=server), header, t)


def _place_in_private(header: Header, t: NullTranslations, channel_id: int | None) -> str:
    if header.delivery.alone and header.delivery.by_token:
        return t.gettext("**{rules}** in your direct messages with me")
    if header.channel_id == channel_id:
        return t.gettext("**{rules}** in this channel")
    return t.gettext("**{rules}** in a private channel, or on a server where I'm not a member")


MAX_COMPANY = 100
"""The maximum length of the players' names in a list of tables."""


def table_lines(bot: Bot, header: Header, reader_id: int, t: NullTranslations, channel_id: int | None = None) -> str:
    """Return two lines on one of a reader's tables: rule set and place; company and opening time."""
    others = [name(localized(each, t)) for each in header.people if each.user_id != reader_id]
    form = t.gettext("With {people} · opened {when}") if others else t.gettext("Nobody else yet · opened {when}")
    people = list_items(fit_items(others, MAX_COMPANY, t), t)
    company = form.format(people=people, when=f"<t:{int(header.opened_at)}:R>")
    return f"{place(bot, header, t, channel_id)}\n-# {company}"


def fit_items(items: Sequence[str], limit: int, t: NullTranslations) -> list[str]:
    """Return the first items that fit, at least one, and the number of the others."""
    kept = list(items)
    while len(kept) > 1 and sum(length(each) + 2 for each in kept) > limit:
        kept.pop()
    more = len(items) - len(kept)
    return [*kept, t.ngettext("{count} more", "{count} more", more).format(count=more)] if more else kept


def deal_heading(title: str, header: Header, view: View, t: NullTranslations) -> str:
    """Return the first line of a deal for one person: a title, the rule set, and the place if that is elsewhere.

    A link to the table follows, if there is one.
    """
    facts = {"rules": rules_name(view.rules, t), "deal": view.deal, "channel": header.channel_id}
    if header.delivery.in_guild:
        what = t.gettext("{rules}, deal {deal}, in <#{channel}>").format(**facts)
    else:
        what = t.gettext("{rules}, deal {deal}").format(**facts)
    return linked(f"**{title}** · {what}", header, t)


def words_by_player(deal_words: Sequence[str], people: Sequence[Person], t: NullTranslations) -> str:
    """List the words of a deal, each with its player's name; empty if there are none."""
    return ", ".join(
        t.gettext("{name} “{word}”").format(name=f"**{name(person)}**", word=escape(word))
        for word, person in zip(deal_words, people, strict=bool(deal_words))
        if word
    )
