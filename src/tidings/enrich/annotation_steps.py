"""Runs the annotation steps, each on its own: a failure is recorded and costs only that step."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from tidings.model.articles.annotations import FailedStep

_MAX_DETAIL = 200  # characters of an error

Value = TypeVar("Value")


@dataclass
class AnnotationSteps:
    """Runs steps and records which model made what, and what failed."""

    models: list[tuple[str, str]] = field(default_factory=list)
    failed: list[FailedStep] = field(default_factory=list)

    def run(self, step: str, model: str, make: Callable[[], Value], fallback: Value) -> Value:
        """Return the result of a step, or the fallback if it fails."""
        try:
            result = make()
        except Exception as error:  # noqa: BLE001 - one step's bug must not cost the article
            self.failed.append(FailedStep(step, error_detail(error)))
            return fallback
        self.models.append((step, model))
        return result

    def attempt(self, step: str, make: Callable[[], Value]) -> Value | None:
        """Return the result of a step that has no model; None if it fails."""
        try:
            return make()
        except Exception as error:  # noqa: BLE001 - as above
            self.failed.append(FailedStep(step, error_detail(error)))
            return None


def error_detail(error: Exception) -> str:
    """Return an error's text, shortened and encodable for storage."""
    text = f"{type(error).__name__}: {error}"[:_MAX_DETAIL]
    return text.encode("utf-8", "replace").decode()
