"""Annotation steps: a failing step is recorded with its error and costs nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.enrich.annotation_steps import AnnotationSteps, error_detail
from tidings.model.articles.annotations import FailedStep


def fail(message: str = "no model") -> int:
    raise ValueError(message)


def test_a_step_returns_its_result_and_records_its_model() -> None:
    steps = AnnotationSteps()
    assert steps.run("tone", "vader", lambda: 7, 0) == 7
    assert steps.models == [("tone", "vader")]
    assert steps.failed == []


def test_a_failed_step_returns_the_fallback_and_records_no_model() -> None:
    steps = AnnotationSteps()
    assert steps.run("tone", "vader", fail, 3) == 3
    assert steps.models == []
    assert steps.failed == [FailedStep("tone", "ValueError: no model")]


def test_steps_after_a_failed_one_still_run_and_stay_in_order() -> None:
    steps = AnnotationSteps()
    steps.run("one", "a", lambda: 1, 0)
    steps.run("two", "b", fail, 0)
    steps.run("three", "c", lambda: 1, 0)
    steps.attempt("four", lambda: None)
    steps.attempt("five", lambda: [][0])
    assert steps.models == [("one", "a"), ("three", "c")]
    assert [each.step for each in steps.failed] == ["two", "five"]


def test_something_without_a_result_is_run_and_names_no_model() -> None:
    steps, done = AnnotationSteps(), list[str]()
    steps.attempt("corpus", lambda: done.append("counted"))
    assert done == ["counted"]
    assert (steps.models, steps.failed) == ([], [])


def test_a_wish_to_stop_is_not_taken_for_a_failed_step() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    steps = AnnotationSteps()
    with pytest.raises(KeyboardInterrupt):
        steps.run("tone", "vader", stop, None)
    with pytest.raises(KeyboardInterrupt):
        steps.attempt("corpus", stop)
    assert steps.failed == []


@given(st.text(alphabet=st.characters(), max_size=400))
def test_the_text_of_any_error_is_short_and_can_be_stored(message: str) -> None:
    detail = error_detail(ValueError(message))
    assert detail.startswith("ValueError: ")
    assert len(detail) <= 200
    assert detail.encode().decode() == detail
    if len(message) < 100 and message.isprintable():
        assert detail == f"ValueError: {message}"


def test_a_long_error_is_cut() -> None:
    assert error_detail(ValueError("x" * 900)) == "ValueError: " + "x" * 188


def test_a_lone_surrogate_in_an_error_is_replaced() -> None:
    assert error_detail(KeyError("\ud800")) == "KeyError: '\\ud800'"
    assert error_detail(ValueError("a\ud800b")) == "ValueError: a?b"
