"""The console messages and requests of a tab as lists, with secrets masked as for the agent."""

from typing import Any, Final, Literal

from refbrowser.browser.tab.tab import Tab

LINES: Final = 200
LONGEST: Final = 1_000

Subject = Literal["console", "network"]


def inspected(tab: Tab, subject: Subject) -> dict[str, Any]:
    """Return the message with the newest lines, oldest first; ``left_out`` counts the lines before them."""
    if subject == "console":
        count, lines = tab.console.count, [entry.as_dict() for entry in tab.console.entries[-LINES:]]
        for line in lines:
            if len(line["text"]) > LONGEST:
                line["text"] = line["text"][: LONGEST - 1] + "…"
    else:
        count, lines = tab.network.count, [entry.as_dict() for entry in tab.network.entries[-LINES:]]
    return {
        "type": "inspected",
        "subject": subject,
        "browser_id": tab.browser_id,
        "lines": lines,
        "left_out": count - len(lines),
    }
