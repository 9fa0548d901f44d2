"""Texts of which clips, masks, filters, strokes and rules about what is around them leave nothing, and texts of which such things leave
all. ``{W}`` is the word."""

from typing import Final

_BOX: Final = "position:absolute;left:0;top:0;width:400px;height:60px"

TAKEN_AWAY: Final = {
    "clip_path_shape": "<p style='clip-path:shape(from 0 0, line to 0 0, close)'>{W}</p>",
    "clip_path_of_nothing": "<svg width=0 height=0><clipPath id=n></clipPath></svg><p style='clip-path:url(#n)'>{W}</p>",
    "clip_rect_auto": "<p style='position:absolute;clip:rect(auto,0,auto,0)'>{W}</p>",
    "mask_of_nothing": "<svg width=0 height=0><mask id=n></mask></svg><p style='mask:url(#n)'>{W}</p>",
    "mask_beside": "<p style='mask:linear-gradient(black,black) 999px 0/9px 9px no-repeat'>{W}</p>",
    "mask_excluded": "<p style='mask:linear-gradient(black,black),linear-gradient(black,black);mask-composite:exclude'>{W}</p>",
    "filter_of_nothing": "<svg width=0 height=0><filter id=n><feColorMatrix values='1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 0' /></filter></svg><p style='filter:url(#n)'>{W}</p>",
    "filter_flood": "<svg width=0 height=0><filter id=n><feFlood flood-color=white /></filter></svg><p style='filter:url(#n)'>{W}</p>",
    "text_security": "<p style='-webkit-text-security:disc'>{W}</p>",
    "stroke_over": "<p style='-webkit-text-stroke:30px white'>{W}</p>",
    "line_through": "<p style='text-decoration:line-through 3em white'>{W}</p>",
    "language_rule": "<style>:lang(xx) {{ color: white }}</style>" + "<p class=r>seen</p>" * 11 + "<p class=r lang=xx>{W}</p>",
    "direction_rule": "<style>p:dir(rtl) {{ color: white }}</style>" + "<p class=r>seen</p>" * 11 + "<p class=r dir=rtl>{W}</p>",
    "descendant_rule": "<style>.a .r {{ color: white }}</style>"
    + "<p class=r>seen</p>" * 11
    + "<div class=a><p class=r>{W}</p></div>",
    "descendant_font": "<style>.a .r {{ font-size: 1px }}</style>"
    + "<p class=r>seen</p>" * 11
    + "<div class=a><p class=r>{W}</p></div>",
    "nested_rule": "<style>.a {{ .r {{ color: #fdfdfd }} }}</style>"
    + "<p class=r>seen</p>" * 11
    + "<div class=a><p class=r>{W}</p></div>",
    "style_query": "<style>@container style(--h: 1) {{ .r {{ color: white }} }}</style>"
    + "<p class=r>seen</p>" * 11
    + "<div style='--h:1'><p class=r>{W}</p></div>",
    "backdrop_bright": f"<div style='position:relative;height:60px'><p>{{W}}</p><b style='{_BOX};backdrop-filter:brightness(0) invert(1)'></b></div>",
    "svg_switch": "<svg width=300 height=30><switch><text y=20>seen</text><text y=20>{W}</text></switch></svg>",
    "svg_clip": "<svg width=300 height=30><clipPath id=n><rect width=0 height=0 /></clipPath><text y=20 clip-path=url(#n)>{W}</text></svg>",
    "svg_mask": "<svg width=300 height=30><mask id=n></mask><g mask=url(#n)><text y=20>{W}</text></g></svg>",
    "svg_filter": "<svg width=300 height=30><filter id=n><feFlood flood-color=white /></filter><text y=20 filter=url(#n)>{W}</text></svg>",
    "svg_under_rect": "<svg width=300 height=30><text y=20>{W}</text><rect width=300 height=30 fill=white /></svg>",
    "svg_fill_gone": "<svg width=300 height=30><text y=20 fill=url(#n)>{W}</text></svg>",
    "svg_gradient": "<svg width=300 height=30><linearGradient id=n><stop stop-color=white /></linearGradient><text y=20 fill=url(#n)>{W}</text></svg>",
    "svg_stroke_over": "<svg width=300 height=30><text y=20 stroke=white stroke-width=9>{W}</text></svg>",
}

LEFT: Final = {
    "clip_path_shape": "<p style='clip-path:shape(from 0 0, hline to 100%, vline to 100%, hline to 0, close)'>{W}</p>",
    "clip_path_of_shape": "<svg width=0 height=0><clipPath id=n><rect width=900 height=90 /></clipPath></svg><p style='clip-path:url(#n)'>{W}</p>",
    "mask_of_one_layer": "<p style='mask:linear-gradient(black,black) 0 0/900px 90px no-repeat'>{W}</p>",
    "filter_offset": "<svg width=0 height=0><filter id=n><feOffset dx=1 /></filter></svg><p style='filter:url(#n)'>{W}</p>",
    "stroke_thin": "<p style='font-size:40px;-webkit-text-stroke:1px white'>{W}</p>",
    "line_through_thin": "<p style='text-decoration:line-through white'>{W}</p>",
    "descendant_dark": "<style>.a .r {{ color: white }} .a {{ background: navy }}</style>"
    + "<p class=r>seen</p>" * 11
    + "<div class=a><p class=r>{W}</p></div>",
    "svg_after_rect": "<svg width=300 height=30><rect width=300 height=30 fill=yellow /><text y=20>{W}</text></svg>",
    "svg_stroke_first": "<svg width=300 height=40><text y=30 font-size=30 stroke=white stroke-width=12 paint-order=stroke>{W}</text></svg>",
    "svg_gradient_of_red": "<svg width=300 height=30><linearGradient id=n><stop stop-color=red /></linearGradient><text y=20 fill=url(#n)>{W}</text></svg>",
}
