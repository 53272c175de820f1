"""The page of the gallery."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

HEAD: Final = """\
# Gallery

The bot posts these kinds of pictures. Below each picture is its alternative text.
`uv run python -m tools.gallery` creates this page, and a test fails when the page is out of date.

These commands draw any moment of a match from its record:

```sh
python -m engine play --rules mata --seats 4 > match.json
python -m render match.json --at 17 --theme dark -o table.png
python -m render match.json --at 17 --seat 2 -o hand.png
python -m render match.json -o replay.gif
python -m render --set 6 --paper -o print-me.png
```
"""


@dataclass(frozen=True)
class Picture:
    """A picture of the gallery; ``draw`` returns the content of its file."""

    file: str
    caption: str
    draw: Callable[[], bytes]
    alt: str


@dataclass(frozen=True)
class Text:
    """A text of the gallery, which is posted in place of a picture."""

    caption: str
    text: str


@dataclass(frozen=True)
class Section:
    """A part of the gallery."""

    title: str
    shown: Sequence[Picture | Text]


def page(sections: Sequence[Section]) -> str:
    """Write the gallery's page in Markdown."""
    parts = [HEAD]
    for section in sections:
        parts.append(f"## {section.title}\n")
        for shown in section.shown:
            parts.append(f"**{shown.caption}**\n")
            if isinstance(shown, Text):
                parts.append(f"````\n{shown.text}\n````\n")
            else:
                parts.append(f"![{shown.caption}](gallery/{shown.file})\n\n> {_escaped(shown.alt)}\n")
    return "\n".join(parts)


def _escaped(text: str) -> str:
    """Return a text escaped for a document's Markdown; Discord's has more marks."""
    return re.sub(r"[\\`*_\[\]<>|]", r"\\\g<0>", text)
