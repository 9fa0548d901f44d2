"""The local server as its clients reach it: found, started when absent, asked.

Standard library alone, and nothing of this package: the command line must not pay for imports, and a host that keeps refbrowser in
another environment copies this one file. HTTP is spoken over a plain socket because each command of a shell would import
``http.client`` with ``email.parser`` and ``ssl``: 20 ms, as much as the interpreter and all other imports of this module take.
"""

import contextlib
import json
import os
import socket
import sys
import time
from typing import Any, Final

START_S: Final = 120.0
"""How long a client waits for a server that starts, by its own start or another client's. The start goes on without the client."""

PATIENCE_S: Final = 30.0
"""How long after a call's own deadline its answer may still come. A server that died closes the connection at once."""

MOST_MS: Final = 3_600_000
"""The longest deadline that a call can have; one that names a longer one is refused at once."""

CONNECT_S: Final = 10.0
ENDING_S: Final = 20.0
"""How long a server that was asked to end may take to exit."""

MOST_BYTES: Final = 256 * 1024 * 1024


class Unanswered(Exception):
    """There is no answer; ``envelope`` says why, as the failure of a call."""

    def __init__(self, code: str, error: str, *, retryable: bool = False, command: str | None = None, **details: Any) -> None:
        super().__init__(error)
        self.envelope: dict[str, Any] = {
            "ok": False,
            "error": error,
            "code": code,
            "retryable": retryable,
            "remedy": {"command": command} if command else None,
            "details": details,
        }

    @classmethod
    def of(cls, envelope: dict[str, Any]) -> "Unanswered":
        """The refusal that a server's ``envelope`` holds, with its code, sentence, command and details."""
        failure = cls(envelope["code"], envelope["error"])
        failure.envelope = envelope
        return failure


def default_home() -> str:
    """The folder of ``Settings.home``, without loading the settings."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    given = os.environ.get("REFBROWSER_HOME") or FILES.get("REFBROWSER_HOME")
    return os.path.expanduser(given or os.path.join(state, "refbrowser"))


FILES: Final[dict[str, str]] = {}
"""Settings that a program has read from files, by variable; variables of the environment replace them."""

_NOT_SENT = frozenset({"REFBROWSER_CHAT", "REFBROWSER_HOME", "REFBROWSER_PROFILE_KEY", "REFBROWSER_SETTINGS"})


def address(chat: str) -> str:
    """The path of a chat on the server."""
    return f"/v1/chats/{_quoted(chat)}"


def _quoted(name: str) -> str:
    if name.isascii() and name.replace("-", "").replace("_", "").isalnum():
        return name
    from urllib.parse import quote

    return quote(name, safe="")


def process_started(pid: int) -> str | None:
    """When the process began, in the system's own words; None when there is no such process. A later
    process of the same number began at another time."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
            # The second field is the program's name in parentheses and may hold anything; the start time is the 22nd.
            fields = stat.read().rpartition(")")[2].split()
        return None if fields[0] in "ZX" else fields[19]
    except OSError:
        if os.path.isdir("/proc/self"):
            return None
    import subprocess

    shown = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, timeout=10, check=False)
    return shown.stdout.strip() or None


class LocalServer:
    """The server of one home folder. ``command`` runs the program ``refbrowser``, with ``environment`` added to this process's own;
    ``version`` is the one that this client is of."""

    def __init__(
        self,
        home: str | None = None,
        *,
        command: tuple[str, ...] = (),
        version: str | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.home = os.path.abspath(home or default_home())
        self.folder = os.path.join(self.home, "server")
        self.command = command or (sys.executable, "-m", "refbrowser")
        self.version = version
        self.environment = dict(environment or {})
        self._start_lock: Any = None

    def record(self) -> dict[str, Any] | None:
        """What the running server wrote about itself: ``{pid, started, host, port, url, version, timeout_ms}``, and ``replaceable``
        where clients started it and may end it. None when it is gone, also when its record was left behind or its process
        number now belongs to another program."""
        # The lock that the server holds has the record too, for a file that was damaged or removed under it.
        return self._record_in("server.json") or self._record_in("lock")

    def _record_in(self, name: str) -> dict[str, Any] | None:
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                record = json.load(file)
            alive = process_started(record["pid"]) == record["started"] and {"host", "port", "url", "version"} <= record.keys()
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return record if alive else None

    def ensure(self) -> dict[str, Any]:
        """The record of the running server, which is started if there is none. Raises :class:`Unanswered`."""
        return self.record() or self._started()

    def call(self, chat: str, request: dict[str, Any], profile: str | None = None) -> dict[str, Any]:
        """The envelope of one call in ``chat``, which ``profile`` keeps; starts the server if there is none. Never raises for what
        goes wrong."""
        return self.answer(f"{address(chat)}/call{f'?profile={_quoted(profile)}' if profile else ''}", request)

    def vision_load(self, chat: str, paths: list[str]) -> dict[str, Any]:
        """The envelope of the chat's images for a model: ``[{path, mime, data, width, height, scale}]``."""
        return self.answer(f"{address(chat)}/vision_load", {"paths": paths})

    def request(
        self, method: str, path: str, body: object = None, *, timeout_s: float = PATIENCE_S, versioned: bool = True
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (names in lower case) and body of one request to the running server; none is started. A server of
        another version answers those alone that are not ``versioned``.

        Raises :class:`Unanswered`: ``server_unreachable`` when nothing was sent, ``server_lost`` when the answer did not come.
        """
        if (record := self.record()) is None:
            raise Unanswered("server_unreachable", f"No server runs for {self.home}.", retryable=True, command="refbrowser serve")
        message = self.message(record, method, path, body, versioned=versioned)
        # Not create_connection, which loads the codec for international host names to look up an address.
        with socket.socket(socket.AF_INET6 if ":" in record["host"] else socket.AF_INET) as connection:
            connection.settimeout(CONNECT_S)
            try:
                connection.connect((record["host"], record["port"]))
            except OSError as refused:
                raise refusing(record, refused) from None
            return answered(_exchanged(connection, message, record, timeout_s), record)

    def message(self, record: dict[str, Any], method: str, path: str, body: object = None, *, versioned: bool = True) -> bytes:
        """One request as it is sent. It is HTTP/1.0: the answer is not chunked, and ends with the connection."""
        payload = b"" if body is None else json.dumps(body).encode()
        host = f"[{record['host']}]" if ":" in record["host"] else record["host"]
        head = [
            f"{method} {path} HTTP/1.0",
            f"Host: {host}:{record['port']}",
            f"Authorization: Bearer {self._token(record)}",
            "Accept: application/json",
            "Content-Type: application/json",
            f"Content-Length: {len(payload)}",
        ]
        if self.version and versioned:
            head.append(f"Refbrowser-Version: {self.version}")
            if given := self._given_settings():
                head.append(f"Refbrowser-Settings: {json.dumps(given)}")
        return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + payload

    def _given_settings(self) -> dict[str, str]:
        """Return the settings that this process was given, without those in ``_NOT_SENT``, and the folder of relative paths."""
        given = {**FILES, **os.environ, **self.environment}
        sent = {name: text for name, text in given.items() if name.startswith("REFBROWSER_") and name not in _NOT_SENT}
        with contextlib.suppress(OSError):  # the working folder was deleted
            sent |= {"PWD": os.getcwd()} if sent else {}
        return sent

    def answer(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The envelope in the answer to a POST; starts the server if there is none. Never raises for what goes wrong."""
        try:
            return self._envelope(path, body)
        except Unanswered as unanswered:
            return unanswered.envelope

    def _envelope(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        for again in (True, False):
            self.ensure()
            try:
                status, _, answer = self.request("POST", path, body, timeout_s=self.patience_s(body))
            except Unanswered as unanswered:
                # Nothing was sent: it ended after it was found, or takes no connections any more because it is about to.
                if again and unanswered.envelope["code"] == "server_unreachable" and self._has_ended():
                    continue
                raise
            envelope = envelope_of(status, answer)
            if envelope.get("code") == "server_unreachable" and again and self._has_ended():
                continue  # it was stopping, and did not begin the call
            if envelope.get("code") == "version_mismatch" and again and self._replaces(envelope):
                continue
            return envelope
        raise AssertionError("unreachable")

    def _replaces(self, mismatch: dict[str, Any]) -> bool:
        """Whether the server of another version has been ended, so that one of this version can start: one that clients start and
        that has no chat in use. Else the remedy of ``mismatch`` names the chats that would end with it."""
        record = self.record()
        if record is None:
            return True
        listed = envelope_of(*self.request("GET", "/v1/chats", versioned=False)[::2])
        chats = [chat["id"] for chat in listed.get("result", {}).get("chats", []) if chat.get("in_use", True)]
        if chats:
            mismatch["details"]["chats"] = chats
            start = "the next call starts a server of the client's version"
            mismatch["remedy"] = {"command": "refbrowser stop", "hint": f"it ends the chats {', '.join(chats)}; {start}"}
        if chats or not record.get("replaceable"):
            return False
        # Loaded for a server of another version.
        from signal import SIGTERM

        try:
            os.kill(record["pid"], SIGTERM)
        except ProcessLookupError:
            return True  # it has ended in the meantime
        return self._has_ended()

    def _has_ended(self) -> bool:
        """Whether the server is gone, after the time that its last calls may take."""
        deadline = time.monotonic() + ENDING_S
        while (record := self.record()) is not None and time.monotonic() < deadline:
            time.sleep(0.02)  # another process ends: there is no event to wait for
        return record is None

    def patience_s(self, request: dict[str, Any]) -> float:
        """How long the answer to a call is waited for: its deadline, for a batch that of all its calls, and some more."""
        record = self.record() or {}
        default_ms = record.get("timeout_ms", 15_000)
        calls = request.get("calls")
        parts = [request, *(call for call in calls if isinstance(call, dict))] if isinstance(calls, list) else [request]
        given = [part.get(name) for part in parts for name in ("timeout_ms", "time_ms")]
        own_ms = [min(ms, MOST_MS) if isinstance(ms, int) and ms > 0 else default_ms for ms in given]
        # A call may wait for a person, whose time is not the call's.
        asked_ms = record.get("approval_ms", 0) * len(parts)
        # Pauses by other tools' names are not read here; they last a minute at most.
        return float(2 * PATIENCE_S + (asked_ms + sum(own_ms)) / 1000)

    def _token(self, record: dict[str, Any]) -> str:
        path = record.get("token_file") or os.path.join(self.folder, "token")
        try:
            with open(path, encoding="ascii") as file:
                return file.read().strip()
        except (OSError, ValueError) as failure:
            raise Unanswered("unauthorized", f"The token file {path} cannot be read: {failure}.", token_file=path) from None

    def _started(self) -> dict[str, Any]:
        """Start a server, or wait for the one that another client starts at the moment: one start serves all who ask."""
        self._start_lock = None
        try:
            lock = _start_lock(self.folder)
        except OSError:
            return self._start()  # the folder cannot be written to: the start says why
        with lock:
            self._start_lock = lock
            return self.record() or self._start()

    def _start(self) -> dict[str, Any]:
        import subprocess

        command = [*self.command, "serve", "--detach"]
        try:
            # In a session of its own, and with the lock: it goes on, and no other is started, when this client is interrupted.
            starting = subprocess.Popen(
                command,
                env={**os.environ, **self.environment, "REFBROWSER_HOME": self.home},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                pass_fds=() if self._start_lock is None else (self._start_lock.fileno(),),
            )
            stdout, stderr = starting.communicate(timeout=START_S)
        except subprocess.TimeoutExpired:
            raise _still_starting(self.folder) from None
        except OSError as failure:
            raise Unanswered(
                "server_unreachable", f"The server could not be started: {failure}.", retryable=True, started_with=command
            ) from None
        record = self.record()
        if record is None:
            output = (stderr or stdout).decode(errors="replace").strip().splitlines() or [f"exit code {starting.returncode}"]
            # What a failed command prints begins with its code, and with whether it may be retried.
            head, separator, why = output[-1].partition(": ")
            typed = bool(separator) and head.startswith("error ")
            raise Unanswered(
                "server_unreachable",
                f"The server could not be started: {why if typed else output[-1]}",
                retryable="may be retried" in head if typed else True,
                started_with=command,
                log=os.path.join(self.folder, "log"),
            )
        return record


def _still_starting(folder: str) -> Unanswered:
    """The failure of a client that waits no longer for a start which goes on."""
    why, log = f"The server is still starting after {START_S:.0f} s and goes on; repeat the call.", os.path.join(folder, "log")
    return Unanswered("server_unreachable", why, retryable=True, log=log)


def _start_lock(folder: str) -> Any:
    """Return the open lock file of those who start a server once it is free: closed by the client that starts one and by the
    program that it runs for that. Raises :class:`Unanswered` after the time of a start."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    file = open(os.path.join(folder, "starting"), "w", encoding="ascii")  # noqa: SIM115
    if sys.platform == "win32":
        return file  # without such locks: the server itself refuses a second start
    import fcntl

    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except OSError:
            time.sleep(0.05)  # another process starts a server: there is no event to wait for
    file.close()
    raise _still_starting(folder)


def _exchanged(connection: socket.socket, message: bytes, record: dict[str, Any], timeout_s: float) -> bytes:
    """Sends ``message`` and reads until the server closes."""
    connection.settimeout(timeout_s)
    received = bytearray()
    try:
        # A body that is too large is answered before it was read to its end: the answer is there all the same.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(message)
        while len(received) < MOST_BYTES and (part := connection.recv(65536)):
            received += part
    except TimeoutError:
        raise lost(record, f"did not answer within {timeout_s:.0f} s") from None
    except OSError as failure:
        if not received:
            raise lost(record, f"closed the connection ({failure.strerror or failure})") from None
    return bytes(received)


def answered(received: bytes, record: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of what was received. Raises ``server_lost`` when it is not a whole answer."""
    head, separator, body = received.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = lines[0].split(" ")[1:2]
    if not separator or not status or not status[0].isdigit():
        raise lost(record, "ended during the call")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if len(body) < int(headers.get("content-length", 0)):
        raise lost(record, "ended during its answer")
    return int(status[0]), headers, body


def envelope_of(status: int, body: bytes) -> dict[str, Any]:
    """The envelope in an answer. Raises ``server_lost`` when there is none."""
    try:
        envelope = json.loads(body)
    except ValueError:
        envelope = None
    if isinstance(envelope, dict) and "ok" in envelope:
        return envelope
    raise Unanswered("server_lost", f"The server answered status {status} without an envelope.", status=status)


def refusing(record: dict[str, Any], refused: OSError) -> Unanswered:
    """The failure of a connection that was not made."""
    return Unanswered(
        "server_unreachable",
        f"The server at {record['url']}, process {record['pid']}, accepts no connections: {refused.strerror or refused}.",
        retryable=True,
        command="refbrowser stop",
    )


def lost(record: dict[str, Any], what: str) -> Unanswered:
    """The failure of a call whose answer did not come."""
    return Unanswered(
        "server_lost",
        f"The server at {record['url']} {what}; whether the call was performed is not known.",
        pid=record["pid"],
    )
