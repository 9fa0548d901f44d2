"""A goal handed to a browser specialist: a model of its own, in a chat of its own, within limits.

result = await delegate(browser, "What does the oak tray cost at https://example.com?", Limits(steps=10))
"""

from refbrowser.delegation.run import Limits, delegate

__all__ = ["Limits", "delegate"]
