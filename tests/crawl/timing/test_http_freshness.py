from datetime import UTC, datetime

import pytest
from tests.factories import make_response

from tidings.crawl.timing.http_freshness import fresh_seconds
from tidings.model.web.exchange import Response

NOW = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
SENT = "Fri, 02 Jan 2026 12:00:00 GMT"


def response(*headers: tuple[str, str]) -> Response:
    return make_response("http://a.example/feed", headers=headers, at=NOW)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ((), 0.0),
        ((("cache-control", "max-age=600"),), 600.0),
        ((("cache-control", 'public, Max-Age="600"'),), 600.0),
        ((("cache-control", "public"), ("cache-control", "max-age=60")), 60.0),
        ((("cache-control", "s-maxage=600"),), 0.0),  # for shared caches only
        ((("cache-control", "no-cache, max-age=600"),), 0.0),
        ((("cache-control", "max-age=600"), ("age", "200")), 400.0),
        ((("cache-control", "max-age=600"), ("age", "900")), 0.0),
        ((("cache-control", "max-age=600"), ("age", "soon")), 600.0),
        ((("cache-control", "max-age=never"),), 0.0),
        ((("expires", "Fri, 02 Jan 2026 13:00:00 GMT"), ("date", SENT)), 3600.0),
        ((("expires", "Fri, 02 Jan 2026 13:00:00 GMT"),), 3600.0),
        ((("expires", "Thu, 01 Jan 1970 00:00:00 GMT"), ("date", SENT)), 0.0),
        ((("expires", "0"),), 0.0),
        ((("expires", "-1"),), 0.0),
        ((("expires", "Fri, 99 Jan 2026 13:00:00 GMT"),), 0.0),
        ((("cache-control", "max-age=60"), ("expires", "Fri, 02 Jan 2026 13:00:00 GMT")), 60.0),
    ],
)
def test_headers_give_the_freshness_of_a_response(
    headers: tuple[tuple[str, str], ...], seconds: float
) -> None:
    assert fresh_seconds(response(*headers)) == seconds
