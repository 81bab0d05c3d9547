"""The languages of the world by their ISO 639-1 code."""

from dataclasses import replace

from tidings.world.english.tongue import ENGLISH
from tidings.world.german.tongue import GERMAN

TONGUES = {code: replace(ENGLISH, code=code) for code in ("en", "fr", "es", "zh")} | {"de": GERMAN}
