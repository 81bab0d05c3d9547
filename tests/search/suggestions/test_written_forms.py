from tidings.search.suggestions.written_forms import usual_form, written_forms


def test_a_term_is_shown_as_it_is_mostly_written() -> None:
    texts = [("Elections are near. The election, this election; elected", "en")]
    assert usual_form(("elect",), texts) == "election"


def test_a_name_keeps_its_capitals_and_loses_its_possessive() -> None:
    assert usual_form(("macron",), [("Macron met. Macron’s plan. Macron's", "en")]) == "Macron"


def test_lower_case_forms_count_more_than_those_of_a_headline() -> None:
    texts = [("Strikes Hit Ports", "en"), ("Strikes end. The strikes", "en")]
    assert usual_form(("strike",), texts) == "strikes"


def test_terms_in_a_row_are_a_name() -> None:
    texts = [("Emmanuel Macron spoke. Macron and Emmanuel. Emmanuel Macron left", "en")]
    assert usual_form(("emmanuel", "macron"), texts) == "Emmanuel Macron"
    assert written_forms(("macron", "emmanuel"), texts) == {}


def test_overlapping_pairs_of_letters_are_one_word() -> None:
    assert usual_form(("特朗", "朗普"), [("美国总统特朗普表示", "zh")]) == "特朗普"


def test_a_term_that_is_in_no_text_has_no_written_form() -> None:
    assert usual_form(("absent",), [("Nothing here", "en")]) is None
    assert usual_form(("absent",), []) is None
