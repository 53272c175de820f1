"""The regional variant of Chinese characters that suits a text.

Unicode unifies characters that are drawn differently in Japan, Korea, mainland China and Taiwan. Syllabaries reveal the
region; without any, the national encodings that can encode the text do.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final


class Region(IntEnum):
    """A region; the number is the index of its font in Noto's collection."""

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
    """Return the region whose variants suit a text; China if nothing reveals it."""
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
