"""Dates in words: what dateparser and htmldate test, by class, and what we make of it."""

from datetime import UTC, datetime, timedelta

import pytest

from tidings.read.dates.date_parser import parse_date


def _read(text: str) -> str | None:
    found = parse_date(text)
    return found.strftime("%Y-%m-%d %H:%M") if found else None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("[Sept] 07, 2023.", "2023-09-07"),
        ("Tues 8th Aug, 2023", "2023-08-08"),
        ("the 3rd day of June 2022", "2022-06-03"),
        ("9 February 2021 year", "2021-02-09"),
        ("11 sept. 2020", "2020-09-11"),
        ("1. Sept 2020", "2020-09-01"),
        ("fév 15, 2021", "2021-02-15"),
        ("vendredi, décembre 3 2021.", "2021-12-03"),
        ("13 Ago, 2021", "2021-08-13"),
        ("12 de junio del 2021", "2021-06-12"),
        ("vr jan 22, 2021", "2021-01-22"),
        ("16 giu 2021", "2021-06-16"),
        ("2 Декабрь 95", "1995-12-02"),
        ("13 авг. 2021г.", "2021-08-13"),
        ("2021, wrz 13", "2021-09-13"),
        ("14-Aralık-2021", "2021-12-14"),
        ("17.Şubat.2021", "2021-02-17"),
        ("12-Iun-2021", "2021-06-12"),
        ("pon 14. čer 2021", "2021-06-14"),
        ("02Bře'21", "2021-03-02"),
        ("ธันวาคม 11, 2564", "2021-12-11"),
        ("1 เดือนตุลาคม 2021", "2021-10-01"),
        ("Tháng Mười Hai 29, 2021", "2021-12-29"),
        ("05 Tháng một 2021", "2021-01-05"),
        ("1লা জানুয়ারী 2021", "2021-01-01"),
        ("25শে মার্চ 2021", "2021-03-25"),
        ("2021 წლის 17 მარტი, ოთხშაბათი", "2021-03-17"),
        ("1978, 1 Peb", "1978-02-01"),
        ("28. u studenom 2021.", "2021-11-28"),
        ("20 לאפריל 2021", "2021-04-20"),
        ("tiistaina, 26. lokakuuta 2021", "2021-10-26"),
        ("ma tammi 18, 2021", "2021-01-18"),
        ("סוף שבוע ה-19 בנובמבר 2021", "2021-11-19"),
        ("6 يناير، 2021", "2021-01-06"),
    ],
)
def test_days_with_a_month_in_words(text: str, day: str) -> None:
    assert _read(text) == f"{day} 00:00"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("06-17-2021", "2021-06-17"),
        ("13/03/2021", "2021-03-13"),
        ("04 / 03 / 2021", "2021-03-04"),
        ("26. 10.21", "2021-10-26"),
        ("26 . 10 . 2021", "2021-10-26"),
        ("24.03.2021.", "2021-03-24"),
        ("2021年 2月 5日", "2021-02-05"),
        ("2021年6月29", "2021-06-29"),
        ("Mon, 03/04/2024", "2024-03-04"),  # the fourth of March was a Monday
        ("Wed, 03/04/2024", "2024-04-03"),
        ("\u200f16\u200f/11\u200f/2021", "2021-11-16"),
    ],
)
def test_days_in_numbers(text: str, day: str) -> None:
    assert _read(text) == f"{day} 00:00"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("8:25 a.m. Dec. 13, 2021", "2021-12-13 08:25"),
        ("10:06am Dec 13, 2021", "2021-12-13 10:06"),
        ("1 a.m 20.07.2021", "2021-07-20 01:00"),
        ("Wednesday, 23rd June, 2021, 12.16 pm.", "2021-06-23 12:16"),
        ("18.10.21 um 22:56 Uhr", "2021-10-18 22:56"),
        ("22 janvier 2021 à 14h40", "2021-01-22 14:40"),
        ("18 octobre 2021 à 19 h 21 min", "2021-10-18 19:21"),
        ("14 sierpnia 2021 roku o 12:13", "2021-08-14 12:13"),
        ("22 de dezembro de 2021 às 02:38", "2021-12-22 02:38"),
        ("2021年3月20日(土) 21時40分", "2021-03-20 21:40"),
        ("2021年06月30日09时30分", "2021-06-30 09:30"),
        ("2021年9月14日晚8:00", "2021-09-14 20:00"),
        ("5.7.2021 5.45 ip.", "2021-07-05 17:45"),
        ("6 يناير، 2021، الساعة 05:16 مساءً", "2021-01-06 17:16"),
        ("12 जनवरी  2021 11:08 अपराह्न", "2021-01-12 23:08"),
        ("1/1/21 9:02:43.1", "2021-01-01 09:02"),
        ("Mon Jan  4 9:00:00 2021", "2021-01-04 09:00"),
        ("Mon Jan 4 10:00:00 2021 +0100", "2021-01-04 10:00"),
        ("Mon Jan  4 10:00:00 +0100 2021", "2021-01-04 10:00"),
        ("Mon Jan  4 10:00:00 CEST 2021", "2021-01-04 10:00"),
        ("Mon, 11 01 2021 08:51:49 +0100", "2021-01-11 08:51"),
        ("04/Jan/2021:10:30:00 +0100", "2021-01-04 10:30"),
        ("4 มี.ค. 64 10.30 น.", "2021-03-04 10:30"),
        ("Jan 4th '21, 10:30", "2021-01-04 10:30"),
        ("2021-július-13T9:15-05:00", "2021-07-13 09:15"),
    ],
)
def test_days_with_a_time(text: str, moment: str) -> None:
    assert _read(text) == moment


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Sep 03 2021 | 4:32 pm EDT", -4),
        ("17th October, 2021 @ 01:08 am (PDT)", -7),
        ("April 10, 2021 at 12:00:00 MESZ", 2),
        ("April 10, 2021 at 12:00:00 GMT+2", 2),
        ("April 10, 2021 at 12:00:00 UTC+5:30", 5.5),
        ("Fri Sep 24 2021 10:34:51 GMT+0800 (CST)", 8),
        ("Sun, 30 May 2021 10:13:10 -0500 (CDT)", -5),
        ("16. srpna 2021 9:59:44 SELČ", 2),
        ("August 24, 2021 19:00 CT", -5),
        ("January 24, 2021 19:00 CT", -6),
        ("04.03.2021, 10:30 Uhr MEZ", 1),
        ("4 марта 2021, 10:30 мск", 3),
        ("10:30 мск 04.03.2021", 3),
        ("13 August 2021 10:00 BST", 1),
        ("13 August 2021 10:00 HDT", -9),
        ("13 August 2021 10:00 CST", -6),
        ("13 August 2021 10:00 IST", 5.5),
        ("2021-08-13 10:00:00 Europe/Berlin", 2),
    ],
)
def test_times_with_a_zone(text: str, hours: float) -> None:
    found = parse_date(text)
    assert found is not None
    assert found.utcoffset() == timedelta(hours=hours)


@pytest.mark.parametrize(
    "text",
    [
        "3rd Tuesday in March",
        "36/14/2021",
        "33.20.2021",
        "January 36 2021",
        "32. Januar 2021",
        "Tag, den 30. Februar 2021",
        "12345678912 days",
        "2.2250738585072011e-308",
        "⁰⁴⁵₀₁₂",
        "Random text with 2021",
        "24h ago",
        "Index 90.01 -9.99%",
        "10 - 12 - 24",
        "1212-20-04",
        "Thứ năm",
        "10 мая",
        "10:04am",
    ],
)
def test_what_is_not_a_whole_date_is_none(text: str) -> None:
    """Without a year, or with a day that does not exist: we know no day to count from."""
    assert parse_date(text) is None


def test_a_range_ends_with_its_last_day() -> None:
    """Others take the first. What is reported on a range of days is published after it."""
    assert _read("12-14 June 2021") == "2021-06-14 00:00"
    assert _read("12.-14. Juni 2021") == "2021-06-14 00:00"


def test_a_zone_does_not_change_the_day_as_printed() -> None:
    found = parse_date("31 December 2021 23:30 PST")
    assert found is not None
    assert found.date().isoformat() == "2021-12-31"
    assert found == datetime(2022, 1, 1, 7, 30, tzinfo=UTC)
