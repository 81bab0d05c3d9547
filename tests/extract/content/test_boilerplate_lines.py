import pytest

from tidings.extract.content.boilerplate_lines import (
    AFTERWORD,
    ASIDE,
    BYLINE,
    DATELINE,
    is_credit,
    is_notice,
    is_plea,
)


@pytest.mark.parametrize("line", ["Read more: the other story", "Lesen Sie auch", "関連記事"])
def test_lines_that_point_elsewhere_are_asides(line: str) -> None:
    assert ASIDE.match(line)


@pytest.mark.parametrize("line", ["Comments (12)", "3 Kommentare", "Related articles", "评论"])
def test_an_afterword_is_a_separate_line(line: str) -> None:
    assert AFTERWORD.fullmatch(line)
    assert not AFTERWORD.fullmatch(f"{line} were made by the minister")


def test_a_notice_is_about_cookies_and_their_settings() -> None:
    assert is_notice("We use cookies; change your settings at any time.")
    assert not is_notice("She baked cookies all day.")


@pytest.mark.parametrize(
    "line",
    [
        "Reporting by Ada Byron; Editing by Grace Hopper",
        "Follow us on Facebook and Instagram",
        "We may earn a commission when you buy through links.",
        "Folgen Sie uns auf unserem WhatsApp-Kanal",
        "Abonnez-vous dès maintenant",
    ],
)
def test_pleas_are_requests_and_credits(line: str) -> None:
    assert is_plea(line)


@pytest.mark.parametrize(
    "line", ["Police will follow him on his way to work.", "The firm earns most of its money here."]
)
def test_news_is_not_a_plea(line: str) -> None:
    assert not is_plea(line)


@pytest.mark.parametrize("line", ["Published 2 March 2026", "05/10/2018 - Rubrik Politik"])
def test_a_dateline_is_a_date_without_a_sentence(line: str) -> None:
    assert DATELINE.fullmatch(line)
    assert not DATELINE.fullmatch(f"{line}, it was said.")


def test_a_byline_names_people() -> None:
    assert BYLINE.fullmatch("By Ada Byron and Grace Hopper")
    assert not BYLINE.fullmatch("By the way, nobody was hurt")


def test_rules_for_comments_are_a_notice() -> None:
    assert is_notice("Attention: comments that are offensive will not be approved.")
    assert not is_notice("The minister had no comment on the bridge.")


@pytest.mark.parametrize(
    "line",
    [
        "The mayor at the bridge on Monday. Photo: Ada Lovelace",
        "Die Brücke (Foto: Stadt Beispiel)",
        "Quelle: dpa",
        "The bridge at night. (AP Photo/Ada Lovelace)",
    ],
)
def test_a_caption_ends_with_a_credit(line: str) -> None:
    assert is_credit(line)


@pytest.mark.parametrize(
    "line",
    [
        "The ministry said so on Monday. (Reuters)",
        "She named her source: it was the mayor. The council did not object.",
        "The bridge (and/or the tunnel)",
    ],
)
def test_a_sentence_is_not_a_credit(line: str) -> None:
    assert not is_credit(line)
