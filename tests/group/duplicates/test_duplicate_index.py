from datetime import UTC, datetime, timedelta
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.sketch import Sketch, sketch_of
from tidings.group.duplicates.sketch_comparison import CopyRelation, MatchMethod
from tidings.text.parsing.parsed_text import parse_text

_NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_NOTHING = parse_text("", "en")


def _words(seed: int, count: int = 120) -> list[str]:
    random = Random(seed)
    return [f"word{random.randrange(5_000)}" for _ in range(count)]


def _sketch(words: list[str]) -> Sketch:
    return sketch_of(_NOTHING, parse_text(" ".join(words), "en"))


def _filled(count: int, length: int = 120) -> DuplicateIndex:
    duplicates = DuplicateIndex()
    for seed in range(count):
        duplicates.add(str(seed), _sketch(_words(seed, length)), _NOW + timedelta(hours=seed))
    return duplicates


def test_copies_are_found_with_their_relation() -> None:
    duplicates = _filled(300)
    exact, half, more = _words(7), _words(7)[:60], [*_words(7), *_words(1000, 60)]
    matches = [
        [
            (match.other, match.found, match.relation)
            for match in duplicates.near_duplicates(_sketch(words))
        ]
        for words in (exact, half, more)
    ]
    assert matches == [
        [("7", MatchMethod.EXACT, CopyRelation.COPY)],
        [("7", MatchMethod.SHINGLES, CopyRelation.PART)],
        [("7", MatchMethod.SHINGLES, CopyRelation.WHOLE)],
    ]
    assert duplicates.near_duplicates(_sketch(_words(1000))) == ()


def test_a_revision_replaces_the_previous_one() -> None:
    duplicates = _filled(20)
    revised = [*_words(7), "updated", "yesterday"]
    assert duplicates.near_duplicates(_sketch(revised), id="7") == ()
    duplicates.add("7", _sketch(revised), _NOW)
    assert len(duplicates) == 20
    assert [match.found for match in duplicates.near_duplicates(_sketch(revised))] == [
        MatchMethod.EXACT
    ]


def test_an_article_revised_often_does_not_hide_its_copy() -> None:
    duplicates = DuplicateIndex()
    duplicates.add("copy", _sketch(_words(1)), _NOW)
    for number in range(40):
        duplicates.add("live", _sketch([*_words(1), f"minute{number}"]), _NOW)
    assert [match.other for match in duplicates.near_duplicates(_sketch(_words(1)))] == [
        "copy",
        "live",
    ]


def test_a_dropped_article_is_no_longer_found() -> None:
    duplicates = _filled(30)
    duplicates.drop("7")
    duplicates.drop("unknown")
    assert len(duplicates) == 29
    assert duplicates.near_duplicates(_sketch(_words(7))) == ()
    assert all(duplicates.near_duplicates(_sketch(_words(seed))) for seed in range(30) if seed != 7)


def test_forgotten_articles_are_not_found_after_the_index_is_rebuilt() -> None:
    duplicates = _filled(2_000, 30)
    assert duplicates.forget(_NOW + timedelta(hours=1_500)) == 1_500
    assert len(duplicates) == 500
    assert duplicates.near_duplicates(_sketch(_words(1_499, 30))) == ()
    assert [match.other for match in duplicates.near_duplicates(_sketch(_words(1_500, 30)))] == [
        "1500"
    ]
    duplicates.add("new", _sketch(_words(1_499, 30)), _NOW)
    assert [match.other for match in duplicates.near_duplicates(_sketch(_words(1_499, 30)))] == [
        "new"
    ]


def test_stored_sketches_give_the_same_matches() -> None:
    rows = [(str(seed), _sketch(_words(seed)).packed(), _NOW) for seed in range(200)]
    rows.append(("torn", b"\x01\x02", _NOW))
    rebuilt, filled = DuplicateIndex(rows), _filled(200)
    assert len(rebuilt) == 200
    assert "torn" not in rebuilt
    for seed in range(0, 200, 10):
        changed = _sketch(_words(seed)[10:])
        assert rebuilt.near_duplicates(changed) == filled.near_duplicates(changed)
        assert rebuilt.near_duplicates(changed)[0].other == str(seed)


def test_the_newest_of_very_many_copies_are_found() -> None:
    duplicates = DuplicateIndex()
    for number in range(200):
        duplicates.add(str(number), _sketch(_words(1)), _NOW)
    found = duplicates.near_duplicates(_sketch(_words(1)), limit=5)
    assert len(found) == 5
    assert all(int(match.other) > 150 for match in found)


def test_the_oldest_articles_are_dropped_beyond_the_maximum() -> None:
    duplicates = DuplicateIndex(max_articles=10)
    for seed in range(15):
        duplicates.add(str(seed), _sketch(_words(seed)), _NOW)
    assert len(duplicates) == 10
    assert duplicates.near_duplicates(_sketch(_words(4))) == ()
    assert duplicates.near_duplicates(_sketch(_words(5)))[0].other == "5"


_texts = st.lists(
    st.lists(st.sampled_from("river bridge council mayor traffic closed rebuild 14 the".split()),
             min_size=1, max_size=60),
    min_size=1, max_size=8,
)  # fmt: skip


@settings(max_examples=40)
@given(_texts, st.randoms(use_true_random=False))
def test_the_order_of_adding_does_not_matter(texts: list[list[str]], random: Random) -> None:
    sketches = [(str(number), _sketch(words)) for number, words in enumerate(texts)]
    shuffled = random.sample(sketches, len(sketches))
    one, other = DuplicateIndex(), DuplicateIndex()
    for duplicates, order in ((one, sketches), (other, shuffled)):
        for id, sketch in order:
            duplicates.add(id, sketch, _NOW)
    for id, sketch in sketches:
        assert one.near_duplicates(sketch) == other.near_duplicates(sketch)
        assert id in {match.other for match in one.near_duplicates(sketch)}


@settings(max_examples=40)
@given(_texts, st.integers(0, 8))
def test_forgetting_equals_never_having_added(texts: list[list[str]], since: int) -> None:
    one, other = DuplicateIndex(), DuplicateIndex()
    for number, words in enumerate(texts):
        one.add(str(number), _sketch(words), _NOW + timedelta(days=number))
        if number >= since:
            other.add(str(number), _sketch(words), _NOW + timedelta(days=number))
    one.forget(_NOW + timedelta(days=since))
    for words in texts:
        assert one.near_duplicates(_sketch(words)) == other.near_duplicates(_sketch(words))


def test_an_equal_index_can_be_built_from_its_rows() -> None:
    filled = _filled(30)
    filled.drop("4")
    rebuilt = DuplicateIndex(filled.rows())
    assert list(rebuilt.rows()) == list(filled.rows())
    assert [id for id, _, at in rebuilt.rows() if at == _NOW + timedelta(hours=9)] == ["9"]
    for seed in range(30):
        sketch = _sketch(_words(seed)[5:])
        assert rebuilt.near_duplicates(sketch) == filled.near_duplicates(sketch)


def test_of_two_stored_revisions_the_last_counts() -> None:
    rows = [("a", _sketch(_words(seed)).packed(), _NOW) for seed in (1, 2)]
    duplicates = DuplicateIndex(rows)
    assert len(duplicates) == 1
    assert duplicates.near_duplicates(_sketch(_words(1))) == ()
    assert duplicates.near_duplicates(_sketch(_words(2)))[0].other == "a"


def test_exact_copies_come_first_and_then_the_most_similar() -> None:
    duplicates = DuplicateIndex()
    for id, words in {"half": _words(1)[:70], "most": _words(1)[3:], "same": _words(1)}.items():
        duplicates.add(id, _sketch(words), _NOW)
    found = [match.other for match in duplicates.near_duplicates(_sketch(_words(1)))]
    assert found == ["same", "most", "half"]


def test_the_articles_of_the_very_time_are_kept() -> None:
    duplicates = _filled(4)
    assert duplicates.forget(_NOW + timedelta(hours=2)) == 2
    assert [id for id, _, _ in duplicates.rows()] == ["2", "3"]
