"""The languages of the world by their ISO 639-1 code."""

from dataclasses import replace

from tidings.world.english.tongue import ENGLISH

TONGUES = {code: replace(ENGLISH, code=code) for code in ("en", "de", "fr", "es", "zh")}
