"""Ways in which a page may draw a secret, beyond plain text: by style sheets, SVG, controls, frames, and fields that keep a part of
it."""

import base64
import html
import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

INK: Final = "rgb(255,0,255)"


class Spelled:
    """A secret as HTML, halves of it, letters, and a string of CSS."""

    def __init__(self, value: str) -> None:
        half = len(value) // 2
        self.value, self.head, self.tail = value, value[:half], value[half:]
        self.whole, self.first, self.second = map(html.escape, (value, self.head, self.tail))
        self.letters = [html.escape(letter) for letter in value]
        self.in_css, self.first_in_css, self.second_in_css = map(in_css, (value, self.head, self.tail))
        self.symbols = " ".join(in_css(letter) for letter in value)
        self.text = f"<text x=5 y=20 fill='{INK}'>{self.whole}</text>"
        self.framed = f"<body style='color:{INK};margin:0'>{self.whole}"


def in_css(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


STYLE: Final = f"""<!doctype html><meta charset=utf-8><style>* {{ color:{INK}; font-family:monospace }} body {{ margin:0 }} :focus {{ outline:0; caret-color:transparent }} p, ul, ol {{ margin:0 }} ul, ol {{ padding-left:300px }}
input, textarea, select {{ border:0; padding:0; background:#fff; appearance:none }} svg text {{ fill:{INK} }} img {{ min-width:1px }}</style>"""


def _css(rules: str, body: str) -> str:
    return f"<style>{rules}</style>{body}"


def _svg(body: str) -> str:
    return f"<svg width=600 height=60 xmlns='http://www.w3.org/2000/svg'>{body}</svg>"


def generated(s: Spelled) -> Mapping[str, str]:
    return {
        "hyphenate-character": f"<p style='hyphenate-character:{html.escape(s.in_css)};hyphens:manual;width:300px'>aaaaaaaaaa&shy;{'b' * 35}",
        "hyphenate-character inherited": f"<div style='hyphenate-character:{html.escape(s.in_css)}'><p style='hyphens:manual;width:300px'>aaaaaaaaaa&shy;{'b' * 35}</div>",
        "hyphenate-character by rule": _css(
            f"p {{ hyphenate-character:{s.in_css}; width:300px; hyphens:manual }}", f"<p>aaaaaaaaaa&shy;{'b' * 35}"
        ),
        "hyphenate-character in a closed root": f"<div><template shadowrootmode=closed><p style='color:{INK};hyphenate-character:{html.escape(s.in_css)};hyphens:manual;width:300px'>aaaaaaaaaa&shy;{'b' * 35}</p></template></div>",
        "hyphenate-character on generated text": _css(
            f"p::before {{ content:'aaaaaaaaaa\\ad {'b' * 35}'; hyphenate-character:{s.in_css}; hyphens:manual }}",
            "<p style='width:300px'>",
        ),
        "hyphenate-character on a first line": _css(
            f"p::first-line {{ color:{INK} }} p {{ hyphenate-character:{s.in_css}; hyphens:manual; width:300px }}",
            f"<p>aaaaaaaaaa&shy;{'b' * 35}",
        ),
        "hyphenate-character by script": f"<p id=a style='hyphens:manual;width:300px'>aaaaaaaaaa&shy;{'b' * 35}<script>a.style.hyphenateCharacter = {s.in_css!r}</script>",
        "hyphenate-character animated": _css(
            f"@keyframes k {{ from, to {{ hyphenate-character:{s.in_css} }} }} p {{ animation:k 9s infinite; hyphens:manual; width:300px }}",
            f"<p>aaaaaaaaaa&shy;{'b' * 35}",
        ),
        "hyphenate-character in halves": f"<p style='hyphenate-character:{html.escape(s.first_in_css)};hyphens:manual;width:180px'>aaaaaaaaaa&shy;{'b' * 20}</p><p style='hyphenate-character:{html.escape(s.second_in_css)};hyphens:manual;width:180px'>aaaaaaaaaa&shy;{'b' * 20}</p>",
        "initial letter": _css("p::first-letter { initial-letter:2 }", f"<p>{s.whole}"),
        "initial letter generated": _css(f"p::before {{ content:{s.in_css} }} p::first-letter {{ initial-letter:2 }}", "<p>x"),
        "initial letter pieces": _css(
            "p { float:left } p::first-letter { initial-letter:2 }", "".join(f"<p>{letter}x</p>" for letter in s.letters)
        ),
        "initial letters alone": _css(
            "p { float:left; color:#fff; margin-right:2px } p::first-letter { initial-letter:2; color:rgb(255,0,255) }",
            "".join(f"<p>{letter}</p>" for letter in s.letters),
        ),
        "scroll marker": _css(
            f".s {{ overflow:auto; width:300px; height:60px; scroll-marker-group:after }} .s > p::scroll-marker {{ content:{s.in_css}; color:{INK} }}",
            "<div class=s><p>a<p style='margin-top:200px'>b</div>",
        ),
        "scroll marker before": _css(
            f".s {{ overflow:auto; width:300px; height:60px; scroll-marker-group:before }} .s > p::scroll-marker {{ content:{s.in_css} }}",
            "<div class=s><p>a<p style='margin-top:200px'>b</div>",
        ),
        "scroll marker of an attribute": _css(
            ".s { overflow:auto; width:300px; height:60px; scroll-marker-group:after } .s > p::scroll-marker { content:attr(data-s) }",
            f"<div class=s><p data-s='{s.whole}'>a<p style='margin-top:200px'>b</div>",
        ),
        "scroll button": _css(
            f".s {{ overflow:auto; width:300px; height:60px }} .s::scroll-button(block-end) {{ content:{s.in_css}; color:{INK}; opacity:1 }}",
            "<div class=s><p>a<p style='margin-top:200px'>b</div>",
        ),
        "scroll button of an attribute": _css(
            f".s {{ overflow:auto; width:300px; height:60px }} .s::scroll-button(*) {{ content:attr(data-s); color:{INK} }}",
            f"<div class=s data-s='{s.whole}'><p>a<p style='margin-top:200px'>b</div>",
        ),
        "details content": _css(
            "details::details-content { content-visibility:visible; display:block }",
            f"<details><summary>x</summary>{s.whole}</details>",
        ),
        "details content generated": _css(
            f"details::details-content::before {{ content:{s.in_css} }} details::details-content {{ content-visibility:visible; display:block }}",
            "<details><summary>x</summary>y</details>",
        ),
        "details content element": _css(
            "details::details-content { content-visibility:visible; display:block }",
            f"<details><summary>x</summary><p>{s.whole}</p></details>",
        ),
        "before and after": _css(
            f"p::before {{ content:{s.first_in_css} }} p::after {{ content:{s.second_in_css} }}",
            "<p>",
        ),
        "pieces of content": _css(f"p::before {{ content:{s.symbols} }}", "<p>"),
        "content of a variable": _css(f":root {{ --s:{s.in_css} }} p::before {{ content:var(--s) }}", "<p>"),
        "content of a variable and an attribute": _css(
            "p::after { content:attr(data-a) attr(data-b) }", f"<p data-a='{s.first}' data-b='{s.second}'>"
        ),
        "generated and text": _css(f"p::before {{ content:{s.first_in_css} }}", f"<p>{s.second}"),
        "content animated": _css(
            f"@keyframes k {{ from, to {{ content:{s.in_css} }} }} p::before {{ content:'x'; animation:k 9s infinite }}", "<p>"
        ),
        "generated far away": _css(f"p::before {{ content:{s.in_css}; position:fixed; left:400px; top:300px }}", "<p>x"),
        "generated transformed": _css(
            f"p::before {{ content:{s.in_css}; display:inline-block; transform:translate(200px,200px) }}", "<p>x"
        ),
        "generated on the root": _css(f"html::before {{ content:{s.in_css} }}", "<p>"),
        "generated beside nothing": _css(f"div::before {{ content:{s.in_css} }}", "<div style='display:contents'></div>"),
        "marker of generated": _css(
            f"p::before {{ content:'x'; display:list-item; margin-left:300px }} p::before::marker {{ content:{s.in_css} }}", "<p>"
        ),
        "marker of a summary": _css(f"summary::marker {{ content:{s.in_css} }}", "<details><summary>x</summary></details>"),
        "list style of a summary": f"<details><summary style='list-style-type:{html.escape(s.in_css)}'>x</summary></details>",
        "list style of generated": _css(
            f"p::before {{ content:'x'; display:list-item; margin-left:300px; list-style-type:{s.in_css} }}", "<p>"
        ),
        "list style of a div": f"<div style='display:list-item;margin-left:300px;list-style-type:{html.escape(s.in_css)}'>x</div>",
        "list style inside": f"<ul style='list-style:inside {html.escape(s.in_css)}'><li>x</ul>",
        "counter style": _css(f"@counter-style k {{ system:fixed; symbols:{s.in_css} }} ol {{ list-style:k }}", "<ol><li>x</ol>"),
        "counter style letters": _css(
            f"@counter-style k {{ system:cyclic; symbols:{s.symbols}; suffix:'' }} ol {{ list-style:k inside }} li {{ float:left }}",
            "<ol>" + "<li>" * len(s.value) + "</ol>",
        ),
        "counter style prefix": _css(
            f"@counter-style k {{ system:extends decimal; prefix:{s.in_css} }} ol {{ list-style:k }}", "<ol><li>x</ol>"
        ),
        "counter of content": _css(
            f"@counter-style k {{ system:fixed; symbols:{s.in_css} }} p {{ counter-increment:n }} p::before {{ content:counter(n, k) }}",
            "<p>x",
        ),
        "counters with separators": _css(
            f"ol {{ counter-reset:n; list-style:none }} li {{ counter-increment:n }} li::before {{ content:counters(n, {s.in_css}) }}",
            "<ol><li>x<ol><li>y</ol></ol>",
        ),
        "quotes nested": f"<p style='quotes:none'><q style='quotes:{html.escape(s.in_css)} \"x\"'>a</q>",
        "quotes of a div": _css(f"div {{ quotes:{s.in_css} 'x' }} div::before {{ content:open-quote }}", "<div>a</div>"),
        "emphasis letters": "<p style='color:transparent;line-height:3'>"
        + "".join(f"<span style='text-emphasis:{html.escape(in_css(letter))} {INK}'>x</span>" for letter in s.value),
        "checkmark": _css(
            f"select, ::picker(select) {{ appearance:base-select }} option::checkmark {{ content:{s.in_css}; color:{INK} }}",
            "<select id=a><option>x<option>y</select><script>onload = () => a.showPicker?.()</script>",
        ),
        "picker icon": _css(
            f"select {{ appearance:base-select; color:{INK} }} select::picker-icon {{ content:{s.in_css}; color:{INK} }}",
            "<select><option>x</select>",
        ),
        "column": _css(
            f".s {{ columns:2; width:400px; height:40px; overflow:auto; scroll-marker-group:after }} .s::column::scroll-marker {{ content:{s.in_css} }}",
            "<div class=s>" + "a<br>" * 30 + "</div>",
        ),
        "placeholder generated": f"<textarea placeholder='{s.whole}' cols=40></textarea><style>::placeholder {{ color:{INK}; opacity:1 }}</style>",
        "backdrop": _css(
            f"dialog {{ border:0; margin:0 }} dialog::after {{ content:{s.in_css} }}",
            "<dialog id=a>x</dialog><script>a.showModal()</script>",
        ),
        "search field": _css(f"input::before {{ content:{s.in_css} }}", "<input type=checkbox style='width:200px;height:30px'>"),
        "image pseudo": _css(
            f"img::before {{ content:{s.in_css} }}", "<img src=/none alt=x style='display:inline-block;width:300px;height:30px'>"
        ),
    }


def _closed(body: str) -> str:
    return f"<div><template shadowrootmode=closed>{body}</template></div>"


def _framed(document: str, style: str = "") -> str:
    return f"<iframe style='border:0;width:500px;height:60px;{style}' srcdoc=\"{html.escape(document)}\"></iframe>"


_MARKER: Final = "<marker id=m markerWidth=400 markerHeight=60 markerUnits=userSpaceOnUse refY=20>{text}</marker><line x1=20 y1=30 x2=90 y2=30 style='marker:url(#m)' />"


def svg(s: Spelled) -> Mapping[str, str]:
    return {
        "marker": _svg(
            f"<defs><marker id=m markerWidth=400 markerHeight=60 markerUnits=userSpaceOnUse refX=0 refY=20 orient=0>{s.text}</marker></defs><path d='M20 30 L200 30' marker-start='url(#m)' stroke=none fill=none />"
        ),
        "marker at the end": _svg(
            f"<marker id=m markerWidth=400 markerHeight=60 markerUnits=userSpaceOnUse refY=20>{s.text}</marker><path d='M20 30 L100 30' marker-end='url(#m)' fill=none />"
        ),
        "marker on a polyline": _svg(
            f"<marker id=m markerWidth=400 markerHeight=60 markerUnits=userSpaceOnUse refY=20>{s.text}</marker><polyline points='0 0 20 30 100 30' marker-mid='url(#m)' fill=none />"
        ),
        "marker by style": _svg(
            f"<marker id=m markerWidth=400 markerHeight=60 markerUnits=userSpaceOnUse refY=20>{s.text}</marker><line x1=20 y1=30 x2=90 y2=30 style='marker:url(#m)' />"
        ),
        "marker in a closed root": _closed(_svg(_MARKER.format(text=s.text))),
        "marker of letters": _svg(
            "".join(
                f"<marker id=m{at} markerWidth=20 markerHeight=60 markerUnits=userSpaceOnUse refY=20><text y=20 fill='{INK}'>{letter}</text></marker><line x1={20 + 10 * at} y1=30 x2={20 + 10 * at} y2=31 style='marker-start:url(#m{at})' />"
                for at, letter in enumerate(s.letters)
            )
        ),
        "pattern": _svg(
            f"<defs><pattern id=t width=600 height=60 patternUnits=userSpaceOnUse>{s.text}</pattern></defs><rect width=600 height=60 fill='url(#t)' />"
        ),
        "mask": _svg(
            f"<defs><mask id=t><text x=5 y=20 fill=#fff>{s.whole}</text></mask></defs><rect width=600 height=60 fill='{INK}' mask='url(#t)' />"
        ),
        "clip path": _svg(
            f"<defs><clipPath id=t><text x=5 y=20>{s.whole}</text></clipPath></defs><rect width=600 height=60 fill='{INK}' clip-path='url(#t)' />"
        ),
        "clip path of a box": _svg(f"<defs><clipPath id=t><text x=5 y=20>{s.whole}</text></clipPath></defs>")
        + f"<div style='position:absolute;top:0;width:500px;height:60px;background:{INK};clip-path:url(#t)'></div>",
        "text path": _svg(
            f"<path id=t d='M5 20 L500 40' fill=none /><text fill='{INK}'><textPath href=#t>{s.whole}</textPath></text>"
        ),
        "spans": _svg(
            f"<text y=20 fill='{INK}'>"
            + "".join(f"<tspan x={10 * at}>{letter}</tspan>" for at, letter in enumerate(s.letters))
            + "</text>"
        ),
        "positions": _svg(f"<text y=20 fill='{INK}' x='{' '.join(str(12 * at) for at in range(len(s.value)))}'>{s.whole}</text>"),
        "copy of a group": _svg(f"<g id=t transform='translate(-900)'>{s.text}</g><use href=#t x=900 />"),
        "copy of a copy": _svg(f"<defs><g id=t>{s.text}</g><g id=u><use href=#t /></g></defs><use href=#u />"),
        "copy of letters": _svg(
            "".join(
                f"<defs><text id=t{at} y=20 fill='{INK}'>{letter}</text></defs><use href=#t{at} x={10 * at} />"
                for at, letter in enumerate(s.letters)
            )
        ),
        "switch": _svg(f"<switch>{s.text}</switch>"),
        "foreign object": _svg(
            f"<foreignObject width=500 height=40><p xmlns='http://www.w3.org/1999/xhtml'>{s.whole}</p></foreignObject>"
        ),
        "stroke": _svg(f"<text x=5 y=20 style='fill:none;stroke:{INK}'>{s.whole}</text>"),
        "view box": f"<svg width=600 height=60 viewBox='0 0 300 30'>{s.text}</svg>",
        "symbol": _svg(f"<symbol id=t viewBox='0 0 300 30'>{s.text}</symbol><use href=#t width=600 height=60 />"),
    }


def controls(s: Spelled) -> Mapping[str, str]:
    return {
        "search": f"<input type=search value='{s.whole}' size=30>",
        "email": f"<input type=email value='{s.whole}' size=30>",
        "readonly": f"<input readonly value='{s.whole}' size=30>",
        "reset": f"<input type=reset value='{s.whole}'>",
        "submit": f"<input type=submit value='{s.whole}'>",
        "picture button": f"<input type=image src=/none alt='{s.whole}'>",
        "scrolled field": f"<input value='{'x' * 40}{s.whole}' size=20 id=a><script>a.scrollLeft = 999</script>",
        "letter in each field": "".join(f"<input size=1 style='width:14px' value='{letter}'>" for letter in s.letters),
        "half in each field": f"<input size=9 value='{s.first}'><input size=9 value='{s.second}'>",
        "button": f"<button style='background:#fff;border:0'>{s.whole}</button>",
        "legend": f"<fieldset><legend>{s.whole}</legend></fieldset>",
        "output": f"<output>{s.whole}</output>",
        "several choices": f"<select multiple><option>{s.whole}</select>",
        "rule between choices": f"<select size=4><optgroup label='{s.first}'><option>{s.second}</optgroup></select>",
        "object": f"<object data=/none>{s.whole}</object>",
        "shown data list": f"<datalist style='display:block'><option style='display:block'>{s.whole}</datalist>",
        "option outside": f"<option>{s.whole}</option>",
        "title shown": f"<head><title style='display:block'>{s.whole}</title></head><style>head {{ display:block }}</style>",
        "script shown": f"<script type=x style='display:block'>{s.value}</script>",
        "listing": f"<xmp>{s.value}</xmp>",
        "design mode": f"<p>{s.whole}<script>document.designMode = 'on'</script>",
        "dialog": f"<dialog open style='border:0'>{s.whole}</dialog>",
        "popover": f"<div popover id=a style='border:0'>{s.whole}</div><script>a.showPopover()</script>",
        "open choices": f"<style>select, ::picker(select) {{ appearance:base-select }} option {{ color:{INK} }}</style><select id=a><option>x<option>{s.whole}</select><script>onload = () => a.showPicker?.()</script>",
        "selected content": f"<style>select {{ appearance:base-select }}</style><select><button><selectedcontent></selectedcontent></button><option>{s.whole}</select>",
        "marquee": f"<marquee behavior=slide scrollamount=999>{s.whole}</marquee>",
        "ruby": f"<ruby>x<rt>{s.whole}</rt></ruby>",
        "half in ruby": f"<ruby>{s.first}<rt>{s.second}</rt></ruby>",
        "caption": f"<table><caption>{s.whole}</caption></table>",
        "vertical": f"<p style='writing-mode:vertical-rl'>{s.whole}",
        "combined upright": "<p style='writing-mode:vertical-rl'>"
        + "".join(f"<span style='text-combine-upright:all'>{letter}</span>" for letter in s.letters),
        "reversed by override": f"<p><bdo dir=rtl>{html.escape(s.value[::-1])}</bdo>",
        "spaced": f"<p style='letter-spacing:12px'>{s.whole}",
        "small capitals": f"<p style='font-variant:small-caps'>{s.whole}",
        "columns": f"<div style='columns:4;width:300px'>{'<br>'.join(s.letters)}</div>",
        "background through text": f"<p style='background:{INK};color:transparent;-webkit-background-clip:text'>{s.whole}",
        "selected": f"<style>::selection {{ color:{INK}; background:#fff }}</style><p style='color:#fff' id=a>{s.whole}<script>getSelection().selectAllChildren(a)</script>",
        "highlight": f"<style>::highlight(h) {{ color:{INK} }}</style><p style='color:#fff' id=a>{s.whole}<script>const r = new Range(); r.selectNodeContents(a); CSS.highlights.set('h', new Highlight(r))</script>",
        "underlined": f"<p style='text-decoration:underline'>{s.whole}",
        "blurred shadow": f"<p style='color:transparent;text-shadow:0 150px 1px {INK}'>{s.whole}",
        "shadow of a drop": f"<p style='position:absolute;left:-900px;filter:drop-shadow(950px 0 {INK})'>{s.whole}",
        "reflection": f"<p style='width:300px;height:20px;-webkit-box-reflect:below 30px'>{s.whole}",
        "turned away": f"<p style='width:300px;transform:perspective(300px) rotateY(40deg) translate3d(40px,30px,9px)'>{s.whole}",
        "on a path": f"<p style='width:200px;offset-path:path(\"M200 100 L 400 300\");offset-distance:40%'>{s.whole}",
        "clipped to a line": f"<p style='width:120px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>{s.whole}",
        "lines clamped": f"<p style='width:90px;word-break:break-all;display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical;overflow:hidden'>{s.whole}",
        "sticky": f"<div style='height:100px;overflow:auto' id=a><p style='position:sticky;top:0'>{s.whole}</p><p style='height:500px'></div><script>a.scrollTop = 99</script>",
        "nested closed roots": f"<div><template shadowrootmode=closed><div><template shadowrootmode=closed><p style='color:{INK}'>{s.whole}</p></template></div></template></div>",
        "fallback of a slot": f"<div><template shadowrootmode=open><slot><b style='color:{INK}'>{s.whole}</b></slot></template></div>",
        "fallback of a closed slot": f"<div><template shadowrootmode=closed><slot><b style='color:{INK}'>{s.whole}</b></slot></template></div>",
        "closed root's generated": f"<div><template shadowrootmode=closed><style>b::before {{ content:{s.in_css}; color:{INK} }}</style><b></b></template></div>",
        "closed root's attribute": f"<div><template shadowrootmode=closed><style>b::before {{ content:attr(data-s); color:{INK} }}</style><b data-s='{s.whole}'></b></template></div>",
        "closed root's halves": f"<div><template shadowrootmode=closed><b style='color:{INK}'>{s.first}</b><slot></slot></template>{s.second}</div>",
        "closed root's field": f"<div><template shadowrootmode=closed><input style='color:{INK};border:0' size=30 value='{s.whole}'></template></div>",
        "math operator": f"<math><mo>{s.whole}</mo></math>",
        "caption by script": f"<video id=a width=600 height=60 style='background:#fff'></video><style>::cue {{ color:{INK}; background:#fff }}</style><script>const t = a.addTextTrack('captions'); t.mode = 'showing'; t.addCue(new VTTCue(0, 99, {s.in_css}))</script>",
        "hexadecimal": f"<p>{s.value.encode().hex()}",
        "base64 in a text": f"<p>{base64.b64encode(('user:' + s.value).encode()).decode()}",
        "percent codes": f"<p>{quote(s.value)}",
        "address": f"<p>https://example.com/?q={html.escape(quote(s.value))}&a=1",
    }


def frames(s: Spelled) -> Mapping[str, str]:
    return {
        "data": f"<iframe style='border:0;width:500px;height:40px' src='data:text/html;charset=utf-8,{quote(s.framed)}'></iframe>",
        "blob": f"<iframe id=f style='border:0;width:500px;height:40px'></iframe><script>f.src = URL.createObjectURL(new Blob([{json.dumps(s.framed)}], {{ type: 'text/html;charset=utf-8' }}))</script>",
        "written": f"<iframe id=f style='border:0;width:500px;height:40px'></iframe><script>f.contentDocument.write({json.dumps(s.framed)}); f.contentDocument.close()</script>",
        "sandboxed": f"<iframe sandbox style='border:0;width:500px;height:40px' srcdoc=\"{html.escape(s.framed)}\"></iframe>",
        "in a frame": _framed(f"<body style=margin:0>{_framed(s.framed)}"),
        "scaled frame": _framed(s.framed, "transform:scale(1.3);transform-origin:0 0"),
        "generated in a frame": _framed(f"<style>p::before {{ content:{s.in_css}; color:{INK} }}</style><p>"),
        "hyphen in a frame": _framed(
            f"<meta charset=utf-8><style>p {{ color:{INK}; hyphenate-character:{s.in_css}; hyphens:manual; width:300px }}</style><p>aaaaaaaaaa&shy;{'b' * 35}"
        ),
        "object": f"<object style='width:500px;height:40px' type=text/html data='data:text/html;charset=utf-8,{quote(s.framed)}'></object>",
    }


_COPY: Final = "<body style='margin:0'><input aria-label=Code {} style='font:20px monospace;width:300px;height:30px'>"
_SLICE: Final = _COPY.format('oninput="{}"')
FIELDS: Final = {
    **{f"maximum of {most}": _COPY.format(f"maxlength={most}") for most in range(3, 9)},
    **{f"script keeps {most}": _SLICE.format(f"this.value = this.value.slice(0, {most})") for most in range(3, 9)},
    "script keeps the end": _SLICE.format("this.value = this.value.slice(-5)"),
    "script keeps the middle": _SLICE.format("this.value = this.value.slice(4, 9)"),
    "script spreads it": _SLICE.format(
        "for (const [at, f] of [...document.querySelectorAll('input')].entries()) f.value = this.s.slice(4 * at, 4 * at + 4)".replace(
            "this.s", "v"
        )
    ).replace('oninput="', 'oninput="const v = this.value; ')
    + "<input style='font:20px monospace'>" * 4,
    "copied in part": _SLICE.format("b.value = this.value.slice(0, 6); this.value = ''")
    + "<input id=b style='font:20px monospace'>",
    "copied in part to a text area": _SLICE.format("b.value = this.value.slice(0, 5); this.value = ''")
    + "<textarea id=b style='font:20px monospace'></textarea>",
    "copied in part to an editor": _SLICE.format("b.textContent = this.value.slice(0, 6); this.value = ''")
    + "<p contenteditable id=b style='font:20px monospace;width:300px;height:30px'></p>",
    "another field in its place": _SLICE.format(
        "const n = document.createElement('input'); n.value = this.value.slice(0, 6); n.style = this.style.cssText; this.replaceWith(n)"
    ),
    "shown as typed": _COPY.format("type=text maxlength=5"),
    "area": "<body style='margin:0'><textarea aria-label=Code maxlength=6 style='font:20px monospace;width:300px;height:30px'></textarea>",
}
"""Each has a field ``Code`` that is given the secret, and keeps a part of it, or hands one on."""

LIMITS: Final = frozenset({"generated: initial letter pieces"})
"""In pieces that other text parts: what the documents do not promise."""


def ways(secret: str) -> Mapping[str, str]:
    """Pages that draw ``secret``."""
    s = Spelled(secret)
    kinds = {"generated": generated(s), "svg": svg(s), "control": controls(s), "frame": frames(s)}
    return {f"{kind}: {name}": way for kind, each in kinds.items() for name, way in each.items()}
