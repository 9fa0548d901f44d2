"""Texts that something else is painted over or that a box cuts off, and texts beside such things that a person sees. ``{W}`` is the word."""

from typing import Final

_AT: Final = "position:absolute;left:0;top:0"
_BOX: Final = f"{_AT};width:400px;height:60px"
_PIXEL: Final = "data:image/bmp;base64,Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA////AA=="
_CLEAR: Final = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
_RECT: Final = "data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%27400%27 height=%2760%27%3E%3Crect width=%27400%27 height=%2760%27 fill=%27white%27/%3E%3C/svg%3E"


def _over(cover: str, more: str = "") -> str:
    return f"<div style='position:relative;height:60px;{more}'><p>{{W}}</p>{cover}</div>"


COVERED: Final = {
    "image": _over(f"<img src='{_PIXEL}' style='{_BOX}'>"),
    "image_svg": _over(f"<img src=\"{_RECT}\" style='{_BOX}'>"),
    "image_in_box": _over(f"<div style='{_BOX}'><img src='{_PIXEL}' style='width:100%;height:100%'></div>"),
    "image_inert": _over(f"<img src='{_PIXEL}' style='{_BOX};pointer-events:none'>"),
    "svg": _over(f"<svg style='{_BOX}'><rect width=400 height=60 fill=white /></svg>"),
    "svg_percent": _over(f"<svg style='{_BOX}'><rect width='100%' height='100%' style='fill:#fff' /></svg>"),
    "svg_background": _over(f"<svg style='{_BOX};background:white'></svg>"),
    "svg_box": _over(
        f"<svg viewBox='0 0 10 10' preserveAspectRatio=none style='{_BOX}'><path d='M0 0H10V10H0Z' fill=white /></svg>"
    ),
    "canvas_background": _over(f"<canvas style='{_BOX};background:white'></canvas>"),
    "canvas_drawn": _over(
        f"<canvas id=k width=400 height=60 style='{_BOX}'></canvas><script>const c = k.getContext('2d'); c.fillStyle = '#fff'; c.fillRect(0, 0, 400, 60)</script>"
    ),
    "inset_shadow": _over(f"<div style='{_BOX};box-shadow:inset 0 0 0 60px white'></div>"),
    "inset_shadow_offset": _over(f"<div style='{_BOX};box-shadow:inset 0 60px 0 0 white'></div>"),
    "border": _over(f"<div style='{_AT};width:400px;height:0;border-top:60px solid white'></div>"),
    "borders": _over(
        f"<div style='{_AT};width:380px;height:40px;border:30px solid white;box-sizing:border-box;height:60px;width:400px'></div>"
    ),
    "after_shadow": "<style>.c {{ position:relative }} .c::after {{ content:''; position:absolute; inset:0; box-shadow:inset 0 0 0 99px white }}</style><p class=c>{W}</p>",
    "text": _over(f"<div style='{_BOX};background:white'>seen too</div>"),
    "text_paragraph": _over(f"<p style='{_BOX};background:white;margin:0'>seen <b>too</b></p>"),
    "grid": "<div style='display:grid'><p style='grid-area:1/1'>{W}</p><div style='grid-area:1/1;background:white'></div></div>",
    "grid_rule": "<style>.g {{ display:grid }} .g > * {{ grid-area:1/1 }} .k {{ background:white }}</style><div class=g><p>{W}</p><div class=k></div></div>",
    "grid_positioned": "<div style='display:grid'><p style='grid-area:1/1'>{W}</p><div style='grid-area:1/1;background:white;position:relative'></div></div>",
    "grid_image": f"<div style='display:grid'><p style='grid-area:1/1'>{{W}}</p><img src='{_PIXEL}' style='grid-area:1/1;width:100%;height:100%'></div>",
    "grid_text": "<div style='display:grid'><p style='grid-area:1/1'>{W}</p><p style='grid-area:1/1;background:white'>seen too</p></div>",
    "grid_sentence": "<div style='display:grid'><p style='grid-area:1/1'>{W}</p><p style='grid-area:1/1;background:#fff;position:relative'>seen and long enough</p></div>",
    "grid_order": "<div style='display:grid'><div style='grid-area:1/1;background:white;z-index:1'></div><p style='grid-area:1/1'>{W}</p></div>",
    "relative_up": "<p style='height:20px;margin:0'>{W}</p><div style='position:relative;top:-20px;height:24px;background:white'></div>",
    "margin_up": "<p style='height:20px;margin:0'>{W}</p><div style='position:relative;margin-top:-20px;height:24px;background:white'></div>",
    "moved_up": "<p style='height:20px;margin:0'>{W}</p><div style='transform:translateY(-20px);height:24px;background:white'></div>",
    "translated_up": "<p style='height:20px;margin:0'>{W}</p><div style='translate:0 -20px;height:24px;background:white'></div>",
    "opaque_layer": "<p style='height:20px;margin:0'>{W}</p><div style='margin-top:-20px;height:24px;background:white;isolation:isolate;opacity:.999'></div>",
    "covered_twice": _over(
        f"<div style='{_BOX}'><div style='{_AT};width:100%;height:100%'><div style='width:100%;height:100%;background:white'></div></div></div>"
    ),
    "gradient_sized": _over(f"<div style='{_BOX};background:linear-gradient(white,white) 0 0/100% 100% no-repeat'></div>"),
    "margin_out_above": "<div style='padding:200px 0 0 600px'><div style='overflow:hidden;height:30px'><p style='margin:-60px 0 60px;height:20px'>{W}</p><p>seen</p></div></div>",
    "margin_out_left": "<div style='padding:200px 0 0 600px'><div style='overflow:hidden;width:300px'><p style='margin-left:-200px;width:150px'>{W}</p><p>seen</p></div></div>",
    "margin_out_rem": "<div style='padding:200px 0 0 600px'><style>.m {{ margin-left:-20rem; width:10rem }}</style><div style='overflow:hidden;width:300px'><p class=m>{W}</p><p>seen</p></div></div>",
    "margin_out_percent": "<div style='padding:200px 0 0 600px'><div style='overflow:clip;width:300px'><p style='margin-left:-100%;width:90%'>{W}</p><p>seen</p></div></div>",
    "relative_out_of_box": "<div style='padding:200px 0 0 600px'><div style='overflow:hidden;height:30px'><p style='position:relative;top:-60px'>{W}</p></div></div>",
    "moved_out_of_box": "<div style='padding:200px 0 0 600px'><div style='overflow:hidden;height:30px'><p style='transform:translateY(-60px)'>{W}</p></div></div>",
    "select_transparent": "<select style='width:200px;color:transparent'><option>{W}</select>",
    "select_white": "<select style='width:200px;color:white;background:white'><option>{W}</select>",
    "select_fill": "<select style='width:200px;-webkit-text-fill-color:transparent'><option>{W}</select>",
    "select_list_transparent": "<select size=3 style='width:200px;color:transparent'><option>{W}<option>{W}2</select>",
    "select_option_transparent": "<select size=3 style='width:200px'><option>seen<option style='color:transparent'>{W}</select>",
    "select_font": "<select style='width:200px;font-size:0'><option>{W}</select>",
}

UNCOVERED: Final = {
    "image_clear": _over(f"<img src='{_CLEAR}' style='{_BOX}'>"),
    "image_behind": f"<div style='position:relative;height:60px'><img src='{_PIXEL}' style='{_BOX}'><p style='position:relative'>{{W}}</p></div>",
    "image_half": _over(f"<img src='{_PIXEL}' style='{_BOX};opacity:.5'>"),
    "image_narrow": _over(f"<img src='{_PIXEL}' style='{_BOX};width:20px'>"),
    "image_contained": _over(f"<img src='{_PIXEL}' style='{_BOX};object-fit:contain;width:400px'>"),
    "image_missing": _over(f"<img src='/none' alt='' style='{_BOX}'>"),
    "svg_line": _over(f"<svg style='{_BOX}'><rect width=400 height=2 fill=white /></svg>"),
    "svg_half": _over(f"<svg style='{_BOX}'><rect width=400 height=60 fill=white fill-opacity=.4 /></svg>"),
    "svg_none": _over(f"<svg style='{_BOX}'><rect width=400 height=60 fill=none stroke=red /></svg>"),
    "svg_round": _over(f"<svg style='{_BOX}'><circle cx=300 cy=30 r=20 fill=white /></svg>"),
    "canvas_empty": _over(f"<canvas style='{_BOX}'></canvas>"),
    "shadow_thin": _over(f"<div style='{_BOX};box-shadow:inset 0 0 0 2px red'></div>"),
    "shadow_soft": _over(f"<div style='{_BOX};box-shadow:inset 0 0 9px 1px gray'></div>"),
    "shadow_outer": _over(f"<div style='{_BOX};box-shadow:0 0 0 60px white'></div>"),
    "own_inset_shadow": "<p style='box-shadow:inset 0 0 0 99px gold'>{W}</p>",
    "frame_border": _over(f"<div style='{_BOX};border:2px solid red'></div>"),
    "outline_thin": _over(f"<div style='{_BOX};outline:2px solid red'></div>"),
    "text_beside": _over(f"<div style='{_AT};left:200px;width:100px;height:60px;background:white'>seen too</div>"),
    "text_clear": _over(f"<div style='{_BOX};padding-left:200px'>seen too</div>"),
    "grid_under": "<div style='display:grid'><div style='grid-area:1/1;background:gold'></div><p style='grid-area:1/1'>{W}</p></div>",
    "grid_clear": "<div style='display:grid'><p style='grid-area:1/1'>{W}</p><div style='grid-area:1/1'></div></div>",
    "grid_raised": "<div style='display:grid'><p style='grid-area:1/1;z-index:1'>{W}</p><div style='grid-area:1/1;background:gold'></div></div>",
    "grid_beside": "<div style='display:grid;grid-template-columns:1fr 1fr'><p>{W}</p><div style='background:gold'></div></div>",
    "flat_margin_up": "<p style='height:20px;margin:0'>{W}</p><div style='margin-top:-20px;height:24px;background:gold'></div>",
    "relative_before": "<div style='position:relative;top:20px;height:24px;background:gold'></div><p style='height:20px;margin:-4px 0;position:relative'>{W}</p>",
    "carousel_margin": "<div style='overflow:hidden;width:300px'><div style='margin-left:-300px;display:flex;width:900px'><p style='width:300px'>{W}2</p><p style='width:300px'>{W}</p></div></div>",
    "gutters": "<div style='overflow:hidden'><div style='margin:0 -15px'><p>{W}</p></div></div>",
    "negative_inside": "<div style='overflow:hidden;padding:30px'><p style='margin-top:-20px'>{W}</p></div>",
    "select": "<select><option>{W}</select>",
    "select_on_navy": "<select style='width:200px;color:white;background:navy'><option>{W}</select>",
    "select_shadowed": "<select style='width:200px;color:transparent;text-shadow:0 0 0 black'><option>{W}</select>",
    "select_list": "<select size=3 style='width:200px;color:transparent'><option style='color:black'>{W}</select>",
}
