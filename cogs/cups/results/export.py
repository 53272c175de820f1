"""**Files** of a cup: its standings and results as CSV, and the records of its matches."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from gettext import NullTranslations
from typing import Final

import discord

from cogs.bot import DominoBot, Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button
from cogs.core.frame import MAX_FILE_BYTES, framed
from cogs.cups.results.entrants import EntrantNames
from cogs.cups.results.pages import situation_of
from cogs.cups.texts import title
from cogs.messages.names import header_for
from engine import cups
from engine.cups import Table, present
from engine.live.cups.model import Situation
from engine.live.files import ONE_COLUMN, Cell, ZipParts, csv_file
from engine.live.history.records import record_of
from render.i18n import translations
from render.names import is_computer, plain

STANDINGS: Final = ("place", "name", "wins", "buchholz", "difference", "points", "broke", "out")
RESULTS: Final = (
    *("round", "table", "side_1", "side_2", "points_1", "points_2", "winner", "how", "absent", "left"),
    *("stand_ins", "correction", "match"),
)
"""The columns of the two files, for programs to read: the same in all languages."""

MAX_SLUG: Final = 40
"""The maximum length of a cup's name in the names of files."""

MAX_PARTS: Final = 8
"""The maximum number of ZIP files with records; Discord takes ten files in a message."""


class Files(Cog):
    """Sends a cup's files."""

    @on_button("cupfiles")
    async def send(self, interaction: Interaction, cup_id: str) -> None:
        """Handle Files: send them to the user alone."""
        at, t = await situation_of(interaction, cup_id), translations(interaction.locale)
        await interaction.response.defer(ephemeral=True, thinking=True)
        names, draw = EntrantNames(at, t), interaction.client.rendering.draw
        # of a large field they take some milliseconds
        standings, results = await draw(standings_rows, at, names), await draw(results_rows, at, names)
        slug = slug_of(at.header.name)
        files = [
            _file(f"{slug}-standings.csv", csv_file(STANDINGS, standings)),
            _file(f"{slug}-results.csv", csv_file(RESULTS, results)),
        ]
        lines = [
            f"## {title(at.header)}",
            t.gettext("The standings and all results as tables (CSV), for Excel, Google Sheets and the like."),
        ]
        with ZipParts(MAX_FILE_BYTES) as parts:
            records = await packed_records(interaction.client, at, interaction.user.id, parts, t)
            for number, each in enumerate(records, 1):
                files.append(discord.File(each, f"{slug}-records{f'-{number}' if len(records) > 1 else ''}.zip"))
            if records:
                text = t.gettext("The ZIP file has the record of each match that is over, for programs to replay.")
                lines.append(text)
            lines.append(f"-# {t.gettext(ONE_COLUMN)}")
            if at.over:
                text = t.gettext("All lots came from the seed `{seed}`. Its SHA-256 is `{commitment}`.")
                seed = at.header.seed
                lines.append(f"-# {text.format(seed=seed.reveal(), commitment=seed.commitment)}")
            shown = [discord.ui.File[discord.ui.LayoutView](each) for each in files]
            await edit_answer(interaction, view=framed("\n".join(lines), more=shown), attachments=files)


def _file(name: str, content: bytes) -> discord.File:
    return discord.File(io.BytesIO(content), name)


def slug_of(name: str) -> str:
    """Return the name of a cup for the names of files: ``friday-night``; ``cup`` if no letter of it is ASCII.

    >>> slug_of("Dominó «Café» #3"), slug_of("杯")
    ('domino-cafe-3', 'cup')
    """
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:MAX_SLUG].strip("-") or "cup"


def _number(value: Fraction) -> Cell:
    """Return a number with at most three digits after the point."""
    return int(value) if value.denominator == 1 else round(float(value), 3)


def _name(names: Iterable[str]) -> str:
    return " / ".join(f"{plain(each)} (computer)" if is_computer(each) else plain(each) for each in names)


def standings_rows(at: Situation, names: EntrantNames) -> list[Sequence[Cell]]:
    """Return the rows of the standings up to now."""
    there = {*present(at.cup)}
    return [
        [
            row.place,
            _name(names.of(row.entrant)),
            *(_number(each) for each in (row.wins, row.buchholz, row.difference, row.points)),
            row.broke,
            "" if row.entrant in there else "yes",
        ]
        for row in cups.standings(at.cup)
    ]


def results_rows(at: Situation, names: EntrantNames) -> list[Sequence[Cell]]:
    """Return a row for each table that has a result, and one for each bye."""
    rows: list[Sequence[Cell]] = []
    for each in at.cup.rounds:
        rows += [_result_row(at, table, names) for table in each.tables if table.result is not None]
        rows += [
            [each.number, None, _name(names.of(bye)), None, None, None, 1, "bye", *[None] * 5]
            for bye in (*each.byes, *each.idle)
        ]
    return rows


def _result_row(at: Situation, table: Table, names: EntrantNames) -> list[Cell]:
    result = table.result
    assert result is not None, "tables without a result have no row"
    live = at.tables.get(table.key)
    stand_ins = ", ".join(
        f"{names.person(by) if by else 'computer'} for {names.person(person)}" for person, by in table.stand_ins
    )
    return [
        *(table.round, table.number, *(_name(names.side(side)) for side in table.sides)),
        *(("", "") if result.absent else result.points),
        None if result.winner is None else result.winner + 1,
        result.how,
        ", ".join(str(side + 1) for side in result.absent),
        ", ".join(_name(names.of(entrant)) for entrant in result.left),
        *(stand_ins, result.correction),
        "" if live is None else live.match_id,
    ]


async def packed_records(
    bot: DominoBot, at: Situation, asker_id: int, parts: ZipParts, t: NullTranslations
) -> list[io.BufferedIOBase]:
    """Return the records of the matches that are over, in ZIP files; none if there are none, or they are too many.

    People who hide their names in matches are nameless there, too.
    """
    store = bot.hub.store
    for (number, table), live in sorted(at.tables.items()):
        kept = await store.find(live.match_id) if live.match_id else None
        # of a match in play, hands and seed are secret
        if kept is None or kept.unreadable or not kept.header.status.over or not kept.log:
            continue
        kept = replace(kept, header=await header_for(store, kept.header, asker_id, t))
        record = await bot.rendering.draw(record_of, kept)
        await bot.rendering.draw(parts.add, f"round-{number}-table-{table}-{live.match_id}.json", record.encode())
    packed = parts.take(last=True)
    return packed if len(packed) <= MAX_PARTS else []
