"""A first look for a text in the top document, which needs no script of Playwright's there."""

import json
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.tab.tab import Tab

PATIENCE_MS: Final = 250

_SCRIPT: Final = r"""(wanted => {
  const flat = text => text.replace(/[\u200b\u00ad]/g, '').trim().replace(/\s+/g, ' ').toLowerCase()
  const sought = flat(wanted)
  if (!sought) return ''
  const nodes = Document.prototype.createTreeWalker.call(document, document, NodeFilter.SHOW_TEXT)
  for (let left = 20000, node; left > 0 && (node = nodes.nextNode()); left--) {
    if (node.data.length < sought.length || !flat(node.data).includes(sought)) continue
    const element = node.parentElement
    if (!element || Element.prototype.closest.call(element, 'head,title,script,style,noscript,template,textarea,select,' +
      'canvas,video,audio,object,iframe,meter,progress')) continue
    if (!Element.prototype.checkVisibility.call(element) || getComputedStyle(element).visibility !== 'visible') continue
    const box = Element.prototype.getBoundingClientRect.call(element)
    if (box.width > 0 && box.height > 0) return 'shown'
  }
  return ''
})(%s)"""
"""Whether one node of text has it, in an element that is visible by Playwright's rules: what Playwright would find, too. It is not
looked for in shadow roots, nor where markup divides it."""


async def is_shown_plainly(tab: Tab, text: str) -> bool:
    """Return True where the top document shows ``text``; False says nothing."""
    try:
        return await tab.cdp.isolated(_SCRIPT % json.dumps(text), PATIENCE_MS) == "shown"
    except Error:
        return False
