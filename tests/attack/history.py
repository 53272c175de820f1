"""What the file holds, held against what people did and what they were told."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from engine import match
from engine.actions import Play, parse
from engine.layouts import Grid
from render.i18n import translations
from tests.attack.people import TILE, Press
from tests.attack.world import Shown
from tests.support.bots.kept import Kept, Row

LATE_SECONDS = 90.0
"""How late a message may tell of a move."""

LEFT_OUT = tuple("-# " + translations(each).gettext("Earlier moves don't fit here.") for each in ("en-GB", "fr", "de"))
"""How a text begins that has no room for all moves, in each language of a table."""
DOUBLE = re.compile(r"[*|]|(?:double|Pasch) \S+")
"""What names a double that was played before, in these languages, and signs that format."""
TABLE = re.compile(r"^\*\*[^*\n]+\*\*$", re.MULTILINE)
"""The heading of the table in words, which stands in place of its picture."""


class History:
    """What was found wrong, and figures."""

    def __init__(self) -> None:
        self.broken: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        self._moves = self._moves_before = 0
        self._moments: dict[str, Any] = {}

    @property
    def acknowledged(self) -> int:
        """How many moves were acknowledged, over all beginnings."""
        return self._moves_before + self._moves

    def begin_anew(self, presses: Iterable[Press]) -> None:
        """Count what was acknowledged until now, and ask for nothing of it."""
        moves = {(each.table, each.ply, each.who.id) for each in presses if is_move(each) and each.acknowledged}
        self._moves_before, self._moves = self._moves_before + len(moves), 0

    def note(self, kind: str, example: str) -> None:
        """Count something that must not be."""
        self.broken[kind] += 1
        self.examples.setdefault(kind, example)

    def check(self, tables: Sequence[Kept], presses: Iterable[Press], shown: Iterable[Shown]) -> None:
        """Hold the log against the presses, and the channel against the log."""
        by_move: dict[tuple[str, int, int], list[Press]] = defaultdict(list)
        asked: set[tuple[str, str, int]] = set()
        forged: set[tuple[str, int, int]] = set()
        for each in presses:
            asked.add((each.table, each.verb, each.who.id))
            if each.ply is not None and each.forged:
                # which of the moves it was, the number of an action alone says
                forged.add((each.table, each.ply, each.who.id))
            elif is_move(each):
                by_move[each.table, each.ply, each.who.id].append(each)
        known = {each.id: each for each in tables}
        self._moves = 0
        for (table, ply, user), done in by_move.items():
            if any(each.acknowledged for each in done):
                self._moves += 1
                rows = known[table].log if table in known else []
                if ply >= len(rows) or rows[ply].user != user:
                    self.note("lost", f"{table} {ply} {user} {done[0].verb} {rows[ply : ply + 1]}")
        told: dict[int, list[str]] = defaultdict(list)
        for each in shown:
            if each.reader is None:
                told[each.channel] += each.told
        for table in tables:
            self._rows(table, by_move, asked, forged)
            self._told(table, told[table.channel])

    def _rows(
        self,
        table: Kept,
        by_move: dict[tuple[str, int, int], list[Press]],
        asked: set[tuple[str, str, int]],
        forged: set[tuple[str, int, int]],
    ) -> None:
        if [row.ply for row in table.log] != list(range(len(table.log))):
            self.note("doubled", f"{table.id}: the plies are not in order")
        try:
            if table.log:
                table.state()
        except ValueError as error:
            self.note("illegal", f"{table.id}: {type(error).__name__}")
        before: Row | None = None
        for row in table.log:
            forced = before is not None and (row.user, row.at) == (before.user, before.at)
            words = row.action.split()
            if row.user is None and words[0] != "deal" and table.levels[int(words[0])] is None and not forced:
                self.note("not pressed", f"{table.id} {row}: the bot played")
            elif row.user is not None and row.action.startswith("deal"):
                # a match of one person and computers begins by itself
                alone = row.ply == 0 and table.levels.count(None) == 1
                if (
                    not forced
                    and not alone
                    and not {"next", "start"} & {verb for t, verb, u in asked if (t, u) == (table.id, row.user)}
                ):
                    self.note("not pressed", f"{table.id} {row.ply}: a deal")
            elif row.user is not None and (table.id, row.ply, row.user) not in forged:
                pressed = by_move.get((table.id, row.ply, row.user), ())
                said = {each.tile for each in pressed if each.tile and each.verb != "flip"}
                if not pressed and not (forced and words[1] in ("draw", "pass")):
                    self.note("not pressed", f"{table.id} {row}")
                elif said and words[1] == "play" and words[2] not in said:
                    self.note("another move", f"{table.id} {row} {said}")
            before = row

    def _told(self, table: Kept, told: Sequence[str]) -> None:
        """Each tile played is told in order, in a line of its own, or left out at the beginning of a full text.

        A text may tell again what was told before.
        """
        played = [(row, action.tile.text) for row in table.log if isinstance(action := parse(row.action), Play)]
        tiles, known = [tile for _, tile in played], 0
        for text in told:
            lines = tiles_told(text)
            begins = len(tiles) - len(lines) if text.startswith(LEFT_OUT) else min(known, len(tiles) - len(lines))
            at = next((n for n in range(begins, -1, -1) if tiles[n : n + len(lines)] == lines), None)
            if lines and at is not None:
                # else it tells of another match in the channel
                known = max(known, at + len(lines))
        if known < len(tiles):
            row, _ = played[known]
            near = [text for text in told if {*tiles[known - 1 : known + 2]} & {*tiles_told(text)}]
            self.note("not told", f"{table.id} {row.ply} {row.action}, of {tiles[known - 2 : known + 3]}: {near[-6:]}")

    # ------------------------------------------------------------------ secrets

    def leaks(self, tables: Iterable[Kept], text: str) -> None:
        """Whether a text that others see holds a seed, or names tiles that were hidden at each moment of a deal."""
        named = set(TILE.findall(text))
        for table in tables:
            if table.status != "playing":
                continue
            if table.seed and table.seed in text:
                self.note("leak", f"the seed of {table.id}")
            hidden = self._hidden_of_late(table)
            if named & hidden:
                self.note("leak", f"{table.rules} {table.id} at {len(table.log)}: {named & hidden} in {text!r}")

    def _hidden_of_late(self, table: Kept) -> set[str]:
        """Return the tiles that were hidden at each moment of late: a text may tell of earlier moves."""
        state, ply, moments = self._moments.setdefault(table.id, [None, 0, []])
        now = time.monotonic()
        for row in table.log[ply:]:
            state, _ = match.apply(state or match.new(table.rules, len(table.levels), table.options), parse(row.action))
            # at the end of a deal all hands are open, and a grid shows its tiles now and then
            hidden: set[str] = set()
            if state.turn is not None and not isinstance(state.layout, Grid):
                hidden = {tile.text for hand in state.hands for tile in hand} | {tile.text for tile in state.boneyard}
            moments.append((now, hidden))
        # a moment lasts until the next one
        while len(moments) > 1 and moments[1][0] < now - LATE_SECONDS:
            del moments[0]
        self._moments[table.id] = [state, len(table.log), moments]
        return set.intersection(*(hidden for _, hidden in moments)) if moments else set()


def is_move(press: Press) -> bool:
    """Whether somebody moved, as clients do."""
    return press.ply is not None and not press.forged


def tiles_told(text: str) -> list[str]:
    """Return the tiles whose plays a text tells; not those of the table in words, or a double to be covered."""
    lines = (TILE.search(DOUBLE.sub("", line)) for line in TABLE.split(text)[0].split("\n"))
    return [found[1] for found in lines if found]
