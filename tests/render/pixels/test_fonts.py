"""Tests of fonts: every script has letters of its own, on one baseline, within its line."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFont

from render import names
from render.pixels.typography import cjk_variants, coverage, fonts, shaping, text
from render.pixels.typography.cjk_variants import Region
from render.pixels.typography.text import DrawnText, Style
from tests.render.pixels.scripts import BY_SCRIPT, EVERY, HOSTILE

STYLE = Style(34, 600)
STYLES = (Style(17, 400), STYLE, Style(44, 700))
shaped = pytest.mark.skipif(not fonts.HAS_RAQM, reason="needs the library that shapes texts")


def forget() -> None:
    """Forget what has been looked up, measured and drawn."""
    for each in (fonts.font, fonts.coverage_of, fonts.runs, fonts._face_for, text._size, text._advance):
        each.cache_clear()
    for each in (text._draw_piece, text.width, text.draw, text.clip, text.drawable_name):
        each.cache_clear()


@pytest.fixture
def afresh() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.fixture
def unshaped(afresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws as where the library that shapes texts is missing."""
    monkeypatch.setattr(fonts, "HAS_RAQM", False)
    monkeypatch.setattr(fonts, "_LAYOUT", ImageFont.Layout.BASIC)


def glyph(face: fonts.Face, character: str) -> Image.Image:
    font = ImageFont.truetype(str(face.path), 40, index=face.number, layout_engine=ImageFont.Layout.BASIC)
    mask, _ = font.getmask2(character, "L")
    return Image.frombytes("L", mask.size, bytes(mask)) if mask.size[0] and mask.size[1] else Image.new("L", (1, 1))


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


def begins_with(made: DrawnText, beginning: str) -> bool:
    """Whether a drawn text begins at its left with another as it is drawn alone."""
    alone = text.draw(beginning, STYLE)
    top = alone.top - made.top
    return same(made.mask.crop((0, top, alone.mask.width, top + alone.mask.height)), alone.mask)


@pytest.mark.sampled
@pytest.mark.parametrize("script", BY_SCRIPT)
def test_a_script_is_drawn_with_letters_of_its_own(script: str) -> None:
    for name in BY_SCRIPT[script]:
        cleaned = names.clean(name)
        assert cleaned == name
        pieces = fonts.runs(cleaned)
        assert "".join(piece for _, piece in pieces) == unicodedata.normalize("NFC", name)
        for face, piece in pieces:
            box = glyph(face, "\U0010ffff")
            for character in piece:
                if unicodedata.category(character) not in {"Zs", "Cf", "Mn"}:
                    assert not same(glyph(face, character), box), ascii(character)


@pytest.mark.long
@given(st.text(max_size=40))
@example("汉\u0e47")
@example("ab\u0951")
def test_no_font_is_asked_for_what_it_lacks(line: str) -> None:
    for face, piece in fonts.runs(names.clean(line)):
        assert piece
        for character in piece:
            invisible = unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"
            assert invisible or ord(character) in fonts.coverage_of(face)


@pytest.mark.sampled
@pytest.mark.parametrize("face", [fonts.MAIN, fonts.EMOJI, *fonts._chain()[6:140:9]], ids=lambda face: face.path.stem)
def test_a_list_of_characters_says_what_the_font_draws(face: fonts.Face) -> None:
    covered, box = fonts.coverage_of(face), glyph(face, "\U0010ffff")
    codes = list(covered.codes())
    assert codes == sorted(set(codes))
    for code in codes[:: max(len(codes) // 60, 1)]:
        if unicodedata.category(chr(code)) not in {"Zs", "Cf", "Cc"}:
            assert not same(glyph(face, chr(code)), box), hex(code)
    gaps = [code + 1 for code, following in pairwise(codes) if following != code + 1]
    for code in [*gaps[:: max(len(gaps) // 30, 1)], codes[-1] + 1]:
        assert code not in covered
        if unicodedata.category(chr(code)) not in {"Zs", "Cf", "Cc", "Zl", "Zp"}:
            assert same(glyph(face, chr(code)), box), hex(code)


def test_a_list_with_holes_is_read_with_its_holes(tmp_path: Path) -> None:
    # Two runs, A to C and the closing one; the first points at glyphs of which the second is missing.
    runs = struct.pack(">7H2HH2H2H2H3H", 4, 38, 0, 4, 4, 1, 0, 0x43, 0xFFFF, 0, 0x41, 0xFFFF, 0, 1, 4, 0, 5, 0, 6)
    table = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + runs
    path = tmp_path / "holes.ttf"
    path.write_bytes(
        struct.pack(">4s4H", b"\0\1\0\0", 1, 0, 0, 0) + struct.pack(">4s3I", b"cmap", 0, 28, len(table)) + table
    )
    assert list(coverage.read(path).codes()) == [0x41, 0x43]


def test_a_file_without_a_list_of_characters_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.ttf"
    empty.write_bytes(b"\0\1\0\0" + bytes(8))
    with pytest.raises(ValueError, match=r"empty\.ttf"):
        coverage.read(empty)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("style", STYLES)
def test_every_name_stays_within_its_line(style: Style) -> None:
    for name in (*EVERY, *HOSTILE):
        made = text.draw(names.clean(name), style)
        assert made.top >= -1.2 * style.size - 1, name
        assert made.top + made.mask.height <= 0.45 * style.size + 1, name
        assert made.left >= -0.2 * style.size, name
        assert made.left + made.mask.width <= made.width + 0.2 * style.size, name
        assert text.width(names.clean(name), style) == made.width


@pytest.mark.parametrize("other", ["汤姆", "🎲", "Ελένη", "สมชาย", "Наталья", "གྲ", "♔"])
def test_letters_keep_their_baseline_beside_another_script(other: str) -> None:
    alone, beside = text.draw("Tom", STYLE), text.draw("Tom" + other, STYLE)
    top = alone.top - beside.top
    seen = beside.mask.crop((0, top, alone.mask.width, top + alone.mask.height))
    assert top >= 0
    assert same(seen.crop((0, 0, seen.width - 2, seen.height)), alone.mask.crop((0, 0, seen.width - 2, seen.height)))


def test_a_script_that_reaches_deep_is_made_smaller_and_not_cut() -> None:
    size = text._size(*fonts.runs("སྒྲོལ")[0], STYLE)
    assert 0.6 * STYLE.size <= size < STYLE.size
    assert text._size(*fonts.runs("Émile")[0], STYLE) == STYLE.size


@pytest.mark.parametrize(
    ("name", "region"),
    [
        *(("さくら", Region.JAPAN), ("直マリオ", Region.JAPAN), ("斎藤", Region.JAPAN), ("김철수", Region.KOREA)),
        *(("直ㅋ", Region.KOREA), ("李小龙", Region.CHINA), ("直", Region.CHINA), ("陳偉霆", Region.TAIWAN)),
        *(("ㄅㄆㄇ", Region.TAIWAN), ("弗朗索瓦・龙", Region.CHINA), ("Ana", Region.CHINA), ("龘辺", Region.CHINA)),
    ],
)
def test_a_name_tells_whose_shapes_it_wants(name: str, region: Region) -> None:
    assert cjk_variants.region_of(name) == region


def test_one_character_has_the_shape_of_its_region() -> None:
    chinese, japanese = (text._draw_piece(*fonts.runs(name)[0], STYLE).mask for name in ("直", "直さ"))
    assert not same(chinese, japanese)


@shaped
def test_arabic_letters_are_joined_and_run_to_the_left() -> None:
    joined = text.draw("محمد", STYLE).mask
    assert all(any(joined.crop((x, 0, x + 1, joined.height)).tobytes()) for x in range(joined.width))
    first = text.draw("ا" + "م" * 5, STYLE).mask
    tall = first.crop((0, 0, first.width, first.height // 4)).getbbox()
    assert tall[0] > first.width * 3 // 4


@pytest.mark.parametrize("name", ["علي Bob", "משה Bob", "(🎲 משה) Bob", "علي ☆ Bob"])
def test_the_last_word_of_a_text_from_the_right_stands_leftmost(name: str) -> None:
    assert begins_with(text.draw(name, STYLE), "Bob")


@shaped
@pytest.mark.parametrize("name", ["محمد علي", "پریچهر گلشیری", "משה כהן", "علي Bob", "(علي) 12"])
def test_without_the_library_for_it_a_name_from_the_right_looks_nearly_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    with_library = text.draw(name, STYLE)
    request.getfixturevalue("unshaped")
    without = text.draw(name, STYLE)
    assert without.width == pytest.approx(with_library.width, rel=0.06)
    size = (160, 40)
    difference = ImageChops.difference(with_library.mask.resize(size), without.mask.resize(size))
    strokes = sum(with_library.mask.resize(size).tobytes())
    assert sum(difference.tobytes()) < 0.45 * strokes
    turned = with_library.mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT).resize(size)
    assert sum(ImageChops.difference(turned, without.mask.resize(size)).tobytes()) > 0.7 * strokes


@shaped
def test_brackets_open_towards_what_they_hold_whichever_way_the_text_runs() -> None:
    for line in ("محمد (Mo)", "(Mo) محمد"):
        assert begins_with(text.draw(line, STYLE), "(Mo)")
    assert [piece for _, piece in text._in_visual_order("Mo (محمد) x")] == ["Mo", " (", "محمد", ") ", "x"]


def test_letters_are_turned_around_but_numbers_are_not() -> None:
    assert shaping.shape("משה 123") == "123 השמ"
    assert shaping.shape("(משה)") == "(השמ)"
    assert shaping.shape("Bob 12") == "Bob 12"


@pytest.mark.usefixtures("unshaped")
def test_without_the_library_for_it_every_name_is_drawn_all_the_same() -> None:
    for name in (*EVERY, *HOSTILE):
        made = text.draw(names.clean(name), STYLE)
        assert made.mask.getbbox() is not None or not names.clean(name).strip("… ")
    assert text.width("👍🏽", STYLE) == text.width("👍", STYLE)
    assert text.width("☀\ufe0f", STYLE) == pytest.approx(text.width("🌞", STYLE), abs=2)


@shaped
@pytest.mark.parametrize("emoji", ["🇫🇷", "👍🏽", "👩🏾‍💻", "👩‍👩‍👧‍👦", "❤️‍🔥", "1️⃣", "🏳️‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"])
def test_emoji_of_several_characters_are_one_picture(emoji: str) -> None:
    assert [face for face, _ in fonts.runs(emoji)] == [fonts.EMOJI]
    assert text.width(emoji, STYLE) == text.width("🐉", STYLE)


def test_emoji_and_chinese_are_drawn_character_by_character() -> None:
    assert [piece for _, piece in fonts.runs("🐉" * 32)] == ["🐉"] * 32
    assert [piece for _, piece in fonts.runs("山田")] == ["山", "田"]


def test_a_space_beside_a_name_from_the_right_stays_between_the_words() -> None:
    gap = text.width(" ", STYLE)
    for parts in (("محمد", "Bob"), ("Bob", "محمد"), ("محمد", "❤️", "Bob")):
        assert text.width(" ".join(parts), STYLE) == pytest.approx(
            sum(text.width(part, STYLE) for part in parts) + gap * (len(parts) - 1), abs=3
        )
        drawn = text.draw(" ".join(parts), STYLE).mask
        empty = [not any(drawn.crop((x, 0, x + 1, drawn.height)).tobytes()) for x in range(drawn.width)]
        widest = max(map(len, "".join("_" if each else "#" for each in empty).split("#")))
        assert widest >= gap - 2


@pytest.mark.usefixtures("afresh")
def test_lists_of_characters_are_read_when_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = coverage.read

    def noted(path: Path, number: int = 0) -> coverage.Coverage:
        read.append(path.name)
        return real(path, number)

    def opened(*_: object, **__: object) -> None:
        raise AssertionError("a font was opened")

    monkeypatch.setattr(coverage, "read", noted)
    monkeypatch.setattr(ImageFont, "truetype", opened)
    fonts.runs("Zoé")
    assert read == [fonts.MAIN.path.name]
    fonts.runs("山田さくら 김철수 🐉")
    assert fonts.EXTRA_FONTS.name not in read
    fonts.runs("ᏣᎳᎩ")
    assert fonts.EXTRA_FONTS.name in read
    before = len(read)
    fonts.runs("ᏣᎳᎩ 山田 ᐃᓄᒃ 𗀀")
    assert len(read) == len(set(fonts._chain())) >= before


@pytest.mark.usefixtures("afresh")
def test_threads_draw_what_one_thread_draws() -> None:
    alone = [text.draw(name, STYLE).mask.tobytes() for name in EVERY]
    forget()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda name: text.draw(name, STYLE).mask.tobytes(), EVERY * 2))
    assert together == alone * 2


@pytest.mark.parametrize("style", STYLES)
def test_a_sign_with_an_unsound_outline_is_spelt_out(style: Style) -> None:
    assert "".join(piece for _, piece in fonts.runs("﷽")) == "بسم الله الرحمن الرحيم"
    assert text.draw("﷽", style).width > 3 * style.size


@pytest.mark.long
def test_every_glyph_of_the_gathered_fonts_can_be_drawn() -> None:
    for face in fonts._chain()[len(fonts.packaged_faces()) :]:
        opened = fonts.font(face, 20, 600)
        for code in fonts.coverage_of(face).codes():
            opened.getmask2(chr(code), "L")
