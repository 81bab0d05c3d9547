from functools import partial

from tidings.engine.estimating.learning import estimates_for, learn_times
from tidings.model.jobs.record_times import Attributes
from tidings.settings.tree import JobSettings
from tidings.store.database.database import Database

RECORDS: list[tuple[Attributes, float]] = [
    ({"host": "slow.example", "size": 10}, 4.0),
    ({"host": "fast.example", "size": 10}, 1.0),
    ({"host": "fast.example", "size": 20}, 1.0),
]


def learn(database: Database, job: str) -> None:
    database.write(partial(learn_times, job=job, records=RECORDS)).result()


def test_what_one_job_learned_the_next_one_of_its_name_knows(database: Database) -> None:
    learn(database, "crawl")
    settings = JobSettings(shrinkage=False)
    estimates = estimates_for(database.read(), "crawl", settings, 50)
    assert estimates.is_learned
    assert estimates.estimate({"host": "slow.example"}) == 4.0
    assert not estimates_for(database.read(), "extract", settings, 50).is_learned


def test_estimates_can_be_switched_off(database: Database) -> None:
    learn(database, "crawl")
    off = estimates_for(database.read(), "crawl", JobSettings(estimates=False), 50)
    assert off.estimate({"host": "slow.example"}) == JobSettings().part_seconds / 50


def test_fewer_categories_can_be_asked_for_without_learning_again(database: Database) -> None:
    learn(database, "crawl")
    one = JobSettings(categories=1, shrinkage=False)
    estimates = estimates_for(database.read(), "crawl", one, 50)
    assert estimates.estimate({"host": "slow.example"}) == 2.0
