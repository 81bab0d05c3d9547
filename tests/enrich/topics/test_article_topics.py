"""Topics: what an article is about and why; unclear texts have none."""

import pytest

from tidings.enrich.topics.article_topics import topic_probabilities, topics_of, why_topics
from tidings.enrich.topics.subjects import SUBJECTS
from tidings.text.parsing.parsed_text import parse_text

NOTHING = parse_text("", "en")


def slugs(title: str, language: str = "en", labels: tuple[str, ...] = ()) -> list[str]:
    return [topic.slug for topic in topics_of(parse_text(title, language), NOTHING, labels)]


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Striker scores twice as champions reach the cup final", "sport"),
        ("Central bank raises interest rates as inflation climbs", "economy"),
        ("Prime minister faces vote in parliament after election", "politics"),
        ("Film festival opens with a drama by a young director", "arts"),
        ("New browser closes security hole in the operating system", "science"),
        ("Hospitals run out of vaccine as the epidemic spreads", "health"),
        ("Jury finds man guilty of murder after long trial", "crime"),
        ("Earthquake kills dozens, rescuers dig through the rubble", "disaster"),
        ("Rebels and soldiers agree on a ceasefire after civil war", "conflict"),
        ("Teachers want smaller classrooms in primary schools", "education"),
        ("Bishop speaks of the pope in his cathedral", "religion"),
        ("Heavy snowfall and freezing temperatures, say forecasters", "weather"),
        ("Carbon dioxide emissions threaten endangered species", "environment"),
        ("Trade unions call for strike action over wages", "labour"),
    ],
)
def test_a_plain_headline_has_the_right_topic_first(title: str, slug: str) -> None:
    assert slugs(title)[0] == slug


@pytest.mark.parametrize(
    ("language", "title", "slug"),
    [
        ("de", "Bundestagswahl: Kanzlerkandidat stellt Koalition in Aussicht", "politics"),
        ("de", "Fußballnationalspieler verletzt sich im Achtelfinale", "sport"),
        ("fr", "La Bourse recule, les investisseurs craignent l'inflation", "economy"),
        ("fr", "Séisme : les secours cherchent des survivants sous les décombres", "disaster"),
        ("es", "El juez envía a prisión al acusado de asesinato", "crime"),
        ("es", "Médicos piden más vacunas para los pacientes del hospital", "health"),
        ("zh", "央行宣布加息，A股收盘大跌", "economy"),
        ("zh", "国足热身赛首发公布，主教练谈前锋", "sport"),
        ("ja", "日本代表がサッカーＷ杯準決勝で勝利", "sport"),
        ("ru", "Депутаты Госдумы приняли закон о выборах", "politics"),
        ("it", "Terremoto, i vigili del fuoco cercano tra le macerie", "disaster"),
        ("pt", "Polícia prende suspeito de homicídio, diz delegado", "crime"),
        ("nl", "Rechtbank legt verdachte celstraf op voor moord", "crime"),
        ("ar", "المنتخب يفوز في مباراة كأس العالم بهدف", "sport"),
    ],
)
def test_other_languages_have_seed_words_too(language: str, title: str, slug: str) -> None:
    assert slugs(title, language)[0] == slug


def test_a_seed_word_inside_another_word_does_not_count() -> None:
    assert slugs("Beispiele und Berichte stellen Interessen heraus", "de") == []


def test_an_unclear_text_has_no_topics() -> None:
    assert slugs("It is what it is") == []
    assert slugs("") == []


def test_without_seed_words_only_labels_give_topics() -> None:
    assert slugs("Umukino w'umupira w'amaguru", "rw") == []
    assert slugs("Umukino w'umupira w'amaguru", "rw", ("Sports",)) == ["sport"]


def test_the_section_of_a_site_outweighs_a_few_words() -> None:
    title = "Striker scores in the last minute"
    assert slugs(title)[0] == "sport"
    assert slugs("The last minute of it", labels=("Wirtschaft",)) == ["economy"]


def test_there_are_at_most_three_topics_and_probabilities_sum_to_at_most_one() -> None:
    title = parse_text("Football film parliament bank vaccine murder school church snow", "en")
    assert len(topics_of(title, NOTHING)) <= 3
    shares = topic_probabilities(title, NOTHING)
    assert len(shares) == len(SUBJECTS)
    assert 0.5 < float(shares.sum()) <= 1.0001


def test_grounds_have_the_words_as_written_and_the_label() -> None:
    title = parse_text("Interest rates: the Stock Market fell", "en")
    (grounds,) = why_topics(title, NOTHING, ("Business News",))
    assert grounds.topic.slug == "economy"
    assert grounds.labels == ("Business News",)
    assert "Interest rates" in dict(grounds.words)
    assert sum(share for _, share in grounds.words) <= 1.01


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "🎉" * 1_000, "\x00\ud800", "足球" * 5_000, "def f(x): return {x: 1}"]
)
def test_nonsense_has_no_topics(text: str) -> None:
    assert topics_of(parse_text(text[:20], "en"), parse_text(text, "en")) == ()
