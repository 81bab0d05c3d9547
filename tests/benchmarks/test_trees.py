from pathlib import Path

import pytest
from benchmarks.checkouts.interval import Ratio
from benchmarks.trees import in_turn, judged, main


def test_turns_are_taken_in_the_order_a_b_b_a() -> None:
    order: list[int] = []

    def turn(place: int) -> str:
        order.append(place)
        return "ab"[place]

    assert [in_turn(number, turn) for number in range(2)] == [("a", "b"), ("a", "b")]
    assert order == [0, 1, 1, 0]


def test_an_interval_that_ends_above_the_limit_is_named() -> None:
    ratios = {
        "per page": Ratio(1.0, 1.0, 1.0, 0.99, 1.02),
        "per search": Ratio(1.0, 1.1, 1.1, 1.05, 1.15),
    }
    assert judged(ratios, 1.03) == [
        "NEW may take 1.150 times the CPU per search, which is above 1.03."
    ]


def test_a_missing_folder_is_misuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere"), str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("OLD: there is no folder")


def test_a_folder_without_the_project_is_misuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), str(tmp_path)]) == 2
    assert "is not a checkout of Tidings" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["0", "-3", "many"])
def test_wrong_counts_are_misuse(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["a", "b", "--rounds", wrong])
    assert ended.value.code == 2
