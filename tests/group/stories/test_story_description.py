from datetime import UTC, datetime, timedelta

from tidings.group.stories.clipping import Clipping, clipping_of_text
from tidings.group.stories.story_description import describe_story
from tidings.model.articles.annotations import Keyphrase
from tidings.text.parsing.parsed_text import parse_text

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def _clipping(
    id: str, title: str, hours: int, text: str = "", language: str = "en", phrases: str = ""
) -> Clipping:
    keyphrases = [Keyphrase(phrase, 1.0) for phrase in phrases.split(",") if phrase]
    return clipping_of_text(
        id,
        f"{id[0]}.example",
        NOW + timedelta(hours=hours),
        parse_text(title, language),
        parse_text(text, language),
        keyphrases=keyphrases,
    )


STORY = [
    _clipping("a", "TOLVANO GOES BANKRUPT ONCE MORE", 3, phrases="Tolvano"),
    _clipping("b", "Tolvano goes bankrupt protection for the second time", 1,
          phrases="cake,Tolvano"),
    _clipping("c", "13 things you will miss about Tolvano bankruptcy", 2, phrases="mall"),
    _clipping("b2", "Bakery chain Tolvano goes bankrupt", 5, "Tolvano goes bankrupt. " * 3),
    _clipping("d", "Tolvano meldet Insolvenz an", 4, language="de", phrases="Insolvenz"),
]  # fmt: skip


def test_the_title_is_a_central_headline_without_capitals_or_clickbait() -> None:
    assert describe_story(STORY).title in (STORY[1].title, STORY[3].title)


def test_the_timeline_is_in_order_and_marks_copies() -> None:
    description = describe_story(STORY, {"a": "b"})
    assert [entry.article for entry in description.timeline] == ["b", "c", "a", "d", "b2"]
    assert [entry.copy_of for entry in description.timeline] == [None, None, "b", None, None]


def test_sources_are_in_order_of_their_first_article() -> None:
    assert [(count.source, count.articles) for count in describe_story(STORY).sources] == [
        ("b.example", 2), ("c.example", 1), ("a.example", 1), ("d.example", 1),
    ]  # fmt: skip


def test_phrases_of_most_articles_lead_and_languages_are_counted() -> None:
    description = describe_story(STORY)
    assert description.phrases[0] == "Tolvano"
    assert set(description.phrases) == {"Tolvano", "cake", "mall", "Insolvenz"}
    assert description.languages == (("en", 4), ("de", 1))


def test_a_single_article_is_the_lead() -> None:
    description = describe_story([STORY[4]])
    assert (description.title, description.lead) == ("Tolvano meldet Insolvenz an", "d")


def test_a_copy_is_not_the_lead() -> None:
    assert describe_story(STORY, {"b2": "b", "b": "x", "c": "x", "d": "x"}).lead == "a"
