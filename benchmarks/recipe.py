"""The number and size of the requests of each kind that a bot sends for one press."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from benchmarks.tally import Tally


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request (:func:`benchmarks.tally.kind_of`): number per press, bytes of JSON and of pictures."""

    name: str
    each_press: float
    body: int
    picture: int

    def times(self, press: int) -> int:
        """Return how often the request is sent for the press with a number; on average the count is right."""
        return int((press + 1) * self.each_press) - int(press * self.each_press)


@dataclass(frozen=True, slots=True)
class Recipe:
    """All kinds of requests; the most frequent kind of answer first."""

    kinds: tuple[Kind, ...]

    @classmethod
    def of(cls, tally: Tally) -> Self:
        """Return the averages for each press."""
        kinds = [
            Kind(name, each.count / tally.presses, round(each.body / each.count), round(each.picture / each.count))
            for name, each in tally.sums.items()
        ]
        kinds.sort(key=lambda each: (not each.name.startswith("answer"), -each.each_press))
        return cls(tuple(kinds))

    def requests(self, press: int) -> list[Kind]:
        """Return the requests for the press with a number: exactly one answer, first, and the others."""
        answers = [each for each in self.kinds if each.name.startswith("answer")]
        answer = next((each for each in answers[1:] if each.times(press)), answers[0])
        others = [each for each in self.kinds if each not in answers for _ in range(each.times(press))]
        return [answer, *others]

    def save(self, file: Path) -> None:
        """Write the recipe to a file."""
        file.write_text(json.dumps([asdict(each) for each in self.kinds]))

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a recipe from a file."""
        return cls(tuple(Kind(**each) for each in json.loads(file.read_text())))
