import subprocess
import sys


def test_the_client_needs_only_the_standard_library() -> None:
    """So that it is imported quickly, and can be copied into another project."""
    code = (
        "import sys; before = set(sys.modules); import tidings.client.client;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
        ";print(*sorted(name for name in sys.modules if name.startswith('tidings.')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    packages, ours = (line.split() for line in run.stdout.splitlines())
    assert {*packages} - {*sys.stdlib_module_names} == {"tidings"}
    assert {name.split(".")[1] for name in ours} == {"client"}
