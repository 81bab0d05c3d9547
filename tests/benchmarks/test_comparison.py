from datetime import UTC, datetime

import pytest
from benchmarks.checkouts.comparison import Window, differences, moment_in

_WINDOW = Window(datetime(2026, 5, 1, 12, 0, tzinfo=UTC), datetime(2026, 5, 1, 12, 10, tzinfo=UTC))


def _real(old: object, new: object) -> list[str]:
    return [str(each) for each in differences(old, new, _WINDOW) if not each.is_text]


def _texts(old: object, new: object) -> list[str]:
    return [str(each) for each in differences(old, new, _WINDOW) if each.is_text]


def test_equal_answers_have_no_differences() -> None:
    answer = {"total": 2, "hits": [{"id": "a", "score": 1.5, "marks": [[1, 2]]}], "next": None}
    assert differences(answer, answer, _WINDOW) == []


def test_a_value_that_differs_is_named_with_its_path() -> None:
    assert _real({"hits": [{"id": "a"}]}, {"hits": [{"id": "b"}]}) == ["hits[0].id: 'a' -> 'b'"]


def test_a_key_of_another_name_differs_twice() -> None:
    assert _real({"snippet": 1}, {"excerpt": 1}) == [
        "snippet: 1 -> nothing",
        "excerpt: nothing -> 1",
    ]


def test_a_key_that_was_null_and_is_gone_differs() -> None:
    assert _real({"copy_of": None}, {}) == ["copy_of: None -> nothing"]


def test_lists_of_other_lengths_differ() -> None:
    assert _real({"hits": [1, 2]}, {"hits": [1]}) == ["hits: 2 items -> 1 items"]


@pytest.mark.parametrize(("old", "new"), [(1, 1.0), (1, True), (0, False), (1, "1"), (None, "")])
def test_values_of_other_types_differ(old: object, new: object) -> None:
    assert _real({"limit": old}, {"limit": new})


def test_the_duration_of_an_answer_is_ignored() -> None:
    assert _real({"took_ms": 1.5}, {"took_ms": 15.0}) == []


def test_a_missing_duration_is_a_difference() -> None:
    assert _real({"took_ms": 1.5}, {}) == ["took_ms: 1.5 -> nothing"]


def test_a_score_may_change_a_little_with_the_age_of_the_news() -> None:
    assert _real({"score": 13.8005}, {"score": 13.8011}) == []
    assert _real({"score": 13.8}, {"score": 14.8}) == ["score: 13.8 -> 14.8"]


def test_a_score_is_ignored_when_compared_with_a_recording() -> None:
    later = Window(_WINDOW.began, _WINDOW.ended, side_by_side=False)
    assert differences({"score": 13.8}, {"score": 9.8}, later) == []
    assert differences({"score": 13.8}, {"score": None}, later)
    assert differences({"total": 3}, {"total": 4}, later)


def test_other_figures_are_exact() -> None:
    assert _real({"weight": 3.4387}, {"weight": 3.4388})


def test_two_moments_within_the_window_are_equal() -> None:
    old, new = {"now": "2026-05-01T12:01:00Z"}, {"now": "2026-05-01T12:02:00+00:00"}
    assert _real(old, new) == []


def test_past_moments_must_be_equal() -> None:
    assert _real({"seen": "2026-05-01T11:01:00Z"}, {"seen": "2026-05-01T11:02:00Z"})


def test_a_reworded_sentence_is_a_text_difference() -> None:
    old, new = {"reasons": ["it has many links"]}, {"reasons": ["many links were found"]}
    assert _real(old, new) == []
    assert _texts(old, new) == ["reasons[0]: 'it has many links' -> 'many links were found'"]


def test_a_sentence_in_content_is_a_value() -> None:
    assert _real({"title": "The ferry sails"}, {"title": "The ferry sinks"})


def test_a_single_word_in_place_of_a_sentence_is_a_value() -> None:
    assert _real({"reason": "gone"}, {"reason": "lost"})


def test_a_missing_sentence_is_a_difference() -> None:
    assert _real({"reasons": ["it has many links", "b"]}, {"reasons": ["it has many links"]})


def test_the_content_of_an_article_in_a_feed_is_a_value() -> None:
    old = {"item": [{"description": "The ferry sails again"}]}
    new = {"item": [{"description": "The ferry never sails"}]}
    assert _real(old, new)


def test_counts_by_sentence_may_be_reworded() -> None:
    old = {"by_reason": {"not found": 8, "robots.txt disallows it": 14}}
    new = {"by_reason": {"not found": 8, "robots.txt does not allow it": 14}}
    assert _real(old, new) == []
    assert len(_texts(old, new)) == 1


def test_counts_by_sentence_must_stay_the_same() -> None:
    old = {"by_reason": {"robots.txt disallows it": 14}}
    new = {"by_reason": {"robots.txt does not allow it": 13}}
    assert len(_real(old, new)) == 2


def test_moments_are_read_in_iso_8601_and_rfc_5322() -> None:
    noon = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
    assert moment_in("2026-05-01T12:00:00Z") == noon
    assert moment_in("Fri, 01 May 2026 12:00:00 GMT") == noon


@pytest.mark.parametrize("text", ["", "ferry", "2026-99-99T99:99", "12", "last 7 days"])
def test_other_texts_are_not_moments(text: str) -> None:
    assert moment_in(text) is None
