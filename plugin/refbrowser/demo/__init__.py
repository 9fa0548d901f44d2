"""A small web shop, served on this machine, for an agent to be watched in."""

from refbrowser.extras import require

require("server", "The demo shop", "python_multipart", "starlette", "uvicorn")
