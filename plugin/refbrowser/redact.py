"""Taking secrets out of text that leaves the process in errors and logs."""

import re
from typing import Final

_USER_INFO: Final = re.compile(r"(?<=://)[^/@\s]+@")
_SECRET_PARAMETER: Final = re.compile(r"(?i)([?&;](?:[a-z_\-]*(?:token|api_?key|secret|password|signature)|sig|auth)=)[^&#\s\"']+")


def redacted(text: str) -> str:
    """``text`` without the user part of URLs and without the values of secret-looking query parameters."""
    return _SECRET_PARAMETER.sub(r"\1•••", _USER_INFO.sub("•••@", text))
