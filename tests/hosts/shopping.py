"""The task that every host does: a scripted model puts the oak desk tray into the cart of the demo shop, and looks at the page."""

import re
from dataclasses import dataclass, field

from tests.hosts.dialects import Say, Turn, Use

DONE = "The oak desk tray is in the cart."


@dataclass
class Shopper:
    """The model's script. ``shop`` is the shop's address."""

    shop: str
    step: int = 0
    texts: list[str] = field(default_factory=list)

    def __call__(self, heard: list[str]) -> Turn:
        said = "\n".join(heard)
        self.texts.append(said)
        step, self.step = self.step, self.step + 1
        if step == 0:
            return Use("browser", {"action": "open", "url": f"{self.shop}search?q=tray", "observe": "content"})
        if step == 1:
            return Use("browser", {"action": "click", "ref": _ref(said, "link", "Oak desk tray"), "observe": "content"})
        if step == 2:
            return Use("browser", {"action": "click", "ref": _ref(said, "button", "Add to cart")})
        if step == 3:
            return Use("browser", {"action": "click", "ref": 9999})
        if step == 4:
            return Use("browser", {"action": "screenshot"})
        if step == 5:
            path = re.search(r"path: (\S+\.jpe?g)", said)
            if path is None:
                raise ValueError(f"no path of a picture in {said[:500]!r}")
            return Use("vision_load", {"paths": [path[1]]})
        return Say(DONE)


def _ref(said: str, kind: str, label: str) -> int:
    found = re.search(rf"\[(?:\w+ )*{kind} (\d+)\] [^\n]*?{label}", said)
    if found is None:
        raise ValueError(f"no {kind} {label!r} in {said[:500]!r}")
    return int(found[1])
