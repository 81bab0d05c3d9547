import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.site_memory.url_template import general_template, template_of


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("", "/"),
        ("/", "/"),
        ("/sport", "/{word}"),
        ("/sport/", "/{word}/"),
        ("/sport/football/", "/sport/{word}/"),
        ("/middle-east/oil", "/middle-east/{word}"),
        ("/news/world-12345678", "/news/{id}"),
        ("/news/a-bridge-for-the-town", "/news/{slug}"),
        ("/news/a-bridge-for-the-town-123456.html", "/news/{slug-id}.html"),
        ("/2024/05/12/a-bridge-for-the-town/", "/{year}/{n}/{n}/{slug}/"),
        ("/2024-05-12/bridge.php", "/{date}/{word}.php"),
        ("/2024-05/7.htm", "/{date}/{n}.htm"),
        ("/20240512/1/", "/{date}/{n}/"),
        ("/a/123456789", "/a/{id}"),
        ("/artikel/art123456,2.html", "/artikel/{id}.html"),
        ("/item/0f3a9c2e7b", "/item/{id}"),
        ("/%E4%BD%93%E8%82%B2/", "/{word}/"),
        ("/story.php?id=123456&lang=en", "/{word}.php?id={id}&lang={word}"),
        ("/?p=12", "/?p={n}"),
    ],
)
def test_an_address_is_reduced_to_its_shape(path: str, template: str) -> None:
    assert template_of(f"https://paper.example{path}") == template


def test_two_headlines_of_one_section_have_one_template() -> None:
    one = template_of("https://paper.example/sport/a-late-goal-in-the-rain-1000001")
    other = template_of("https://paper.example/sport/nobody-saw-the-last-train-1000002")
    assert one == other != template_of("https://paper.example/sport/")


def test_the_general_form_drops_only_the_section() -> None:
    assert (
        general_template("/sport/{year}/{slug}.html?id={n}") == "/{word}/{year}/{slug}.html?id={n}"
    )
    assert general_template("/{word}/") == "/{word}/"
    assert general_template("/") == "/"


@given(st.text())
def test_any_text_has_a_template_of_bounded_length(path: str) -> None:
    template = template_of(f"https://paper.example/{path}")
    assert template.startswith("/")
    assert len(template) < 600
    assert general_template(general_template(template)) == general_template(template)
