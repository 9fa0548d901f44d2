"""The prompt in Agent Zero's form, derived from the prompt of all hosts so that only one needs maintenance."""

from typing import Final

from refbrowser.surface.prompt import CALL, prompt

_HOST_CALL: Final = """A call is the tool's arguments:
~~~json
{
    "tool_name": "browser",
    "tool_args": {
        "action": "click",
        "ref": 6
    }
}
~~~
Below, a call stands for its `tool_args`."""


def agent_zero_prompt() -> str:
    """``agent.system.tool.browser.md``."""
    text = prompt()
    if CALL not in text:
        raise ValueError("the prompt lacks the sentence about calls that this host's sentence replaces")
    return "##" + text.replace(CALL, _HOST_CALL)
