"""The table of articles, and storing their earlier revisions."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from tidings.model.articles.article import Article
from tidings.model.articles.change import Change, ChangeKind
from tidings.model.search.results import NearDuplicate, ResultArticle
from tidings.model.web.rights import Rights, RobotsMeta
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks, upsert
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.articles.rights_json import (
    rights_from_json,
    rights_to_json,
    robots_from_json,
    robots_to_json,
)
from tidings.store.tables.changes.article_changes import note_change, unnumbered_seq
from tidings.store.tables.takedowns.takedowns import is_taken_down, not_taken_down

_COLUMNS = (
    "seq, url, source, title, text, html, standfirst, published, modified, first_seen, "
    "authors, language, section, tags, image, publisher, word_count, revision, robots, rights, "
    "hidden_from, with_login"
)
_KEEP = upsert("articles", "id", _COLUMNS, also="gone_at = NULL, gone_status = NULL")
_READ = f"SELECT id, {_COLUMNS}, gone_at, gone_status FROM articles"  # noqa: S608
_to_json = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps would create one each time
NEWEST = "coalesce(published, first_seen)"
_MAX_CHANGES = 10_000  # to search for revisions: more than arrive while somebody reads


def keep_article(
    connection: Writer, article: Article, now: datetime, before: Article | None = None
) -> Article | None:
    """Store an article and return it; its seq is given when the transaction ends.

    One that was taken down stays away (None).
    A known one with the same title and text is left unchanged (None). A changed one becomes the
    next revision, and its old text is stored: as it was, or `before`, as extracted today.
    """
    known = article_by_id(connection, article.id)
    if known is not None:
        if (known.title, known.text) == (article.title, article.text):
            rights = (article.robots, article.rights, article.hidden_from)
            set_rights(connection, article.id, *rights, now)
            return None
        _keep_revision(connection, known, before or known, now)
        first_seen, revision = known.first_seen, known.revision + 1
        # Once fetched with credentials, always treated as such: parts of the text may be.
        with_login = known.with_login or article.with_login
        article = replace(article, first_seen=first_seen, revision=revision, with_login=with_login)
    elif is_taken_down(connection, [article.id]):
        return None
    article = replace(article, seq=known.seq if known else unnumbered_seq(article.id))
    connection.execute(_KEEP, _values(article))
    _note_article(connection, ChangeKind.REVISED if known else ChangeKind.NEW, article, now)
    return article


def correct_article(connection: Writer, article: Article, now: datetime) -> None:
    """Replace what was extracted from an article's page.

    It is our correction, not an edit by its publisher: the revision and its history stay.
    """
    before = article_by_id(connection, article.id)
    assert before is not None
    with_login = before.with_login or article.with_login
    article = replace(article, seq=before.seq, with_login=with_login)
    connection.execute(_KEEP, _values(article))
    connection.execute(
        "UPDATE articles SET gone_at = ?, gone_status = ? WHERE id = ?",
        (to_seconds(article.gone_at), article.gone_status, article.id),
    )
    was_hidden = _is_over(to_seconds(before.hidden_from), now)
    kind = ChangeKind.CORRECTED
    if was_hidden != _is_over(to_seconds(article.hidden_from), now):
        kind = ChangeKind.SHOWN if was_hidden else ChangeKind.HIDDEN
    _note_article(connection, kind, article, now)


def _note_article(connection: Writer, kind: ChangeKind, article: Article, now: datetime) -> None:
    """Note in the log what became of an article."""
    note_change(
        connection,
        kind,
        article.id,
        now,
        url=article.url,
        source=article.source,
        revision=article.revision,
        with_login=article.with_login,
    )


def note_stored(
    connection: Writer, kind: ChangeKind, article_id: str, now: datetime, old_id: str | None = None
) -> None:
    """Note what became of a stored article; nothing if it does not exist."""
    row = connection.execute(
        "SELECT url, source, revision, with_login FROM articles WHERE id = ?", (article_id,)
    ).fetchone()
    if row is not None:
        url, source, revision, with_login = row
        note_change(connection, kind, article_id, now, url=url, source=source, revision=revision,
                    with_login=bool(with_login), old_id=old_id)  # fmt: skip


def set_rights(
    connection: Writer,
    article_id: str,
    robots: RobotsMeta,
    rights: Rights,
    hidden_from: datetime | None,
    now: datetime,
) -> bool:
    """Store the current rules for an article; return whether that hides it or shows it again."""
    row = connection.execute(
        "SELECT robots, rights, hidden_from FROM articles WHERE id = ?", (article_id,)
    ).fetchone()
    values = (robots_to_json(robots), rights_to_json(rights), to_seconds(hidden_from))
    if row is None or tuple(row) == values:
        return False
    connection.execute(
        "UPDATE articles SET robots = ?, rights = ?, hidden_from = ? WHERE id = ?",
        (*values, article_id),
    )
    before, after = row["hidden_from"], values[2]
    if before == after or not (_is_over(before, now) or _is_over(after, now)):
        return False
    kind = ChangeKind.HIDDEN if _is_over(after, now) else ChangeKind.SHOWN
    note_stored(connection, kind, article_id, now)
    return True


def _is_over(hidden_from: float | None, now: datetime) -> bool:
    return hidden_from is not None and hidden_from <= to_seconds(now)


def hide_expired(connection: Writer, now: datetime) -> int:
    """Note the articles that expired since the last call as hidden; return how many."""
    seconds = to_seconds(now)
    rows = connection.execute(
        "SELECT id FROM articles WHERE hidden_from <= ? AND hidden_from > "
        "(SELECT value FROM counters WHERE name = 'hidden') AND NOT EXISTS "
        "(SELECT 1 FROM changes WHERE changes.seq = articles.seq AND kind = 'hidden') "
        "ORDER BY hidden_from, id",
        (seconds,),
    ).fetchall()
    for row in rows:
        note_stored(connection, ChangeKind.HIDDEN, row["id"], now)
    # Rounded down: checking one twice costs little, missing one would show it permanently.
    connection.execute("UPDATE counters SET value = ? WHERE name = 'hidden'", (int(seconds) - 1,))
    return len(rows)


def _keep_revision(connection: Writer, known: Article, old: Article, now: datetime) -> None:
    connection.execute(
        "INSERT INTO revisions VALUES (?, ?, ?, ?, ?)",
        (known.id, known.revision, to_seconds(now), old.title, old.text),
    )


def next_second() -> int:
    """Return when the next second begins: an article is hidden from the start of its second."""
    return int(time.time()) + 1


def shown(connection: Reader) -> str:
    """Return a condition on rows of `articles` that may be shown, with `next_second()`."""
    return f"(hidden_from IS NULL OR hidden_from >= ?) AND {not_taken_down(connection)}"


def article_by_id(connection: Reader, article_id: str) -> Article | None:
    """Return an article, or None."""
    row = connection.execute(f"{_READ} WHERE id = ?", (article_id,)).fetchone()
    return _article(row) if row else None


def is_kept(connection: Reader, article_id: str) -> bool:
    """Return whether an article with that id exists."""
    row = connection.execute("SELECT 1 FROM articles WHERE id = ?", (article_id,)).fetchone()
    return row is not None


def articles_by_id(connection: Reader, ids: Sequence[str]) -> dict[str, Article]:
    """Return those of the articles that exist and may be shown."""
    rows = connection.execute(
        f"{_READ} WHERE id IN ({marks(len(ids))}) AND {shown(connection)}",
        (*ids, next_second()),
    )
    return {row["id"]: _article(row) for row in rows}


def articles_with_ids(connection: Reader, ids: Sequence[str]) -> dict[str, Article]:
    """Return those of the articles that exist, including hidden ones."""
    rows = connection.execute(f"{_READ} WHERE id IN ({marks(len(ids))})", ids)
    return {row["id"]: _article(row) for row in rows}


def result_articles_by_id(connection: Reader, ids: Sequence[str]) -> dict[str, ResultArticle]:
    """Return those of the articles that may be shown, with the fields for a result list."""
    rows = connection.execute(
        "SELECT id, url, source, title, text, published, first_seen, language, robots, "  # noqa: S608
        f"gone_at FROM articles WHERE id IN ({marks(len(ids))}) AND {shown(connection)}",
        (*ids, next_second()),
    )
    return {
        id_: ResultArticle(id_, url, source, title, text, from_seconds(published),
                    from_seconds(seen), language, robots_from_json(robots), from_seconds(gone_at))
        for id_, url, source, title, text, published, seen, language, robots, gone_at in rows
    }  # fmt: skip


def near_duplicates_by_id(connection: Reader, ids: Sequence[str]) -> dict[str, NearDuplicate]:
    """Return those of the articles that may be shown, without reading their texts."""
    rows = connection.execute(
        "SELECT id, source, url, title "  # noqa: S608
        f"FROM articles WHERE id IN ({marks(len(ids))}) AND {shown(connection)}",
        (*ids, next_second()),
    )
    return {row["id"]: NearDuplicate(*row) for row in rows}


def newest_articles(
    connection: Reader, limit: int, offset: int = 0, source: str | None = None
) -> list[Article]:
    """Return articles that may be shown, newest first."""
    where = f"WHERE {shown(connection)}" + (" AND source = ?" if source else "")
    rows = connection.execute(
        f"{_READ} {where} ORDER BY {NEWEST} DESC, id DESC LIMIT ? OFFSET ?",
        (next_second(), *([source] if source else []), limit, offset),
    )
    return [_article(row) for row in rows]


def newest_of_source(connection: Reader, source: str) -> datetime | None:
    """Return when the newest article of a source was published, or else first seen."""
    row = connection.execute(
        f"SELECT max({NEWEST}) FROM articles WHERE source = ?",  # noqa: S608
        (source,),
    ).fetchone()
    newest: float | None = row[0]
    return from_seconds(newest)


def articles_after(connection: Reader, seq: int, limit: int) -> list[Article]:
    """Return the changed articles after `seq` in order."""
    rows = connection.execute(f"{_READ} WHERE seq > ? ORDER BY seq LIMIT ?", (seq, limit))
    return [_article(row) for row in rows]


def changes_by_scan(connection: Reader, after: int, until: int, limit: int) -> list[Change]:
    """Return articles by their last change, as far as that is in a range, in order."""
    rows = connection.execute(
        "SELECT seq, id, url, source, revision, first_seen FROM articles "
        "WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
        (after, until, limit),
    )
    return [
        Change(seq, ChangeKind.REVISED if revision > 1 else ChangeKind.NEW, id_, url, source,
               revision, from_seconds(at))
        for seq, id_, url, source, revision, at in rows
    ]  # fmt: skip


def articles_waiting(connection: Reader, after: int) -> int:
    """Return how many articles changed after a seq."""
    row = connection.execute("SELECT count(*) FROM articles WHERE seq > ?", (after,)).fetchone()
    return int(row[0])


def every_nth_seq(connection: Reader, after: int, until: int, count: int) -> Iterator[int]:
    """Yield every `count`-th seq of the articles between two seqs, without the last of all."""
    seq: int | None = after
    while seq is not None:
        rows = connection.execute(
            "SELECT seq FROM articles WHERE seq > ? AND seq < ? ORDER BY seq LIMIT 1 OFFSET ?",
            (seq, until, count - 1),
        )
        row = rows.fetchone()
        seq = None if row is None else int(row[0])
        if seq is not None:
            yield seq


def revised_after(connection: Reader, seq: int) -> list[str]:
    """Return the ids of articles that existed at `seq` and are among the next changes."""
    rows = connection.execute(
        "SELECT article FROM changes WHERE seq > ? AND seq <= ? GROUP BY article "
        "HAVING count(CASE WHEN kind = 'new' THEN 1 END) = 0 ORDER BY article",
        (seq, seq + _MAX_CHANGES),
    )
    return [row["article"] for row in rows]


def arrived_after(connection: Reader, seq: int, ids: Sequence[str]) -> set[str]:
    """Return those of the ids whose articles were new after `seq`, as far as the log reaches."""
    rows = connection.execute(
        "SELECT article FROM changes WHERE seq > ? AND kind = 'new' "  # noqa: S608
        f"AND article IN ({marks(len(ids))})",
        (seq, *ids),
    )
    return {row["article"] for row in rows}


def has_undated(connection: Reader) -> bool:
    """Return whether any article has no date of publication."""
    row = connection.execute("SELECT 1 FROM articles WHERE published IS NULL LIMIT 1").fetchone()
    return row is not None


def undated_ids(connection: Reader) -> list[str]:
    """Return the ids of all articles without a date of publication."""
    rows = connection.execute("SELECT id FROM articles WHERE published IS NULL ORDER BY id")
    return [row["id"] for row in rows]


def login_article_ids(connection: Reader) -> list[str]:
    """Return the ids of articles that a connection hides, because credentials were needed."""
    rows = connection.execute("SELECT id FROM login_articles ORDER BY id")
    return [row["id"] for row in rows]


def is_login_article(connection: Reader, article_id: str) -> bool:
    """Return whether a connection hides an article, because credentials were needed."""
    row = connection.execute("SELECT 1 FROM login_articles WHERE id = ?", (article_id,)).fetchone()
    return row is not None


def kept_articles(
    connection: Reader, since: datetime | None = None, source: str | None = None
) -> Iterator[Article]:
    """Iterate over all articles, including hidden ones, in the order of changes.

    With `since`, only those published then or later: never undated ones.
    """
    return map(_article, _kept(connection, _READ, since, source))


def kept_article_ids(
    connection: Reader, since: datetime | None = None, source: str | None = None
) -> Iterator[str]:
    """Iterate over the ids of the same articles, in the same order."""
    rows = _kept(connection, "SELECT id FROM articles", since, source)
    return (row[0] for row in rows)


def _kept(
    connection: Reader, read: str, since: datetime | None, source: str | None
) -> Iterator[Any]:
    limits = {"published >= ?": to_seconds(since), "source = ?": source}
    given = {limit: value for limit, value in limits.items() if value is not None}
    where = " AND ".join((not_taken_down(connection), *given))
    return connection.execute_in_pieces(f"{read} WHERE {where} ORDER BY seq", (*given.values(),))


def article_count(connection: Reader) -> int:
    """Return the number of articles."""
    return int(connection.execute("SELECT count(*) FROM articles").fetchone()[0])


def newest_seq(connection: Reader) -> int:
    """Return the seq of the last change, or 0."""
    return int(connection.execute("SELECT max(seq) FROM articles").fetchone()[0] or 0)


def articles_per_source(connection: Reader, only: Sequence[str] | None = None) -> dict[str, int]:
    """Return the number of articles by source, of all or of some."""
    where = "" if only is None else f"WHERE source IN ({marks(len(only))}) "
    rows = connection.execute(
        f"SELECT source, count(*) FROM articles {where}GROUP BY source ORDER BY source",  # noqa: S608
        only or (),
    )
    return {row[0]: row[1] for row in rows}


def article_ids(connection: Reader) -> Iterator[str]:
    """Iterate over the ids of all articles."""
    rows = connection.execute_in_pieces("SELECT id FROM articles ORDER BY id")
    return (row[0] for row in rows)


def shown_ids(connection: Reader) -> Iterator[str]:
    """Iterate over the ids of the articles that may be shown and so must be indexed."""
    statement = f"SELECT id FROM articles WHERE {shown(connection)}"  # noqa: S608
    rows = connection.execute_in_pieces(statement, (next_second(),))
    return (row[0] for row in rows)


def _values(article: Article) -> tuple[object, ...]:
    return (
        article.id,
        article.seq,
        article.url,
        article.source,
        article.title,
        article.text,
        article.html,
        article.standfirst,
        to_seconds(article.published),
        to_seconds(article.modified),
        to_seconds(article.first_seen),
        _to_json(article.authors),
        article.language,
        article.section,
        _to_json(article.tags),
        article.image,
        article.publisher,
        article.word_count,
        article.revision,
        robots_to_json(article.robots),
        rights_to_json(article.rights),
        to_seconds(article.hidden_from),
        int(article.with_login),
    )


def _article(row: Sequence[Any]) -> Article:
    """Return the article of a `_READ` row; by position, because lookup by name is slower."""
    (id_, seq, url, source, title, text, html, standfirst, published, modified, first_seen,
     authors, language, section, tags, image, publisher, word_count, revision, robots, rights,
     hidden_from, with_login, gone_at, gone_status) = row  # fmt: skip
    return Article(
        id=id_,
        seq=seq,
        url=url,
        source=source,
        title=title,
        text=text,
        html=html,
        standfirst=standfirst,
        published=from_seconds(published),
        modified=from_seconds(modified),
        first_seen=from_seconds(first_seen),
        authors=_texts_from(authors),
        language=language,
        section=section,
        tags=_texts_from(tags),
        image=image,
        publisher=publisher,
        word_count=word_count,
        revision=revision,
        robots=robots_from_json(robots),
        rights=rights_from_json(rights),
        hidden_from=from_seconds(hidden_from),
        gone_at=from_seconds(gone_at),
        gone_status=gone_status,
        with_login=bool(with_login),
    )


def _texts_from(text: str) -> tuple[str, ...]:
    return () if text == "[]" else tuple(json.loads(text))
