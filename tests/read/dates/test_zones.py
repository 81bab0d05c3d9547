import sys
import zoneinfo
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tidings.read.dates import zones
from tidings.read.dates.date_parser import parse_date

WINTER, SUMMER = datetime(2026, 1, 5, 10), datetime(2026, 7, 6, 10)

# Zones that share an abbreviation with the one that is meant: see `zones.ZONES`.
OTHERS = {
    "CDT": {-240}, "CST": {480, -300}, "GST": {600}, "IST": {120, 60}, "KST": {510},
    "PST": {480}, "MSK": {240},
}  # fmt: skip


def _hours(text: str, moment: datetime) -> float | None:
    zone = zones.zone_before(text, moment)
    offset = zone.utcoffset(moment) if zone else None
    return None if offset is None else offset / timedelta(hours=1)


@pytest.mark.parametrize(
    ("name", "winter", "summer"),
    [
        ("ET", -5, -4),
        ("CT", -6, -5),
        ("PT", -8, -7),
        ("Eastern Time", -5, -4),
        ("Pacific Time (US)", -8, -7),
        ("Europe/Berlin", 1, 2),
        ("[Europe/Paris]", 1, 2),
        ("America/Argentina/Buenos_Aires", -3, -3),
        ("EST", -5, -5),
        ("EDT", -4, -4),
        ("Eastern Daylight Time", -4, -4),
        ("Central European Summer Time", 2, 2),
        ("MSK", 3, 3),
        ("МСК", 3, 3),
        ("SEČ", 1, 1),
        ("GMT+5:30", 5.5, 5.5),
        ("UTC−3", -3, -3),
        ("ESTUpdated", -5, -5),
        ("EST/Updated", -5, -5),
    ],
)
def test_summer_time_is_a_matter_of_the_day(name: str, winter: float, summer: float) -> None:
    assert _hours(name, WINTER) == winter
    assert _hours(name, SUMMER) == summer


def test_moscow_was_four_hours_east_for_a_few_years() -> None:
    assert _hours("MSK", datetime(2013, 1, 1)) == 4


@pytest.mark.parametrize(
    "text", ["", "Xyz", "Europe/Nowhere", "America/Indiana", "and more", "+25"]
)
def test_other_words_are_not_zones(text: str) -> None:
    assert zones.zone_before(text, WINTER) is None


def test_every_abbreviation_of_the_iana_table_is_known() -> None:
    used = defaultdict(set)
    for name in zoneinfo.available_timezones():
        zone = zoneinfo.ZoneInfo(name)
        for year in range(2000, 2027):
            for month in (1, 7):
                moment = datetime(year, month, 1, tzinfo=zone)
                used[moment.tzname() or ""].add(moment.utcoffset())
    names = {name: offsets for name, offsets in used.items() if name.isalpha() and name.isupper()}
    assert len(names) > 40
    for name, offsets in names.items():
        ours = zones.zone_before(name, WINTER)
        assert ours is not None, name
        others = {timedelta(minutes=minutes) for minutes in OTHERS.get(name, ())}
        assert offsets - others <= {ours.utcoffset(WINTER)}, name


@pytest.fixture
def no_database(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in {"tzdata", *(each for each in sys.modules if each.startswith("tzdata."))}:
        monkeypatch.setitem(sys.modules, name, None)  # the database as a package
    zones._zone.cache_clear()
    zoneinfo.ZoneInfo.clear_cache()
    zoneinfo.reset_tzpath(to=())
    yield
    zoneinfo.reset_tzpath()
    zones._zone.cache_clear()


@pytest.mark.usefixtures("no_database")
def test_without_a_database_names_mean_standard_time() -> None:
    assert _hours("ET", SUMMER) == -5
    assert _hours("Europe/Berlin", SUMMER) is None
    found = parse_date("July 6, 2026 at 9 a.m. ET")
    assert found == datetime(2026, 7, 6, 14, tzinfo=UTC)
