"""Renders templates as HTML. Everything is escaped unless markup.py made it."""

from collections.abc import Callable, Sequence
from datetime import datetime

from jinja2 import Environment, PackageLoader, StrictUndefined

from tidings.model.articles.revision import DiffRun, WordChange
from tidings.serve.rendering import markup, time_format
from tidings.serve.rendering.assets import asset
from tidings.serve.rendering.diff_layout import excerpt_of, passages_of
from tidings.serve.rendering.hit_reasons import reasons
from tidings.serve.rendering.language_names import language_name
from tidings.shapes.iso_time import iso
from tidings.shapes.source_settings import settings_in_words

_UNDETERMINED = "und"


class TemplateRenderer:
    """Renders pages for the current time of a clock; `add_command` follows a site."""

    def __init__(self, clock: Callable[[], datetime], add_command: str) -> None:
        self._clock = clock
        self._environment = Environment(
            loader=PackageLoader("tidings.serve.rendering"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["asset"] = asset
        self._environment.globals["add_command"] = add_command
        self._environment.tests["outward"] = markup.is_outward
        self._environment.filters.update(
            absolute=time_format.absolute,
            beginning=markup.beginning,
            changed=_changed,
            clock=time_format.clock,
            count=_count,
            day=time_format.day,
            from_seconds=time_format.from_seconds,
            excerpt=excerpt_of,
            hour_minute=time_format.hour_minute,
            hour_minute_near=time_format.hour_minute_near,
            duration=time_format.duration,
            iso=iso,
            lang=_lang,
            lag=time_format.lag,
            language_name=language_name,
            marked=markup.marked,
            moment=datetime.fromisoformat,
            opening=markup.opening,
            passages=passages_of,
            reader_html=markup.reader_html,
            reasons=reasons,
            settings_in_words=settings_in_words,
            short_day=time_format.short_day,
            suggested=markup.suggested,
            relative=time_format.relative,
        )

    def page(self, template: str, **context: object) -> str:
        """Return the page of a template."""
        now = self._clock()
        loaded = self._environment.get_template(template)
        return loaded.render(now=now, today=now.astimezone(), **context)


def _changed(runs: Sequence[DiffRun]) -> bool:
    return any(run.change is not WordChange.KEPT for run in runs)


def _count(number: int) -> str:
    return f"{number:,}"


def _lang(language: str) -> str:
    """Return the lang attribute of a text; empty means that the language is unknown."""
    return "" if language == _UNDETERMINED else language
