from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.dates.date_parser import parse_date


def _utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-03-04T10:00:00Z", _utc(2024, 3, 4, 10)),
        ("2024-03-04T10:00:00.123456789+01:00", _utc(2024, 3, 4, 9, 0, 0, 123456)),
        ("2024-03-04T10:00:00,5Z", _utc(2024, 3, 4, 10, 0, 0, 500000)),
        ("2024-03-04 10:00:00 +0100", _utc(2024, 3, 4, 9)),
        ("2024-03-04T10:00-05", _utc(2024, 3, 4, 15)),
        ("20240304T100000Z", _utc(2024, 3, 4, 10)),
        ("20240304", _utc(2024, 3, 4)),
        ("20240304103059", _utc(2024, 3, 4, 10, 30, 59)),
        ("2024-W10-1", _utc(2024, 3, 4)),
        ("2024-064", _utc(2024, 3, 4)),
        ("2024-064T10:00Z", _utc(2024, 3, 4, 10)),
        ("2024-03-04T24:00:00Z", _utc(2024, 3, 5)),
        ("2024-12-31T23:59:60Z", _utc(2024, 12, 31, 23, 59, 59)),
        ("2024-03", _utc(2024, 3, 1)),
        ("2024", _utc(2024, 1, 1)),
        ("2024-03-04T10:00:00.000Z[UTC]", _utc(2024, 3, 4, 10)),
    ],
)
def test_every_variant_of_iso_8601_is_read(text: str, moment: datetime) -> None:
    assert parse_date(text) == moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("Mon, 04 Mar 2024 10:00:00 GMT", _utc(2024, 3, 4, 10)),
        ("Mon, 04 Mar 2024 10:00:00 EST", _utc(2024, 3, 4, 15)),
        ("Mon, 04 Mar 2024 10:00:00 Z", _utc(2024, 3, 4, 10)),
        ("04 Mar 2024 10:00 +0200", _utc(2024, 3, 4, 8)),
        ("4 Mar 24 10:00 UT", _utc(2024, 3, 4, 10)),
        ("Sunday, 06-Nov-94 08:49:37 GMT", _utc(1994, 11, 6, 8, 49, 37)),
        ("Sun Nov  6 08:49:37 1994", _utc(1994, 11, 6, 8, 49, 37)),
        ("Mon, 04 March 2024 10:00:00 CEST", _utc(2024, 3, 4, 8)),
        ("Mon Mar 4 10:00:00 EST 2024", _utc(2024, 3, 4, 15)),
        ("Mon Mar  4 10:00:00 UTC 2024", _utc(2024, 3, 4, 10)),
    ],
)
def test_mail_and_http_dates_are_read(text: str, moment: datetime) -> None:
    assert parse_date(text) == moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("1709546400", _utc(2024, 3, 4, 10)),
        ("1709546400000", _utc(2024, 3, 4, 10)),
        ("Mon Mar 04 2024 10:00:00 GMT+0100 (CET)", _utc(2024, 3, 4, 9)),
        ("March 4, 2024 at 10:00 PM EST", _utc(2024, 3, 5, 3)),
        ("2:03 PM EST, Tue January 5, 2021", _utc(2021, 1, 5, 19, 3)),
        ("Aug. 21, 2019 3:10 p.m. EDT", _utc(2019, 8, 21, 19, 10)),
        ("Published 4th March 2024, 10.30am", _utc(2024, 3, 4, 10, 30)),
        ("4. März 2024, 10:15 Uhr", _utc(2024, 3, 4, 10, 15)),
        ("1er février 2024 à 10h30", _utc(2024, 2, 1, 10, 30)),
        ("4 de marzo de 2024", _utc(2024, 3, 4)),
        ("5 марта 2024", _utc(2024, 3, 5)),
        ("2024年3月4日 14:30", _utc(2024, 3, 4, 14, 30)),
        ("2024년 3월 4일", _utc(2024, 3, 4)),
        ("04.03.2024", _utc(2024, 3, 4)),
        ("04.03.2024 10:15", _utc(2024, 3, 4, 10, 15)),
        ("3/14/2024", _utc(2024, 3, 14)),
        ("03/04/2024 10:00 AM", _utc(2024, 3, 4, 10)),
        ("03/04/2024 10:00", _utc(2024, 4, 3, 10)),
    ],
)
def test_the_forms_that_pages_print_are_read(text: str, moment: datetime) -> None:
    assert parse_date(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "   ",
        "yesterday",
        "0000-00-00 00:00:00",
        "2024-13-45",
        "2024-02-30",
        "9999-01-01",
        "0001-01-01T00:00:00Z",
        "99999999999",
        "²⁰²⁴",
        "32 March 2024",
        "x" * 5_000,
        "4 Nonuary 2024",
    ],
)
def test_nonsense_is_not_a_date(text: str | None) -> None:
    assert parse_date(text) is None


def test_a_date_without_a_zone_gets_the_default_one() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert parse_date("2024-03-04 10:00", tokyo) == _utc(2024, 3, 4, 1)
    assert parse_date("March 4, 2024", tokyo) == datetime(2024, 3, 4, tzinfo=tokyo)


def test_the_zone_stays_as_written_so_that_the_local_day_survives() -> None:
    moment = parse_date("2024-03-04T23:30:00-08:00")
    assert moment is not None
    assert moment.date().isoformat() == "2024-03-04"


def test_an_impossible_offset_is_ignored() -> None:
    assert parse_date("2024-03-04T10:00:00+99:00") == _utc(2024, 3, 4, 10)


@given(st.text(max_size=200))
def test_any_text_is_a_date_or_none(text: str) -> None:
    moment = parse_date(text)
    assert moment is None or moment.astimezone(UTC).tzinfo is UTC


@given(st.text(alphabet="0123456789-/:.TZ+ ,JanuaryMPG年月日", max_size=40))
def test_anything_that_looks_like_a_date_is_one_or_none(text: str) -> None:
    moment = parse_date(text)
    assert moment is None or moment.tzinfo is not None


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2199, 12, 31)))
def test_every_iso_moment_survives(moment: datetime) -> None:
    assert parse_date(moment.isoformat()) == moment.replace(tzinfo=UTC)


@pytest.mark.parametrize("text", ["9999-12-31 24:00", "9999-12-31T24:00:00Z", "9999-366"])
def test_the_day_after_the_last_one_is_not_a_date(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2024년 3월 4일 오후 3:30", 15),
        ("2024년 3월 4일 오전 3:30", 3),
        ("2024年3月4日 下午3:30", 15),
        ("2024年3月4日 午後3時30分", 15),
        ("2024年3月4日 下午15:30", 15),
        ("2024年3月4日 上午12:30", 0),
        ("2024年3月4日 下午12:30", 12),
    ],
)
def test_the_half_of_the_day_may_precede_the_hour(text: str, hour: int) -> None:
    assert parse_date(text) == _utc(2024, 3, 4, hour, 30)


@pytest.mark.parametrize(
    "text",
    [
        "16 พฤศจิกายน 2569",
        "16 พ.ย. 2569 เวลา 10:00 น.",
        "วันที่ 16 พฤศจิกายน พ.ศ. 2569",
        "16 พฤศจิกายน 2026",
        "16 تشرين الثاني 2026",
        "الاثنين ١٦ تشرين الثاني ٢٠٢٦",
        "16 नवंबर 2026",
        "16 בנובמבר 2026",
        "ngày 16 tháng 11 năm 2026",
        "16 tháng 11, 2026",
    ],
)
def test_month_names_with_marks_dots_or_spaces_are_read(text: str) -> None:
    found = parse_date(text)
    assert found is not None
    assert found.date().isoformat() == "2026-11-16"


@pytest.mark.parametrize(
    "text",
    [
        "2026. november 16.",
        "2026. nov. 16., hétfő",
        "2026 m. lapkričio 16 d.",
        "2026. gada 16. novembris",
        "16. nóvember 2026",
        "16. novembar 2026.",
        "16 новембра 2026",
        "16 лістапада 2026",
        "16 noyabr 2026",
        "16 nëntor 2026",
        "Nobyembre 16, 2026",
        "16 ნოემბერი 2026",
        "16 նոյեմբերի 2026",
        "۱۶ نوامبر ۲۰۲۶",
        "16 नवम्बर 2026",
        "१६ नोव्हेंबर २०२६",
        "১৬ নভেম্বর ২০২৬",
        "16 நவம்பர் 2026",
        "16 พ.ย. 69",
        "令和8年11月16日",
        "民國115年11月16日",
        "دوشنبه ۲۵ آبان ۱۴۰۵",
        "۱۴۰۵/۰۸/۲۵",
        "1405/08/25",
    ],
)
def test_a_day_is_read_in_many_languages_and_calendars(text: str) -> None:
    assert parse_date(text) == _utc(2026, 11, 16)
    assert parse_date(f"{text} 14:30") == _utc(2026, 11, 16, 14, 30)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("16. listopada 2026.", _utc(2026, 10, 16)),  # Croatian
        ("16 listopada 2026", _utc(2026, 11, 16)),  # Polish
        ("16. listopadu 2026", _utc(2026, 11, 16)),  # Czech
        ("1° novembre 2026", _utc(2026, 11, 1)),
        ("16 d'agost de 2026", _utc(2026, 8, 16)),
        ("令和元年5月1日", _utc(2019, 5, 1)),
        ("平成31年4月30日", _utc(2019, 4, 30)),
        ("22 بهمن 1357", _utc(1979, 2, 11)),
        ("30 اسفند 1403", _utc(2025, 3, 20)),
    ],
)
def test_differences_between_countries_are_respected(text: str, moment: datetime) -> None:
    assert parse_date(text) == moment


@pytest.mark.parametrize("text", ["30 اسفند 1404", "1405/13/01", "1448/05/06", "2026 people 16"])
def test_a_day_that_does_not_exist_is_not_a_date(text: str) -> None:
    assert parse_date(text) is None
