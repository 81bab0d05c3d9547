"""Phrases that many articles share without being copies: agency lines, boilerplate, templates."""

from collections.abc import Callable
from random import Random

CITIES = "HARWICK PORT-ELLIS MARSKE NORDHAVN LUNEBURG SAN-TELMO OSTROV KAMI-CITY".split()
AGENCIES = "Meridian News,MNA,Northern Wire,Agence Cap,UNW".split(",")
SIGNATURES = (
    "By Dana Whitlock, staff writer",
    "By MERIDIAN NEWS",
    "Reporting by J. Okafor and Lena Brandt; editing by Sam Poole",
    "© Northern Wire. All rights reserved.",
    "Our correspondent contributed to this report from the capital.",
)

_BEFORE = (
    "This website uses cookies to make its pages work and to measure how they are read. You may "
    "change your choice at any time in the settings, and nothing is stored before you agree.",
    "Sign up for our morning newsletter: the most important stories of the day, chosen by our "
    "editors, in your inbox at seven o'clock, every working day, free of charge.",
    "You are reading one of three free articles this month. Subscribers read everything, without "
    "advertisements, and support independent local journalism in the region.",
    "Listen to this article. This recording was made by a machine and may contain errors; please "
    "tell us if a word is pronounced wrongly or a sentence is missing.",
)
_AFTER = (
    "Disclaimer: the information on this page is provided for general purposes only and is no "
    "financial, legal or medical advice. Prices and figures may be delayed by at least fifteen "
    "minutes. Past performance is no guide to future returns, the value of investments can fall as "
    "well as rise, and you may get back less than you put in. Always speak to a qualified adviser.",
    "Our newsroom follows the principles of accuracy, fairness and independence. Errors are "
    "corrected openly, and corrections are marked at the foot of the article with date and time. "
    "If you have found a mistake, write to the readers' editor, who answers every letter.",
    "Comments are open for twenty-four hours after publication and are checked by our moderators. "
    "Please stay polite, keep to the subject and do not publish personal details of other people. "
    "Comments that break the rules are removed, and repeated offenders lose their accounts.",
    "All contents are protected by copyright and by related rights. Copying, storing and "
    "distributing them, in whole or in part, in print or electronically, needs the written consent "
    "of the publisher, except where the law expressly permits it.",
    "More on this subject: follow the link to our dossier with background, maps, interviews and a "
    "timeline of the events so far, which is kept up to date by the editors throughout the day.",
    "The publisher is a member of the national press council and has undertaken to print its "
    "decisions. The publisher is not responsible for the contents of external sites.",
)
_NAMES = "Ellis Marsk Torvald Lune Ostrava Kellan Brandt Okafor Whitlock Sorano Miravel Penzance "
_NAMES += "Harlow Drava Linden Castell Norwell Aubrac Fenwick Galway Tamsin Corvo Ridley Vostok "
_NAMES += "Halden Ibarra Juno Quist Rasmus Selby Tarn Ulverston Varga Wexley Yarrow Zelland"
_names = _NAMES.split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()

_TEMPLATES = (
    "{n} will see {d} mainly cloudy weather with highs near {i} degrees and lows of {i} in the "
    "valleys. A light wind from the coast will reach {i} kilometres per hour around {n}, and up to "
    "{i} millimetres of rain may fall on higher ground near {n} before evening. Drivers should "
    "expect wet roads in the morning, and the warning service advises walkers to avoid exposed "
    "paths. The outlook for {d}: sunny spells, and {i} degrees at noon.",
    "Shares of {n} {n} closed at {f} on {d}, {f} percent above the day before, after trading "
    "between {f} and {f}. Some {i} thousand shares changed hands, against a daily average of {i} "
    "thousand over the past month. The index of the leading companies ended the session at {i} "
    "points. {n} {n} has gained {f} percent since the beginning of the year; its market value "
    "stands at {f} billion. Analysts who follow the company expect earnings of {f} per share.",
    "{n} beat {n} {s} on {d} in front of {i} spectators. {n} opened the scoring in the {m} minute "
    "from close range, and {n} levelled with a header from a corner before the break. In the "
    "second half the visitors pressed, but the goalkeeper {n} kept the hosts in the match with a "
    "string of saves. {n} decided it in the {m} minute with a low shot into the far corner. With "
    "the win {n} moves up to place {p} in the table and has {i} points from {p} matches.",
    "The number of people out of work in {n} was {i} in the past month, {f} percent of all of "
    "working age. That is {i} fewer than a year ago, as the labour office announced on {d}. Among "
    "the young the rate was {f} percent. The head of the office, {n} {n}, spoke of a steady "
    "development on the whole. Employers reported {i} vacancies, most of them in trade, health "
    "care and construction, and {i} people were in training schemes.",
    "An earthquake of magnitude {f} shook the region around {n} on {d}. It struck at a depth of "
    "{i} kilometres, {i} kilometres from {n}, according to the seismological service. There were "
    "no reports of damage or injuries at first. Tremors of this strength are felt by most people "
    "nearby and can make objects fall from shelves. The last one of this strength was recorded "
    "near {n} {p} months ago. The service expects aftershocks over the coming days.",
    "The draw of {d} brought the numbers {p}, {p}, {p}, {p} and {p}, the bonus number was {p}. "
    "One ticket from {n} won the jackpot of {f} million; {i} players had four right numbers. The "
    "next jackpot is {f} million. All information is given without guarantee; the terms of the "
    "lottery company apply, and players must be adults. Help for addicted players is available "
    "by telephone around the clock, anonymous and free of charge.",
)


def boilerplate(site: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paragraphs that a site prints before and after its articles: always the same."""
    rng = Random(site)
    return tuple(rng.sample(_BEFORE, rng.randint(1, 2))), tuple(rng.sample(_AFTER, 3))


def templated(rng: Random) -> str:
    """Return an article of which only the facts are its own."""
    return filled(rng.choice(_TEMPLATES), rng)


def filled(template: str, rng: Random) -> str:
    """Return a template with facts drawn at random."""
    draws: dict[str, Callable[[], str]] = {
        "{n}": lambda: rng.choice(_names),
        "{d}": lambda: rng.choice(_DAYS),
        "{i}": lambda: str(rng.randint(3, 9_000)),
        "{f}": lambda: f"{rng.uniform(1, 90):.1f}",
        "{s}": lambda: f"{rng.randint(1, 5)}:{rng.randint(0, 4)}",
        "{m}": lambda: f"{rng.randint(2, 90)}th",
        "{p}": lambda: str(rng.randint(1, 49)),
    }
    for slot, draw in draws.items():
        head, *rest = template.split(slot)
        template = head + "".join(draw() + part for part in rest)
    return template


def other_fact(word: str, rng: Random) -> str:
    """Return another name for a name, another number for a number, any other word as it is."""
    if any(char.isdigit() for char in word):
        return "".join(str(rng.randint(0, 9)) if char.isdigit() else char for char in word)
    return rng.choice(_names) if word[:1].isupper() else word
