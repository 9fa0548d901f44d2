"""Takes known secret values out of whatever leaves: raw, encoded, escaped, cut, and split over elements.

A page that got a secret may print it again in any form. :mod:`forms` lists the spellings of a value, :mod:`views` reads a text as a
browser or a reader would, and :mod:`masker` looks for the one in the other. Every match is found in the text as it was, and the
union of all is masked: no match hides a part of another.
"""

from refbrowser.masking.forms import SHORTEST
from refbrowser.masking.masker import Masker

__all__ = ["SHORTEST", "Masker"]
