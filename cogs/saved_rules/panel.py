"""The list of an owner's saved rules, one of them, and the forms."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord

from cogs.core.command_names import CommandNames
from cogs.core.commands import SERVER
from cogs.core.components import button, modal, select
from cogs.core.frame import choice, escaped, framed
from cogs.core.preferences import DEFAULT_RULES
from cogs.core.ways import OPEN, way_button
from cogs.messages.names import clock_text, labelled, lost_lines, options_text, rules_name, value_name
from engine.live.model.pace import Timeouts
from engine.live.model.rules_code import MAX_CODE, written_code
from engine.live.model.saved_rules import CLOCK, OF_A_TABLE, Fitted, OwnerKind, SavedRules, fitted
from engine.options import Option

MAX_NAME = 32
"""The maximum length of a name."""

Items = list[discord.ui.Item[Any]]


class Shelf(NamedTuple):
    """An owner's saved rules, as one reader may see and change them.

    Attributes:
        kind: the kind of owner.
        saved: the rules, by name.
        usual: the rules of tables for which none are chosen; None for a person's, which have none.
        changes: whether the reader may change anything.

    """

    kind: OwnerKind
    saved: Sequence[SavedRules]
    usual: Fitted | None
    changes: bool

    def is_usual(self, rules: Fitted) -> bool:
        """Whether tables have these rules if none are chosen; usual rules have no hints."""
        usual = self.usual
        return (
            rules.known
            and usual is not None
            and (usual.rules, usual.options, usual.clock, usual.auto)
            == (
                rules.rules,
                rules.options,
                rules.clock,
                rules.auto,
            )
        )


class Sources(NamedTuple):
    """The ids of the tables whose rules can be saved; empty for none.

    Attributes:
        table: the open table here.
        match: the last match.

    """

    table: str
    match: str


def list_panel(
    shelf: Shelf, sources: Sources, names: CommandNames, t: NullTranslations, note: str = ""
) -> discord.ui.LayoutView:
    """Return all saved rules of an owner, with controls if the reader may change them."""
    of_server = shelf.kind is OwnerKind.SERVER
    lines = [f"## {t.gettext('Rules of this server') if of_server else t.gettext('Your rules')}"]
    lines += [_entry(each, shelf, t) for each in shelf.saved]
    play = names.name("play")
    if not shelf.saved:
        text = t.gettext("None are saved yet. Save those of a table under a name, such as “Sunday”.")
        lines.append(text)
    if of_server:
        lines.append(f"-# {t.gettext('{play} offers them on this server first.').format(play=play)}")
    else:
        where = t.gettext("{play} offers them to you before the games, and on a server after its own.")
        lines.append(f"-# {where.format(play=play)}")
    if note:
        lines.append(f"-# {note}")
    return framed("\n".join(lines), rows=_list_rows(shelf, sources, t))


def _entry(saved: SavedRules, shelf: Shelf, t: NullTranslations) -> str:
    rules = fitted(saved.rules, DEFAULT_RULES)
    entry = labelled(f"- **{escaped(saved.name)}**", rules_name(rules.rules, t), t)
    return t.gettext("{rules}, the usual ones").format(rules=entry) if shelf.is_usual(rules) else entry


def _list_rows(shelf: Shelf, sources: Sources, t: NullTranslations) -> list[Items]:
    rows: list[Items] = []
    if shelf.saved:
        options = [choice(each.name, each.id) for each in shelf.saved]
        rows.append([select("saved", shelf.kind, options=options, placeholder=t.gettext("Choose saved rules…"))])
    if not shelf.changes:
        return rows
    buttons: Items = []
    if sources.table:
        buttons.append(button("savetable", shelf.kind, sources.table, label=t.gettext("Save this table's rules")))
    if sources.match:
        label = t.gettext("Save the last match's rules")
        buttons.append(button("savetable", shelf.kind, sources.match, label=label))
    buttons.append(button("entercode", shelf.kind, label=t.gettext("Enter a code")))
    return [*rows, buttons]


def one_panel(
    saved: SavedRules, shelf: Shelf, pace: Timeouts, names: CommandNames, t: NullTranslations, note: str = ""
) -> discord.ui.LayoutView:
    """Return saved rules as this version plays them, with their code and controls."""
    rules = fitted(saved.rules, DEFAULT_RULES)
    lines = [f"## {escaped(saved.name)}", *filter(None, [note]), *_rules_lines(rules, pace, t)]
    if shelf.is_usual(rules):
        without_hints = t.gettext("Tables on this server have these rules, without hints, unless others are chosen.")
        all_of_them = t.gettext("Tables on this server have these rules unless others are chosen.")
        lines.append(without_hints if rules.hints else all_of_them)
    lines.append(labelled(t.gettext("Code"), f"`{written_code(saved.rules)}`", t))
    elsewhere = t.gettext("It carries these rules to another server. There, type {command} and press **Enter a code**.")
    lines.append(f"-# {elsewhere.format(command=names.name('rules', root=SERVER))}")
    return framed("\n".join(lines), rows=_one_rows(saved, rules, shelf, t))


def _rules_lines(rules: Fitted, pace: Timeouts, t: NullTranslations) -> list[str]:
    """Return the game with its options, the options of its table that are not the defaults, and the lost parts."""
    options = options_text(rules.rules, rules.options, t)
    chosen = [option for option in OF_A_TABLE if rules.of_table[option.id] != option.default]
    return [
        f"**{rules_name(rules.rules, t)}**" + (f" ({options})" if options else ""),
        *(f"- {labelled(t.gettext(option.label), _value(rules, option, pace, t), t)}" for option in chosen),
        *(f"⚠️ {each}" for each in lost_lines(rules, t)),
    ]


def _one_rows(saved: SavedRules, rules: Fitted, shelf: Shelf, t: NullTranslations) -> list[Items]:
    first: Items = [way_button(OPEN, f":{saved.key}", t)]
    second: Items = [button("savedlist", shelf.kind, label=t.gettext("Back"))]
    if shelf.changes:
        if shelf.usual is not None and rules.known and not shelf.is_usual(rules):
            first.append(button("usualrules", saved.id, label=t.gettext("Make them the usual ones")))
        second[:0] = [
            button("renamerules", shelf.kind, saved.id, label=t.gettext("Rename")),
            button("droprules", shelf.kind, saved.id, label=t.gettext("Delete")),
        ]
    return [first, second]


def _value(rules: Fitted, option: Option, pace: Timeouts, t: NullTranslations) -> str:
    return clock_text(rules.clock, pace, t) if option is CLOCK else value_name(option, rules.of_table[option.id], t)


def question(saved: SavedRules, shelf: Shelf, names: CommandNames, t: NullTranslations) -> discord.ui.LayoutView:
    """Return the question whether to delete saved rules."""
    lines = [
        f"## {t.gettext('Delete {name}?').format(name=escaped(saved.name))}",
        t.gettext("Open tables and finished matches keep their rules."),
    ]
    if shelf.is_usual(fitted(saved.rules, DEFAULT_RULES)):
        usual = t.gettext("New tables keep these rules, too, until {command} changes them.")
        lines.append(usual.format(command=names.name("settings", root=SERVER)))
    sure = button("dropped", shelf.kind, saved.id, label=t.gettext("Delete"), style=discord.ButtonStyle.danger)
    return framed("\n".join(lines), rows=[[sure, button("savedlist", shelf.kind, label=t.gettext("Back"))]])


# ---------------------------------------------------------------------- forms


def name_form(kind: OwnerKind, table_id: str, t: NullTranslations) -> discord.ui.Modal:
    """Return the form that saves the rules of a table under a name."""
    return modal("savetable", kind, table_id, title=t.gettext("Save these rules"), fields=[_name_field(t)])


def rename_form(kind: OwnerKind, saved: SavedRules, t: NullTranslations) -> discord.ui.Modal:
    """Return the form that gives saved rules another name."""
    return modal("renamerules", kind, saved.id, title=t.gettext("Rename"), fields=[_name_field(t, saved.name)])


def code_form(kind: OwnerKind, t: NullTranslations) -> discord.ui.Modal:
    """Return the form that saves the rules of a code under a name."""
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="code", max_length=MAX_CODE, placeholder="d1.fives.+pairs.…"
    )
    code = discord.ui.Label(text=t.gettext("Code"), component=field)
    return modal("entercode", kind, title=t.gettext("Enter a code"), fields=[code, _name_field(t)])


def _name_field(t: NullTranslations, present: str = "") -> discord.ui.Label[Any]:
    """Return the field for a name. A new one may replace others, a renamed one may not."""
    replaced = t.gettext("Such as “Sunday”. Rules that have this name already are replaced.")
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="name", max_length=MAX_NAME, default=present)
    return discord.ui.Label(text=t.gettext("Name"), description=None if present else replaced, component=field)
