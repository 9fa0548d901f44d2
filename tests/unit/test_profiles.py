"""Profiles on disk: sealed, whole, and opened by one writer at a time."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from refbrowser import keyring_reads
from refbrowser.errors import CallError, FileError, ProfileError, RefbrowserError
from refbrowser.profiles import seal
from refbrowser.profiles.key import profile_secret
from refbrowser.profiles.saved import SavedProfile, SavedTab
from refbrowser.profiles.seal import Seal
from refbrowser.profiles.store import ProfileStore

pytestmark = pytest.mark.usefixtures("quick_keys")

KEY = b"a key that only the tests use"
COOKIE = "v4lue-of-the-cookie"
SAVED = SavedProfile(
    {"cookies": [{"name": "sid", "value": COOKIE, "domain": "shop.example", "path": "/"}], "origins": []},
    (
        SavedTab(
            "https://shop.example/b",
            ("https://shop.example/a", "https://shop.example/b"),
            1,
            {"https://shop.example": {"k": "\ud800"}},
        ),
    ),
    0,
)


@pytest.fixture
def store(tmp_path: Path) -> ProfileStore:
    return ProfileStore(tmp_path, lambda: KEY)


def code_of(raised: "pytest.ExceptionInfo[RefbrowserError]") -> str:
    return raised.value.code


def test_what_was_written_is_read_by_another_store(store: ProfileStore, tmp_path: Path) -> None:
    store.save("work", SAVED, "c1")
    assert ProfileStore(tmp_path, lambda: KEY).read("work") == SAVED


def test_the_disk_shows_no_value_and_is_for_the_owner_alone(store: ProfileStore, tmp_path: Path) -> None:
    store.save("work", SAVED, "c1")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.name == "state.sealed" for path in files)
    for path in files:
        assert COOKIE.encode() not in path.read_bytes()
        assert b"shop.example" not in path.read_bytes()
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    for folder in (tmp_path / "profiles", tmp_path / "profiles" / "work"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_one_writer_at_a_time_and_the_error_names_it(store: ProfileStore, tmp_path: Path) -> None:
    other = ProfileStore(tmp_path, lambda: KEY)
    store.save("work", SAVED, "c0")
    with_it = store.open("work", "c1")
    with pytest.raises(ProfileError) as raised:
        other.open("work", "c2")
    assert code_of(raised) == "profile_busy"
    assert raised.value.retryable
    assert raised.value.details["chat"] == "c1"
    assert raised.value.details["pid"] == os.getpid()
    assert store.entries()[0].owner is not None
    with_it.close()
    other.open("work", "c2").close()
    assert store.entries()[0].owner is None


def test_a_process_that_was_killed_leaves_the_profile_free(store: ProfileStore, tmp_path: Path) -> None:
    program = f"""
        import time
        from pathlib import Path
        from refbrowser.profiles.store import ProfileStore
        profile = ProfileStore(Path({str(tmp_path)!r}), lambda: {KEY!r}).open("work", "theirs")
        print("open", flush=True)
        time.sleep(60)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        with pytest.raises(ProfileError) as raised:
            store.open("work", "ours")
        assert raised.value.details["pid"] == process.pid
    finally:
        process.kill()
        process.communicate()
    store.open("work", "ours").close()


def test_readers_may_fork_a_copy_while_it_is_in_use(store: ProfileStore) -> None:
    store.save("work", SAVED, "c1")
    with_it = store.open("work", "c1")
    store.fork("work", "copy")
    assert store.read("copy") == SAVED
    with pytest.raises(ProfileError, match="already") as raised:
        store.fork("work", "copy")
    assert code_of(raised) == "profile_exists"
    with_it.close()


def test_removing_deletes_the_folder_but_not_under_a_writer(store: ProfileStore, tmp_path: Path) -> None:
    store.save("work", SAVED, "c1")
    with_it = store.open("work", "c1")
    with pytest.raises(ProfileError) as raised:
        store.remove("work")
    assert code_of(raised) == "profile_busy"
    with_it.close()
    store.remove("work")
    assert not (tmp_path / "profiles" / "work").exists()
    with pytest.raises(ProfileError) as raised:
        store.remove("work")
    assert code_of(raised) == "profile_unknown"


def test_a_wiped_profile_is_gone_unless_something_new_is_saved(store: ProfileStore, tmp_path: Path) -> None:
    profile = store.open("work", "c1")
    profile.write(SAVED)
    profile.wipe()
    profile.write(SavedProfile({"cookies": [], "origins": []}))
    assert profile.read() is None
    profile.close()
    assert not (tmp_path / "profiles" / "work").exists()


def test_another_key_and_a_changed_byte_and_another_name_do_not_open_it(store: ProfileStore, tmp_path: Path) -> None:
    store.save("work", SAVED, "c1")
    path = tmp_path / "profiles" / "work" / "state.sealed"
    whole = path.read_bytes()

    with pytest.raises(ProfileError) as raised:
        ProfileStore(tmp_path, lambda: b"some other key").read("work")
    assert code_of(raised) == "profile_locked"

    for at in (30, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ProfileError) as raised:
            store.read("work")
        assert code_of(raised) == "profile_locked"

    path.write_bytes(whole)
    store.save("other", SAVED, "c1")
    (tmp_path / "profiles" / "other" / "state.sealed").write_bytes(whole)
    with pytest.raises(ProfileError) as raised:
        store.read("other")
    assert code_of(raised) == "profile_locked"


@pytest.mark.rows(2)
@pytest.mark.parametrize("damaged", [b"", b"RBSEAL1\n", b"RBSEAL1\n" + b"x" * 20, b'{"cookies":[]}'])
def test_a_file_that_is_no_profile_says_so(store: ProfileStore, tmp_path: Path, damaged: bytes) -> None:
    store.save("work", SAVED, "c1")
    (tmp_path / "profiles" / "work" / "state.sealed").write_bytes(damaged)
    with pytest.raises(ProfileError) as raised:
        store.read("work")
    assert code_of(raised) == "profile_unreadable"


def test_a_text_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = Seal(KEY).seal(b" " * 10_000, "profile work")
    monkeypatch.setattr("refbrowser.profiles.seal.MOST_BYTES", 1_000)
    with pytest.raises(ProfileError, match="more than"):
        Seal(KEY).opened(sealed, "profile work")


@pytest.mark.parametrize(
    "held", [b"[]", b"{}", b"nonsense", json.dumps({"version": 2, "storage": {}, "tabs": [], "active": None}).encode()]
)
def test_sealed_bytes_that_hold_no_profile(held: bytes) -> None:
    with pytest.raises(ProfileError) as raised:
        SavedProfile.decoded(held, "profile work")
    assert code_of(raised) == "profile_unreadable"


@pytest.mark.parametrize("name", ["", "..", ".locks", "a/b", "a\\b", "-x", "é", "x" * 81, "a\n", None, 5])
def test_names_that_name_no_profile(store: ProfileStore, name: str) -> None:
    with pytest.raises(CallError):
        store.open(name, "c1")


def test_the_key_of_a_variable_must_be_long_enough() -> None:
    assert profile_secret({"REFBROWSER_PROFILE_KEY": "twelve chars"}) == b"twelve chars"
    with pytest.raises(ProfileError) as raised:
        profile_secret({"REFBROWSER_PROFILE_KEY": "short"})
    assert code_of(raised) == "profile_locked"
    assert "openssl" in str(raised.value.remedy and raised.value.remedy.command)


class MemoryKeyring:
    """Set up as ``keyring``'s backend, so that tests touch no person's keyring."""

    def __init__(self, *, keeps: bool = True) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.keeps = keeps

    def get(self, service: str, name: str) -> str | None:
        return self.kept.get((service, name))

    def set(self, service: str, name: str, value: str) -> None:
        if self.keeps:
            self.kept[service, name] = value


@pytest.fixture
def in_memory(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    kept = MemoryKeyring()
    monkeypatch.setattr("keyring.get_password", kept.get)
    monkeypatch.setattr("keyring.set_password", kept.set)
    return kept


def test_the_first_use_of_a_keyring_makes_a_key_that_stays(in_memory: MemoryKeyring) -> None:
    first = profile_secret({})
    assert len(first) >= 40
    assert profile_secret({}) == first


def test_a_keyring_that_keeps_nothing_is_no_key(in_memory: MemoryKeyring) -> None:
    in_memory.keeps = False
    with pytest.raises(ProfileError, match="stores nothing") as raised:
        profile_secret({})
    assert code_of(raised) == "profile_locked"


def test_a_keyring_that_fails_in_its_own_way_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backends raise what their libraries raise."""

    def fail(service: str, name: str) -> str:
        raise ConnectionError("no bus")

    monkeypatch.setattr("keyring.get_password", fail)
    with pytest.raises(ProfileError, match="no bus") as raised:
        profile_secret({})
    assert code_of(raised) == "profile_locked"


def test_a_keyring_that_hangs_is_no_key_after_a_time_and_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()
    asked: list[str] = []

    def wait(service: str, name: str) -> str:
        asked.append(name)
        answers.wait()
        return "the key of the keyring"

    monkeypatch.setattr("keyring.get_password", wait)
    monkeypatch.setattr(keyring_reads, "PATIENCE_S", 0.05)
    try:
        for _ in range(3):
            with pytest.raises(ProfileError, match=r"does not respond \(waited 0\.05 s\)") as raised:
                profile_secret({})
            assert code_of(raised) == "profile_locked"
        assert len(asked) == 1
    finally:
        answers.set()
    monkeypatch.setattr(keyring_reads, "PATIENCE_S", 10)
    assert profile_secret({}) == b"the key of the keyring"


@pytest.mark.parametrize("there", ["file", "link to nothing"])
def test_what_is_no_chromium_folder_is_refused(store: ProfileStore, tmp_path: Path, there: str) -> None:
    place = store.folder("work") / "chromium"
    place.parent.mkdir(parents=True)
    if there == "file":
        place.write_text("not a folder")
    else:
        place.symlink_to(tmp_path / "nowhere" / "at all")
    profile = store.open("work", "c", "full")
    with pytest.raises(FileError, match="cannot be used") as raised:
        _ = profile.chromium_folder
    assert raised.value.code == "file_unwritable"
    profile.close()
    assert place.is_symlink() or place.is_file(), "what a person put there stays"


@pytest.mark.parametrize("leads", ["to a folder", "nowhere"])
def test_a_profile_with_a_linked_chromium_folder_is_deleted_by_hand(store: ProfileStore, tmp_path: Path, leads: str) -> None:
    """What the link leads to may be more than the profile's, such as the person's own Chromium. It is kept, and so is the rest."""
    store.save("home", SAVED, "c")
    elsewhere = tmp_path / "elsewhere"
    if leads == "to a folder":
        elsewhere.mkdir()
        (elsewhere / "Cookies").write_text("some")
    link = store.folder("home") / "chromium"
    link.symlink_to(elsewhere)
    with pytest.raises(FileError, match=f"{link} is a link to {elsewhere}.*Nothing was deleted") as raised:
        store.remove("home")
    assert raised.value.code == "file_unwritable"
    assert store.read("home") == SAVED
    assert link.is_symlink()
    assert leads == "nowhere" or (elsewhere / "Cookies").read_text() == "some"
    link.unlink()
    store.remove("home")
    assert not store.folder("home").exists()


def test_what_keeps_chromium_s_folder_from_being_deleted_keeps_the_rest(store: ProfileStore) -> None:
    """A folder that cannot even be moved away, as a mounted one, is left whole."""
    profile = store.open("home", "c", "full")
    (profile.chromium_folder / "Cookies").write_text("some")
    profile.write(SAVED)
    in_the_way = store.folder("home") / ".chromium.part" / "in use"
    in_the_way.mkdir(parents=True)
    with pytest.raises(FileError, match="Nothing was deleted"):
        profile.wipe()
    assert (profile.chromium_folder / "Cookies").read_text() == "some"
    assert store.read("home") == SAVED
    in_the_way.rmdir()
    profile.wipe()
    profile.close()
    assert not store.folder("home").exists()


def test_a_chromium_folder_in_use_is_not_proposed_for_a_copy(store: ProfileStore) -> None:
    """``fork`` would refuse it."""
    profile = store.open("home", "c", "full")
    _ = profile.chromium_folder
    with pytest.raises(ProfileError) as busy:
        store.open("home", "d", "full")
    assert code_of(busy) == "profile_busy"
    assert busy.value.remedy is not None
    assert busy.value.remedy.command is None
    profile.close()


def test_a_copy_that_is_broken_off_is_no_profile(store: ProfileStore, tmp_path: Path) -> None:
    profile = store.open("home", "c", "full")
    (profile.chromium_folder / "Cookies").write_text("some")
    profile.close()
    killed = f"""
        import os, shutil
        from pathlib import Path
        from refbrowser.profiles.store import ProfileStore
        shutil.copy2 = lambda *_, **__: os._exit(9)
        copytree = shutil.copytree
        shutil.copytree = lambda *given, **named: copytree(*given, copy_function=shutil.copy2, **named)
        ProfileStore(Path({str(tmp_path)!r}), lambda: b"").fork("home", "copy")
    """
    assert subprocess.run([sys.executable, "-c", textwrap.dedent(killed)], check=False).returncode == 9
    assert store.kind("copy") == "state"
    with pytest.raises(ProfileError) as raised:
        store.existing("copy")
    assert code_of(raised) == "profile_unknown"
    store.remove("copy")
    store.fork("home", "copy")
    assert (store.folder("copy") / "chromium" / "Cookies").read_text() == "some"
    assert sorted(path.name for path in store.folder("copy").iterdir()) == ["chromium"]


@pytest.mark.timeout(600)
@pytest.mark.long("unit/test_profiles.py::test_what_was_written_is_read_by_another_store")
def test_kills_while_writing_leave_a_whole_profile(store: ProfileStore, tmp_path: Path) -> None:
    """200 kills at random moments: the profile is always one of those that were written, and the next process may open it."""
    import random

    program = f"""
        import sys
        from pathlib import Path
        from refbrowser.profiles import seal
        from refbrowser.profiles.saved import SavedProfile
        from refbrowser.profiles.store import ProfileStore
        seal._COST["n"] = {seal._COST["n"]}
        profile = ProfileStore(Path({str(tmp_path)!r}), lambda: {KEY!r}).open("work", "c")
        n = 0
        while True:
            n += 1
            cookie = {{"name": "sid", "value": "kept", "domain": "shop.example", "path": "/"}}
            profile.write(SavedProfile({{"cookies": [cookie], "origins": [], "filler": str(n) * 50_000}}))
            if n == 1:
                print("written", flush=True)
    """
    moments = random.Random(7)
    for _ in range(200):
        process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"written\n"
        try:
            process.wait(timeout=moments.uniform(0, 0.05))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate()
        saved = store.read("work")
        assert saved is not None
        assert saved.storage["cookies"][0]["value"] == "kept"
        assert re.fullmatch(r"(\d+)", saved.storage["filler"])
    store.open("work", "after").close()
    assert not list((tmp_path / "profiles" / "work").glob(".*.part"))
