"""Sections: names that sites give them, in many languages and spellings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.enrich.topics.sections import sections_in_url, topics_of_label, topics_of_labels
from tidings.enrich.topics.subjects import SUBJECT_INDEX


@pytest.mark.parametrize(
    ("label", "slug"),
    [
        ("Wirtschaft", "economy"),
        ("Deportes", "sport"),
        ("财经", "economy"),
        ("Santé", "health"),
        ("SCIENCE & TECHNOLOGY", "science"),
        ("Arts and Entertainment", "arts"),
        ("Sports News", "sport"),
        ("World/Politics", "politics"),
        ("Politik | Inland", "politics"),
        ("Общество", "society"),
        ("スポーツ", "sport"),
    ],
)
def test_a_section_name_gives_its_topic(label: str, slug: str) -> None:
    assert slug in topics_of_label(label)


@pytest.mark.parametrize("label", ["", "  ", "News", "World", "Angela Merkel", "x" * 500, "///"])
def test_other_labels_give_no_topic(label: str) -> None:
    assert topics_of_label(label) == {}


def test_the_surest_label_is_returned() -> None:
    assert topics_of_labels(["News / Sport", "Sport"])["sport"] == (1.0, "Sport")


def test_a_url_gives_its_sections_but_not_its_date_and_slug() -> None:
    url = "https://paper.example/en/sport/ice-hockey/2024/05/03/the-economy-of-goals.html"
    assert sections_in_url(url) == ("sport", "ice hockey")
    assert sections_in_url("https://paper.example/politics") == ()
    assert sections_in_url("http://[broken") == ()


@given(st.text(max_size=120))
def test_any_label_gives_known_topics_or_none(label: str) -> None:
    assert topics_of_label(label).keys() <= SUBJECT_INDEX.keys()
