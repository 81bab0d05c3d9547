"""What a home remembers of its demo: with the same values the world has the same articles.

It is a file, `demo.json`. It begins with the first start and only grows by rests.
"""

import json
import os
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tidings.engine.process.home import HomeUnusable

SEED = 1
# The papers publish 240 articles an hour. Without rests, a week without the demo would be 40 000
# of them to catch up with. An hour's news at both ends of a rest makes the first minutes lively,
# and is far more than the few seconds by which the end of a killed run is uncertain.
_MARGIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class StoredWorld:
    """Where the papers are, when they began, and when they rested."""

    port: int  # 0 until a free one was found
    epoch: datetime
    seed: int = SEED
    rests: tuple[tuple[datetime, datetime], ...] = ()

    def rested(self, last_run: datetime | None, now: datetime) -> "StoredWorld":
        """Return the world after a time in which nobody followed it."""
        if last_run is None or now - last_run <= 2 * _MARGIN:
            return self
        return replace(self, rests=(*self.rests, (last_run + _MARGIN, now - _MARGIN)))

    @property
    def arguments(self) -> list[str]:
        """The world as options of its program."""
        options = ["--port", str(self.port), "--seed", str(self.seed)]
        options += ["--start", self.epoch.isoformat()]
        for began, ended in self.rests:
            options += ["--rest", began.isoformat(), ended.isoformat()]
        return options


def stored_world(folder: Path) -> StoredWorld | None:
    """Return the world of a home's demo; None before its first start."""
    file = _file(folder)
    if not file.exists():
        return None
    try:
        return _world(json.loads(file.read_text()))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise HomeUnusable(
            f"{file} is damaged: delete it and start the demo again, "
            "or choose another folder with --home."
        ) from error


def _world(values: dict[str, Any]) -> StoredWorld:
    return StoredWorld(
        port=int(values["port"]),
        epoch=datetime.fromisoformat(values["epoch"]),
        seed=int(values["seed"]),
        rests=tuple(
            (datetime.fromisoformat(began), datetime.fromisoformat(ended))
            for began, ended in values["rests"]
        ),
    )


def store_world(folder: Path, world: StoredWorld) -> None:
    """Store the world: after a kill the file is the old or the new one, and whole."""
    values = {
        "port": world.port,
        "epoch": world.epoch.isoformat(),
        "seed": world.seed,
        "rests": [[began.isoformat(), ended.isoformat()] for began, ended in world.rests],
    }
    file = _file(folder)
    unfinished = file.with_suffix(".tmp")
    with unfinished.open("w") as out:
        out.write(json.dumps(values, indent=1) + "\n")
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(file)


def _file(folder: Path) -> Path:
    return folder / "demo.json"
