"""The names that Playwright's keyboard takes, which has the US layout. It refuses others only when their turn comes.

``tests/playwright_internals/test_key_names.py`` compares them with the layout in the driver.
"""

from typing import Final

KEY_NAMES: Final = frozenset(
    {
        # Printable ASCII, each a key of its own or one with Shift.
        *map(chr, range(32, 127)),
        *(f"F{number}" for number in range(1, 13)),
        *(f"Digit{digit}" for digit in range(10)),
        *(f"Numpad{digit}" for digit in range(10)),
        *(f"Key{chr(letter)}" for letter in range(ord("A"), ord("Z") + 1)),
        *(f"Arrow{way}" for way in ("Down", "Left", "Right", "Up")),
        *(f"{name}{side}" for name in ("Alt", "Control", "Meta", "Shift") for side in ("", "Left", "Right")),
        *(f"AudioVolume{way}" for way in ("Down", "Mute", "Up")),
        *(f"Media{what}" for what in ("PlayPause", "TrackNext", "TrackPrevious")),
        *(f"Numpad{key}" for key in ("Add", "Decimal", "Divide", "Enter", "Multiply", "Subtract")),
        "ControlOrMeta", "AltGraph", "\n", "\r",
        "Backquote", "Backslash", "BracketLeft", "BracketRight", "Comma", "Equal", "Minus", "Period", "Quote", "Semicolon", "Slash",
        "Backspace", "CapsLock", "ContextMenu", "Delete", "End", "Enter", "Escape", "Home", "Insert", "NumLock", "PageDown",
        "PageUp", "Pause", "PrintScreen", "ScrollLock", "Space", "Tab",
    }
)  # fmt: skip
