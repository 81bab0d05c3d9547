"""A credentials file that changes during a crawl: it is read again, and what failed is tried."""

from collections import Counter

from tests.engine.live.test_commands import running, until
from tests.engine.paper_server import paper_server

from tidings.engine.commands.command_values import AddSource, SetSource
from tidings.engine.commands.issuing import opened_commands
from tidings.engine.sources.source_credentials import credentials_file
from tidings.fetch.credentials.login import Login
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings


async def test_a_source_whose_credentials_appear_is_fetched_at_once(settings: Settings) -> None:
    async with paper_server() as server:
        server.front(server.article(1))
        start = f"{server.origin}/"
        with opened_commands(settings, create=True) as commands:
            commands.issue(AddSource(start), SetSource(start, ("credentials=paper",)))
        async with running(settings) as (crawler, _):
            await until(lambda: bool(crawler.library.why(start).visits))
            visit = crawler.library.why(start).visits[-1]
            assert visit.reason is Reason.CREDENTIALS_UNUSABLE
            assert "tidings credentials set paper" in visit.detail
            assert server.requests == Counter()
            credentials_file(settings).put(Login("paper", token="t0ken-t0ken"))
            await until(lambda: server.requests["/2026/11/story-1"] > 0)
            sent = {name.lower() for name in server.headers["/"]}
            assert "authorization" not in sent  # the source is not on TLS
