from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.content.blocks import blocks_of
from tidings.extract.content.body import body_of
from tidings.extract.metadata.pictures import pictures_of
from tidings.read.pages.html import parse_html

PARAGRAPH = f"<p>{'The council met on Monday and spoke about the bridge. ' * 4}</p>"
HOME = "https://a.example"


def _pictures(pictures: str, lead: str | None = None, after: str = "") -> tuple[str, ...]:
    story = f"<article>{PARAGRAPH * 2}{pictures}{PARAGRAPH * 2}</article>"
    page = parse_html(f"<body>{story}{after}</body>", f"{HOME}/story")
    found = blocks_of(page)
    return pictures_of(page, found, body_of(found), lead)


def test_pictures_of_the_text_are_absolute_and_in_order() -> None:
    assert _pictures('<img src="a.jpg"><figure><img src="/b.jpg"></figure>') == (
        f"{HOME}/a.jpg",
        f"{HOME}/b.jpg",
    )


def test_the_lead_comes_first_and_another_size_of_it_is_the_same_picture() -> None:
    lead = "https://cdn.example/wide/a.jpg"
    assert _pictures('<img src="b.jpg"><img src="a-300x200.jpg">', lead) == (lead, f"{HOME}/b.jpg")


def test_lazy_pictures_are_found() -> None:
    lazy = '<img src="data:image/gif;base64,x" data-src="a.jpg">'
    assert _pictures(lazy) == (f"{HOME}/a.jpg",)
    assert _pictures('<img srcset="a.jpg 300w, b.jpg 900w">') == (f"{HOME}/a.jpg",)


def test_icons_and_pictures_outside_the_text_are_left_out() -> None:
    small = '<img src="a.jpg" width="16"><img src="logo.png"><img src="x.svg">'
    assert _pictures(f'{small}<aside><img src="b.jpg"></aside>', after='<img src="c.jpg">') == ()


def test_a_page_without_text_has_only_its_lead() -> None:
    page = parse_html("<img src='a.jpg'>", HOME)
    found = blocks_of(page)
    assert pictures_of(page, found, body_of(found), "https://a.example/l.jpg") == (
        "https://a.example/l.jpg",
    )


@given(st.text(max_size=60), st.text(max_size=10))
def test_any_source_gives_web_addresses_only(source: str, width: str) -> None:
    tag = f'<img src="{source}" width="{width}">'
    assert all(url.startswith(("http://", "https://")) for url in _pictures(tag))
