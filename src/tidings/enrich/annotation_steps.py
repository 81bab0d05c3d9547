"""Steps of understanding an article, each on its own: one may fail alone, and it is noted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from tidings.model.articles.annotations import FailedStep

_MAX_DETAIL = 200  # characters of an error that are kept

Value = TypeVar("Value")


@dataclass
class AnnotationSteps:
    """Runs steps and remembers which model made what, and what failed."""

    models: list[tuple[str, str]] = field(default_factory=list)
    failed: list[FailedStep] = field(default_factory=list)

    def take(self, step: str, model: str, make: Callable[[], Value], otherwise: Value) -> Value:
        """Return what a step makes, or what stands for its failure."""
        try:
            made = make()
        except Exception as error:  # noqa: BLE001 - one step's bug must not cost the article
            self.failed.append(FailedStep(step, error_detail(error)))
            return otherwise
        self.models.append((step, model))
        return made

    def attempt(self, step: str, do: Callable[[], None]) -> None:
        """Do what makes nothing of the article itself, and note it if it fails."""
        try:
            do()
        except Exception as error:  # noqa: BLE001 - as above
            self.failed.append(FailedStep(step, error_detail(error)))


def error_detail(error: Exception) -> str:
    """Return what an error says, no more of it than is worth keeping, and fit to be stored."""
    said = f"{type(error).__name__}: {error}"[:_MAX_DETAIL]
    return said.encode("utf-8", "replace").decode()
