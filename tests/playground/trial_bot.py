"""A small bot that uses all of Discord that the playground has: every kind of answer, control and picture."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from PIL import Image

FRENCH = {
    "play": "jouer",
    "Open a table": "Ouvrir une table",
    "rules": "règles",
    "Which rules": "Quelles règles",
    "Express": "Domino Express",
    "Greet": "Saluer",
}


class Translator(app_commands.Translator):
    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return FRENCH.get(string.message) if locale is discord.Locale.french else None


def png(colour: str, size: tuple[int, int] = (320, 120)) -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    out.seek(0)
    return out


class Lobby(discord.ui.View):
    """A lobby that people join, edited in place; it works after a restart."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", style=discord.ButtonStyle.success, custom_id="trial:join")
    async def join(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        seats = interaction.message.content + f"\n{interaction.user.mention}"
        await interaction.response.edit_message(content=seats)

    @discord.ui.button(label="My hand", emoji="🁫", custom_id="trial:hand")
    async def hand(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        text = f"The hand of {interaction.user.display_name}, {interaction.locale.value}"
        tiles = discord.File(png("seagreen"), "hand.png", description="Three tiles: 6-6, 5-4, 1-0")
        await interaction.response.send_message(text, file=tiles, view=Hand(), ephemeral=True)

    @discord.ui.button(label="Start", style=discord.ButtonStyle.primary, custom_id="trial:start", disabled=True)
    async def begin(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None: ...


class Hand(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        placeholder="Your tile",
        custom_id="trial:tile",
        min_values=1,
        max_values=2,
        options=[
            discord.SelectOption(label="6-6", value="66", description="a double", emoji="🂓"),
            discord.SelectOption(label="5-4", value="54"),
            discord.SelectOption(label="1-0", value="10"),
        ],
    )
    async def tile(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.edit_message(content="Played " + " and ".join(select.values), view=None)


TEMPOS = [discord.RadioGroupOption(label=str(each), value=str(each), default=each == 7) for each in range(10)]


class House(discord.ui.Modal, title="House rules"):
    tempo = discord.ui.Label(text="Tempo", component=discord.ui.RadioGroup(custom_id="tempo", options=TEMPOS))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"Tempo {self.tempo.component.value}")


class Friends(discord.ui.View):
    @discord.ui.button(label="House rules", custom_id="trial:house")
    async def house(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(House())

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="trial:friends", placeholder="Friends", max_values=3)
    async def friends(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Any]) -> None:
        names = ", ".join(user.display_name for user in select.values)
        await interaction.response.send_message(f"Invited {names}", ephemeral=True)

    @discord.ui.select(
        cls=discord.ui.ChannelSelect,
        custom_id="trial:places",
        placeholder="Places",
        min_values=0,
        max_values=25,
        channel_types=[discord.ChannelType.text],
    )
    async def places(self, interaction: discord.Interaction, select: discord.ui.ChannelSelect[Any]) -> None:
        names = ", ".join(sorted(channel.name for channel in select.values)) or "nowhere"
        await interaction.response.send_message(f"Played in {names}", ephemeral=True)


MODES = [discord.SelectOption(label="Singles", value="alone"), discord.SelectOption(label="Pairs", value="pairs")]


class Options(discord.ui.Modal, title="Options of the table"):
    target = discord.ui.Label(text="Target", component=discord.ui.TextInput(custom_id="target", max_length=3))
    mode = discord.ui.Label(
        text="Mode", description="How you play", component=discord.ui.Select(custom_id="mode", options=MODES)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"To {self.target.component.value}, {self.mode.component.values[0]}")


class Card(discord.ui.LayoutView):
    def __init__(self, picture: str) -> None:
        super().__init__(timeout=None)
        rules = discord.ui.Button(label="Rules", custom_id="trial:rules")
        site = discord.ui.Button(label="The site", url="https://example.org/rules")
        hand = discord.ui.Button(label="My hand", custom_id="trial:hand", style=discord.ButtonStyle.primary)
        text = "## The table\n**Alice** to play, <t:1893456000:R>\n-# small print\n- one\n- two"
        parts = (
            discord.ui.TextDisplay(text),
            discord.ui.Separator(),
            discord.ui.MediaGallery(discord.MediaGalleryItem(picture, description="A chain of four tiles")),
            discord.ui.Section(discord.ui.TextDisplay("Scores: `7+4` = ~~12~~ *11*"), accessory=hand),
            discord.ui.ActionRow(rules, site),
        )
        self.add_item(discord.ui.Container(*parts, accent_colour=0x2E8B57))


class TrialBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.resumes = 0

    async def setup_hook(self) -> None:
        add_commands(self.tree)
        self.add_view(Lobby())
        self.add_view(Hand())
        await self.tree.set_translator(Translator())
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if self.user in message.mentions and message.author != self.user:
            await message.channel.send(f"You said: {message.content}")


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    domino = app_commands.Group(
        name="domino",
        description="Dominoes",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )

    @tree.context_menu(name=locale_str("Greet"))
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def greet(interaction: discord.Interaction, person: discord.User) -> None:
        kind = "member" if isinstance(person, discord.Member) else "user"
        await interaction.response.send_message(f"Hello, {kind} {person.display_name}")

    @domino.command(name=locale_str("play"), description=locale_str("Open a table"))
    @app_commands.rename(rules=locale_str("rules"))
    @app_commands.describe(rules=locale_str("Which rules"), target="Points to win", friend="Whom to invite")
    @app_commands.choices(
        rules=[
            app_commands.Choice(name=locale_str("Express"), value="express"),
            app_commands.Choice(name="Italian", value="express-it"),
        ]
    )
    async def play(
        interaction: discord.Interaction,
        rules: str = "express",
        target: app_commands.Range[int, 25, 500] = 100,
        pairs: bool = False,
        friend: discord.Member | None = None,
    ) -> None:
        friend_text = f", with {friend.mention}" if friend else ""
        await interaction.response.send_message(
            f"Table of **{rules}** to {target}{', in pairs' if pairs else ''}{friend_text}\n"
            f"{interaction.locale.value} in {interaction.guild_locale and interaction.guild_locale.value}",
            view=Lobby(),
        )

    @domino.command(name="find", description="A rule set by name")
    async def find(interaction: discord.Interaction, name: str) -> None:
        await interaction.response.send_message(f"Found {name}")

    @find.autocomplete("name")
    async def names(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        known = ["Express", "Bergen", "Matador", "Muggins"]
        return [app_commands.Choice(name=n, value=n.lower()) for n in known if current.lower() in n.lower()]

    tree.add_command(domino)
    trial = app_commands.Group(name="trial", description="Trials")

    @trial.command(description="Thinks for a while")
    async def slow(interaction: discord.Interaction, seconds: float = 0.5, quietly: bool = False) -> None:
        await interaction.response.defer(thinking=True, ephemeral=quietly)
        await asyncio.sleep(seconds)
        await interaction.edit_original_response(content="Thought it over")
        await interaction.followup.send("And another thing", ephemeral=quietly)

    @trial.command(description="Never answers")
    async def silent(interaction: discord.Interaction) -> None: ...

    @trial.command(description="A modal")
    async def modal(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Options())

    @trial.command(description="A select of people")
    async def invite(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Whom?", view=Friends())

    @trial.command(description="A picture, then another")
    async def picture(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here it comes")
        first = discord.File(png("steelblue"), "chain.png", description="The chain: 6-6 6-5")
        sent = await interaction.channel.send("first", file=first)
        assert await sent.attachments[0].read() == png("steelblue").getvalue()
        second = discord.File(png("tomato"), "chain.png", description="The chain: 6-6 6-5 5-1")
        await sent.edit(content="second", attachments=[second])

    @trial.command(description="Components V2")
    async def card(interaction: discord.Interaction) -> None:
        file = discord.File(png("olive"), "table.png")
        await interaction.response.send_message(view=Card("attachment://table.png"), file=file)

    @trial.command(description="An embed")
    async def embed(interaction: discord.Interaction) -> None:
        shown = discord.Embed(title="Leaderboard", description="*This server*", colour=0xCC8844)
        shown.add_field(name="Alice", value="3 wins", inline=True).add_field(name="Bruno", value="2 wins", inline=True)
        shown.set_image(url="attachment://board.png").set_footer(text="page 1")
        bars = discord.File(png("goldenrod"), "board.png", description="Bars")
        await interaction.response.send_message(embed=shown, file=bars)

    @trial.command(description="A private message")
    async def secret(interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send(f"Psst, {interaction.user.display_name}", view=Hand())
        except discord.Forbidden as error:
            await interaction.response.send_message(f"ApiError with {error.code}", ephemeral=True)
        else:
            await interaction.response.send_message("Sent", ephemeral=True)

    @trial.command(description="Many messages")
    async def flood(interaction: discord.Interaction, count: int) -> None:
        await interaction.response.defer(ephemeral=True)
        for number in range(count):
            await interaction.channel.send(f"Message {number + 1} of {count}")
        await interaction.edit_original_response(content="Flooded")

    @trial.command(description="Sends what Discord would not take")
    async def breach(interaction: discord.Interaction) -> None:
        try:
            await interaction.channel.send("x" * 2001)
        except discord.HTTPException as error:
            await interaction.response.send_message(f"{error.status} {error.code}: {error.text}", ephemeral=True)

    @trial.command(description="Something this Discord does not know")
    async def unknown(interaction: discord.Interaction) -> None:
        try:
            await interaction.client.http.request(discord.http.Route("GET", "/guilds/1/widget"))
        except discord.HTTPException as error:
            await interaction.response.send_message(f"{error.status}", ephemeral=True)

    @trial.command(description="An emoji of the application")
    async def emoji(interaction: discord.Interaction) -> None:
        made = await interaction.client.create_application_emoji(name="tile_66", image=png("navy", (32, 32)).getvalue())
        picture = await made.read()
        await interaction.response.send_message(f"{made} of {len(picture)} bytes")

    @trial.command(description="Says names that look like markup")
    async def markup(interaction: discord.Interaction) -> None:
        text = "<img src=x onerror=\"document.title='owned'\"> <script>1</script> **bold**"
        await interaction.response.send_message(text)

    tree.add_command(trial)


def main(argv: Sequence[str]) -> int:
    del argv
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    TrialBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
    return 0
