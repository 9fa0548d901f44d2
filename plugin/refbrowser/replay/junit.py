"""The result of a replay as JUnit XML, which CI systems read: a test case for each call."""

from collections.abc import Sequence
from xml.etree import ElementTree

from refbrowser.replay.run import Row


def junit(session_id: str, rows: Sequence[Row]) -> str:
    """The document. Calls that diverged are failures, those that were not carried out errors."""
    failures = sum(row.status == "diverged" for row in rows)
    errors = sum(row.status == "stopped" for row in rows)
    seconds = f"{sum(row.ms for row in rows) / 1000:.3f}"
    suite = ElementTree.Element(
        "testsuite", name=session_id, tests=str(len(rows)), failures=str(failures), errors=str(errors), time=seconds
    )
    for row in rows:
        case = ElementTree.SubElement(
            suite, "testcase", classname=session_id, name=f"#{row.n} {_plain(row.asked)}", time=f"{row.ms / 1000:.3f}"
        )
        if not row.passed:
            kind = "failure" if row.status == "diverged" else "error"
            ElementTree.SubElement(case, kind, message=_plain(row.said), type=row.status)
        elif row.said or row.looks:
            looks = f"looks different: {row.looks}" if row.looks else ""
            ElementTree.SubElement(case, "system-out").text = _plain("; ".join(filter(None, (row.status, row.said, looks))))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _plain(text: str) -> str:
    """Without the control characters that XML does not hold."""
    return "".join(character if character >= " " or character in "\t\n" else "�" for character in text)
