from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.content.blocks import PageBlocks, block_key, blocks_of
from tidings.read.pages.html import parse_html


def _blocks(markup: str) -> PageBlocks:
    return blocks_of(parse_html(markup, "https://news.example/"))


def _texts(markup: str) -> list[str]:
    return [block.text for block in _blocks(markup).blocks]


def test_a_block_ends_where_a_reader_sees_a_new_line() -> None:
    assert _texts("<div>One <b>two</b><p>Three</p>four</div><p>five</p>") == [
        "One two",
        "Three",
        "four",
        "five",
    ]


def test_inline_elements_do_not_split_words() -> None:
    assert _texts("<p>un<b>break</b>able <i>and</i>\n spaced</p>") == ["unbreakable and spaced"]


def test_readings_above_the_words_are_not_in_the_line() -> None:
    ruby = "<ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>"
    assert _texts(f"<p>{ruby}都は</p>") == ["東京都は"]
    assert _texts("<p><ruby><rb>漢<rt>かん<rb>字<rt>じ</ruby>を読む</p>") == ["漢字を読む"]


def test_two_line_breaks_make_a_paragraph_and_one_does_not() -> None:
    assert _texts("<div>One<br>two<br> <br>three</div>") == ["One two", "three"]


def test_scripts_menus_and_comments_are_left_out() -> None:
    page = (
        "<nav>menu</nav><script>x</script><style>y</style><!-- z --><p>text</p><button>b</button>"
    )
    assert _texts(page) == ["text"]


def test_the_share_of_links_is_measured() -> None:
    block = _blocks('<p>1234 <a href="/x"><b>6789</b></a></p>').blocks[0]
    assert block.linked == 4 / 9


def test_dense_scripts_weigh_more_per_character() -> None:
    latin, chinese = _blocks("<p>abcd</p><p>新聞報道</p>").blocks
    assert latin.weight == 4
    assert chinese.weight == 8


def test_each_element_knows_the_blocks_of_its_subtree() -> None:
    found = _blocks('<article class="Story" id="a"><p>1</p><p>2</p></article><p>3</p>')
    at = next(n for n, element in enumerate(found.elements) if element.tag == "article")
    assert (found.elements[at].first, found.ends[at]) == (0, 2)
    assert found.elements[at].hint == "story a"
    assert found.tag(2) == "p"


def test_a_hidden_element_says_so_in_its_hint() -> None:
    hints = [e.hint for e in _blocks('<div style="display: none">x</div><p hidden>y</p>').elements]
    assert hints == ["", "hidden", "hidden"] or hints == ["", " hidden", " hidden"]


def test_deep_pages_are_walked_without_recursion() -> None:
    assert _texts("<span>" * 9_000 + "deep") == ["deep"]


_MARKUP = st.lists(
    st.sampled_from(
        ["<div>", "</div>", "<p>", "<a href=x>", "</a>", "<br>", "<td>", "x ", "y", "<b>"]
    )
)


@given(_MARKUP)
def test_blocks_and_elements_are_always_consistent(parts: list[str]) -> None:
    found = _blocks("".join(parts))
    assert len(found.ends) == len(found.elements)
    for index, (element, end) in enumerate(zip(found.elements, found.ends, strict=True)):
        assert 0 <= element.first <= end <= len(found.blocks)
        assert -1 <= element.parent < index
    for block in found.blocks:
        assert block.text == " ".join(block.text.split()) != ""
        assert 0 <= block.linked <= 1
        assert 0 <= block.element < len(found.elements)


def test_a_key_ignores_case_spacing_and_numbers() -> None:
    assert block_key("Comments  (12)") == block_key("comments (3)") != block_key("comments")


@given(st.text())
def test_a_key_fits_64_bits_and_never_changes(text: str) -> None:
    assert 0 <= block_key(text) < 2**64
    assert block_key(text) == block_key(text)


def test_a_key_is_the_same_in_every_process() -> None:
    assert block_key("The Daily") == 3256541744286259787


def test_invisible_hyphens_do_not_split_words() -> None:
    assert _texts("<p>Kern&shy;werk&shy;zeug\u200b\ufeffe</p>") == ["Kernwerkzeuge"]


def test_a_custom_tag_does_not_split_a_paragraph() -> None:
    markup = "<my-box>One</my-box><p>Two (<my-note><a href=/n>1</a></my-note>) three.</p>"
    found = blocks_of(parse_html(f"<body>{markup}</body>", "https://a.example/x"))
    assert [block.text for block in found.blocks] == ["One", "Two (1) three."]
