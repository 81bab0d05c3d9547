import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from tests.serve.served_home import ServedHome, served_home
from tests.serve.small_home import NOW, article_at, filled_home, group_articles

import tidings.client
from tidings.client.client import Client
from tidings.client.errors import Invalid, NotAllowed, NotFound
from tidings.model.access.identity import Scope
from tidings.settings.tree import ServeSettings

FOLDER = Path(tidings.client.__file__).parent
ROOT = Path(__file__).parents[2]
TAKEN_DOWN = "https://harbour.example/resigned"
METHODS = {
    "get": "GET", "text": "GET", "list": "GET", "post": "POST", "upload": "POST",
    "patch": "PATCH", "put": "PUT", "delete": "DELETE",
}  # fmt: skip


def test_the_client_needs_only_the_standard_library() -> None:
    """So that it is imported quickly, and can be copied into another project."""
    code = (
        "import sys; before = set(sys.modules); import tidings.client.client;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
        ";print(*sorted(name for name in sys.modules if name.startswith('tidings.')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    packages, ours = (line.split() for line in run.stdout.splitlines())
    assert {*packages} - {*sys.stdlib_module_names} == {"tidings"}
    assert {name.split(".")[1] for name in ours} == {"client"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHome]:
    articles = [
        article_at(f"https://post.example/news/{n}", title=f"Ferry number {n}", text=f"Boat {n}.")
        for n in range(5)
    ]
    articles.append(article_at(TAKEN_DOWN, title="Harbour master resigns", text="He went home."))
    settings = filled_home(tmp_path_factory.mktemp("client"), articles)
    group_articles(settings)
    with served_home(replace(settings, serve=ServeSettings(port=0))) as site:
        yield site


@pytest.fixture
def client(site: ServedHome) -> Iterator[Client]:
    with Client(site.url) as client:
        yield client


def routes_of_the_client() -> set[tuple[str, str]]:
    """Return the method and path of every request in the source of the client."""
    routes = {("GET", "/stream"), ("GET", "/mine/{run}/stream")}  # opened by EventStream
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner = node.func.value
            if isinstance(owner, ast.Attribute) and owner.attr == "_requests":
                (route, *_) = node.args
                assert isinstance(route, ast.Constant)
                routes.add((METHODS[node.func.attr], str(route.value)))
    return routes


def test_every_route_of_the_api_has_a_method(site: ServedHome, client: Client) -> None:
    served = {
        (link["method"], link["path"].removeprefix("/api/v1")) for link in client.index()["links"]
    }
    assert served - routes_of_the_client() == set()
    assert routes_of_the_client() - served == set()


def test_a_search_is_read_to_its_end(client: Client) -> None:
    hits = client.search("ferry", limit=2)
    first = hits.page()
    assert (len(first["items"]), first["total"]) == (2, 5)
    assert [hit["title"] for hit in islice(hits, 2)] == [hit["title"] for hit in first["items"]]
    assert sorted(hit["title"] for hit in hits) == [f"Ferry number {n}" for n in range(5)]


def test_filters_reach_the_server(client: Client) -> None:
    assert list(client.search("ferry", language="de")) == []
    assert client.search("", until=NOW, sort="date", explain=True, copies=False).first()
    with pytest.raises(Invalid) as caught:
        client.search("ferry", limit=1_000).page()
    assert caught.value.errors[0]["name"] == "limit"


def test_an_article_has_all_its_parts(client: Client) -> None:
    (brief, *_) = client.articles.list(source="post.example", limit=2)
    article = client.articles.get(brief["id"])
    assert article["title"] == brief["title"]
    assert client.articles.text(brief["id"]) == article["text"]
    assert "<p>" in client.articles.html(brief["id"], form="fragment")
    assert client.articles.summary(brief["id"], sentences=1)["sentences"]
    assert list(client.articles.revisions(brief["id"])) == []
    assert client.articles.duplicates(brief["id"]).page()["root"]
    assert client.articles.related(brief["id"]).page()["next"] is None


def test_what_is_unknown_is_not_found(client: Client) -> None:
    with pytest.raises(NotFound, match="There is no article"):
        client.articles.get("0123456789abcdef")
    with pytest.raises(NotFound):
        client.articles.get("../../../etc/passwd")


def test_stories_lead_to_their_articles(client: Client) -> None:
    story = client.stories.list().first()
    assert story is not None
    assert client.stories.get(story["id"])["title"] == story["title"]
    assert list(client.stories.articles(story["id"], limit=1))


def test_the_other_reports_are_read(client: Client) -> None:
    assert client.complete("fer")[0]["text"]
    assert list(client.changes(kind="deletion", since="7d")) == []
    reports = client.reports
    assert reports.status()["articles"] >= 5
    assert reports.statistics(since="10000d", source="post.example")
    assert reports.why("https://post.example/news/1")["url"]
    assert isinstance(reports.trends(limit=3), list)
    assert list(reports.requests(host="post.example", status=200)) == []
    assert reports.politeness(hours=1)
    assert list(reports.jobs()) == []
    with pytest.raises(NotFound, match="There is no job 7"):
        reports.job(7)
    with pytest.raises(NotFound):
        reports.job_parts(7).page()
    assert reports.completeness().page()["next"] is None
    for entity in islice(reports.entities("f", since="10000d"), 1):
        assert reports.entity(entity["key"])["key"] == entity["key"]


def test_sources_have_reports_of_their_own(client: Client) -> None:
    (source,) = client.sources.list()
    assert source["domain"] == "post.example"
    assert client.sources.get("post.example")["domain"] == "post.example"
    assert list(client.sources.requests("post.example")) == []
    assert client.sources.politeness("post.example")
    assert client.sources.completeness("post.example", hours=2)
    with pytest.raises(NotFound):
        client.sources.get("nowhere.example")


@pytest.fixture
def admin(site: ServedHome) -> Iterator[Client]:
    access = site.home_access.access
    if not any(user.name == "ada" for user in access.users()):
        access.add_user("ada", "correct horse battery", Scope.ADMIN)
    token = access.add_token("ada's", Scope.ADMIN, user="ada").text
    with Client(site.url, token) as client:
        yield client


def test_a_source_is_followed_changed_and_removed(admin: Client) -> None:
    sources = admin.sources
    assert sources.add("https://other.example/", folder="News/World")
    assert sources.get("other.example")["folder"] == "News/World"
    assert [folder["path"] for folder in sources.folders()] == ["News/World"]
    assert sources.rename_folder("News/World", "World")
    assert sources.change("other.example", name="The Other")
    assert sources.pause("other.example")
    assert sources.resume("other.example")
    assert sources.retry("other.example")
    assert sources.change_settings("other.example", delay=30.0)
    assert sources.settings("other.example")["delay"] == 30.0
    opml = sources.export_opml()
    assert "The Other" in opml
    assert sources.remove("other.example") is None
    imported = sources.import_opml(opml.encode())
    assert imported
    assert sources.remove("other.example", with_articles=True) is None
    with pytest.raises(NotFound):
        sources.command("999999")


def test_agents_are_sent_watched_and_stopped(admin: Client) -> None:
    run = admin.mine.start("ferry", seeds=["https://post.example/"], max_pages=9, threshold=0.5)
    assert run["state"] == "waiting"
    id_ = run["id"]
    assert [each["id"] for each in admin.mine.list()] == [id_]
    assert admin.mine.get(int(id_))["query"] == "ferry"
    assert list(admin.mine.finds(id_)) == []
    assert list(admin.mine.agents(id_, alive=True)) == []
    assert list(admin.mine.links(id_, followed=False)) == []
    assert admin.mine.resume(id_)["state"] == "waiting"
    assert admin.mine.stop(id_)["state"] == "ended"
    with admin.mine.stream(id_) as events:
        assert [event["kind"] for event in events] in ([], ["ended"])
    with pytest.raises(NotFound, match="There is no run 999"):
        admin.mine.get(999)
    with pytest.raises(Invalid, match="max_pages"):
        admin.mine.start("ferry", max_pages=0)


def test_nothing_is_changed_without_a_token(client: Client, site: ServedHome) -> None:
    with pytest.raises(NotAllowed) as caught:
        client.sources.add("https://other.example/")
    assert caught.value.status == 401
    with Client(site.url, site.token(Scope.READ)) as reader, pytest.raises(NotAllowed) as caught:
        reader.sources.add("https://other.example/")
    assert caught.value.status == 403


def test_a_user_keeps_marks_mutes_and_stories(admin: Client) -> None:
    article = admin.articles.list(source="post.example").first()
    story = admin.stories.list().first()
    assert article is not None
    assert story is not None
    assert admin.me.get()["name"] == "ada's"
    assert admin.me.mark(article["id"], starred=True)["starred"]
    assert [each["id"] for each in admin.me.articles("starred")] == [article["id"]]
    assert not admin.me.marks(article["id"])["hidden"]
    assert admin.me.mark_many([article["id"]], read=True)["items"][0]["read"]
    admin.me.sign_out_everywhere()
    with pytest.raises(NotAllowed, match="a token is not enough"):
        admin.me.change_password("correct horse battery", "another long password")
    assert admin.me.mute("word", "cricket")["muted"] == "cricket"
    assert [each["muted"] for each in admin.me.mutes()] == ["cricket"]
    admin.me.unmute("word", "cricket")
    assert admin.me.follow(story["id"])["id"] == story["id"]
    assert [each["id"] for each in admin.me.stories()] == [story["id"]]
    admin.me.unfollow(story["id"])
    assert "last_visit" in admin.me.visit()


def test_tokens_and_users_come_and_go(admin: Client, site: ServedHome) -> None:
    made = admin.tokens.add("phone", "read")
    with Client(site.url, made["token"]) as phone:
        assert phone.me.get()["scope"] == "read"
        admin.tokens.revoke(made["id"])
        with pytest.raises(NotAllowed):
            phone.me.get()
    assert made["id"] in {token["id"] for token in admin.tokens.list()}
    assert admin.users.add("ben", "another long password")["role"] == "read"
    assert admin.users.change("ben", role="write")["role"] == "write"
    assert admin.users.get("ben")["has_password"]
    admin.users.remove("ben")
    assert "ben" not in {user["name"] for user in admin.users.list()}


def test_an_article_is_taken_down(admin: Client) -> None:
    (article,) = admin.articles.list(source="harbour.example")
    assert admin.articles.take_down(article["id"]) is None
    with pytest.raises(NotFound):
        admin.articles.get(article["id"])


BLOCKS = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs/client.md").read_text("utf-8"), flags=re.DOTALL
)
RUN = [block for block in BLOCKS if ".stream(" not in block]  # which might not end


@pytest.mark.parametrize("number", range(len(RUN)))
def test_the_examples_of_the_document_run(site: ServedHome, number: int) -> None:
    token = site.token(Scope.WRITE)
    code = RUN[number].replace("http://127.0.0.1:8000", site.url).replace("TOKEN", token)
    exec(compile(code, "docs/client.md", "exec"), {})
    with Client(site.url, token) as client, suppress(NotFound):
        client.sources.remove("other.example")


def test_the_stream_is_read_from_its_beginning_and_continued(client: Client) -> None:
    with client.stream(last_id="0-0", source="post.example", kinds=["new"]) as events:
        first, second = islice(events, 2)
    with client.stream(last_id=first["id"], source="post.example", kinds=["new"]) as events:
        assert next(iter(events))["id"] == second["id"]
    assert first["kind"] == "new"
