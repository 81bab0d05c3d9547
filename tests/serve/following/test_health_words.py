import pytest
from tests.serve.small_home import NOW

from tidings.engine.listing.source_list import SourceHealth
from tidings.model.crawl.completeness import Completeness, HourCount
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_status import SourceStatus
from tidings.serve.following.health_words import well_words

POST = Source(1, "https://post.example/", "post.example", "The Post", NOW)


@pytest.mark.parametrize(
    ("seen", "expected", "words"),
    [
        (0, 0.2, "All is well: 7 articles so far."),
        (1, 0.2, "All is well: 1 new article in the last day."),
        (3, 1.2, "All is well: 3 new articles in the last day, about 1 was expected."),
        (31, 29.6, "All is well: 31 new articles in the last day, about 30 were expected."),
    ],
)
def test_a_source_that_is_well_says_what_it_brings(seen: int, expected: float, words: str) -> None:
    status = SourceStatus(POST, 7, 1, 0, 1, None)
    compared = Completeness(POST, (HourCount(NOW, expected, seen),), None)
    assert well_words(SourceHealth(status, compared)) == words
