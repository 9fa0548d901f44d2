"""The server side of the live viewer, in which people watch the tabs of a browser, take them over, and hand them back.

application(browser, access)     a Starlette app for a server on the browser's event loop
serve(browser, host, port)       the same app in its own server
"""

from refbrowser.extras import require

require("server", "The live viewer", "starlette", "uvicorn", "websockets")

from refbrowser.viewer.access import Access, Grant
from refbrowser.viewer.application import application
from refbrowser.viewer.server import RunningViewer, serve

__all__ = ["Access", "Grant", "RunningViewer", "application", "serve"]
