"""Stores of secrets that hang, fail or answer with too much: the call ends, typed, and leaves nothing behind."""

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from refbrowser import keyring_reads
from refbrowser.errors import PolicyError
from refbrowser.masking import Masker
from refbrowser.service.vault import command
from refbrowser.service.vault.listing import Listed
from refbrowser.service.vault.stores import MOST_VALUE
from refbrowser.service.vault.vault import Vault, code_of
from tests.support import processes
from tests.support.waiting import until

VALUE = "korrekt-Pferd-9"
CommandVault = Callable[[str], Vault]


@pytest.fixture
def prints(tmp_path: Path) -> CommandVault:
    """A vault whose secret ``it`` is what a Python program prints."""

    def write(program: str) -> Vault:
        line = json.dumps([sys.executable, "-c", program])
        listing = tmp_path / "secrets.toml"
        listing.write_text(f'[[secret]]\nname = "it"\norigins = ["https://shop.example"]\ncommand = {line}\n')
        return Vault(listing, Masker())

    return write


@pytest.mark.parametrize("ends", ["\n", "\r\n", ""], ids=repr)
async def test_a_command_s_value_ends_before_its_line_break(prints: CommandVault, ends: str) -> None:
    vault = prints(f"import sys; sys.stdout.buffer.write({(VALUE + ends).encode()!r}); sys.stderr.write('a warning')")
    assert (await vault.value("it"))[1] == VALUE


async def test_a_cancelled_call_ends_its_command_and_what_that_started(prints: CommandVault, tmp_path: Path) -> None:
    pids = tmp_path / "command", tmp_path / "child"
    vault = prints(
        "import os, pathlib, subprocess\n"
        "child = subprocess.Popen(['sleep', '60'])\n"
        f"pathlib.Path({str(pids[1])!r}).write_text(str(child.pid))\n"
        f"pathlib.Path({str(pids[0])!r}).write_text(str(os.getpid()))\n"
        "child.wait()"
    )
    call = asyncio.create_task(vault.value("it"))
    await until(lambda: pids[0].exists() and pids[0].read_text() != "")
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await until(lambda: not processes.alive({int(pid.read_text()) for pid in pids}))


async def test_a_command_has_a_time_limit_of_its_own() -> None:
    listed = Listed("it", "text", ("https://shop.example",), "command", ["sleep", "60"])
    with pytest.raises(PolicyError, match=r"its command did not end in 0\.05 s") as failure:
        await command.printed(listed, 0.05)
    assert failure.value.code == "secret_unknown"


@pytest.mark.parametrize(
    ("program", "why"),
    [
        # It would never end by itself.
        (f"import sys\nwhile True: sys.stdout.write({VALUE!r} * 1000)", f"printed more than the {MOST_VALUE} characters"),
        (f"import sys; sys.stdout.buffer.write(b'\\xff\\xfe' + {VALUE!r}.encode())", "printed bytes that are not UTF-8"),
        (f"import sys; print({VALUE!r}); sys.exit(3)", "exited with status 3"),
        (f"import os, signal; print({VALUE!r}, flush=True); os.kill(os.getpid(), signal.SIGTERM)", "exited with status -15"),
        ("pass", "its command has none"),
        # As `pass show` does: entered whole, the user name would go into the password's field.
        (
            f"print({VALUE!r}); print('login: ada'); print('url: shop.example')",
            "printed 3 lines; a secret is one line: .*head -n 1",
        ),
        (f"print({VALUE!r}); print()", "printed 2 lines"),
    ],
)
async def test_what_is_no_value_is_refused_with_the_reason(prints: CommandVault, program: str, why: str) -> None:
    with pytest.raises(PolicyError, match=why) as failure:
        await prints(program).value("it")
    assert failure.value.code == "secret_unknown"
    assert VALUE not in json.dumps(failure.value.as_dict())


async def test_an_environment_that_is_not_utf_8_has_no_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be typed as other characters."""
    listing = tmp_path / "secrets.toml"
    listing.write_text('[[secret]]\nname = "it"\norigins = ["https://shop.example"]\nenvironment = "IT_IS"\n')
    monkeypatch.setenv("IT_IS", b"\xff\xfe-long-enough".decode(errors="surrogateescape"))
    with pytest.raises(PolicyError, match="what its environment has is not UTF-8"):
        await Vault(listing, Masker()).value("it")


async def test_a_file_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = tmp_path / "secrets.toml"
    entry = '[[secret]]\nname = "it"\norigins = ["https://shop.example"]\nfile = "/dev/zero"\n'
    listing.write_text('passphrase_variable = "OPEN_SESAME"\n' + entry)
    monkeypatch.setenv("OPEN_SESAME", "a passphrase")
    with pytest.raises(PolicyError, match="cannot be opened"):
        await Vault(listing, Masker()).value("it")


@pytest.mark.parametrize(
    ("key", "valid"),
    [
        ("otpauth://totp/shop?secret=JBSWY3DPEHPK3PXP", True),
        ("OTPAUTH://TOTP/shop?secret=JBSWY3DPEHPK3PXP", True),
        ("otpauth://hotp/shop?secret=JBSWY3DPEHPK3PXP&counter=1", False),
    ],
)
def test_a_key_that_counts_uses_is_not_taken_for_one_of_time(key: str, valid: bool) -> None:
    listed = Listed("it", "otp", ("https://shop.example",), "environment", "IT")
    if valid:
        assert code_of(listed, key) == code_of(listed, "JBSWY3DPEHPK3PXP")
        return
    with pytest.raises(PolicyError, match="not a key for one-time codes"):
        code_of(listed, key)


class Ring(KeyringBackend):
    """A keyring whose reads do what ``work`` does."""

    priority = 1

    def __init__(self, work: Callable[[], str | None]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.work = work
        self.reads = 0

    def get_password(self, service: str, username: str) -> str | None:
        self.reads += 1
        return self.work()

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError


@pytest.fixture
def ringing(tmp_path: Path) -> Iterator[Callable[[Ring], Vault]]:
    """A vault whose secret ``it`` is in the keyring that the test gives."""
    before = keyring.get_keyring()

    def use(ring: Ring) -> Vault:
        keyring.set_keyring(ring)
        listing = tmp_path / "secrets.toml"
        listing.write_text('[[secret]]\nname = "it"\norigins = ["https://shop.example"]\nkeyring = "refbrowser"\n')
        return Vault(listing, Masker())

    yield use
    keyring.set_keyring(before)


@pytest.mark.parametrize("failure", [KeyringLocked(f"locked {VALUE}"), RuntimeError(f"no bus {VALUE}")], ids=repr)
async def test_a_keyring_that_fails_gives_no_value(ringing: Callable[[Ring], Vault], failure: Exception) -> None:
    def fail() -> str:
        raise failure

    with pytest.raises(PolicyError, match=type(failure).__name__) as refusal:
        await ringing(Ring(fail)).value("it")
    assert refusal.value.code == "secret_unknown"
    assert VALUE not in json.dumps(refusal.value.as_dict())


async def test_a_keyring_that_hangs_gives_no_value(ringing: Callable[[Ring], Vault], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()
    monkeypatch.setattr(keyring_reads, "PATIENCE_S", 0.05)
    try:
        with pytest.raises(PolicyError, match=r"the system's keyring does not respond \(waited 0\.05 s\)") as refusal:
            await ringing(Ring(lambda: str(answers.wait()))).value("it")
        assert refusal.value.code == "secret_unknown"
    finally:
        answers.set()
        # Who asks for the same value would wait for this answer.
        await until(lambda: not any(thread.name == "keyring" for thread in threading.enumerate()))


async def test_a_keyring_that_hangs_takes_one_thread_and_no_worker(ringing: Callable[[Ring], Vault]) -> None:
    """The pool has few workers, which journals and profiles need; and the program ends while the keyring waits for a person."""
    answers, asked = threading.Event(), threading.Event()

    def wait() -> str:
        asked.set()
        answers.wait()
        return VALUE

    ring = Ring(wait)
    vault = ringing(ring)
    calls = [asyncio.create_task(vault.value("it")) for _ in range(100)]
    await until(asked.is_set)
    first, *others = calls
    first.cancel()
    assert await asyncio.wait_for(asyncio.to_thread(lambda: "at work"), 5) == "at work"
    assert [thread.daemon for thread in threading.enumerate() if thread.name == "keyring"] == [True]
    answers.set()
    assert {value for _, value in await asyncio.gather(*others)} == {VALUE}
    assert ring.reads == 1
    assert (await vault.value("it"))[1] == VALUE
    assert ring.reads == 2
