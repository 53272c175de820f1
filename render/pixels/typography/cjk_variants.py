"""Which country's shapes suit a text in Chinese characters, as far as the text itself tells.

Many characters are one in Unicode and drawn differently in Japan, Korea, mainland China and Taiwan. Syllabaries tell;
without any, the characters that a country put into its own code before Unicode do.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final


class Region(IntEnum):
    """Where shapes are from; the number is the font's place in Noto's collection."""

    JAPAN = 0
    KOREA = 1
    CHINA = 2
    TAIWAN = 3


_SYLLABARIES: Final = (
    (Region.JAPAN, re.compile("[\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9f]")),
    (Region.KOREA, re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb\uffa1-\uffdc]")),
    (Region.TAIWAN, re.compile("[\u3105-\u312f\u31a0-\u31bf]")),
)
_ENCODINGS: Final = ((Region.CHINA, "gb2312"), (Region.TAIWAN, "big5"), (Region.JAPAN, "shift_jis"))
_IDEOGRAPHS: Final = re.compile("[\u3400-\u9fff]+")


def region_of(text: str) -> Region:
    """Return the region whose shapes suit a text; China where nothing tells."""
    for region, letters in _SYLLABARIES:
        if letters.search(text):
            return region
    ideographs = "".join(_IDEOGRAPHS.findall(text))
    for region, code in _ENCODINGS:
        try:
            ideographs.encode(code)
        except UnicodeEncodeError:
            continue
        return region
    return Region.CHINA
