import os

from benchmarks.support.processor_time import cpu_seconds, stat_fields


def test_a_name_with_spaces_and_brackets_does_not_shift_the_fields() -> None:
    assert stat_fields("42 (a (b) c) S 7 8") == ["S", "7", "8"]


def test_processor_time_never_falls_and_counts_this_process() -> None:
    first = cpu_seconds(os.getpid())
    assert 0 < first <= cpu_seconds(os.getpid())


def test_a_process_that_is_not_there_has_used_nothing() -> None:
    assert cpu_seconds(2**22 + 1) == 0
