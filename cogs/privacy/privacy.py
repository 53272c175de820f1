"""``/domino settings privacy``: a person's stored data, their visibility, the export and the deletion."""

from __future__ import annotations

import asyncio
import io
from gettext import NullTranslations
from typing import Any

import discord
from discord import app_commands

from cogs.bot import DominoBot, Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.command_names import commands_for
from cogs.core.commands import SETTINGS, command
from cogs.core.components import button, select
from cogs.core.context import manages_server
from cogs.core.errors import UserError
from cogs.core.frame import MAX_FILE_BYTES, choice, framed
from cogs.messages.names import labelled
from cogs.privacy.archive import pack
from cogs.privacy.confirm import Confirmations
from cogs.privacy.remains import with_remains
from cogs.privacy.server_data import deletion_button, with_tables
from engine.i18n import N_
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.privacy.service import StillSeated
from engine.live.tables.anonymise import anonymise
from render.i18n import translations

_ = app_commands.locale_str

SHOWN_LABELS = {
    Visibility.NAMED: N_("with my name"),
    Visibility.NAMELESS: N_("without my name"),
    Visibility.HIDDEN: N_("not at all"),
}

SURE, VERY_SURE = "delete", "delete for good"


class Privacy(Cog):
    """Lists, exports and deletes the stored data of a person."""

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        self._questions = Confirmations()
        # the users whose data is being exported
        self._exporting: set[int] = set()

    @command(
        under=SETTINGS,
        name=_("privacy"),
        description=_("See what is stored about you, get it as a file, or delete it"),
        formerly=["domino privacy"],
    )
    async def privacy_command(self, interaction: Interaction) -> None:
        """Handle ``/domino settings privacy``."""
        await interaction.response.send_message(view=await _panel(interaction), ephemeral=True)

    @on_select("shown")
    async def choose_shown(self, interaction: Interaction, choice: str) -> None:
        """Handle the choice of one's name on leaderboards."""
        if choice not in tuple(Visibility):
            raise TableError(Code.STALE)
        store = interaction.client.hub.store
        await store.preferences.set(interaction.user.id, PersonPreferences(shown=Visibility(choice)))
        await interaction.response.edit_message(view=await _panel(interaction))

    @on_button("export")
    async def export(self, interaction: Interaction) -> None:
        """Handle Get my data: send the user a file with everything stored about them."""
        t, client, user_id = translations(interaction.locale), interaction.client, interaction.user.id
        busy = self._exporting
        if user_id in busy:
            raise UserError(t.gettext("Your file is already being prepared. It will arrive in a moment."))
        busy.add(user_id)
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
            data = await client.hub.store.privacy.export(user_id, client.clock())
            made = await asyncio.to_thread(pack, data, MAX_FILE_BYTES)
        finally:
            busy.discard(user_id)
        if made is None:
            text = t.gettext("Your data is larger than Discord lets me send. Ask the person who runs this bot for it.")
            raise UserError(f"{text} {client.contact}".rstrip())
        lines = [
            f"## {t.gettext('Your data')}",
            t.gettext("Everything stored about you, wherever you have played, as of now."),
        ]
        if made.shortened:
            without = t.gettext(
                "To fit in one file, it leaves out the game records of your matches: get each of them with {command}."
            )
            lines.append(without.format(command=commands_for(interaction).name("match", "record")))
        file = discord.File(io.BytesIO(made.content), made.name)
        components = framed("\n".join(lines), more=(discord.ui.File(file),))
        await interaction.response.send_message(view=components, files=[file], ephemeral=True)

    @on_button("erase")
    async def erase(self, interaction: Interaction) -> None:
        """Handle Delete my data: explain it, and ask."""
        t = translations(interaction.locale)
        await _require_no_seat(interaction)
        lines = [
            f"## {t.gettext('Delete your data?')}",
            t.gettext("Everywhere, in everything that is stored, “a former player” replaces your name and id."),
            t.gettext(
                "Your statistics, ratings, settings and saved rules are deleted, and you no longer appear on any "
                "leaderboard."
            ),
            t.gettext(
                "The matches stay for the people you played with: moves, points, and the words you added to "
                "deals, because no deal could be proved fair without them. Nothing stored says whose they were, "
                "unless a word itself does."
            ),
            t.gettext(
                "Results of daily deals and challenges still count, without your name. While one is open, the bot "
                "keeps a hash of your user id, so that nobody plays it twice; what could link the hash to you is "
                "destroyed at the end."
            ),
            t.gettext(
                "Tournaments go on with “a former player”: before the beginning you are let out, later nobody waits "
                "for you. Their results and standings stay."
            ),
            t.gettext("Messages in channels stay as they are: Discord stores them, and moderators can delete them."),
        ]
        await self._questions.ask(interaction, SURE, lines, "erasing", t.gettext("Continue"), _keep(t))

    @on_button("erasing")
    async def ask_again(self, interaction: Interaction, word: str) -> None:
        """Handle Go on: ask a second time."""
        t = translations(interaction.locale)
        self._questions.confirm(interaction, SURE, word)
        await _require_no_seat(interaction)
        lines = [
            f"## {t.gettext('Really delete it?')}",
            t.gettext("⚠️ **This can't be undone** by anyone. If you want to keep a copy, get your data first."),
        ]
        await self._questions.ask(interaction, VERY_SURE, lines, "erased", t.gettext("Delete for good"), _keep(t))

    @on_button("erased")
    async def erase_for_good(self, interaction: Interaction, word: str) -> None:
        """Handle the second confirmation: delete the user's data."""
        t, hub, user_id = translations(interaction.locale), interaction.client.hub, interaction.user.id
        self._questions.confirm(interaction, VERY_SURE, word)
        await _require_no_seat(interaction)
        await interaction.response.defer()
        await _anonymise(interaction.client, user_id)
        try:
            left = await hub.store.privacy.delete(user_id)
            if await _anonymise(interaction.client, user_id):
                # a rematch was opened meanwhile
                left = await hub.store.privacy.delete(user_id)
        except StillSeated:
            # they sat down meanwhile
            await _require_no_seat(interaction)
            raise UserError(_refusal(t)) from None
        interaction.client.dispatch("person_deleted", user_id)
        done = t.gettext("Your data has been deleted. If you play again, you start from scratch.")
        await edit_answer(interaction, view=framed(with_remains(done, left, t)))

    @on_button("keepdata")
    async def keep_data(self, interaction: Interaction) -> None:
        """Handle Keep my data: show the panel again."""
        await interaction.response.edit_message(view=await _panel(interaction))


async def _panel(interaction: Interaction) -> discord.ui.LayoutView:
    t, client = translations(interaction.locale), interaction.client
    visibility = (await client.hub.store.preferences.get(PersonPreferences, interaction.user.id)).shown
    label = t.gettext("On leaderboards")
    rows: list[list[discord.ui.Item[Any]]] = [
        [
            select(
                "shown",
                options=[
                    choice(labelled(label, t.gettext(way), t), each.value, chosen=each is visibility)
                    for each, way in SHOWN_LABELS.items()
                ],
                placeholder=label,
            )
        ],
        [
            button("export", label=t.gettext("Get my data")),
            button("erase", label=t.gettext("Delete my data"), style=discord.ButtonStyle.danger),
        ],
    ]
    if manages_server(interaction):
        rows.append([deletion_button(t)])
    return framed("\n".join(_summary(interaction, t)), rows=rows)


def _summary(interaction: Interaction, t: NullTranslations) -> list[str]:
    """Return a summary of the stored data and its purposes."""
    kept = (
        t.gettext(
            "**Matches you joined:** your user id and name, your seat and moves, the words you added to "
            "deals, who won – to continue a match after a restart, to let people watch it again, and to "
            "prove its deals fair."
        ),
        t.gettext("**Statistics and ratings** calculated from them – for leaderboards."),
        t.gettext(
            "**Daily deals and challenges you played:** your user id and name, where you began, your moves and your "
            "results – to compare what people make of the same deals. The moves are deleted after thirty days."
        ),
        t.gettext(
            "**Tournaments you were in or organized:** your user id and name, what you decided there, your results and "
            "your place – for pairings and standings."
        ),
        t.gettext("**Your settings and saved rules**, here and with {command}.").format(
            command=commands_for(interaction).name("settings")
        ),
        t.gettext(
            "**While a table is open:** also your language, invitations, votes, and where your hand is "
            "shown. These are deleted once the table has ended."
        ),
    )
    lines = [
        f"## {t.gettext('Your data')}",
        t.gettext("Wherever you have played, this bot stores:"),
        *(f"- {each}" for each in kept),
        t.gettext(
            "It doesn't read messages, and shares nothing with anyone but Discord. A server's data is "
            "deleted 30 days after the bot is removed from it."
        ),
    ]
    lines.append(
        t.gettext(
            "If leaderboards don't show your name, past matches don't either, and nobody else sees your statistics."
        )
    )
    whole = t.gettext(
        "The privacy policy is linked in the bot's profile; it is the file docs/privacy.md in the bot's source code."
    )
    lines.append(f"-# {whole}")
    if contact := interaction.client.contact:
        reached = t.gettext("To contact the person who runs this bot: {contact}").format(contact=contact)
        lines.append(f"-# {reached}")
    return lines


# ---------------------------------------------------------------------- export and deletion


# ---------------------------------------------------------------------- its end


async def _anonymise(client: DominoBot, user_id: int) -> bool:
    """Anonymise the user at tables that are open or not yet shown; return whether any held their data."""
    tables = {table.id: table for table in (*client.hub.tables, *client.publisher.waiting)}
    return any([await anonymise(table, user_id) for table in tables.values()])


def _keep(t: NullTranslations) -> discord.ui.Button[Any]:
    return button("keepdata", label=t.gettext("Keep my data"))


async def _require_no_seat(interaction: Interaction) -> None:
    """Raise UserError, with links, if the user has or had a seat at an open table on any server."""
    client = interaction.client
    if tables := await client.hub.store.open_tables_of(interaction.user.id):
        t = translations(interaction.locale)
        raise UserError(with_tables(interaction, _refusal(t), [each.header for each in tables], t))


def _refusal(t: NullTranslations) -> str:
    return t.gettext(
        "You have a seat at an open table, so your data can't be deleted yet, and nothing was changed. "
        "Leave the table before its match starts, or wait until the match has ended, even if the bot or somebody else "
        "is playing for you."
    )
