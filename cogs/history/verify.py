"""Fair deals: the button that explains them, and ``/domino match verify``, which repeats those of a finished match."""

from __future__ import annotations

from gettext import NullTranslations

from discord import app_commands

from cogs.bot import Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button
from cogs.core.command_names import commands_for
from cogs.core.commands import MATCH, command
from cogs.core.components import button
from cogs.core.errors import UserError
from cogs.core.frame import Rows, framed
from cogs.history.finished import match_of, suggest_match
from cogs.messages.names import header_for, labelled, localized, name, rules_name, words_by_player
from engine.actions import Deal, parse
from engine.live.history.records import record_of
from engine.live.model.errors import Code, TableError
from engine.live.model.seating import named_opener
from engine.live.model.table import Header, SavedTable, revealed_seed
from engine.live.tables import deal_words
from engine.live.tables.table import Table
from engine.record import BadRecord, loads
from engine.verify import Mismatch, Unverifiable, verify
from render.i18n import translations
from render.text.markdown import escape

_ = app_commands.locale_str


class FairDeals(Cog):
    """Explains how deals are drawn, and repeats those of a finished match."""

    @command(
        under=MATCH,
        name=_("verify"),
        description=_("Check that the deals of a finished match were drawn as promised"),
        formerly=["domino verify"],
    )
    @app_commands.describe(identity=_("The match's id"))
    @app_commands.rename(identity=_("id"))
    @app_commands.autocomplete(identity=suggest_match)
    async def verify_command(self, interaction: Interaction, identity: str) -> None:
        """Handle ``/domino match verify``: show the result to the user who asks."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        client, t = interaction.client, translations(interaction.locale)
        kept = await match_of(interaction, identity)
        header = await header_for(client.hub.store, kept.header, interaction.user.id, t)
        if header.seed is None:
            raise UserError(
                t.gettext("The deals of that match were not promised in advance, so there is nothing to verify.")
            )
        # repeating the whole match takes a moment
        comparison = await client.rendering.draw_long(_compare, kept, header, t)
        lines = [
            _heading(header, t),
            *comparison,
            labelled(t.gettext("Seed"), f"`{header.seed.reveal()}`", t),
            labelled(t.gettext("Its SHA-256"), f"`{header.seed.commitment}`", t),
            _promised(header, t),
            *_named_lines(kept, header, t),
            *(_word_lines(kept, header, t) or [t.gettext("Nobody added a word.")]),
            f"-# {_by_yourself(interaction, t)}",
        ]
        await edit_answer(interaction, view=framed("\n".join(lines)))

    @on_button("fair")
    async def explain(self, interaction: Interaction, table_id: str) -> None:
        """Handle Fair deal, also long after the match: show the user the promise, and the way to check it."""
        hub, user_id, t = interaction.client.hub, interaction.user.id, translations(interaction.locale)
        kept = await hub.saved(table_id)
        header = kept.header
        if interaction.channel_id != header.channel_id or header.seed is None:
            # no message elsewhere, and none of a table without a seed, has this button
            raise TableError(Code.STALE)
        commitment, seed = header.seed.commitment, revealed_seed(header)
        revealed: list[str] = []
        if seed is None:
            check = t.gettext(
                "To check: copy the SHA-256 now. After the match, this button shows the seed, and {command} with "
                "`{match}` redraws every deal and compares."
            )
            words, rows = _coming_words(hub.find(table_id), user_id, t)
        else:
            # while they play, everyone there knows them; afterwards they may choose to be anonymous
            header = await header_for(hub.store, header, user_id, t)
            revealed = [labelled(t.gettext("Seed"), f"`{seed}`", t)]
            check = f"{_promised(header, t)} {t.gettext('{command} with `{match}` redraws every deal and compares.')}"
            words, rows = list[str](), ()
        lines = [
            _heading(header, t),
            t.gettext(
                "Every shuffle comes from a secret seed and the players' words alone. The seed was drawn before "
                "the match."
            ),
            *revealed,
            labelled(t.gettext("Its SHA-256"), f"`{commitment}`", t),
            t.gettext(
                "This proves that the seed was fixed before anyone added a word, and that no tile was changed during "
                "play. If one word is hard to guess, the seed can't have been picked for the tiles that it gives."
            ),
            check.format(command=commands_for(interaction).name("match", "verify"), match=header.id),
            *_named_lines(kept, header, t),
            *words,
            # the newest first: the oldest are the least needed where there is no room for all
            *reversed(_word_lines(kept, header, t)),
        ]
        await interaction.response.send_message(view=framed("\n".join(lines), rows=rows), ephemeral=True)


def _heading(header: Header, t: NullTranslations) -> str:
    heading = t.gettext("**Fair deals** · {rules}, match `{id}`")
    return heading.format(rules=rules_name(header.rules, t), id=header.id)


def _promised(header: Header, t: NullTranslations) -> str:
    if not header.channel_id:
        # of an archive of challenges
        return t.gettext(
            "This is the seed of one deal. The button **Fair deal** of the challenge shows how it comes from the "
            "promised seed."
        )
    return t.gettext("That SHA-256 must be the one that the button **Fair deal** showed before each deal.")


def _coming_words(table: Table, user_id: int, t: NullTranslations) -> tuple[list[str], Rows]:
    """Return lines about the words for the next deal, of which only the reader's own is shown, and their button."""
    deal = deal_words.next_deal_number(table.situation)
    if deal is None:
        return [], ()
    lines: list[str] = []
    added = dict(table.header.words)
    if people := ", ".join(f"**{name(person)}**" for person in table.people if person.user_id in added):
        lines.append(t.gettext("Words for the next deal: {people}").format(people=people))
    if word := deal_words.word_of(table.header, user_id):
        lines.append(labelled(t.gettext("Your word"), f"**{escape(word)}**", t))
    seat = table.header.seat_of(user_id)
    if seat is None or table.people[seat].away:
        return lines, ()
    return lines, ((button("word", table.id, deal, label=t.gettext("Add a word")),),)


def _compare(kept: SavedTable, header: Header, t: NullTranslations) -> list[str]:
    """Repeat the deals of a match; return how many come out the same, or the first that does not."""
    try:
        deals = verify(loads(record_of(kept)))
    except Unverifiable as unproven:
        facts = dict(unproven.facts)
        if unproven.mismatch in (Mismatch.FIRST, Mismatch.NAMED):
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


def _named_lines(kept: SavedTable, header: Header, t: NullTranslations) -> list[str]:
    """Return a line about the player whom the host named to open the first deal; none if there is none."""
    seat = named_opener(header)
    if kept.log:
        deal = parse(kept.log[0].action)
        seat = deal.first if isinstance(deal, Deal) and deal.named else None
    if seat is None:
        return []
    line = t.gettext(
        "The host named {name} to open the first deal, before anybody added a word. That deal's shuffle comes from "
        "this seat, too."
    )
    return [line.format(name=f"**{name(localized(header.people[seat], t))}**")]


def _word_lines(kept: SavedTable, header: Header, t: NullTranslations) -> list[str]:
    """Return a line with the words for each deal that has some."""
    dealt = [entry.words for entry in kept.log if entry.action.startswith("deal ")]
    lines: list[str] = []
    for number, words in enumerate(dealt, start=1):
        if text := words_by_player(words, header.people, t):
            lines.append(labelled(t.gettext("Words in deal {deal}").format(deal=number), text, t))
    return lines


def _by_yourself(interaction: Interaction, t: NullTranslations) -> str:
    text = t.gettext(
        "You don't have to take the bot's word for it: {command} gives you the match's file, and "
        "`python -m engine verify`, or a few lines of your own code, can run the same check on your "
        "machine."
    )
    return text.format(command=commands_for(interaction).name("match", "record"))
