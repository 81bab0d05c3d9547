from datetime import UTC, datetime
from pathlib import Path

import pytest
from benchmarks.answers import compare, main
from benchmarks.checkouts.comparison import Window
from benchmarks.checkouts.probe import Probe, probes
from benchmarks.checkouts.recording import Recording, loaded
from benchmarks.checkouts.samples import Samples

_BEGAN = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
_SAMPLES = Samples(
    articles=("a1", "a2"),
    words=("ferry", "harbour"),
    stories=("7",),
    sites=("http://a.example/",),
    domains=("a.example",),
    addresses=("http://a.example/1",),
)


def _recording(total: int) -> Recording:
    asked: list[tuple[Probe, object]] = [
        (Probe(verb=("status",)), {"exit": 0, "out": {"articles": 5}}),
        (Probe(path="/api/search?q=a"), {"status": 200, "body": {"total": total}}),
    ]
    return Recording(_BEGAN, asked)


def test_a_recording_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "recording.json"
    _recording(3).save(file)
    assert loaded(file) == _recording(3)


def test_only_the_answer_that_differs_is_reported() -> None:
    found = compare(_recording(3), _recording(4), Window(_BEGAN, _BEGAN))
    assert [str(each) for each in found[1].found] == ["body.total: 3 -> 4"]
    assert found[0].found == []


def test_every_route_is_probed_once_with_its_samples() -> None:
    openapi: dict[str, dict[str, object]] = {
        "/api/new": {"get": {}},
        "/api/told/{story_id}": {"get": {}},
        "/api/written": {"post": {}},
    }
    paths = [probe.path for probe in probes(_SAMPLES, openapi)]
    assert {"/api/new", "/api/told/7"} <= set(paths)
    assert "/api/written" not in paths


def test_no_probe_occurs_twice() -> None:
    asked = probes(_SAMPLES, {})
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--home", "nowhere"], "nowhere is not a home of Tidings"),
        (["--against", "recording.json"], "--against needs --home"),
        (["--record", "/nowhere/at/all.json"], "There is no folder /nowhere/at"),
    ],
)
def test_contradictory_options_are_misuse(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["old", "new", *options]) == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_a_folder_that_is_not_a_checkout_is_misuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), str(tmp_path)]) == 2
    assert "is not a checkout of Tidings" in capsys.readouterr().err


def test_a_file_that_is_not_a_recording_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text("[1]")
    with pytest.raises(ValueError, match="not a recording"):
        loaded(file)
