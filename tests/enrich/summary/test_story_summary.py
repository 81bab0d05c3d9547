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
