"""A tournament before its opening: the organizer's choices, the form for the others, and the sensible combinations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from gettext import NullTranslations
from typing import Any, Final

from cogs.core.cog import Sent
from cogs.core.components import only
from cogs.core.errors import UserError
from cogs.cups.texts import SIDES, duration
from cogs.cups.when import BUTTON, OFFERED, ON_BUTTON, wait_text
from cogs.messages.forms.fields import one_of
from cogs.messages.forms.form import Choice, Field, Page
from cogs.messages.names import rules_name
from engine import cups
from engine.cups import CupError, Format, Settings, Sides
from engine.dealing import Seed
from engine.live.cups.tempo import GRACES, Tempo
from engine.options import Value
from engine.rules import RULE_SETS, find
from render.i18n import list_items

ROUND_SECONDS: Final[Mapping[Tempo, tuple[int, ...]]] = {
    Tempo.TONIGHT: (1_200, 1_800, 2_700, 3_600, 5_400),
    Tempo.DAYS: (86_400, 172_800, 259_200, 432_000, 604_800),
}
"""The times of a round on offer, in seconds."""

ROUNDS: Final = (0, 3, 4, 5, 6, 7, 8, 9)
"""The numbers of rounds of a Swiss on offer; 0: as many as one winner needs."""

YES, NO = "yes", "no"
SWITCH: Final = {YES: True, NO: False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A tournament that is not open yet.

    Attributes:
        name: its name.
        settings: its rules, sides and format.
        tempo: whether a round is played tonight or over days.
        round_seconds: the time of a round.
        starts_at: when its sign-up ends, in seconds since 1970; None: when the organizer says so.
        automatic: whether the next round begins by itself.
        as_text: whether its messages have text in place of pictures.

    """

    name: str
    settings: Settings
    tempo: Tempo
    round_seconds: float
    starts_at: float | None = None
    automatic: bool = True
    as_text: bool = False


def planned(
    name: str, rules: str, options: Mapping[str, Value], sides: Sides, how: Format, tempo: Tempo, t: NullTranslations
) -> Plan:
    """Return a tournament with the defaults for all that its command does not ask.

    Raises:
        UserError: the rules, sides and format don't go together.

    """
    if sides is Sides.PARTNERS_CHANGE and how is not Format.SWISS:
        raise UserError(t.gettext("Partners can only change with the format Swiss. Choose that, or pairs."))
    settings = Settings(how, sides, rules, _fitted(rules, options, sides))
    try:
        cups.new(settings, Seed(bytes(32)))
    except CupError:
        text = t.gettext("{rules} can't be played so: {sides}. These games can: {games}.")
        games = [rules_name(each, t) for each in _games(sides)]
        told = t.gettext(SIDES[sides])
        raise UserError(text.format(rules=rules_name(rules, t), sides=told, games=list_items(games, t))) from None
    return Plan(name=name, settings=settings, tempo=tempo, round_seconds=GRACES[tempo].round)


def _fitted(rules: str, options: Mapping[str, Value], sides: Sides) -> dict[str, Value]:
    """Return the options that differ from their defaults, with those in pairs or alone as the sides need it."""
    offered = {each.id: each for each in find(rules).options}
    wanted = {name: value for name, value in options.items() if name in offered}
    if "pairs" in offered:
        wanted["pairs"] = sides is not Sides.ALONE
    return {name: value for name, value in wanted.items() if value != offered[name].default}


@cache
def _games(sides: Sides) -> tuple[str, ...]:
    """Return the rule sets that can be played so."""
    found: list[str] = []
    for rules in RULE_SETS:
        try:
            cups.new(Settings(Format.SWISS, sides, rules, _fitted(rules, {}, sides)), Seed(bytes(32)))
        except CupError:
            continue
        found.append(rules)
    return tuple(found)


def pages(plan: Plan, now: float, t: NullTranslations) -> list[Page]:
    """Return the form for the settings that the command lacks."""
    return [
        Page(t.gettext("Times"), [_start(plan, now, t), _round(plan, t), _next(plan, t)]),
        Page(t.gettext("Rounds and players"), list(_players(plan, t))),
    ]


def _start(plan: Plan, now: float, t: NullTranslations) -> Field:
    choices = [Choice(BUTTON, t.gettext(ON_BUTTON)), *(Choice(str(each), wait_text(each, t)) for each in OFFERED)]
    chosen = BUTTON
    if plan.starts_at is not None:
        chosen = str(int(plan.starts_at))
        choices.append(Choice(chosen, wait_text(plan.starts_at - now, t)))
    return Field("start", t.gettext("Beginning"), (chosen,), choices)


def _round(plan: Plan, t: NullTranslations) -> Field:
    choices = [Choice(str(each), duration(each, t)) for each in ROUND_SECONDS[plan.tempo]]
    return Field("round", t.gettext("Time for a round"), (str(int(plan.round_seconds)),), choices)


def _next(plan: Plan, t: NullTranslations) -> Field:
    by_itself = Choice(YES, t.gettext("by itself, two minutes after the last"))
    choices = [by_itself, Choice(NO, t.gettext("when the organizer presses Next round"))]
    return Field("next", t.gettext("Next round"), (YES if plan.automatic else NO,), choices)


def _players(plan: Plan, t: NullTranslations) -> Any:
    settings = plan.settings

    def switch(name: str, label: str, chosen: bool, yes: str, no: str) -> Field:
        return Field(name, label, (YES if chosen else NO,), [Choice(YES, yes), Choice(NO, no)])

    if settings.format is Format.SWISS:
        counted = [
            Choice(str(each), t.ngettext("{count} round", "{count} rounds", each).format(count=each))
            if each
            else Choice("0", t.gettext("as many as one winner needs"))
            for each in ROUNDS
        ]
        yield Field("rounds", t.gettext("Rounds"), (str(settings.rounds or 0),), counted)
        yield switch(
            "late",
            t.gettext("Late entry"),
            settings.late_entry,
            t.gettext("allowed, until half of the rounds are over"),
            t.gettext("no"),
        )
    if settings.format is Format.ROUND_ROBIN:
        yield switch(
            "twice", t.gettext("Everyone meets everyone"), settings.twice, t.gettext("twice"), t.gettext("once")
        )
    yield switch(
        "fill",
        t.gettext("If the number of players doesn't fit"),
        settings.fill,
        t.gettext("computers fill the field"),
        t.gettext("one sits out, which counts as a win (bye)"),
    )
    yield switch(
        "text", t.gettext("Standings"), plan.as_text, t.gettext("as text alone"), t.gettext("as a picture and text")
    )


def changed(plan: Plan, sent: Sent, now: float) -> Plan:
    """Return a plan with the fields of a submitted form.

    Raises:
        TableError: a value was not on offer, so the form is forged.

    """
    fields: dict[str, Any] = {}
    if "start" in sent:
        starts = {BUTTON: None, **{str(each): now + each for each in OFFERED}}
        if plan.starts_at is not None:
            starts[str(int(plan.starts_at))] = plan.starts_at
        fields["starts_at"] = one_of(starts, only(sent["start"]))
    if "round" in sent:
        offered = {str(each): each for each in ROUND_SECONDS[plan.tempo]}
        fields["round_seconds"] = one_of(offered, only(sent["round"]))
    if "next" in sent:
        fields["automatic"] = one_of(SWITCH, only(sent["next"]))
    if "text" in sent:
        fields["as_text"] = one_of(SWITCH, only(sent["text"]))
    return replace(plan, settings=_settings_sent(plan.settings, sent), **fields)


def _settings_sent(settings: Settings, sent: Sent) -> Settings:
    fields: dict[str, Any] = {}
    if "rounds" in sent and settings.format is Format.SWISS:
        fields["rounds"] = one_of({str(each): each or None for each in ROUNDS}, only(sent["rounds"]))
    switches = {"fill": ("fill", True), "late": ("late_entry", settings.format is Format.SWISS)}
    switches["twice"] = ("twice", settings.format is Format.ROUND_ROBIN)
    for name, (attribute, offered) in switches.items():
        if name in sent and offered:
            fields[attribute] = one_of(SWITCH, only(sent[name]))
    return replace(settings, **fields)
