"""The verbs sources, pause, resume, retry, delete and compact."""

from pathlib import Path

import pytest
from tests.cli.conftest import Tidings

pytestmark = pytest.mark.usefixtures("home_copy")


def test_a_source_is_paused_retried_and_resumed(tidings: Tidings, world: list[str]) -> None:
    assert tidings("pause", "--json", world[0]).json == {"paused": world[0], "new": True}
    assert tidings("sources", "--json").json[0]["paused"] is not None
    assert "paused" in tidings("sources").out
    assert tidings("status", "--json").json["paused"] == 1
    assert any("paused" in reason for reason in tidings("why", "--json", world[0]).json["reasons"])
    refused = tidings("retry", world[0])
    assert (refused.code, "tidings resume" in refused.err) == (2, True)
    resumed = tidings("resume", "--json", world[0]).json
    assert resumed == {"resumed": world[0], "was_paused": True}
    assert tidings("retry", "--json", world[0]).json["retried"] == world[0]
    assert tidings("pause", "https://nowhere.example/").code == 2


def test_an_article_is_deleted_and_compacted_away(tidings: Tidings) -> None:
    found = tidings("search", "--json", "--limit", "1", "the").json["hits"][0]
    deleted = tidings("delete", "--json", "--yes", found["id"])
    assert (deleted.code, deleted.json["was_known"]) == (0, True)
    assert tidings("revisions", found["url"]).code == 1
    assert found["url"] not in tidings("export", "articles").out
    assert "deleted here" in tidings("why", found["url"]).out
    assert tidings("compact", "--json").json["records"] == 1
    assert tidings("compact", "--json").json["files"] == 0
    assert tidings("doctor").code == 0
    assert tidings("delete", "https://nowhere.example/").code == 2


def test_a_source_is_deleted_with_its_articles(tidings: Tidings, world: list[str]) -> None:
    articles = tidings("status", "--json").json["articles"]
    deleted = tidings("delete", "--json", "--source", world[0])
    assert deleted.json == {"deleted": world[0], "articles": articles}
    assert tidings("status", "--json").json["articles"] == 0
    assert tidings("sources", "--json").json == []


def test_a_source_has_settings_that_are_shown_changed_and_unset(
    tidings: Tidings, world: list[str]
) -> None:
    site = world[0]
    usual = tidings("sources", "show", "--json", site).json
    assert (usual["url"], usual["settings"]["delay"]) == (site, None)
    headers, proxy = "headers=X-Api-Key: hush", "proxy=u:hush@p.example:3128"
    changed = tidings("sources", "set", "--json", site, "delay=5", "exclude=/a/* *.pdf$", headers,
                      proxy, "topic=bridges")  # fmt: skip
    assert changed.code == 0, changed.err
    assert set(changed.json["changed"]) == {"delay", "exclude", "headers", "proxy", "topic"}
    settings = changed.json["settings"]
    assert (settings["delay"], settings["exclude"]) == (5.0, ["/a/*", "*.pdf$"])
    listed = tidings("sources", "--json").json[0]
    assert (listed["about"], listed["settings"]["headers"]) == ("bridges", ["X-Api-Key"])
    shown = tidings("sources", "show", site)
    assert "5 s" in shown.out
    assert "http://p.example:3128" in shown.out
    assert "bridges" in shown.out
    for answer in (changed, shown, tidings("sources", "--json"), tidings("sources")):
        assert "hush" not in answer.out + answer.err
    cleared = tidings("sources", "set", site, "--unset", "delay", "--unset", "topic")
    assert cleared.code == 0
    assert tidings("sources", "show", "--json", site).json["settings"]["delay"] is None
    assert tidings("sources", "--json").json[0]["about"] is None
    assert "nothing changes" in tidings("sources", "set", site, "--unset", "delay").err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Say what to change, such as delay=5"),
        (("colour=red",), "a source has delay, languages, topic"),
        (("delay=0", "--set", "fetch.delay=1"), "add --faster"),
        (("headers=Cookie: a=b",), "credentials"),
        (("topic=@nothing",), "no saved query"),
        (("credentials=nobody",), "There are no credentials 'nobody'"),
    ],
)
def test_wrong_settings_are_misuse(
    tidings: Tidings, world: list[str], words: tuple[str, ...], sentence: str
) -> None:
    refused = tidings("sources", "set", world[0], *words)
    assert (refused.code, sentence in refused.err) == (2, True), refused.err
    assert tidings("sources", "show", "https://nowhere.example/").code == 2


def test_an_export_carries_topics_and_languages_to_an_import(
    tidings: Tidings, world: list[str], tmp_path: Path
) -> None:
    assert tidings("sources", "set", world[0], "topic=solar power", "languages=en,de").code == 0
    exported = tidings("export", "opml").out
    assert tidings("sources", "set", world[0], "--unset", "topic", "--unset", "languages").code == 0
    wrong = '<outline xmlUrl="https://a.example/" tidings:languages="english"/></body>'
    (tmp_path / "sites.opml").write_text(exported.replace("</body>", wrong), encoding="utf-8")
    imported = tidings("import", "--json", str(tmp_path / "sites.opml"))
    assert imported.code == 0, imported.err
    (refused,) = imported.json["refused"]
    assert "two letters" in refused["why"]
    listed = {each["url"]: each for each in tidings("sources", "--json").json}
    assert listed["https://a.example/"]["settings"]["languages"] == []
    told = [each for each in listed.values() if each["about"] == "solar power"]
    assert told
    assert all(each["settings"]["languages"] == ["en", "de"] for each in told)


def test_sources_are_kept_in_folders(tidings: Tidings, world: list[str], tmp_path: Path) -> None:
    site, paper = world[0], "https://bugle.example/feed"
    added = tidings("add", "--json", "--folder", " News / World ", paper)
    assert added.json[0]["folder"] == "News/World"
    changed = tidings("sources", "set", "--json", site, "folder=News", "name=The Paper")
    assert (changed.json["changed"], changed.json["due"]) == (["name", "folder"], 0)
    listed = {each["url"]: each for each in tidings("sources", "--json").json}
    assert (listed[site]["name"], listed[site]["folder"]) == ("The Paper", "News")
    inside = tidings("sources", "--json", "--folder", "News/World").json
    assert [each["url"] for each in inside] == [paper]
    counts = [{"path": "News", "sources": 1}, {"path": "News/World", "sources": 1}]
    assert tidings("folders", "--json").json == counts
    renamed = tidings("folders", "rename", "--json", "News", "Press/Daily").json
    assert renamed == {"folder": "News", "to": "Press/Daily", "sources": 2}
    assert "Press/Daily/World" in tidings("folders").out
    exported = tmp_path / "sources.opml"
    assert tidings("export", "opml", "-o", str(exported)).code == 0
    assert tidings("folders", "rename", "Press", "").code == 0
    assert tidings("folders", "--json").json == [
        {"path": "Daily", "sources": 1},
        {"path": "Daily/World", "sources": 1},
    ]
    assert tidings("import", str(exported)).code == 0
    assert {"path": "Press/Daily/World", "sources": 1} in tidings("folders", "--json").json
    assert tidings("folders", "rename", "Sport", "News").code == 2
    assert tidings("sources", "set", site, f"folder={'a/' * 9}").code == 2
    assert tidings("sources", "set", "--json", site, "--unset", "folder").json["changed"] == [
        "folder"
    ]


def test_a_preview_shows_what_would_be_followed(tidings: Tidings, world: list[str]) -> None:
    seen = tidings("preview", "--json", world[0])
    assert seen.code == 0, seen.err
    assert (seen.json["followed"], seen.json["robots"]) == (world[0], "allowed")
    assert seen.json["headlines"]
    shown = tidings("preview", world[0])
    assert (shown.code, seen.json["headlines"][0]["title"] in shown.out) == (0, True)
    assert "already followed" in shown.out
    assert tidings("preview", "javascript:alert(1)").code == 2
    dead = tidings("preview", "http://127.0.0.1:9/")
    assert (dead.code, "127.0.0.1:9" in dead.err) == (1, True)
