"""Rewrite the shapes in which other tools give a viewport and a place on earth."""

import re
from typing import Any, Final

Call = dict[str, Any]

COORDINATE: Final = re.compile(r"\s*[(\[]?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*[)\]]?\s*")
"""Two numbers with a comma between them."""

_SIZE: Final = re.compile(r"\s*(\d{2,5})\s*[x×,]\s*(\d{2,5})\s*", re.IGNORECASE)


def sized(call: Call) -> Call:
    """Rewrite a size in an object of its own."""
    for name in ("viewport", "size", "dimensions"):
        size = call.get(name)
        if isinstance(size, str) and (match := _SIZE.fullmatch(size)):
            size = {"width": int(match[1]), "height": int(match[2])}
        elif isinstance(size, list) and len(size) == 2:
            size = {"width": size[0], "height": size[1]}
        if isinstance(size, dict) and size.keys() <= {"width", "height", "device_scale"} and not size.keys() & call.keys():
            return {**_without(call, name), **size}
    return call


def emulated(call: Call) -> Call:
    """Rewrite a place on earth: its parts on their own, and their short names."""
    apart = {name: call[name] for name in (*_COORDINATES, *_SHORT) if name in call}
    place = call.get("geolocation", apart or None)
    if isinstance(place, str) and (match := COORDINATE.fullmatch(place)):
        call["geolocation"] = place = {"latitude": float(match[1]), "longitude": float(match[2])}
    if not isinstance(place, dict) or (apart and "geolocation" in call):
        return call
    return {**_without(call, *apart), "geolocation": {_SHORT.get(name, name): value for name, value in place.items()}}


_COORDINATES: Final = ("latitude", "longitude", "accuracy")
_SHORT: Final = {"lat": "latitude", "lng": "longitude", "lon": "longitude", "long": "longitude"}


def _without(call: Call, *names: str) -> Call:
    return {key: value for key, value in call.items() if key not in names}
