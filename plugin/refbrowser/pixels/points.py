"""Where in an area to ask what has changed there."""

from PIL import Image

from refbrowser.pixels.regions import Region


def points(changed: Image.Image, area: Region) -> list[tuple[int, int]]:
    """Up to five changed pixels of the area, spread over it: near its middle first, then near the middle of each quarter."""
    left, top, right, bottom = area.box
    middle_x, middle_y = (left + right) // 2, (top + bottom) // 2
    boxes = [
        area.box,
        (left, top, middle_x, middle_y),
        (middle_x, top, right, middle_y),
        (left, middle_y, middle_x, bottom),
        (middle_x, middle_y, right, bottom),
    ]
    found = (_nearest_to_middle(changed, box) for box in boxes if box[0] < box[2] and box[1] < box[3])
    return list(dict.fromkeys(point for point in found if point is not None))


def _nearest_to_middle(changed: Image.Image, box: tuple[int, int, int, int]) -> tuple[int, int] | None:
    """A changed pixel of the box near its middle; None where none is changed."""
    part = changed.crop(box)
    inner = part.getbbox()
    if inner is None:
        return None
    x, y = (inner[0] + inner[2]) // 2, (inner[1] + inner[3]) // 2
    # The row through the middle, else the nearest row that has one; in it the pixel nearest to the middle.
    for reach in range(part.height):
        for row in {y - reach, y + reach}:
            if 0 <= row < part.height and (line := part.crop((0, row, part.width, row + 1)).tobytes()).strip(b"\0"):
                after, before = line.find(255, x), line.rfind(255, 0, x)
                column = after if before < 0 or (after >= 0 and after - x < x - before) else before
                return box[0] + column, box[1] + row
    return None
