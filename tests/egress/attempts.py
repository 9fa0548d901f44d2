"""Ways in which a page of a public site may try to reach an internal address: each is a page's HTML.

`INNER` stands for the address that is tried, `LOCAL` for the same server by the name localhost, `SOCKET` for it as a WebSocket,
`PUBLIC` for the page's own site. `/secret` is what nobody may ask for.
"""

from __future__ import annotations

REDIRECT = "PUBLIC/redirect?to=INNER/secret"

FROM_PAGES = {
    "fetch": "<script>fetch('INNER/secret', {mode: 'no-cors'})</script>",
    "fetch by name": "<script>fetch('LOCAL/secret', {mode: 'no-cors'})</script>",
    "fetch without a referrer": "<script>fetch('INNER/secret', {mode: 'no-cors', referrerPolicy: 'no-referrer'})</script>",
    "fetch that posts": "<script>fetch('INNER/secret', {mode: 'no-cors', method: 'POST', body: 'x'})</script>",
    "fetch with a preflight": "<script>fetch('INNER/secret', {method: 'PUT', headers: {'X-A': '1'}})</script>",
    "fetch of a redirect": f"<script>fetch('{REDIRECT}', {{mode: 'no-cors'}})</script>",
    "fetch that is kept alive": "<script>fetch('INNER/secret', {mode: 'no-cors', keepalive: true})</script>",
    "XMLHttpRequest": "<script>const x = new XMLHttpRequest(); x.open('GET', 'INNER/secret'); x.send()</script>",
    "beacon": "<script>navigator.sendBeacon('INNER/secret', 'x')</script>",
    "EventSource": "<script>new EventSource('INNER/secret')</script>",
    "WebSocket": "<script>new WebSocket('SOCKET/secret')</script>",
    "image": "<img src='INNER/secret'>",
    "image without a referrer": "<img referrerpolicy=no-referrer src='INNER/secret'>",
    "image of a redirect": f"<img referrerpolicy=no-referrer src='{REDIRECT}'>",
    "script": "<script src='INNER/secret'></script>",
    "module": "<script type=module>import('INNER/secret')</script>",
    "style sheet": "<link rel=stylesheet href='INNER/secret'>",
    "font": "<style>@font-face { font-family: x; src: url(INNER/secret) } p { font-family: x }</style><p>text</p>",
    "background": "<p style=\"background: url('INNER/secret')\">text</p>",
    "video": "<video src='INNER/secret' autoplay></video>",
    "audio": "<audio src='INNER/secret' preload=auto></audio>",
    "track": "<video crossorigin><track default src='INNER/secret' kind=subtitles></video><script>document.querySelector('track').track.mode = 'showing'</script>",
    "object": "<object data='INNER/secret' type='text/html'></object>",
    "embed": "<embed src='INNER/secret' type='text/html'>",
    "frame": "<iframe src='INNER/secret'></iframe>",
    "frame without a referrer": "<iframe referrerpolicy=no-referrer src='INNER/secret'></iframe>",
    "frame of a redirect": f"<iframe referrerpolicy=no-referrer src='{REDIRECT}'></iframe>",
    "sandboxed frame": "<iframe sandbox='allow-scripts' src='INNER/secret'></iframe>",
    "frame in a document without address": "<iframe srcdoc=\"<img referrerpolicy=no-referrer src='INNER/secret'>\"></iframe>",
    "frame of a blob": "<script>const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob([`<img src='INNER/secret'>`], {type: 'text/html'})); document.documentElement.append(f)</script>",
    "frame of a data url": "<iframe src=\"data:text/html,<img src='INNER/secret'>\"></iframe>",
    "prefetch": "<link rel=prefetch href='INNER/secret'>",
    "preload": "<link rel=preload as=fetch crossorigin href='INNER/secret'>",
    "manifest": "<link rel=manifest href='INNER/secret'><script>fetch('INNER/secret', {mode: 'no-cors'})</script>",
    "form": "<form method=post action='INNER/secret'></form><script>document.forms[0].submit()</script>",
    "form without a referrer": "<meta name=referrer content=no-referrer><form action='INNER/secret'></form><script>document.forms[0].submit()</script>",
    "navigation": "<script>location = 'INNER/secret'</script>",
    "navigation without a referrer": "<meta name=referrer content=no-referrer><script>location = 'INNER/secret'</script>",
    "navigation by name": "<meta name=referrer content=no-referrer><script>location = 'LOCAL/secret'</script>",
    "navigation to a redirect": f"<meta name=referrer content=no-referrer><script>location = '{REDIRECT}'</script>",
    "refresh": "<meta http-equiv=refresh content='0; url=INNER/secret'>",
    "popup": "<script>open('INNER/secret')</script>",
    "popup without an opener": "<script>open('INNER/secret', '', 'noopener,noreferrer')</script>",
    "popup that is sent on": "<script>const w = open('about:blank'); w.location = 'INNER/secret'</script>",
    "popup that is written to": "<script>const w = open('about:blank'); w.document.write(\"<img referrerpolicy=no-referrer src='INNER/secret'>\")</script>",
    "link": "<a href='INNER/secret' rel=noreferrer>go</a><script>document.querySelector('a').click()</script>",
    "download": "<a href='INNER/secret' download>go</a><script>document.querySelector('a').click()</script>",
    "worker": "<script>new Worker(URL.createObjectURL(new Blob([`fetch('INNER/secret', {mode: 'no-cors'})`])))</script>",
    "shared worker": "<script>new SharedWorker(URL.createObjectURL(new Blob([`fetch('INNER/secret', {mode: 'no-cors'})`])))</script>",
    "script of a worker": "<script>new Worker(URL.createObjectURL(new Blob([`importScripts('INNER/secret')`])))</script>",
    "userinfo": "<script>fetch('INNER/secret'.replace('//', '//user:pass@'), {mode: 'no-cors'}).catch(() => 0); const i = new Image(); i.src = 'INNER/secret'.replace('//', '//u:p@')</script><iframe src='INNER/secret'></iframe>",
}
"""By name. All of them are made without the agent's doing."""

SPELLINGS = (
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "localhost", "LOCALHOST",
    "localhost.", "any.localhost", "0.0.0.0", "0", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "①②⑦.0.0.1", "127。0。0。1", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "%6cocalhost", "loopback.example", "private.example", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
)  # fmt: skip
"""Of this machine; `loopback.example` and `private.example` are names that lead there."""
