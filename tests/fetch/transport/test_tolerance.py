"""Headers of real servers that say something wrong, which browsers overlook."""

from tests.fetch.conftest import quick
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import nginx

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import Request, Response

_LOCATIONS = """
    location = /none { add_header Content-Encoding none; }
    location = /charset { add_header Content-Encoding UTF-8; }
    location = /twice { add_header Content-Encoding identity; }
    default_type text/html;
"""


@needs("nginx")
async def test_a_content_encoding_that_names_no_compression_is_overlooked() -> None:
    paths = ("none", "charset", "twice")
    with readable_folder() as folder:
        root, port = folder / "root", free_port()
        root.mkdir()
        for path in paths:
            (root / path).write_text(f"<p>{path}</p>")
        with nginx(root, port, folder / "nginx", server=_LOCATIONS):
            async with WebFetcher(quick(connect_seconds=60.0, total_seconds=60.0)) as fetcher:
                for path in paths:
                    outcome = await fetcher.fetch(Request(f"http://127.0.0.1:{port}/{path}"))
                    assert isinstance(outcome, Response), outcome
                    assert outcome.header("content-encoding")
                    assert outcome.body == f"<p>{path}</p>".encode()
