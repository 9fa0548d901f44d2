"""What Chromium's own player shows of a recording."""

import base64
from pathlib import Path
from typing import Any

from refbrowser import Chat
from tests.support.calls import do, evaluated
from tests.support.server import Site

PLAY = """async (at) => {
    const video = document.querySelector('video');
    await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(video.error.message));
        if (video.readyState >= 2) resolve();
    });
    const shown = [];
    for (const moment of [0, video.duration - 0.001]) {
        const presented = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
        await new Promise((resolve) => { video.onseeked = resolve; video.currentTime = moment; });
        // The frame is decoded by now, and presented some drawings later; none is where it is the one that was shown.
        const drawn = async () => { for (let n = 0; n < 20; n++) await new Promise(requestAnimationFrame); };
        await Promise.race([presented, drawn()]);
        const canvas = document.createElement('canvas');
        const pen = canvas.getContext('2d');
        pen.drawImage(video, 0, 0);
        shown.push([...pen.getImageData(200, 100, 1, 1).data].slice(0, 3).map((part) => Math.round(part / 255)).join(''));
    }
    return {shown, width: video.videoWidth, height: video.videoHeight, duration: video.duration};
}"""


async def played(chat: Chat, site: Site, file: Path) -> dict[str, Any]:
    """What Chromium's own player finds in the file."""
    data = base64.b64encode(file.read_bytes()).decode()
    await do(chat, "navigate", url=site.page(f"<video muted preload=auto src='data:video/webm;base64,{data}'></video>"))
    result: dict[str, Any] = await evaluated(chat, f"({PLAY})()", timeout_ms=30_000)
    return result
