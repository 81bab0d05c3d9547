from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.methods.plateau import plateau_text, richest_span

MENU = "".join(f'<li><a href="/{n}">Item {n}</a></li>' for n in range(30))
STORY = "<p>The council decided that evening what <b>nobody</b> had expected of it.</p>" * 5


def _value(bits: list[bool], first: int, end: int) -> int:
    """Tags outside plus words inside, as published."""
    return sum(bits[:first]) + sum(not bit for bit in bits[first:end]) + sum(bits[end:])


def test_the_text_between_menus_is_the_plateau() -> None:
    text = plateau_text(f"<ul>{MENU}</ul><div>{STORY}</div><ul>{MENU}</ul>")
    sentence = "The council decided that evening what nobody had expected of it."
    assert text.splitlines() == [sentence] * 5


def test_chinese_text_outweighs_its_menu_too() -> None:
    menu = "".join(f'<li><a href="/{n}">新闻</a></li>' for n in range(30))
    paragraph = "市议会当晚经过长时间的辩论，作出了谁也没有料到的决定。"
    page = f"<ul>{menu}</ul><div><p>{paragraph}</p><p>{paragraph}</p></div><ul>{menu}</ul>"
    assert plateau_text(page).splitlines() == [paragraph] * 2


def test_scripts_and_styles_are_not_words() -> None:
    assert plateau_text(f"<script>{'var a = 1; ' * 99}</script><p>One sentence of text.</p>") == (
        "One sentence of text."
    )


def test_a_page_without_words_has_no_plateau() -> None:
    for html in ("", "<p></p><br>", "<!-- words -->", "…", "<", "\0"):
        assert plateau_text(html) == ""


@given(st.lists(st.booleans(), max_size=14))
def test_no_span_has_more_tags_outside_and_words_inside(bits: list[bool]) -> None:
    first, end = richest_span(-1 if bit else 1 for bit in bits)
    size = len(bits)
    spans = [(i, j) for i in range(size + 1) for j in range(i, size + 1)]
    assert _value(bits, first, end) == max(_value(bits, *span) for span in spans)


@given(st.lists(st.integers(-3, 9), max_size=12))
def test_the_span_is_the_first_and_shortest_of_the_best(worths: list[int]) -> None:
    size = len(worths)
    spans = [(i, j) for i in range(size + 1) for j in range(i, size + 1)]
    most = max(sum(worths[i:j]) for i, j in spans)
    ends = [j for i, j in spans if sum(worths[i:j]) == most > 0]
    first, end = richest_span(worths)
    assert sum(worths[first:end]) == most
    assert end == (min(ends) if ends else 0)
    assert not worths[first:end] or (worths[first] > 0 and worths[end - 1] > 0)


@given(st.text(max_size=300))
def test_any_string_has_a_plateau_or_none(html: str) -> None:
    assert isinstance(plateau_text(html), str)
