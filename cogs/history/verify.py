"""``/domino verify``: repeat the deals of a finished match from its seed and compare."""

from __future__ import annotations

from gettext import NullTranslations

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.commands import command, command_name
from cogs.core.errors import UserError
from cogs.core.layout import layout
from cogs.history.finished import header_for, match_of, suggest_match
from cogs.messages.fairness import words_by_player
from cogs.messages.names import labelled, name, rules_name
from engine.live.history.records import record_of
from engine.live.model.table import Header, SavedTable
from engine.record import BadRecord, loads
from engine.verify import Mismatch, Unverifiable, verify
from render.i18n import translations

_ = app_commands.locale_str


@command(name=_("verify"), description=_("Check that the deals of a finished match were drawn as promised"))
@app_commands.describe(identity=_("The match's id"))
@app_commands.rename(identity=_("id"))
@app_commands.autocomplete(identity=suggest_match)
async def verify_command(interaction: Interaction, identity: str) -> None:
    """Handle ``/domino verify``: show the result to the user who asks."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    client, t = interaction.client, translations(interaction.locale)
    kept = await match_of(interaction, identity)
    header = await header_for(client.hub.store, kept.header, interaction.user.id, t)
    if header.seed is None:
        raise UserError(
            t.gettext("The deals of that match were not promised in advance, so there is nothing to verify.")
        )
    # repeating the whole match takes a moment
    found = await client.rendering.draw_long(_compare, kept, header, t)
    heading = t.gettext("**Fair deals** · {rules}, match `{id}`")
    lines = [
        heading.format(rules=rules_name(header.rules, t), id=header.id),
        *found,
        labelled(t.gettext("Seed"), f"`{header.seed.reveal()}`", t),
        labelled(t.gettext("Its SHA-256"), f"`{header.seed.commitment}`", t),
        t.gettext("That SHA-256 must be the one shown under the table before each deal."),
        *_word_lines(kept, header, t),
        f"-# {_by_yourself(t)}",
    ]
    await interaction.edit_original_response(view=layout("\n".join(lines)))


def _compare(kept: SavedTable, header: Header, t: NullTranslations) -> list[str]:
    """Repeat the deals of a match; return how many come out the same, or the first that does not."""
    try:
        deals = verify(loads(record_of(kept)))
    except Unverifiable as unproven:
        facts = dict(unproven.facts)
        if unproven.mismatch is Mismatch.FIRST:
            facts = {which: name(header.people[int(str(seat))]) for which, seat in facts.items()}
        wrong = t.gettext("❌ Deal {deal} doesn't match the seed and the players' words.")
        reason = t.gettext(unproven.mismatch.value).format(**facts)
        return [wrong.format(deal=unproven.deal), f"> {reason}", *_correct_before(unproven.deal, t)]
    except BadRecord as bad:
        # a table that started has at least one deal
        deal = max(bad.deal, 1)
        wrong = t.gettext("❌ Deal {deal} can't be replayed: the rules reject its record.")
        return [wrong.format(deal=deal), *_correct_before(deal, t)]
    same = t.ngettext(
        "✅ Redrawn from the seed and the players' words, its {count} deal comes out the same.",
        "✅ Redrawn from the seed and the players' words, all {count} deals come out the same.",
        deals,
    )
    return [same.format(count=deals)]


def _correct_before(deal: int, t: NullTranslations) -> list[str]:
    """Return a line about the deals before the first wrong one."""
    if deal < 2:
        return []
    same = t.ngettext(
        "The {count} deal before it comes out the same.", "The {count} deals before it come out the same.", deal - 1
    )
    return [same.format(count=deal - 1)]


def _word_lines(kept: SavedTable, header: Header, t: NullTranslations) -> list[str]:
    """Return a line with the words for each deal that has some."""
    dealt = [entry.words for entry in kept.log if entry.action.startswith("deal ")]
    lines: list[str] = []
    for number, deal_words in enumerate(dealt, start=1):
        if text := words_by_player(deal_words, header.people, t):
            lines.append(labelled(t.gettext("Words in deal {deal}").format(deal=number), text, t))
    return lines or [t.gettext("Nobody added a word.")]


def _by_yourself(t: NullTranslations) -> str:
    text = t.gettext(
        "You don't have to take the bot's word for it: {command} gives you the match's file, and "
        "`python -m engine verify`, or a few lines of your own code, can run the same check on your "
        "machine."
    )
    return text.format(command=command_name(t, "record"))
