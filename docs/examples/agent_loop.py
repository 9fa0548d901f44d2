"""A complete agent: python agent_loop.py "What does the oak desk tray cost at https://example.com?"

It works with any endpoint that speaks OpenAI's chat completions: set OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL.
"""

import asyncio
import os
import sys
from typing import Any

import httpx

from refbrowser import Browser
from refbrowser.tools import BrowserTools, prompt

MOST_STEPS = 30


async def run(task: str) -> str:
    base = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    headers = {"Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', '')}"}
    messages: list[dict[str, Any]] = [{"role": "system", "content": prompt()}, {"role": "user", "content": task}]
    async with Browser() as browser, httpx.AsyncClient(base_url=base, headers=headers, timeout=120) as model:
        tools = BrowserTools(browser.chat("agent"))
        for _ in range(MOST_STEPS):
            request = {"model": os.environ["OPENAI_MODEL"], "messages": messages, "tools": tools.definitions("openai")}
            response = (await model.post("/chat/completions", json=request)).raise_for_status().json()
            message = response["choices"][0]["message"]
            messages.append(message)
            if not message.get("tool_calls"):
                return str(message["content"])
            pictures = []
            for call in message["tool_calls"]:
                answer = await tools.call(call["function"]["name"], call["function"]["arguments"])
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": answer.text})
                pictures += [f"data:{image['mime']};base64,{image['data']}" for image in answer.images]
            if pictures:
                images = [{"type": "image_url", "image_url": {"url": url}} for url in pictures]
                messages.append({"role": "user", "content": images})
    return f"Not done after {MOST_STEPS} steps."


if __name__ == "__main__":
    print(asyncio.run(run(sys.argv[1])))
