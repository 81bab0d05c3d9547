from collections.abc import Callable
from datetime import UTC, datetime

from tidings.model.articles.article import Article
from tidings.search.entries.entry import entry_of

MakeArticle = Callable[..., Article]


def test_an_entry_has_the_terms_of_the_article(make_article: MakeArticle) -> None:
    entry = entry_of(make_article("a", "Ministers met.\nThey talked.", title="Two meetings", seq=7))
    assert (entry.id, entry.seq, entry.language) == ("a", 7, "en")
    assert entry.title == "two meet"
    assert entry.body == "minist met they talk"


def test_the_lead_is_the_standfirst(make_article: MakeArticle) -> None:
    assert entry_of(make_article("a", "One.\nTwo.", standfirst="Three")).lead == "three"


def test_without_a_standfirst_the_lead_is_the_first_paragraph(make_article: MakeArticle) -> None:
    assert entry_of(make_article("a", "\nOne.\nTwo.")).lead == "one"


def test_an_article_without_a_date_gets_the_date_it_was_first_seen(
    make_article: MakeArticle,
) -> None:
    article = make_article("a", published=None)
    assert entry_of(article).published == article.first_seen
    dated = make_article("a", published=datetime(2020, 1, 1, tzinfo=UTC))
    assert entry_of(dated).published.year == 2020
