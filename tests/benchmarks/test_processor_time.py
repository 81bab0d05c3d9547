import os

from benchmarks.support.processor_time import cpu_seconds, stat_fields


def test_a_name_with_spaces_and_brackets_does_not_shift_the_fields() -> None:
    assert stat_fields("42 (a (b) c) S 7 8") == ["S", "7", "8"]


def test_cpu_time_never_falls_and_includes_this_process() -> None:
    first = cpu_seconds(os.getpid())
    assert 0 < first <= cpu_seconds(os.getpid())


def test_a_missing_process_has_no_cpu_time() -> None:
    assert cpu_seconds(2**22 + 1) == 0
