"""The requests that a bot sent while people played, and the people's waiting times."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.support.discord_server import Sent
from tests.support.discord_payloads import is_dm


@dataclass(slots=True)
class Sum:
    """The number of requests of one kind, and their total bytes of JSON and of pictures."""

    count: int = 0
    body: int = 0
    picture: int = 0


@dataclass(slots=True)
class Tally:
    """The counts over a period of time.

    Attributes:
        presses: the number of presses with all their consequences sent.
        moves: how many of these were moves.
        seconds: the length of the period.
        answers: the milliseconds from each press to its acknowledgement.
        pictures: the milliseconds from each move to the picture of the table after it.
        refused: how many presses were answered with a sentence for the presser alone.
        sums: the requests, by :func:`kind_of`.

    """

    presses: int = 0
    moves: int = 0
    seconds: float = 0.0
    answers: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    refused: int = 0
    sums: dict[str, Sum] = field(default_factory=dict)

    def note(self, sent: Sent) -> None:
        """Count a request."""
        found = self.sums.setdefault(kind_of(sent), Sum())
        found.count += 1
        found.body += sent.body
        found.picture += sent.picture

    def __iadd__(self, other: Tally) -> Tally:
        self.presses += other.presses
        self.moves += other.moves
        self.seconds += other.seconds
        self.answers += other.answers
        self.pictures += other.pictures
        self.refused += other.refused
        for kind, each in other.sums.items():
            found = self.sums.setdefault(kind, Sum())
            found.count += each.count
            found.body += each.body
            found.picture += each.picture
        return self

    @property
    def rate(self) -> float:
        """Presses per second."""
        return self.presses / self.seconds

    @property
    def requests(self) -> int:
        """The number of all requests."""
        return sum(each.count for each in self.sums.values())

    def count(self, *starts: str) -> int:
        """Return the number of requests of the kinds with a prefix."""
        return sum(each.count for kind, each in self.sums.items() if kind.startswith(starts))

    def bytes_a_press(self) -> float:
        """Return the bytes sent for each press."""
        return sum(each.body + each.picture for each in self.sums.values()) / self.presses


def kind_of(sent: Sent) -> str:
    """Return the kind of a request: ``post_channel_picture``, ``edit_dm_plain``, ``answer_dm_picture``."""
    return f"{sent.kind}_{'dm' if is_dm(sent.channel) else 'channel'}_{'picture' if sent.picture else 'plain'}"


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
