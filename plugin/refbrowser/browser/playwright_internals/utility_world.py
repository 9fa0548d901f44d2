"""Playwright's isolated world, in which the engine runs: the page can neither see nor patch what is there."""


def is_utility_world(name: str) -> bool:
    """Whether an execution context of that name is Playwright's."""
    return "utility_world" in name
