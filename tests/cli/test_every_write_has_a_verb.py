"""Every change that the API can make can be made on the command line."""

import pytest
from tests.serve.small_home import filled_home

from tidings.cli.arguments import parser
from tidings.engine.library.library import Library
from tidings.serve.app import create_app

SITE = "post.example"
VERBS = {
    "POST /sources": ("add", "https://post.example/", "--folder", "News", "--about", "bridges"),
    "POST /sources/preview": ("preview", "https://post.example/"),
    "PATCH /sources/{source}": ("sources", "set", SITE, "name=x", "folder=x", "topic=x"),
    "DELETE /sources/{source}": ("remove", "https://post.example/"),
    "POST /sources/{source}/pause": ("pause", SITE),
    "POST /sources/{source}/resume": ("resume", SITE),
    "POST /sources/{source}/retry": ("retry", SITE),
    "PATCH /sources/{source}/settings": ("sources", "set", SITE, "delay=5", "--unset", "proxy"),
    "PATCH /folders/{folder}": ("folders", "rename", "News", "Press"),
    "POST /opml": ("import", "sources.opml"),
    "POST /mine": (
        "mine",
        "ferry",
        "--seed",
        "https://post.example/",
        "--max-pages",
        "9",
        "--agents",
        "3",
        "--minutes",
        "1",
        "--hosts",
        "4",
        "--pages-per-host",
        "5",
        "--policy",
        "lacrawler",
        "--threshold",
        ".72",
    ),
    "POST /mine/{run}/stop": ("mine", "--stop", "3"),
    "POST /mine/{run}/resume": ("mine", "--resume", "3"),
    "DELETE /articles/{article_id}": ("delete", "0123456789abcdef"),
    "POST /tokens": ("token", "add", "phone", "--scope", "write"),
    "DELETE /tokens/{token}": ("token", "revoke", "k3v9x2"),
    "POST /users": ("user", "add", "ada", "--role", "write"),
    "PATCH /users/{name}": ("user", "role", "ada", "read"),
    "DELETE /users/{name}": ("user", "remove", "ada"),
    "POST /me/visit": ("user", "visit", "ada"),
    "PATCH /me/articles/{article_id}": ("user", "mark", "ada", "0123456789abcdef", "--star"),
    "POST /me/articles": ("user", "mark", "ada", "0123456789abcdef", "fedcba9876543210", "--read"),
    "DELETE /me/sessions": ("user", "sign-out", "ada"),
    "PUT /me/password": ("user", "password", "ada"),
    "POST /me/mutes": ("user", "mute", "ada", "--word", "golf"),
    "DELETE /me/mutes/{kind}/{muted}": ("user", "unmute", "ada", "--word", "golf"),
    "PUT /me/stories/{story}": ("user", "follow", "ada", "42"),
    "DELETE /me/stories/{story}": ("user", "unfollow", "ada", "42"),
}
# What the second part of a route needs, where one verb is not enough.
MORE = (
    ("delete", "--source", SITE),  # DELETE /sources/{source}?articles=delete
    ("user", "password", "ada"),  # PATCH /users/{name}
    ("sources", "show", SITE),
    ("export", "opml"),
)


def test_every_write_has_a_verb(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = filled_home(tmp_path_factory.mktemp("home"), [])
    library = Library.open(settings)
    app = create_app(library, settings.serve)
    paths = app.openapi()["paths"]
    writes = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in paths.items()
        for method in methods
        if path.startswith("/api/v1/") and method not in ("get", "head")
    }
    app.state.context.close()
    library.close()
    assert writes == VERBS.keys()


@pytest.mark.parametrize("words", [*VERBS.values(), *MORE], ids=" ".join)
def test_the_verb_exists(words: tuple[str, ...]) -> None:
    assert callable(parser().parse_args(words).verb)
