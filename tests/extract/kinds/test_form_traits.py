import pytest

from tidings.extract.kinds.form_traits import form_traits, forms_of
from tidings.extract.kinds.url_traits import Traits
from tidings.read.pages.html import parse_html


def _traits(markup: str) -> Traits:
    return form_traits(forms_of(parse_html(f"<body>{markup}", "")))


def test_without_forms_all_traits_are_zero() -> None:
    assert set(_traits("<p>A bridge for the town.").values()) == {0.0}


@pytest.mark.parametrize(
    "markup",
    [
        "<form action='/cart/add'><button>Kaufen</button></form>",
        "<form name='checkout'><input name=x></form>",
    ],
)
def test_a_form_to_buy_is_recognised_by_its_action_or_name(markup: str) -> None:
    assert _traits(markup)["buy_action"] == 1.0


def test_fields_to_buy_are_recognised_by_their_names_in_any_language() -> None:
    markup = "<form><input name=qty><input type=hidden name=products_id><input name=sku></form>"
    assert _traits(markup)["buy_field"] == 1.0


def test_a_search_field_does_not_count() -> None:
    assert _traits("<form><input name=q><input type=search name=find></form>")["form"] == 0.0


def test_typed_fields_passwords_and_text_areas_are_counted() -> None:
    traits = _traits(
        "<form><input><input type=email><input type=password><textarea></textarea></form>"
    )
    assert traits["form"] == pytest.approx(3 / 6)
    assert traits["password"] == 1.0
    assert traits["textarea"] == 1.0


@pytest.mark.parametrize("label", ["Submit", "Absenden", "Отправить", "送信"])
def test_a_send_button_is_recognised_in_many_languages(label: str) -> None:
    assert _traits(f"<form><button>{label}</button></form>")["send_button"] == 1.0
    assert _traits(f"<form><input type=submit value='{label}'></form>")["send_button"] == 1.0
