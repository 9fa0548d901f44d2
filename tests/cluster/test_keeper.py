"""A host's keeper and fence, with real processes and no Ray: what a host that dies or stops leaves behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from refbrowser.cluster.fence import Fence
from refbrowser.cluster.keeper import MARK
from refbrowser.cluster.ledger import SLOTS, Ledger
from refbrowser.cluster.store import Store
from refbrowser.errors import ClusterError

LEASE_S = 1.5

HOST = """
import os, subprocess, sys, time
from pathlib import Path
from refbrowser.cluster.fence import Fence
from refbrowser.cluster.keeper import MARK
from refbrowser.cluster.ledger import Ledger
from refbrowser.cluster.timing import moment
ledger = Ledger(Path(sys.argv[1]), create=True)
keeper = subprocess.Popen([sys.executable, "-m", "refbrowser.cluster.keeper", "h", str(os.getpid()), sys.argv[1], sys.argv[2], "LEASE"],
                          stdin=subprocess.PIPE, start_new_session=True)
os.environ[MARK] = "h"
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
fence = Fence(ledger)
with fence.call("a" * 32, reads=False):
    fence.settled(fence.sending(opening=False), carried_out=True)
with fence.call("b" * 32, reads=False):
    fence.sending(opening=True)
with fence.call("c" * 32, reads=False):
    pass
def renew():
    now = moment()
    ledger.write_beat(now)
    fence.extend(now + LEASE * 2 / 3)
renew()
print(keeper.pid, child.pid, flush=True)
while True:
    renew()
    time.sleep(0.05)
""".replace("LEASE", str(LEASE_S))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """A process that renews its lease, its keeper, and a child in a session of its own, as Chromium is."""
    arguments = [sys.executable, "-c", HOST, str(tmp_path / "ledger"), str(tmp_path / "store")]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env={**os.environ, MARK: ""})
    assert process.stdout is not None
    keeper, child = map(int, process.stdout.readline().split())
    yield process, keeper, child
    for pid in (process.pid, child, keeper):
        if psutil.pid_exists(pid):
            os.kill(pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()


@pytest.mark.rows(1)
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_nothing_outlives_a_host_and_its_calls_are_known(
    host: tuple[subprocess.Popen[str], int, int], tmp_path: Path, sent: signal.Signals
) -> None:
    """A stopped host is killed before its lease ends: it cannot wake up late."""
    process, keeper, child = host
    os.kill(process.pid, sent)
    began = time.monotonic()
    psutil.Process(keeper).wait(timeout=20)
    took = time.monotonic() - began
    process.wait(timeout=5)
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE
    assert Store(str(tmp_path / "store")).ended("h") == {"a" * 32: True, "b" * 32: "unknown", "c" * 32: False}
    assert json.loads(next((tmp_path / "store").rglob("ended")).read_text())
    assert not (tmp_path / "ledger").exists()
    if sent == signal.SIGSTOP:
        assert took > LEASE_S / 6, "a host is not killed while its lease may be valid and it may only be slow"


def test_a_host_that_wakes_up_late_sends_nothing(tmp_path: Path) -> None:
    """The fence looks at the clock where input is sent: what was let through before the stop is refused after it."""
    now = [10.0]
    fence = Fence(Ledger(tmp_path / "ledger", create=True), clock=lambda: now[0])
    fence.extend(12.0)
    fence.check()
    now[0] = 12.0
    with pytest.raises(ClusterError) as lost:
        fence.check()
    assert lost.value.code == "host_lost"
    fence.extend(14.0)
    fence.check()


def test_what_is_performed_is_said_when_the_last_input_is_confirmed(tmp_path: Path) -> None:
    """Half a press is unknown; so is a press whose second half the browser has not confirmed, or has not carried out."""
    fence = Fence(Ledger(tmp_path / "ledger", create=True))
    with fence.call("p" * 32, reads=False) as performed:
        assert performed() is False
        assert fence.sending(opening=True) is None
        assert performed() == "unknown"
        first, second = fence.sending(opening=False), fence.sending(opening=False)
        assert first is not None
        assert second is not None
        fence.settled(first, carried_out=True)
        assert performed() == "unknown"
        fence.settled(second, carried_out=True)
        assert performed() is True
        third = fence.sending(opening=False)
        assert third is not None
        fence.settled(third, carried_out=False)
        assert performed() == "unknown"


def test_a_reading_call_sends_no_input(tmp_path: Path) -> None:
    fence = Fence(Ledger(tmp_path / "ledger", create=True))
    with fence.call("r" * 32, reads=True) as performed:
        assert fence.sending(opening=False) is None
        assert performed() is False


def test_the_ledger_keeps_calls_at_work_and_the_last_that_ended(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger", create=True)
    at_work = ledger.begin("w" * 32)
    ledger.sent(at_work)
    for number in range(SLOTS + 5):
        ledger.end(ledger.begin(f"{number:032}"))
    calls = Ledger(tmp_path / "ledger").calls()
    assert calls["w" * 32] is True
    assert f"{SLOTS + 4:032}" in calls
    assert len(calls) == SLOTS
