"""One agent: where it stands, what energy it has, and from whom it descends."""

from dataclasses import dataclass

from tidings.crawl.agents.population import AgentView, Step

BIRTH_ENERGY = 1.0  # every agent on a seed begins with it
REPRODUCTION_ENERGY = 2.0  # above it an agent reproduces and shares its energy with the child
STEP_COST = 0.15  # of every step: seven pages in a row that are not relevant starve an agent


@dataclass(slots=True)
class Agent:
    """An agent that is alive."""

    number: int
    parent: int = 0
    generation: int = 0
    url: str = ""  # where it stands; while it moves, where it is going
    energy: float = BIRTH_ENERGY
    finds: int = 0
    step: Step | None = None  # under way

    @property
    def is_starved(self) -> bool:
        """Whether it has no energy left."""
        return self.energy <= 0.0

    @property
    def may_reproduce(self) -> bool:
        """Whether it has energy to share."""
        return self.energy >= REPRODUCTION_ENERGY

    def view(self) -> AgentView:
        """Return the agent as it is shown."""
        return AgentView(
            self.number, self.parent, self.generation, self.url,
            round(self.energy, 3), self.finds, self.step is not None,
        )  # fmt: skip
