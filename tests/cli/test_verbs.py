"""The verbs as a user meets them: real arguments, a real home, a real world."""

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from tidings.engine.state.site_memory import save_site_memory
from tidings.extract.content.blocks import block_key
from tidings.extract.site_memory.memory_counts import SiteMemoryCounts
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database

Tidings = Callable[..., Any]


@pytest.mark.usefixtures("home_copy")
def test_from_a_site_to_a_search_result(
    tidings: Tidings, crawled_home: Any, world: list[str]
) -> None:
    assert crawled_home.added.code == 0
    summary = crawled_home.crawled.json
    assert set(summary) == {
        "fetched", "not_modified", "articles_new", "index_pages", "valueless", "refused",
        "failed", "seconds", "answered_304", "same_bytes", "left",
    }  # fmt: skip
    assert summary["articles_new"] > 0
    answer = tidings("search", "--json", "--sort", "date", "the").json
    assert set(answer) == {
        "total", "took_ms", "hits", "model", "notes", "added", "as_of", "suggestion",
    }  # fmt: skip
    hit = answer["hits"][0]
    assert set(hit) == {
        "id", "url", "title", "source", "published", "first_seen", "date_from", "language",
        "snippet", "marks", "score", "copies",
    }  # fmt: skip
    result = tidings("why", "--json", hit["url"]).json
    assert (result["state"], result["kind"], result["indexed"]) == ("done", "article", True)
    status = tidings("status", "--json").json
    assert status["articles"] == status["indexed"] == summary["articles_new"]
    assert status["annotated"] == status["articles"] >= status["stories"] > 0
    models = {each["step"]: each for each in status["models"]}
    assert models.keys() >= {"language", "entities", "near-duplicates", "stories"}
    assert all(each["is_current"] for each in models.values())
    assert models["language"]["articles"] == status["articles"]
    assert [source["url"] for source in tidings("sources", "--json").json] == [world[0]]
    assert tidings("doctor").code == 0
    again = tidings("crawl", "--json", "--rounds", "1").json
    assert again["articles_new"] == 0
    for verb in (["status"], ["sources"], ["why", hit["url"]], ["search", "the"]):
        human = tidings(*verb)
        assert human.code == 0
        assert human.out


def test_a_site_is_trained_from_its_archive(
    tidings: Tidings, crawled_home: Any, world: list[str], tmp_path: Path
) -> None:
    unknown = tidings("train", world[0])
    assert unknown.code == 1  # no home yet
    tidings("add", world[0])
    too_few = tidings("train", world[0])
    assert too_few.code == 1
    assert "crawl it first" in too_few.err
    shutil.rmtree(tmp_path / "home")
    crawled_home.copy_to(tmp_path / "home")
    assert tidings("train", "https://nowhere.example/").code == 2
    learned = tidings("train", "--json", world[0]).json
    assert set(learned) == {
        "url", "pages", "articles", "keen_tags", "repeated_blocks", "templates",
    }  # fmt: skip
    assert learned["articles"] >= 3
    assert set(learned["templates"][0]) == {"template", "articles", "index_pages", "valueless"}
    (source,) = tidings("sources", "--json").json
    assert source["learned_from"] == learned["articles"]
    assert source["repeated_blocks"] == learned["repeated_blocks"]
    human = tidings("train", world[0])
    assert human.code == 0
    assert "keen tags" in human.err


def test_site_memory_is_used_to_extract_a_page_from_a_file(
    tidings: Tidings, world: list[str], tmp_path: Path
) -> None:
    box = "Stay with us: every morning we tell you in this letter what the town speaks about."
    story = "".join(
        f"<p>On day {n} the council spoke of the bridge, at length.</p>" for n in "abcde"
    )
    (tmp_path / "page.html").write_text(f"<article><h1>A bridge</h1>{story}<p>{box}</p></article>")
    arguments = ("extract", "--json", "page.html", "--url", f"{world[0]}news/a-bridge")
    tidings("add", world[0])
    assert box in tidings(*arguments).json["text"]
    counts = SiteMemoryCounts(3, 3, Counter({block_key(box): 3}))
    database = open_database(tmp_path / "home" / "tidings.db", StoreSettings())
    database.write(lambda db: save_site_memory(db, 1, counts)).result()
    database.close()
    text = tidings(*arguments).json["text"]
    assert "the bridge" in text
    assert box not in text


@pytest.mark.usefixtures("home_copy")
def test_filters_narrow_a_search(tidings: Tidings) -> None:
    everything = tidings("search", "--json", "the").json["total"]
    assert everything
    assert tidings("search", "--json", "the", "--language", "xx").json["total"] == 0
    assert tidings("search", "--json", "the", "--source", "nowhere.example").json["total"] == 0
    assert tidings("search", "--json", "the", "--until", "2001-01-01").json["total"] == 0
    assert tidings("search", "--json", "the", "--since", "2001-01-01").json["total"] == everything


def test_a_page_is_extracted_from_a_file_a_pipe_and_the_web(
    tidings: Tidings, world: list[str], tmp_path: Path
) -> None:
    paragraph = "The council met on Monday and spoke at length about the new bridge. "
    page = f"<html><body><article><h1>A bridge</h1>{f'<p>{paragraph * 3}</p>' * 6}</article></body>"
    (tmp_path / "page.html").write_text(page)
    from_file = tidings("extract", "--json", "page.html", "--url", "https://a.example/news/1").json
    from_pipe = tidings("extract", "--json", "-", stdin=page.encode()).json
    assert from_file["kind"] == from_pipe["kind"] == "article"
    assert "new bridge" in from_file["text"]
    assert tidings("extract", "--json", world[0]).json["kind"] == "index"


def test_a_pdf_is_extracted_like_a_page(tidings: Tidings, tmp_path: Path) -> None:
    sentence = "The council decided that evening, after a long debate, what nobody expected."
    canvas = Canvas(str(tmp_path / "paper.pdf"))
    canvas.setTitle("Bridge will be built")
    for row in range(12):
        canvas.drawString(50, 700 - 14 * row, sentence)
    canvas.save()
    found = tidings("extract", "--json", str(tmp_path / "paper.pdf")).json
    assert (found["kind"], found["title"]) == ("article", "Bridge will be built")
    assert found["text"].startswith(sentence)
    assert found["date"] is not None
    (tmp_path / "cut.pdf").write_bytes((tmp_path / "paper.pdf").read_bytes()[:200])
    result = tidings("extract", str(tmp_path / "cut.pdf"))
    assert result.code == 1
    assert "a damaged document" in result.err


@pytest.mark.parametrize("method", ["best", "keen", "dom", "plateau"])
def test_a_page_is_extracted_by_the_requested_method(tidings: Tidings, method: str) -> None:
    paragraph = "The council met on Monday and spoke at length about the new bridge. "
    page = f"<html><body><article>{f'<p>{paragraph * 3}</p>' * 6}</article></body>".encode()
    result = tidings("extract", "--json", "--method", method, "-", stdin=page).json
    assert result["method"] == method
    assert result["text"].count("new bridge") == 18
    assert result["signals"]["text"].partition(" ")[0] == {"best": "blocks"}.get(method, method)


def test_a_method_that_finds_no_text_says_why(tidings: Tidings) -> None:
    result = tidings("extract", "--method", "dom", "-", stdin=b"<p>Hello.</p>")
    assert result.code == 0
    assert "no element has enough" in result.err


def test_sources_are_added_imported_and_removed(tidings: Tidings, tmp_path: Path) -> None:
    opml = '<opml version="2.0"><body><outline xmlUrl="https://b.example/feed"/></body></opml>'
    (tmp_path / "feeds.opml").write_text(opml)
    assert tidings("add", "a.example").code == 0
    assert tidings("import", "feeds.opml").code == 0
    urls = [source["url"] for source in tidings("sources", "--json").json]
    assert urls == ["https://a.example/", "https://b.example/feed"]
    assert tidings("remove", "a.example").code == 0
    assert len(tidings("sources", "--json").json) == 1


def test_completeness_is_listed_for_all_sources_or_one(tidings: Tidings) -> None:
    tidings("add", "https://a.example/", "https://b.example/")
    listed = tidings("completeness", "--json", "--hours", "5").json
    assert [(site["domain"], len(site["hours"])) for site in listed] == [
        ("a.example", 5),
        ("b.example", 5),
    ]
    (one,) = tidings("completeness", "a.example", "--json").json
    assert one["silence"] is None
    unknown = tidings("completeness", "c.example")
    assert unknown.code == 2
    assert "is not followed" in unknown.err


def test_a_source_is_followed_for_a_topic(
    tidings: Tidings, world: list[str], tmp_path: Path
) -> None:
    (tmp_path / "tidings.toml").write_text('[queries]\nvotes = "election vote ballot"\n')
    unknown = tidings("add", world[0], "--about", "@nothing")
    assert unknown.code == 2
    assert "votes" in unknown.err
    assert tidings("add", world[0], "--about", "-only -these").code == 2
    added = tidings("add", "--json", world[0], "--about", "@votes").json
    about = "election vote ballot"
    fields = {"due": 0, "paused": False, "closed_until": None}
    assert added == [{"url": world[0], "new": True, **fields, "about": about}]
    summary = tidings("crawl", "--json").json
    (source,) = tidings("sources", "--json").json
    assert (source["about"], source["about_query"]) == ("election vote ballot", "votes")
    assert source["wanted"] == source["articles"] == summary["articles_new"]
    assert source["judged"] > source["wanted"]
    assert "ballot" in tidings("sources").out
    lifted = tidings("add", world[0], "--about", "")
    assert "for everything" in lifted.err
    assert tidings("crawl", "--json").json["articles_new"] > 0
    (source,) = tidings("sources", "--json").json
    assert (source["about"], source["judged"]) == (None, 0)


@pytest.mark.parametrize(
    "verb",
    ["", "run", "add", "import", "sources", "pause", "resume", "retry", "remove", "delete",
     "compact", "crawl", "search", "extract", "why",
     "status", "doctor", "serve", "backup", "restore", "verify"],
)  # fmt: skip
def test_every_verb_has_help(tidings: Tidings, verb: str) -> None:
    result = tidings(*([verb] if verb else []), "--help")
    assert result.code == 0
    assert "--home" in result.out


def test_the_home_may_be_given_before_the_verb(tidings: Tidings, tmp_path: Path) -> None:
    assert tidings("--home", str(tmp_path / "other"), "add", "a.example").code == 0
    assert (tmp_path / "other" / "tidings.db").exists()


def test_the_file_name_decides_how_a_file_is_read(tidings: Tidings, tmp_path: Path) -> None:
    sentence = "The council decided that evening, after a long debate, what *nobody* expected. "
    (tmp_path / "paper.md").write_text(f"Bridge will be built\n====\n\n{sentence * 20}\n")
    found = tidings("extract", "--json", "paper.md").json
    assert found["title"] == "Bridge will be built"
    assert "*" not in found["text"]
