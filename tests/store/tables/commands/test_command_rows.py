from datetime import timedelta

from tests.factories import NOW

from tidings.store.database.database import Database
from tidings.store.tables.commands.command_rows import (
    CommandState,
    add_command,
    command_by_id,
    end_command,
    last_execution,
    next_command,
    note_progress,
)


def add(database: Database, kind: str) -> int:
    return database.write(lambda db: add_command(db, kind, "{}", NOW)).result()


def end(database: Database, number: int, state: CommandState, answer: str) -> None:
    database.write(lambda db: end_command(db, number, state, answer, NOW)).result()


def test_commands_are_taken_in_the_order_of_their_issue(database: Database) -> None:
    first, second = add(database, "add"), add(database, "remove")
    for number in (first, second):
        row = next_command(database.read())
        assert row is not None
        assert (row.id, row.is_open) == (number, True)
        end(database, number, CommandState.DONE, "ok")
    assert next_command(database.read()) is None
    done = command_by_id(database.read(), second)
    assert done is not None
    assert (done.kind, done.state, done.answer) == ("remove", CommandState.DONE, "ok")


def test_a_long_command_stays_first_until_it_is_done(database: Database) -> None:
    number = add(database, "import")
    add(database, "pause")
    database.write(lambda db: note_progress(db, number, "half")).result()
    row = next_command(database.read())
    assert row is not None
    assert (row.id, row.state, row.answer) == (number, CommandState.BEGUN, "half")


def test_old_answers_are_forgotten_but_no_command_that_waits(database: Database) -> None:
    done, waiting = add(database, "add"), add(database, "pause")
    end(database, done, CommandState.REFUSED, "no")
    later = NOW + timedelta(days=31)
    database.write(lambda db: add_command(db, "resume", "{}", later)).result()
    assert command_by_id(database.read(), done) is None
    assert command_by_id(database.read(), waiting) is not None


def test_each_execution_can_be_noticed(database: Database) -> None:
    seen = [last_execution(database.read())]
    first, second = add(database, "import"), add(database, "pause")
    assert last_execution(database.read())[:2] == seen[0][:2]  # nothing is executed yet
    database.write(lambda db: note_progress(db, first, "half")).result()
    seen.append(last_execution(database.read()))
    for number in (first, second):
        end(database, number, CommandState.DONE, "ok")
        seen.append(last_execution(database.read()))
    assert len(set(seen)) == 4
