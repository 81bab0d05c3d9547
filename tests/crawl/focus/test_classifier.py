from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.focus.classifier import MAX_COUNT, Classifier, Features, bucket, probability_of

SIZE = 64


def example(random: Random, wanted: bool) -> Features:
    """Ten buckets, mostly from the lower half if the example is wanted."""
    low = 0 if wanted != (random.random() < 0.1) else SIZE // 2
    return tuple((low + random.randrange(SIZE // 2), 0.3) for _ in range(10))


def trained(examples: int, seed: int = 1) -> Classifier:
    model, random = Classifier.blank(SIZE), Random(seed)
    for number in range(examples):
        wanted = number % 4 == 0
        features = example(random, wanted)
        model.note(model.score(features), wanted=wanted)
        model.learn(features, 0.9 if wanted else 0.1)
    return model


def test_an_untrained_classifier_scores_zero() -> None:
    model = Classifier.blank(SIZE)
    assert model.score(((3, 1.0),)) == 0.0
    assert model.logit(1.0) == 0.0


def test_it_separates_classes_after_a_few_examples() -> None:
    model, random = trained(60), Random(2)
    right = 0
    for number in range(200):
        wanted = number % 2 == 0
        right += (model.logit(model.score(example(random, wanted))) > 0) == wanted
    assert right > 160


def test_inseparable_classes_get_a_logit_near_zero() -> None:
    model, random = Classifier.blank(SIZE), Random(3)
    for number in range(200):
        features = example(random, True)
        model.note(model.score(features), wanted=number % 2 == 0)
        model.learn(features, float(number % 2 == 0))
    assert abs(model.logit(model.score(example(random, True)))) < 2.0


def test_old_examples_lose_weight_and_no_count_overflows() -> None:
    model = Classifier.blank(SIZE)
    for _ in range(10_000):
        model.learn(((1, 1.0),), 1.0)
    assert sum(model.examples) < MAX_COUNT
    assert max(model.wanted) <= MAX_COUNT
    for _ in range(5_000):
        model.learn(((1, 1.0),), 0.0)
    assert model.wanted[1] < model.unwanted[1]


@pytest.mark.parametrize("logit", [-1e9, -3.0, 0.0, 3.0, 1e9])
def test_a_probability_is_between_0_and_1(logit: float) -> None:
    assert 0.0 <= probability_of(logit) <= 1.0
    assert probability_of(logit) + probability_of(-logit) == pytest.approx(1.0)


@given(st.text(), st.integers(1, 10_000))
def test_every_name_has_a_bucket(name: str, buckets: int) -> None:
    assert 0 <= bucket(name, buckets) < buckets
    assert bucket(name, buckets) == bucket(name, buckets)


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, SIZE - 1), max_size=8), st.floats(0, 1)), max_size=40
    )
)
def test_no_examples_break_it(examples: list[tuple[list[int], float]]) -> None:
    model = Classifier.blank(SIZE)
    for places, target in examples:
        features = tuple((place, 0.5) for place in places)
        model.note(model.score(features), wanted=target >= 0.5)
        model.learn(features, target)
        assert -5.0 <= model.logit(model.score(features)) <= 5.0
