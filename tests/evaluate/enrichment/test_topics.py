"""Scoring topics: which topics a set's classes stand for, and a linear model that learns."""

import numpy
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.evaluate.enrichment.linear_model import gathered_features, predicted_classes
from tidings.evaluate.enrichment.topic_features import VIEWS, features_of
from tidings.evaluate.enrichment.topics import topics_by_class
from tidings.text.parsing.parsed_text import parse_text


def test_classes_are_mapped_to_topics_by_their_names() -> None:
    found = topics_by_class({"business", "sport", "World", "Angela Merkel"})
    assert found["sport"] == ("sport",)
    assert "economy" in found["business"]
    assert "politics" in found["World"]
    assert "Angela Merkel" not in found


def test_a_topic_with_its_own_class_is_not_in_another_class() -> None:
    assert "crime" in topics_by_class({"society", "sport"})["society"]
    assert "crime" not in topics_by_class({"society", "crime"})["society"]


def test_classes_of_one_topic_cannot_be_scored() -> None:
    assert topics_by_class({"stocks", "finance"}) == {}


def test_the_model_classifies_unseen_articles() -> None:
    titles = [f"{word} number {number}" for number in range(12) for word in ("quaffle", "thaler")]
    articles = gathered_features(
        [features_of(parse_text(title, "en"), parse_text("", "en")) for title in titles]
    )
    classes = numpy.array([number % 2 for number in range(len(titles))])
    learned = numpy.arange(len(titles)) < 12
    assert (predicted_classes(articles, classes, learned) == classes).all()


def test_every_view_of_an_article_is_numbered_as_listed() -> None:
    features = features_of(
        parse_text("Prime Minister resigns", "en"), parse_text("The cabinet met today.", "en")
    )
    names = {VIEWS[number].name for number, _, _ in features}
    assert {"stems", "written", "pairs", "title", "begin 4", "seed lines"} <= names
    assert "letters" not in names
    chinese = {
        VIEWS[view].name
        for view, _, _ in features_of(parse_text("央行加息", "zh"), parse_text("", "zh"))
    }
    assert {"stems", "letters", "letter pairs", "seed lines"} <= chinese
    assert "written" not in chinese


@given(st.lists(st.text(max_size=20), min_size=4, max_size=8))
@settings(max_examples=30)
def test_any_titles_can_be_learned_from(titles: list[str]) -> None:
    articles = gathered_features(
        [features_of(parse_text(title, "en"), parse_text("", "en")) for title in titles]
    )
    classes = numpy.array([number % 2 for number in range(len(titles))])
    answers = predicted_classes(articles, classes, numpy.arange(len(titles)) < 3)
    assert set(answers.tolist()) <= {0, 1}
