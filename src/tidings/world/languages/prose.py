"""Writes an event as a news text in one language; no HTML, no publication dates."""

from dataclasses import dataclass
from random import Random

from tidings.world.events.event import Event
from tidings.world.languages.grammar import Grammar, realise
from tidings.world.languages.language import WorldLanguage

# Shapes of the paragraphs after the first. A letter is a sentence: f fact, q quotation,
# s a second quotation by the same speaker, g background. Weights by repetition.
_SHAPES = ("ff", "ff", "fff", "f", "fg", "q", "q", "qs", "qs", "fq", "qf", "g", "gg", "gf")


@dataclass(frozen=True, slots=True)
class ArticleText:
    """The words of one article."""

    title: str
    standfirst: str
    paragraphs: tuple[str, ...]


def headline(event: Event, language: WorldLanguage, rng: Random) -> str:
    """Return a headline for the event."""
    head = rng.choice(language.kinds[event.kind]["head"])
    return _capital(realise(head, language.slots(event), rng))


def summary(event: Event, language: WorldLanguage, rng: Random) -> str:
    """Return the event in one or two sentences."""
    deck = rng.choice(language.kinds[event.kind]["deck"])
    return _capital(realise(deck, language.slots(event), rng))


def paragraphs(event: Event, language: WorldLanguage, rng: Random) -> tuple[str, ...]:
    """Return the paragraphs about the event; the generator chooses every wording."""
    narrator = _Narrator(event, language, rng)
    opening = language.joiner.join((narrator.sentence("lead"), narrator.sentence("fact")))
    middle = [narrator.paragraph(rng.choice(_SHAPES)) for _ in range(rng.randint(5, 15))]
    return opening, *filter(None, middle), narrator.sentence("end")


def another_headline(event: Event, language: WorldLanguage, rng: Random, old: str) -> str:
    """Return a headline for the same event that differs from the old one."""
    slots = language.slots(event)
    heads = [_capital(realise(head, slots, rng)) for head in language.kinds[event.kind]["head"]]
    return next(head for head in heads if head != old)


def addition(event: Event, language: WorldLanguage, rng: Random) -> str:
    """Return a paragraph that a later revision adds."""
    return realise(rng.choice(language.general["update"]), language.slots(event), rng)


def comments(language: WorldLanguage, rng: Random, count: int) -> list[tuple[str, str]]:
    """Return readers' comments as pairs of name and text."""
    names = rng.sample(language.general["reader"], count)
    texts = rng.sample(language.general["comment"], count)
    return [(name, realise(text, {}, rng)) for name, text in zip(names, texts, strict=True)]


class _Narrator:
    """Draws sentences, each at most once per text."""

    def __init__(self, event: Event, language: WorldLanguage, rng: Random) -> None:
        self._rng = rng
        self._language = language
        self._slots = language.slots(event)
        own, general = language.kinds[event.kind], language.general
        self._pools = {key: self._shuffled(own, general, key) for key in _POOLS}
        self._roles = {"a": own["who_a"], "b": own["who_b"]}
        self._introduced: set[str] = set()

    def sentence(self, key: str) -> str:
        """Return the next sentence of a pool, or nothing when the pool is empty."""
        pool = self._pools[key]
        return _capital(realise(pool.pop(), self._slots, self._rng)) if pool else ""

    def paragraph(self, shape: str) -> str:
        """Return a paragraph of the given shape, or less if pools are empty."""
        sentences = []
        speaker = ""
        for letter in shape:
            if letter == "q":
                speaker = self._rng.choice("ab")
                sentences.append(self._quotation(speaker))
            elif letter == "s":
                sentences.append(self._second_quotation(speaker))
            else:
                sentences.append(self.sentence("fact" if letter == "f" else "back"))
        return self._language.joiner.join(filter(None, sentences))

    def _quotation(self, speaker: str) -> str:
        words = self.sentence(speaker)
        if not words:
            return self.sentence("fact")
        frame = self._rng.choice(self._language.general["say"])
        slots = self._slots | {"quote": words, "who": self._speaker(speaker)}
        return _capital(realise(frame, slots, self._rng))

    def _second_quotation(self, speaker: str) -> str:
        words = self.sentence(speaker)
        frame = self._rng.choice(self._language.general["say_more"])
        return realise(frame, {"quote": words}, self._rng) if words else ""

    def _speaker(self, letter: str) -> str:
        """Introduce a speaker with a role, and use the surname after that."""
        if letter in self._introduced:
            return self._slots[f"{letter}_last"]
        self._introduced.add(letter)
        return realise(self._rng.choice(self._roles[letter]), self._slots, self._rng)

    def _shuffled(self, own: Grammar, general: Grammar, key: str) -> list[str]:
        """Put the kind's own sentences on top, so that general ones only fill gaps."""
        first, rest = list(own.get(key, ())), list(general.get(key, ()))
        self._rng.shuffle(first)
        self._rng.shuffle(rest)
        mixed = rest + first
        for _ in range(len(rest) // 3):
            i, j = self._rng.randrange(len(mixed)), self._rng.randrange(len(mixed))
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


_POOLS = ("lead", "fact", "back", "end", "a", "b")
