from tests.cli.conftest import Tidings


def test_without_a_cluster_no_run_is_begun(tidings: Tidings) -> None:
    tidings("mine", "weather", "--max-pages", "1")  # makes the home
    refused = tidings("mine", "storms", "--seed", "http://127.0.0.1:9/", "--engine", "ray")
    assert refused.code == 1
    assert "No cluster runs for" in refused.err
    assert "tidings cluster up" in refused.err
    assert [run["request"]["query"] for run in tidings("mine", "--list", "--json").json] == [
        "weather"
    ]
