"""A page's own view of itself, and the script that reports it."""

from dataclasses import dataclass
from typing import Final, NamedTuple

STYLES_MS: Final = 250
"""How long a page is waited for whose style sheets are still to come."""

VIEW_SCRIPT: Final = f"""(() => {{
const view = () => {{
  const page = document.scrollingElement;
  const size = page ? [page.scrollWidth, page.scrollHeight] : [0, 0];
  return JSON.stringify([
    document.title, document.readyState, Math.round(scrollX), Math.round(scrollY), ...size, innerWidth, innerHeight,
  ]);
}};
if (document.readyState !== 'interactive' || globalThis.refbrowserWaited) return view();
globalThis.refbrowserWaited = true;
const links = [...document.querySelectorAll('link[rel~="stylesheet" i]:not([rel~="alternate" i])[href]')];
const coming = links.filter((link) => !link.sheet && !link.disabled && matchMedia(link.media).matches
  && !performance.getEntriesByName(link.href).length);
if (!coming.length) return view();
const come = coming.map((link) => new Promise((end) => {{
  for (const type of ['load', 'error']) link.addEventListener(type, end, {{ once: true }});
}}));
return Promise.race([Promise.all(come), new Promise((end) => setTimeout(end, {STYLES_MS}))]).then(view);
}})()"""
"""Runs in the isolated world; its value, which may be promised, is the JSON of a :class:`PageView`.

A parsed document may still await style sheets. Until they are there, a browser shows nothing of it to a person, who never sees it
unstyled, with its menus unfolded. And to ask for its size then has it laid out twice, which takes longer than all else. So they are
waited for, once for each document.
"""


class PageView(NamedTuple):
    """What only the page itself knows: its title, its readyState, and CSS pixels."""

    title: str
    ready_state: str
    scroll_x: int
    scroll_y: int
    width: int
    height: int
    viewport_width: int
    viewport_height: int


@dataclass(frozen=True, slots=True)
class History:
    """The tab's joint session history as the browser process has it; ``index`` is the place of the present entry."""

    index: int
    url: str
    title: str
    can_go_back: bool
    can_go_forward: bool
    back_url: str = ""
    forward_url: str = ""
