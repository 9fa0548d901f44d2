"""Delegate a goal to a specialist: a separate model in a separate chat, within limits.

result = await delegate(browser, "What does the oak tray cost at https://example.com?", Limits(steps=10))
"""

from refbrowser.delegation.run import Limits, delegate

__all__ = ["Limits", "delegate"]
