"""Tests of fair deals: seeds, words, and tiles drawn from both, to the byte."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import pickle
import random
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import match
from engine.dealing import MAX_WORD_LENGTH, Seed, fair_deal, normalize_word, randbelow, shuffled
from engine.tiles import full_set
from tests.engine.dealing.records import PASSED_OVER, SEED
from tests.engine.games import SEATINGS, play_on

# ------------------------------------------------------------------ seeds


def test_a_seed_is_secret_by_itself_and_its_commitment_is_its_sha_256() -> None:
    assert repr(SEED) == str(SEED) == f"{SEED}" == "Seed(…)"
    assert SEED.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert SEED.commitment == hashlib.sha256(bytes.fromhex(SEED.reveal())).hexdigest()
    assert SEED.reveal() == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    with pytest.raises(TypeError):
        pickle.dumps(SEED)
    assert not hasattr(SEED, "__dict__")


def test_every_seed_is_new_and_the_operating_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len({Seed.new().commitment for _ in range(50)}) == 50
    monkeypatch.setattr("os.urandom", lambda count: bytes(range(count)))
    assert Seed.new() == SEED


def test_a_seed_is_read_as_it_is_revealed_and_from_nothing_else() -> None:
    assert Seed.parse(SEED.reveal()) == SEED
    assert hash(Seed.parse(SEED.reveal())) == hash(SEED)
    assert Seed.parse("f" * 64) != SEED
    assert SEED.reveal() != SEED
    for text in ("", "00", "0" * 63, "0" * 65, "0" * 63 + "g", "A" * 64, " " + "0" * 63, "0x" + "0" * 62, "٠" * 64):
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            Seed.parse(text)
    with pytest.raises(ValueError, match="32 bytes"):
        Seed(bytes(31))


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        *(("", ""), ("luck", "luck"), ("  two \t words\n", "two words"), ("e\u0301te\u0301", "été")),
        *(("\u1100\u1161\u11a8", "각"), ("a\u0000b\u202ec\u200bd", "abcd"), ("a \u200b b", "a b"), ("\u200b a", "a")),
        *(("e\u200b\u0301", "é"), ("a\u2028b\u0085c", "a b c"), ("\u3000\u00a0", ""), ("half \ud83d", "half")),
        *(("🁣 🎲", "🁣 🎲"), ("X" * MAX_WORD_LENGTH, "X" * MAX_WORD_LENGTH), (" " * 100 + "x", "x")),
        ("e\u0301" * MAX_WORD_LENGTH, "é" * MAX_WORD_LENGTH),
        *(
            ("Z" + "\u0351" * 39, "Z\u0351\u0351"),
            ("\u0300" * 40, ""),
            ("é" + "\u0300" * 39, "é\u0300\u0300"),
        ),
        *(("ก" + "็" * 9, "ก" + "็" * 4), ("\u1f84", "ᾄ"), ("α\u0313\u0301\u0345", "ᾄ")),
        # between both madda alone would compose with the letter
        ("\u0627\u064e\u0651\u0300\u0653", "\u0622\u064e\u0651"),
    ],
)
def test_a_word_counts_on_one_line_without_what_cant_be_seen_and_composed(typed: str, word: str) -> None:
    assert normalize_word(typed) == word


@pytest.mark.parametrize("typed", ["x" * 41, "🁣" * 41, "\u0958" * 21])
def test_a_word_that_is_too_long_as_it_counts_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="at most 40 characters"):
        normalize_word(typed)


@given(st.text(st.characters(), max_size=12))
def test_a_word_that_counts_stays_as_it_is_and_breaks_no_line(typed: str) -> None:
    word = normalize_word(typed)
    assert normalize_word(word) == word
    assert unicodedata.is_normalized("NFC", word)
    assert len(word.splitlines()) <= 1
    assert word == word.strip()
    word.encode()


# ------------------------------------------------------------------ numbers


def by_the_page(key: bytes, deal: int, words: list[str]) -> Iterator[int]:
    """Return the numbers as ``docs/fair-deals.md`` tells them, written once more and otherwise."""
    for block in itertools.count():
        message = b"domino-fair/1\n" + b"%d\n" % deal
        for word in words:
            message += word.encode("utf-8") + b"\n"
        digest = hmac.new(key, message + b"%d" % block, hashlib.sha256).digest()
        for at in range(8):
            a, b, c, d = digest[4 * at : 4 * at + 4]
            yield ((a * 256 + b) * 256 + c) * 256 + d


@pytest.mark.parametrize("words", [["", ""], ["été", "", "🁣"], [""] * 12])
@pytest.mark.parametrize("deal", [1, 2, 10, 255])
def test_numbers_come_from_the_seed_the_deal_and_the_words(deal: int, words: list[str]) -> None:
    key = bytes(range(32))
    due = list(itertools.islice(by_the_page(key, deal, words), 100))
    assert list(itertools.islice(Seed(key).numbers(deal, words), 100)) == due


def test_other_seeds_deals_and_words_give_other_numbers() -> None:
    def first(seed: Seed, deal: int, *words: str) -> int:
        return next(seed.numbers(deal, words))

    asked = [first(SEED, 1, *words) for words in (("", ""), ("", "", ""), ("a", ""), ("", "a"), ("1", ""))]
    asked += [first(SEED, 2, "", ""), first(SEED, 11, "", ""), first(Seed(bytes(32)), 1, "", "")]
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("many", [1, 2, 3, 7, 28, 91, 2**31 + 1])
def test_numbers_that_would_favour_some_are_passed_over(many: int) -> None:
    edge = 2**32 // many * many
    assert randbelow(iter([0]), many) == 0
    assert randbelow(iter([edge - 1]), many) == many - 1
    if edge < 2**32:
        assert randbelow(iter([edge, 2**32 - 1, 5]), many) == 5 % many


def test_a_number_that_would_favour_some_is_passed_over_in_a_real_deal() -> None:
    # the 52nd, for a draw among 40: 2**32 is 107374182 times 40, and 16
    numbers = list(itertools.islice(SEED.numbers(1, PASSED_OVER), 91))
    assert numbers[51] == 4294967286 >= 2**32 - 16
    dealt = fair_deal(match.new("double-twelve", 2), SEED, PASSED_OVER)
    assert list(dealt.stock) == shuffled(full_set(12), iter(numbers[:51] + numbers[52:]))


# ------------------------------------------------------------------ deals


def test_a_shuffle_goes_from_the_last_place_down_to_the_second() -> None:
    # by hand: 3 of 4 stays; place 2 with 0; place 1 with 0
    assert shuffled("abcd", iter([3, 0, 0])) == ["b", "c", "a", "d"]
    assert shuffled("abcd", iter([7, 2, 3])) == ["a", "b", "c", "d"]
    assert shuffled("abcd", iter([0, 0, 0])) == ["b", "c", "d", "a"]
    assert shuffled("a", iter([])) == ["a"]


def test_every_shuffle_comes_from_as_many_draws() -> None:
    draws = itertools.product(range(4), range(3), range(2))
    assert len({tuple(shuffled("abcd", iter(each))) for each in draws}) == 24


@pytest.mark.parametrize(("rules", "seats"), SEATINGS)
def test_a_deal_is_one_that_the_rules_take(rules: str, seats: int) -> None:
    state = match.new(rules, seats)
    dealt = fair_deal(state, SEED, ())
    assert match.apply(state, dealt)[0].deal == 1
    assert fair_deal(state, SEED, [""] * seats) == dealt
    assert fair_deal(state, SEED, ["", *["x"] * (seats - 1)]) != dealt


def test_each_deal_of_a_match_is_another() -> None:
    source = random.Random(1)
    states = [match.new("express", 2)]
    states += [step.after for step in play_on(states[0], source) if step.after.awaits_deal]
    assert len(states) >= 3
    assert len({fair_deal(state, SEED, ()).stock for state in states}) == len(states)


@pytest.mark.parametrize("words", [["a"], ["a", "b", "c"], [""]])
def test_words_that_are_not_one_for_each_seat_are_an_error(words: list[str]) -> None:
    with pytest.raises(ValueError, match="words for 2 seats"):
        fair_deal(match.new("express", 2), SEED, words)


def test_luck_chooses_who_begins_among_those_still_in_the_match() -> None:
    state = match.new("memory", 4)
    seen = {fair_deal(state._replace(eliminated=(1,)), SEED, [str(word), "", "", ""]).first for word in range(40)}
    assert seen == {0, 2, 3}


def test_luck_chooses_nobody_where_the_rules_say_who_begins() -> None:
    assert fair_deal(match.new("express", 2), SEED, ()).first is None
    assert fair_deal(match.new("matador", 3), SEED, ()).first is not None
