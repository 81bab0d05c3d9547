"""A home that is served for a whole module of hostile requests: none of them may harm the next."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.serve.served_home import ServedHome, served_home
from tests.serve.small_home import NOW, article_at, filled_home, group_articles

from tidings.settings.tree import ServeSettings, Settings

ARTICLES = (
    article_at(),
    article_at(
        "https://zeitung.example/werft",
        title="Werft baut zwölf Fähren",
        text="Die Werft hat einen Auftrag über zwölf elektrische Fähren bekommen.",
        html="",
        language="de",
        published=NOW - timedelta(days=3),
    ),
    article_at(
        "https://chenbao.example/a",
        title="滨海新区开通首条渡轮航线",
        text="据介绍，新航线全长十二公里，单程约需二十分钟。",
        html="",
        language="zh",
        published=None,
    ),
)


@pytest.fixture(scope="module")
def home_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    settings = filled_home(tmp_path_factory.mktemp("hostile"), ARTICLES)
    group_articles(settings)
    return replace(settings, serve=ServeSettings(port=0))


@pytest.fixture(scope="module")
def site(home_settings: Settings) -> Iterator[ServedHome]:
    with served_home(home_settings) as site:
        yield site
