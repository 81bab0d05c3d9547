"""The fields of an article: the same in the API and in exports."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from tests.factories import make_article

from tidings.shapes.article import EXPORT_COLUMNS, ArticleFields, article_fields, export_fields

MOMENT = datetime(2024, 5, 31, 12, 0, 0, 250_000, timezone(timedelta(hours=2)))


def test_a_table_has_every_field_that_fits_into_a_cell() -> None:
    assert EXPORT_COLUMNS == (
        "id", "url", "source", "publisher", "title", "standfirst", "text", "authors", "published",
        "modified", "first_seen", "language", "section", "tags", "image", "word_count", "revision",
    )  # fmt: skip
    assert set(export_fields(make_article())) == {*EXPORT_COLUMNS, "rights"}


def test_the_api_has_all_its_keys_in_their_order() -> None:
    assert list(article_fields(make_article())) == list(ArticleFields.__annotations__)


def test_times_are_whole_seconds_in_the_api_and_exact_in_exports() -> None:
    article = replace(make_article(), published=MOMENT, first_seen=MOMENT.astimezone(UTC))
    assert article_fields(article)["published"] == "2024-05-31T10:00:00Z"
    assert export_fields(article)["published"] == "2024-05-31T10:00:00.250000+00:00"
