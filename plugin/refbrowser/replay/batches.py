"""The calls of a ``multi``, which are carried out together: tabs in parallel, the calls of one tab in order."""

from collections.abc import Mapping, Sequence

from refbrowser.journal.summary import Entry


def together(calls: Sequence[Entry]) -> list[list[Entry]]:
    """The calls in groups: those of one ``multi``, and each other call alone."""
    groups: list[list[Entry]] = []
    of_batch: dict[str, list[Entry]] = {}
    for entry in calls:
        batch = entry.get("batch")
        if batch is None:
            groups.append([entry])
        elif batch in of_batch:
            of_batch[batch].append(entry)
        else:
            of_batch[batch] = [entry]
            groups.append(of_batch[batch])
    return groups


def lanes(group: Sequence[Entry]) -> list[list[Entry]]:
    """The calls of a group by tab; an ``open`` goes with the calls on the tab that it opened."""
    found: dict[object, list[Entry]] = {}
    for entry in group:
        found.setdefault(_tab(entry), []).append(entry)
    return list(found.values())


def _tab(entry: Entry) -> object:
    result = entry.get("result")
    if entry["action"] == "open" and isinstance(result, Mapping):
        return result.get("browser_id")
    page = entry.get("page")
    return page.get("browser_id") if isinstance(page, Mapping) else None
