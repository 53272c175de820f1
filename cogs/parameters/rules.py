"""The rules that a command means: a game, rules under a name, or a code."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.context import rules_owner
from cogs.core.errors import UserError, reply_privately
from cogs.core.http.requests import FAILURES
from cogs.core.preferences import DEFAULT_RULES, fitted_preferences
from cogs.messages.names import RULES_GONE, code_refusal, lost_lines
from cogs.messages.option_fields import MAX_ENTRIES, bare, ranked_rules, rules_typed, suggest_rules
from engine.live.model.preferences import ServerPreferences
from engine.live.model.rules_code import Unreadable, read_code
from engine.live.model.saved_rules import SAVED, Fitted, HouseRules, Owner, OwnerKind, SavedRules, fitted, folded
from engine.options import Value, complete
from engine.rules import RULE_SETS, find
from render.i18n import translations


async def rules_meant(interaction: Interaction, typed: str | None, chosen: ServerPreferences) -> Fitted:
    """Return the rules that a text means; without a text, those of the server.

    The id of a game comes first, then a code, a saved name, what players call a game, and a part of a saved name.

    Raises:
        UserError: the saved rules are gone, or the code can't be read.
        IllegalMove: the text means nothing.

    """
    if not typed or typed in RULE_SETS:
        return fitted_preferences(chosen, typed or "")
    rules = await _saved_or_code(interaction, typed)
    if rules is None:
        return fitted_preferences(chosen, rules_typed(typed, translations(interaction.locale)))
    return fitted(rules, DEFAULT_RULES)


def seats_of(rules: str, options: Mapping[str, Value]) -> range:
    """Return the numbers of players that a rule set allows with some options.

    Raises:
        IllegalMove: there is no such rule set or option.

    """
    return range(4, 5) if complete(rules, find(rules).options, options).get("pairs") else find(rules).seats


async def _saved_or_code(interaction: Interaction, typed: str) -> HouseRules | None:
    """Return the saved rules or those of the code that a text means; None if it means a game."""
    if typed.startswith(SAVED):
        return await _by_key(interaction, typed)
    t, code = translations(interaction.locale), read_code(typed)
    if isinstance(code, HouseRules):
        return code
    if code is not Unreadable.NO_CODE:
        raise UserError(code_refusal(code, t))
    present, wanted = await _present(interaction), folded(typed.strip())
    found = [each for saved in present for each in saved if folded(each.name) == wanted]
    if not found and not ranked_rules(typed, t):
        found = _named_like(present, typed)
    return found[0].rules if found else None


async def _by_key(interaction: Interaction, key: str) -> HouseRules:
    """Return saved rules of this place or the user's own; raise UserError if they are gone."""
    for saved in await _present(interaction):
        for each in saved:
            if each.key == key:
                return each.rules
    raise UserError(translations(interaction.locale).gettext(RULES_GONE))


async def suggest_named_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the saved rules that the typed text may mean, then the games."""
    named = _named_like(await _present(interaction), typed)
    names = [app_commands.Choice(name=each.name, value=each.key) for each in named]
    return [*names, *await suggest_rules(interaction, typed)][:MAX_ENTRIES]


async def tell_lost(interaction: Interaction, rules: Fitted) -> None:
    """Send the user the parts of saved rules that this version lacks, after the answer, if that works."""
    if rules.lost:
        with suppress(*FAILURES):
            await reply_privately(interaction, "\n".join(lost_lines(rules, translations(interaction.locale))))


async def _present(interaction: Interaction) -> list[list[SavedRules]]:
    """Return the saved rules of each owner: the server, if there is one, and the user."""
    store = interaction.client.hub.store.saved_rules
    owners = dict.fromkeys((rules_owner(interaction), Owner(OwnerKind.PERSON, interaction.user.id)))
    return [await store.all(owner) for owner in owners]


def _named_like(present: list[list[SavedRules]], typed: str) -> list[SavedRules]:
    """Return the saved rules whose names contain a text; of each owner those first that begin with it."""
    wanted = bare(typed) or folded(typed.strip())

    def compared(saved: SavedRules) -> str:
        return bare(saved.name) if bare(typed) else folded(saved.name)

    found = [[each for each in saved if wanted in compared(each)] for saved in present]
    return [each for saved in found for each in sorted(saved, key=lambda each: not compared(each).startswith(wanted))]
