"""``refbrowser serve``: one local process that owns the browsers of a home folder, and the HTTP by which clients reach them."""

from refbrowser.extras import require

require("server", "The local server", "prometheus_client", "starlette", "uvicorn", "websockets")
