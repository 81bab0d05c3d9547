"""HTML in, article and page kind out; `tidings.extract(html, url)` calls this package."""

import sys
from datetime import datetime
from types import ModuleType

from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.articles.extraction_method import ExtractionMethod


class _Extract(ModuleType):
    """The package as a callable, because the public API is `tidings.extract(...)`."""

    def __call__(
        self,
        html: str | bytes,
        url: str | None = None,
        charset: str | None = None,
        *,
        method: ExtractionMethod = ExtractionMethod.BEST,
        seen: datetime | None = None,
    ) -> Extraction | UnreadablePage:
        """Return the contents of a page, or why it is not a page."""
        from tidings.extract.article import extract

        return extract(html, url, charset, method=method, seen=seen)


sys.modules[__name__].__class__ = _Extract
