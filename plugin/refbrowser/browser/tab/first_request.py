"""What the first request of a tab that a page opened came to."""

from dataclasses import dataclass

from refbrowser.policy.outcomes import explained


@dataclass(slots=True)
class FirstRequest:
    """The address, the HTTP status once there is an answer, and Chromium's error once it is over without a document."""

    url: str
    status: int | None = None
    failure: str | None = None

    @property
    def became_download(self) -> bool:
        return self.failure == "ERR_ABORTED" and self.status is not None and self.status not in (204, 205)

    @property
    def reason(self) -> str | None:
        """Why there is no document; None while there may come one."""
        if self.failure is None:
            return None
        if self.status in (204, 205):
            return f"responded without content (HTTP {self.status})"
        if self.became_download:
            return "gave a file to download"
        return f"could not be loaded: {explained(self.failure)}"
