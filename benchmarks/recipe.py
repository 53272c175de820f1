"""What a bot sends for one press: how many requests of each kind, and how large they are."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from benchmarks.tally import Tally


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request (:func:`benchmarks.tally.kind_of`): how many a press, and its bytes of JSON and picture."""

    name: str
    each_press: float
    body: int
    picture: int

    def times(self, press: int) -> int:
        """Give how often it is sent for the press of a number, so that in the long run the count is right."""
        return int((press + 1) * self.each_press) - int(press * self.each_press)


@dataclass(frozen=True, slots=True)
class Recipe:
    """All kinds; the most frequent kind of answer first."""

    kinds: tuple[Kind, ...]

    @classmethod
    def of(cls, tally: Tally) -> Self:
        """Give what was sent for each press on average."""
        kinds = [
            Kind(name, each.count / tally.presses, round(each.body / each.count), round(each.picture / each.count))
            for name, each in tally.sums.items()
        ]
        kinds.sort(key=lambda each: (not each.name.startswith("answer"), -each.each_press))
        return cls(tuple(kinds))

    def requests(self, press: int) -> list[Kind]:
        """Give the requests for the press of a number: exactly one answer, first, and the others."""
        answers = [each for each in self.kinds if each.name.startswith("answer")]
        answer = next((each for each in answers[1:] if each.times(press)), answers[0])
        others = [each for each in self.kinds if each not in answers for _ in range(each.times(press))]
        return [answer, *others]

    def save(self, file: Path) -> None:
        """Write it to a file."""
        file.write_text(json.dumps([asdict(each) for each in self.kinds]))

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read it from a file."""
        return cls(tuple(Kind(**each) for each in json.loads(file.read_text())))
