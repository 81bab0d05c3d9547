"""What counts as an edit by the publisher, and what is only noise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.visits.edit_detection import is_edit, is_same_article, is_same_page

TITLE = "Ferry runs aground off the old pier"
BODY = (
    "The morning ferry ran aground on Tuesday with 214 people aboard, the coast guard said.\n"
    "Nobody was hurt, and tugs were on their way by noon.\n"
    "The line has been in trouble since its new boats arrived in spring."
)

NOISE = {
    "white space": BODY.replace(" ", "  ").replace("\n", "\n\n"),
    "other punctuation": BODY.replace("ago, ", "ago – ").replace(", and", " – and"),
    "paragraphs joined": BODY.replace("noon.\n", "noon. "),
    "a stamp above": "Updated 5 minutes ago\n" + BODY,
    "a stamp as a sentence": "Last updated 12 minutes ago.\n" + BODY,
    "a German stamp": "Aktualisiert am 3. März 2026, 14:05 Uhr\n" + BODY,
    "a French stamp": "Mis à jour le 3 mars 2026 à 14h05\n" + BODY,
    "a Chinese stamp": "更新时间：2026年3月2日 14:05\n" + BODY,
    "a Japanese age": "15分前\n" + BODY,
    "counters": BODY + "\n128 comments\n1.2k",
    "reading time": "3 min read\n" + BODY,
    "links below": BODY + "\nMayor opens a new bridge\nMore from the harbour",
    "a label above": "Harbour news\n" + BODY,
}

EDITS = {
    "a number": BODY.replace("214", "241"),
    "a word": BODY.replace("Nobody was hurt", "Three were hurt"),
    "a paragraph added": BODY + "\nThe company said on Wednesday that it would pay for everything.",
    "a paragraph gone": BODY.rpartition("\n")[0],
    "a subheading within": BODY.replace("\nThe line", "\nA bad year\nThe line"),
    "a name corrected": BODY.replace("coast guard", "Coast Guard"),
    "a short sentence with an age": BODY + "\nFour people are missing, rescuers said an hour ago.",
}


@pytest.mark.parametrize("what", NOISE)
def test_noise_is_not_an_edit(what: str) -> None:
    assert not is_edit((TITLE, BODY), (TITLE, NOISE[what]))
    assert not is_edit((TITLE, NOISE[what]), (TITLE, BODY))


@pytest.mark.parametrize("what", EDITS)
def test_an_editors_change_is_an_edit(what: str) -> None:
    assert is_edit((TITLE, BODY), (TITLE, EDITS[what]))


def test_a_changed_stamp_is_ignored_but_an_edit_next_to_it_counts() -> None:
    old = "Updated 5 minutes ago\n" + BODY
    assert not is_edit((TITLE, old), (TITLE, old.replace("5 minutes", "3 hours")))
    assert is_edit((TITLE, old), (TITLE, old.replace("214", "215")))


def test_a_changed_headline_is_an_edit() -> None:
    assert is_edit((TITLE, BODY), ("Ferry freed off the old pier", BODY))
    assert not is_edit((TITLE, BODY), (TITLE.replace(" ", "\u00a0"), BODY))


def test_chinese_text_is_compared_like_any_other() -> None:
    old = "渡轮周二早上搁浅，船上有214人。\n没有人受伤，拖船中午抵达。"
    assert is_edit(("渡轮搁浅", old), ("渡轮搁浅", old.replace("214", "241")))
    assert not is_edit(("渡轮搁浅", old), ("渡轮搁浅", "3小时前\n" + old))


def test_a_list_without_sentences_is_still_compared() -> None:
    old = "Brazil 3 Spain 1\nItaly 0 Ghana 2"
    assert is_edit((TITLE, old), (TITLE, old.replace("Ghana 2", "Ghana 4")))


@given(st.text(), st.text())
def test_nothing_is_an_edit_of_itself(title: str, text: str) -> None:
    assert not is_edit((title, text), (title, text))


@given(st.text(), st.text())
def test_edit_detection_is_symmetric(old: str, new: str) -> None:
    assert is_edit(("", old), ("", new)) == is_edit(("", new), ("", old))


def test_an_edited_article_is_recognised_by_its_text() -> None:
    other = "The council met again on Friday and put off the budget for the third time this year."
    assert is_same_article(BODY, EDITS["a paragraph added"])
    assert not is_same_article(BODY, other)
    assert not is_same_article("", BODY)


def test_views_of_a_page_may_differ_much_in_length() -> None:
    more = BODY + "\n" + "\n".join(f"Reader {n} wrote that {n} boats are enough." for n in range(9))
    assert is_same_page(BODY, more)
    assert is_same_page(more, BODY)
    half = BODY.replace("ferry", "bus").replace("with", "near").replace("people", "cows")
    half = half.replace("was", "is").replace("way", "hill").replace("trouble", "debt")
    assert not is_same_page(BODY, half)
    assert not is_same_page("", BODY)
