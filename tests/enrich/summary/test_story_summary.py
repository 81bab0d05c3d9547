from datetime import UTC, datetime

from tidings.enrich.summary.story_summary import SummaryArticle, story_summary
from tidings.model.articles.summary import SummaryLength
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text

EMPTY = Corpus.empty()
DAY = [datetime(2024, 5, day, tzinfo=UTC) for day in range(1, 29)]
FIRST = (
    "The storm Elsa closed the harbour of Lisbon on Monday. "
    "Hundreds of people left their flooded houses near the river."
)
COPY = (
    "Storm Elsa closed Lisbon harbour on Monday, officials said. "
    "Ferries to Porto stay cancelled until the weekend, the operator announced."
)
LATER = (
    "The harbour of Lisbon opened again on Wednesday after the storm Elsa. "
    "Insurers estimate damage of forty million euros in the city."
)


def article(
    text: str, day: int, title: str = "Storm Elsa hits Lisbon", language: str = "en"
) -> SummaryArticle:
    return SummaryArticle(parse_text(title, language), parse_text(text, language), DAY[day])


def test_a_fact_of_several_articles_is_chosen_once() -> None:
    found = story_summary([article(FIRST, 1), article(COPY, 1), article(LATER, 3)], EMPTY)
    closed = [each for each in found if "closed" in each.text]
    assert len(closed) == 1
    assert len(found) == 5


def test_a_number_in_other_words_is_chosen_once() -> None:
    one = "Cordelle is buying its rival Velmar for 217 million euros in cash."
    two = "Cordelle wants to take over Velmar from Drossen for 217 million euros. Unions protested."
    found = story_summary([article(one, 1, "Cordelle"), article(two, 2, "Velmar")], EMPTY)
    assert len([each for each in found if "217" in each.text]) == 1


def test_each_sentence_has_the_right_article() -> None:
    articles = [article(FIRST, 1), article(COPY, 1), article(LATER, 3)]
    found = story_summary(articles, EMPTY)
    assert found
    for each in found:
        assert articles[each.article].body.sentence(each.place) == each.text


def test_sentences_of_the_oldest_article_come_first() -> None:
    found = story_summary([article(LATER, 5), article(FIRST, 1)], EMPTY)
    assert [each.article for each in found] == sorted((e.article for e in found), reverse=True)


def test_copies_add_nothing() -> None:
    once = story_summary([article(FIRST, 1)], EMPTY)
    many = story_summary([article(FIRST, 1)] * 9, EMPTY)
    assert sorted(each.text for each in many) == sorted(each.text for each in once)


def test_the_length_is_respected() -> None:
    articles = [article(FIRST, 1), article(COPY, 1), article(LATER, 3)]
    assert len(story_summary(articles, EMPTY, SummaryLength(sentences=2))) == 2
    found = story_summary(articles, EMPTY, SummaryLength(words=20))
    assert sum(len(each.text.split()) for each in found) <= 20


def test_facts_of_chinese_stories_are_chosen_once() -> None:
    one = "台风周一袭击里斯本，港口关闭。数百人离开被淹的房屋。"
    two = "周一台风袭击里斯本，港口关闭。保险公司估计损失四千万欧元。"
    found = story_summary([article(one, 1, "台风", "zh"), article(two, 2, "台风", "zh")], EMPTY)
    assert len([each for each in found if "关闭" in each.text]) == 1
    assert len(found) == 3


def test_hundreds_of_articles_and_none_are_summarised() -> None:
    articles = [article((FIRST, COPY, LATER)[n % 3], n % 28) for n in range(500)]
    found = story_summary(articles, EMPTY)
    assert len(found) == 5
    assert len([each for each in found if "closed" in each.text]) == 1
    assert story_summary([], EMPTY) == ()
    assert story_summary([article("", 1)], EMPTY) == ()


def test_a_story_is_summarised_in_its_most_common_language() -> None:
    german = "Der Sturm Elsa schließt am Montag den Hafen von Lissabon in Portugal."
    articles = [article(german, 9, "Sturm", "de"), article(FIRST, 1), article(LATER, 3)]
    assert {each.article for each in story_summary(articles, EMPTY)} == {1, 2}


def dated(text: str, day: int | None, title: str = "") -> SummaryArticle:
    published = None if day is None else DAY[day]
    return SummaryArticle(parse_text(title, "en"), parse_text(text, "en"), published)


def test_the_newest_of_like_sentences_is_chosen() -> None:
    texts = [f"{thing} stopped near the harbour at noon." for thing in ("Trains", "Buses", "Trams")]
    one = SummaryLength(sentences=1)
    for newest in range(3):
        articles = [dated(text, 9 if at == newest else 2) for at, text in enumerate(texts)]
        assert [each.article for each in story_summary(articles, EMPTY, one)] == [newest]


def test_an_article_without_a_date_counts_as_old() -> None:
    undated = "A bakery on the hill had bread left in the evening."
    articles = [dated(LATER, 3), dated(FIRST, 1), dated(undated, None)]
    order = [each.article for each in story_summary(articles, EMPTY)]
    assert set(order) == {0, 1, 2}
    assert order == sorted(order, key=[1, 2, 0].index)  # the newest is last


def test_a_sentence_with_nothing_but_the_content_of_two_others_is_left_out() -> None:
    both = "Storm Elsa flooded Lisbon, and firefighters rescued tourists there."
    storm = "Storm Elsa flooded the harbour of Lisbon."
    rescue = "Firefighters rescued hundreds of tourists from hotels."
    bakery = "A bakery on the hill had bread left that evening."
    found = story_summary([dated(storm, 9), dated(rescue, 9), dated(f"{bakery} {both}", 1)], EMPTY)
    assert {each.text for each in found} == {storm, rescue, bakery}


def test_articles_of_one_moment_stay_in_their_order() -> None:
    found = story_summary([dated(LATER, 1), dated(FIRST, 1)], EMPTY)
    assert [each.article for each in found] == sorted(each.article for each in found)
    assert {each.article for each in found} == {0, 1}


def test_sentences_with_words_of_the_titles_are_preferred() -> None:
    things = ("Trains", "Buses", "Trams")
    text = " ".join(f"{thing} stopped near the harbour at noon." for thing in things)
    one = SummaryLength(sentences=1)
    assert story_summary([dated(text, 1)], EMPTY, one)[0].place == 0
    for place, thing in enumerate(things):
        assert story_summary([dated(text, 1, thing)], EMPTY, one)[0].place == place
        of_another = [dated("", 1, thing), dated(text, 1)]
        assert story_summary(of_another, EMPTY, one)[0].place == place


def test_if_no_sentence_fits_the_shortest_is_chosen() -> None:
    found = story_summary([dated(LATER, 1)], EMPTY, SummaryLength(words=3))
    assert [each.place for each in found] == [1]  # ten words, the other has twelve


def test_a_year_alone_is_not_the_same_fact_but_a_like_sentence_with_it_is() -> None:
    one = "Velmar sold 217 trains to the city of Lisbon in spring."
    same = "Lisbon bought 217 trains of Velmar for the city last spring."
    other = "Some 217 residents protested against noise near the old airport."
    assert len(story_summary([dated(one, 1), dated(same, 1)], EMPTY)) == 1
    assert len(story_summary([dated(one, 1), dated(other, 1)], EMPTY)) == 2


def test_a_single_digit_shows_no_common_fact() -> None:
    one = "Velmar sold 7 trains to the city of Lisbon in spring."
    same = "Lisbon bought 7 buses of Velmar for the island last autumn."
    assert len(story_summary([dated(one, 1), dated(same, 1)], EMPTY)) == 2


def test_very_many_sentences_are_not_all_compared() -> None:
    """Only the first four hundred different ones are candidates, the earliest of each article."""
    names = [f"{first}{second}" for first in "bcdfghklmn" for second in "aeiou"]
    articles = [
        dated(" ".join(f"The {name}{at} train stopped near town {name}." for name in names), 1)
        for at in range(12)
    ]
    found = story_summary(articles, EMPTY, SummaryLength(sentences=500))
    assert 0 < len(found) <= 400
    assert max(each.place for each in found) <= -(-400 // 12)
