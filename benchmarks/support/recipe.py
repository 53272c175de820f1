"""The number and size of the requests of each kind that the bare bot sends for one press."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request (:func:`benchmarks.support.tally.kind_of`): number per press, bytes of JSON and of pictures."""

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

    def requests(self, press: int) -> list[Kind]:
        """Return the requests for the press with a number: exactly one answer, first, and the others."""
        answers = [each for each in self.kinds if each.name.startswith("answer")]
        answer = next((each for each in answers[1:] if each.times(press)), answers[0])
        others = [each for each in self.kinds if each not in answers for _ in range(each.times(press))]
        return [answer, *others]

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a recipe from a file."""
        return cls(tuple(Kind(**each) for each in json.loads(file.read_text())))
