"""How much pages and links are about a topic, before and after learning."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.focus.link_priority import is_explored, priority_of
from tidings.crawl.focus.packed_focus import MAX_BYTES, packed_focus, unpacked_focus
from tidings.crawl.focus.site_focus import Focus, FocusJudgement
from tidings.model.crawl.link_prospect import LinkProspect
from tidings.model.web.page import UrlRole
from tidings.settings.tree import CrawlSettings

TOPIC = "election ballot"
PARENT = "https://a.example/politics"
_POLITICS = "candidate mayor coalition turnout seats campaign majority opposition".split()
_SPORT = "striker goalkeeper penalty stadium coach league defender whistle".split()
_PLAIN = "monday town people said evening street many years week house".split()


def text_of(random: Random, words: list[str], *named: str) -> str:
    picked = [*random.choices(words, k=12), *random.choices(_PLAIN, k=25), *named]
    random.shuffle(picked)
    return " ".join(picked)


def judged(focus: Focus, title: str, text: str, language: str = "en") -> FocusJudgement:
    return focus.judge(title, text, language, 0.5)


def trained(pages: int = 60) -> Focus:
    """A focus that has seen elections, which name the topic, and matches, which do not."""
    focus, random = Focus(TOPIC), Random(1)
    for number in range(pages):
        if number % 3 == 0:
            text = text_of(random, _POLITICS, "election", "ballot", "election")
            page = judged(focus, "The election", text)
        else:
            page = judged(focus, "The match", text_of(random, _SPORT))
        focus.learn_page(page)
    return focus


def link(words: str, **more: object) -> LinkProspect:
    return LinkProspect(words, UrlRole.PAGE, **more)  # type: ignore[arg-type]


def test_only_the_topics_words_decide_at_first() -> None:
    focus = Focus(TOPIC)
    assert judged(focus, "Ballots counted", "The election is over. " * 3).wanted
    assert not judged(focus, "Rain", "It rained all day. " * 3).wanted


def test_a_passing_mention_is_not_enough() -> None:
    text = "The team trained hard. " * 40 + "The election is next week."
    assert not judged(Focus(TOPIC), "A match", text).wanted


def test_a_page_with_an_unwanted_word_is_rejected() -> None:
    page = judged(Focus("election -football"), "Election", "The football club's election. " * 3)
    assert (page.wanted, page.relevance) == (False, 0.0)
    assert "contains an excluded word" in page.notes


def test_pages_that_never_name_the_topic_are_recognised_after_learning() -> None:
    random = Random(5)
    unnamed = text_of(random, _POLITICS)
    assert not judged(Focus(TOPIC), "Who governs now", unnamed).wanted
    page = judged(trained(), "Who governs now", unnamed)
    assert page.wanted
    assert any(note.startswith("learned words count for it") for note in page.notes)
    assert not judged(trained(), "Who wins now", text_of(random, _SPORT)).wanted


def test_a_successful_crawl_does_not_lower_the_weight_of_its_topic() -> None:
    focus, random = Focus(TOPIC), Random(2)
    for _ in range(80):
        text = text_of(random, _POLITICS, "election", "election", "ballot")
        focus.learn_page(judged(focus, "Election", text))
    assert focus.wanted == 80
    assert judged(focus, "The election", text_of(random, _PLAIN, "election", "ballot")).wanted


def test_a_word_on_all_pages_is_not_evidence() -> None:
    focus, random = Focus("weather ballot"), Random(3)
    twice = f"{text_of(random, _SPORT)} weather weather"
    assert judged(focus, "A match", twice).evidence > 0.4
    for _ in range(60):
        text = f"{text_of(random, _SPORT)} {text_of(random, _SPORT)} weather"
        focus.learn_page(judged(focus, "A match", text))
    assert judged(focus, "A match", twice).evidence < 0.1


def test_chinese_pages_are_judged_like_others() -> None:
    focus = Focus("选举 议会")
    assert judged(focus, "议会选举结果公布", "选举委员会公布了议会选举的结果。" * 3, "zh").wanted
    assert not judged(focus, "球队获胜", "球队在比赛中以三比二获胜。" * 3, "zh").wanted


def test_links_that_name_the_topic_come_first_and_menus_before_other_links() -> None:
    focus = Focus(TOPIC)
    named = focus.link_probability(
        "https://a.example/1", PARENT, link("Ballots counted in the election")
    )
    menu = focus.link_probability(
        "https://a.example/local", PARENT, link("Local", likely_index=True)
    )
    wordless = focus.link_probability("https://a.example/7", PARENT, link(""))
    other = focus.link_probability(
        "https://a.example/2", PARENT, link("Home side beat their old rivals")
    )
    service = focus.link_probability(
        "https://a.example/login", PARENT, link("Sign in", service=0.95)
    )
    assert named > menu > wordless > other
    assert service < wordless
    assert priority_of(named) < priority_of(menu) < priority_of(other)


def test_words_in_the_url_count_too() -> None:
    focus = Focus(TOPIC)
    slug = focus.link_probability(
        "https://a.example/2026/town-election-result", PARENT, link("Read more")
    )
    other = focus.link_probability(
        "https://a.example/2026/town-match-result", PARENT, link("Read more")
    )
    assert slug > 0.5 > other


def test_a_link_learns_from_what_it_led_to() -> None:
    focus = Focus(TOPIC)
    for number in range(40):
        good, bad = link(f"Mayor {number} speaks"), link(f"Striker {number} scores")
        focus.learn_link(f"https://a.example/town/{number}", PARENT, good, 0.95)
        focus.learn_link(f"https://a.example/sport/{number}", "https://a.example/sport", bad, 0.02)
    wanted = focus.link_probability(
        "https://a.example/town/99", PARENT, link("Mayor 99 speaks out")
    )
    unwanted = focus.link_probability(
        "https://a.example/sport/99", "https://a.example/sport", link("Striker sold")
    )
    assert wanted > 0.5
    assert unwanted < 0.05


def test_a_menu_is_credited_with_what_its_page_led_to() -> None:
    focus = Focus(TOPIC)
    menu = link("Sport", likely_index=True)
    before = focus.link_probability("https://a.example/sport", "https://a.example/", menu)
    for number in range(40):
        other = link("Town hall", likely_index=True)
        focus.learn_link(
            "https://a.example/sport", "https://a.example/", menu, 0.02, is_direct=False
        )
        focus.learn_link("https://a.example/sport", "https://a.example/", menu, 0.02)
        focus.learn_link(f"https://a.example/town/{number}", "https://a.example/", other, 0.9)
    assert (
        focus.link_probability("https://a.example/sport", "https://a.example/", menu) < before / 2
    )


@pytest.mark.parametrize("probability", [0.0, 0.1, 0.5, 0.99, 1.0])
def test_every_link_has_a_priority_behind_feeds(probability: float) -> None:
    assert 2 <= priority_of(probability) <= 9


def test_exploring_gets_rarer_never_stops_and_is_deterministic() -> None:
    settings = CrawlSettings()
    ids = [number * 2_654_435_761 for number in range(4_000)]

    def share(followed: int, wanted: int = 9) -> float:
        return sum(is_explored(each, followed, wanted, settings) for each in ids) / len(ids)

    assert share(0) == 1.0
    assert share(30, wanted=0) > 2 * share(30)
    assert share(0) > share(30) > share(5_000)
    assert share(5_000) == pytest.approx(settings.focus_explore, abs=0.02)
    assert share(30) == share(30)


def test_a_packed_focus_is_complete_and_small() -> None:
    focus = trained()
    data = packed_focus(focus)
    restored = unpacked_focus(data, TOPIC)
    assert packed_focus(restored) == data
    assert len(data) <= MAX_BYTES <= 256 * 1024
    page = text_of(Random(9), _POLITICS)
    assert judged(restored, "Who governs", page) == judged(focus, "Who governs", page)
    assert unpacked_focus(data).words == TOPIC
    assert unpacked_focus(data, "another topic").pages == 0


@given(st.binary(max_size=200), st.integers(0, 60_000))
def test_a_damaged_focus_is_replaced_by_a_new_one(garbage: bytes, cut: int) -> None:
    whole = packed_focus(trained(6))
    for data in (garbage, b"F1" + garbage, whole[:cut], whole[:cut] + garbage + whole[cut:]):
        focus = unpacked_focus(data, TOPIC)
        assert focus.words == TOPIC
        page = judged(focus, "Election", "The election and the ballot.")
        focus.learn_page(page)
        assert 0.0 <= page.relevance <= 1.0


@given(st.text(max_size=200), st.text(max_size=400), st.text(min_size=1, max_size=60))
def test_any_page_and_any_link_can_be_judged(title: str, text: str, words: str) -> None:
    focus = Focus(words)
    page = judged(focus, title, text, "und")
    focus.learn_page(page)
    probability = focus.link_probability("https://a.example/x", PARENT, link(title))
    focus.learn_link("https://a.example/x", PARENT, link(title), page.relevance)
    assert 0.0 <= page.relevance <= 1.0
    assert 0.0 <= probability <= 1.0
    assert unpacked_focus(packed_focus(focus), words).pages == 1
