import subprocess
import sys
from pathlib import Path

import pytest

from tidings.engine.cluster.ray_environment import node_environment, ray_environment
from tidings.settings.tree import ClusterSettings, Settings

TOKEN = Path("/token")
CALL_WITHOUT_CONNECTION = """
from pathlib import Path
from tidings.engine.cluster.ray_environment import imported_ray, ray_environment
from tidings.settings.tree import ClusterSettings
ray = imported_ray(ray_environment(ClusterSettings(), Path("/token")))
try:
    ray.put(1)
finally:
    print("started" if ray.is_initialized() else "nothing started")
"""


@pytest.mark.parametrize(
    ("heartbeat", "failure"), [(5.0, 60.0), (1.0, 10.0), (2.0, 4.0), (5.0, 1.0), (0.0, 0.0)]
)
def test_silence_is_noticed_within_the_failure_time(heartbeat: float, failure: float) -> None:
    settings = ClusterSettings(heartbeat_seconds=heartbeat, failure_seconds=failure)
    values = ray_environment(settings, TOKEN)
    period, timeout = (int(values[f"RAY_health_check_{each}_ms"]) for each in ("period", "timeout"))
    checks = int(values["RAY_health_check_failure_threshold"])
    assert period > 0
    assert checks > 0
    assert checks * (period + timeout) <= max(1000 * failure, 2000 * heartbeat, 2)
    for side in ("grpc_client_keepalive", "grpc_keepalive"):
        times = int(values[f"RAY_{side}_time_ms"]), int(values[f"RAY_{side}_timeout_ms"])
        assert min(times) > 0
        assert sum(times) <= max(1000 * failure, 2000 * heartbeat, 2)


def test_a_short_failure_time_leaves_a_head_time_to_be_started_again() -> None:
    settings = ClusterSettings(heartbeat_seconds=1.0, failure_seconds=2.0)
    assert ray_environment(settings, TOKEN)["RAY_gcs_rpc_server_reconnect_timeout_s"] == "60"


def test_nothing_is_open_without_a_token() -> None:
    values = ray_environment(ClusterSettings(), TOKEN)
    assert values["RAY_AUTH_MODE"] == "token"
    assert values["RAY_AUTH_TOKEN_PATH"] == "/token"


def test_only_the_head_needs_to_know_redis() -> None:
    settings = Settings(cluster=ClusterSettings(redis="redis://redis.example:6379"))
    head = node_environment(settings, TOKEN, is_head=True)
    assert head["RAY_REDIS_ADDRESS"] == "redis://redis.example:6379"
    assert "RAY_REDIS_ADDRESS" not in node_environment(settings, TOKEN)
    assert Path(head["TIDINGS_HOME"]).is_absolute()


def test_a_call_without_a_connection_starts_no_cluster() -> None:
    command = [sys.executable, "-c", CALL_WITHOUT_CONNECTION]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Ray has not been started yet" in done.stderr
    assert done.stdout == "nothing started\n"
    assert done.returncode == 1
