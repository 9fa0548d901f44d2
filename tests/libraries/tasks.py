"""What people do with components of libraries, as calls, and what the pages say of themselves when it is done."""

from dataclasses import dataclass
from typing import Any, Final

Call = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """``steps`` have ``@pattern`` in the place of refs; ``done`` is a script that is true then."""

    done: str
    steps: tuple[Call, ...]


def task(done: str, *steps: Call) -> Task:
    """A task of these steps."""
    return Task(done, steps)


def click(pattern: str, **more: Any) -> Call:
    return {"action": "click", "ref": f"@{pattern}", **more}


def hover(pattern: str) -> Call:
    return {"action": "hover", "ref": f"@{pattern}"}


def focus(pattern: str) -> Call:
    return {"action": "focus", "ref": f"@{pattern}"}


def enter(pattern: str, text: str, **more: Any) -> Call:
    return {"action": "type", "ref": f"@{pattern}", "text": text, **more}


def choose(pattern: str, value: str | list[str]) -> Call:
    chosen = {"value": value} if isinstance(value, str) else {"values": value}
    return {"action": "select_option", "ref": f"@{pattern}", **chosen}


def check(pattern: str) -> Call:
    return {"action": "set_checked", "ref": f"@{pattern}"}


def drag(pattern: str, target: str, **more: Any) -> Call:
    return {"action": "drag", "ref": f"@{pattern}", "target_ref": f"@{target}", **more}


def fill(*fields: tuple[str, str]) -> Call:
    return {"action": "fill_form", "fields": [{"ref": f"@{pattern}", "value": value} for pattern, value in fields]}


def key(name: str) -> Call:
    return {"action": "keyboard", "key": name}


def keys(text: str) -> Call:
    return {"action": "keyboard", "text": text}


def picture(path: str) -> Call:
    return {"action": "screenshot", "path": path}


def upload(pattern: str, path: str) -> Call:
    return {"action": "upload_file", "ref": f"@{pattern}", "path": path}


TASKS: Final[dict[str, list[Task]]] = {
    "antd": [
        task("model.day==='2026-03-14'", click("^input text Day"), click("-1:(gridcell|clickable) 14$")),
        task("model.day==='2026-03-20'", enter("^input text Day", "2026-03-20"), key("Enter")),
        task("model.city==='Paris'", choose("combobox City", "Paris")),
        task('JSON.stringify(model.many)===\'["Bern","Rome"]\'', choose("combobox Cities", ["Bern", "Rome"])),
        task(
            'JSON.stringify(model.tags)===\'["red","blue"]\'',
            enter("combobox Tags", "red"),
            key("Enter"),
            keys("blue"),
            key("Enter"),
        ),
        task("model.far==='Prague'", enter("combobox Remote", "p"), click("(option|clickable) Prague$")),
        task("model.far==='Rome'", choose("combobox Remote", "Rome")),
        task("model.typed==='Bergen'", enter("combobox Auto", "Be"), click("(option|clickable) Bergen$")),
        task("model.typed==='Porto'", fill(("combobox Auto", "Porto"))),
        task(
            'JSON.stringify(model.area)===\'["Asia","India"]\'',
            click("combobox Area"),
            click("(menuitem|option|clickable).* ?Asia"),
            click("(menuitem|option|clickable).* ?India"),
        ),
        task("model.parts&&model.parts.length>0", click("combobox Parts"), click("-1:clickable Nuts")),
        task(
            'JSON.stringify([...model.checked].sort())===\'["apple","hazel","pear"]\'',
            check("checkbox.*Apple"),
            check("checkbox.*Pear"),
            check("checkbox.*Hazel"),
        ),
        task("model.moved&&model.moved[0]==='apple'", drag("1:treeitem", "4:treeitem")),
        task("model.level===40", enter("slider.*handle\\)", "40")),
        task("model.span&&model.span[1]===70", enter("slider.*handle-2", "70")),
        task("model.rate===4", click("3:radio star")),
        task("model.air===true", check("switch Air")),
        task("model.view==='Week'", click("radio Week")),
        task("model.count===12", enter("spinbutton Count", "12")),
        task("model.otp==='1234'", fill(("OTP Input 1", "1"), ("OTP Input 2", "2"), ("OTP Input 3", "3"), ("OTP Input 4", "4"))),
        task("model.side==='Right'", check("radio Right")),
        task(
            "model.name===''||model.name==='Ada'", enter("input text Name", "Ada"), click("(button|clickable).*clear|close-circle")
        ),
        task("model.chosen==='copy'", hover("button Hover menu"), hover("menuitem.*More"), click("menuitem.*Copy")),
        task("model.chosen==='two'", click("button Click menu"), click("menuitem.*Two")),
        task("model.sure===true", click("button Delete"), click("button OK")),
        task("model.said==='ok'", click("button Modal"), click("button OK")),
    ],
    "carbon": [
        task("document.querySelector('cds-text-input').value==='Ada'", fill(("input text Name", "Ada"), ("textarea Note", "n"))),
        task("Number(document.querySelector('cds-number-input').value)===7", enter("spinbutton Count", "7")),
        task(
            "document.querySelector('cds-checkbox').checked&&document.querySelector('cds-toggle').toggled&&document.querySelector('cds-radio-button-group').value==='l'",
            check("checkbox Agree"),
            check("switch Air"),
            check("radio Large"),
        ),
        task("Number(document.querySelector('cds-slider').value)===40", enter("slider", "40")),
        task("model.saved===true", click("button Open modal"), click("button Save")),
        task("document.querySelector('cds-tree-node[label=Pear]').selected===true", click("treeitem Pear")),
        task("document.querySelectorAll('cds-table-row')[0].selected===true", check("1:checkbox Select row")),
        task("document.querySelectorAll('cds-table-header-cell')[1].sortDirection!=='none'", click("button Age")),
    ],
    "elementplus": [
        task("model.day==='2026-03-20'", enter("combobox Day", "2026-03-20"), key("Enter")),
        task("model.time==='10:20:30'", enter("combobox Time", "10:20:30"), key("Enter")),
        task("model.city==='Paris'", choose("combobox.* City$", "Paris")),
        task('JSON.stringify(model.many)===\'["Bern","Rome"]\'', choose("combobox.*Cities$", ["Bern", "Rome"])),
        task("JSON.stringify(model.tags)==='[\"blue\"]'", enter("combobox.*Tags", "blue"), key("Enter")),
        task("model.far==='Prague'", choose("combobox.*Remote", "Prague")),
        task("model.auto==='Bergen'", enter("input text Auto", "be"), click("option Bergen")),
        task("model.area[1]==='India'", click("input text Area"), click("menuitem.*Asia"), click("menuitem.*India")),
        task(
            "JSON.stringify([...model.checked].sort())==='[1,2,3,5]'",
            check("checkbox.*Apple"),
            check("checkbox.*Pear"),
            check("checkbox.*Hazel"),
        ),
        task("model.level===40", enter("slider Level", "40")),
        task("model.span[1]===70", enter("slider pick end", "70")),
        task("model.rate===4", click("clickable.*rate__icon, 4")),
        task("model.rate===5", enter("slider rating", "5")),
        task("model.air===true", check("switch Air")),
        task("model.count===12", enter("spinbutton Count", "12")),
        task("model.size==='l'&&model.side==='r'", check("radio Large"), check("radio Right")),
        task("(model.mention||'').includes('@bob')", enter("input text Mention", "hi @"), click("option.*bob")),
        task("model.chosen==='copy'", hover("button Hover menu"), click("menuitem.*Copy")),
        task("model.chosen==='two'", click("button Click menu"), click("menuitem.*Two")),
        task("model.sure===true", click("button Delete"), click("button Yes")),
        task("model.modal===false", click("button Dialog"), click("button Fine")),
        task("model.said==='ok'", click("button Confirm"), click("button OK")),
        task("model.rows[0]==='Bob'", check("1:checkbox Select this row")),
        task("model.sorted&&model.sorted[0]==='age'", click("button Sort by Age")),
        task("model.page===3", click("clickable page 3")),
        task("model.went==='deep'", hover("menuitem Sub"), click("menuitem Deep")),
        task("model.cal===17", click("(clickable|gridcell|button) 17$")),
    ],
    "fluent": [
        task(
            "model.name==='Ada'&&model.note==='n'&&model.find==='q'",
            fill(("input text Name", "Ada"), ("textarea Note", "n"), ("spinbutton Count", "7"), ("input search Find", "q")),
        ),
        task("model.city==='Paris'", choose("combobox City", "Paris")),
        task('JSON.stringify(model.many)===\'["Bern","Rome"]\'', choose("combobox Cities", ["Bern", "Rome"])),
        task("model.box==='Rome'", choose("combobox Box", "Rome")),
        task("String(model.day).includes('Mar 14')", click("combobox Day"), click("-1:(button|gridcell).*14")),
        task("model.agree&&model.air&&model.size==='l'", check("checkbox Agree"), check("switch Air"), check("radio Large")),
        task("Number(model.level)===40", enter("slider Level", "40")),
        task("model.rate===4", check("radio 4")),
        task("model.colour==='green'", check("radio green")),
        task("!document.querySelector('[role=dialog]')", click("button Dialog"), click("button Fine")),
        task("document.querySelectorAll('[role=treeitem]').length===2", click("treeitem Fruit"), click("treeitem Apple")),
        task("model.rows&&model.rows.length===1", check("2:checkbox"), click("button age")),
        task("model.gone==='x'", click("button Ex")),
    ],
    "headless": [
        task("model.list==='Paris'", click("button Berlin"), click("option Paris")),
        task("model.list==='Rome'", choose("button Paris", "Rome")),
        task("model.box==='Prague'", choose("combobox Box", "Prague")),
        task("model.box==='Rome'", enter("combobox Box", "ro"), click("option Rome")),
        task("model.menu==='cut'", click("button Menu"), click("menuitem Cut")),
        task("model.air&&model.size==='l'", check("switch Air"), check("radio Large")),
        task("model.open===false", click("button Dialog"), click("button Fine")),
        task("model.undone===true", click("button Toast"), click("button Undo")),
        task("model.pick==='Paris'", choose("combobox Pick$", "Paris")),
        task('JSON.stringify(model.picks)===\'["Bern","Rome"]\'', choose("combobox Picks", ["Bern", "Rome"])),
        task('JSON.stringify(model.tags)===\'["a","b"]\'', enter("combobox Tags", "a"), key("Enter"), keys("b"), key("Enter")),
        task("model.far==='Prague'", enter("combobox Far", "pr"), click("option Prague")),
        task("model.far==='Porto'", choose("combobox Far", "Porto")),
        task("model.down==='Prague'", choose("combobox Down", "Prague")),
        task("model.command==='Gamma'", enter("combobox Commands", "ga"), key("Enter")),
        task("model.command==='Beta'", enter("combobox Commands", ""), click("option Beta")),
        task("new Date(model.date).getDate()===14", click("0:input text"), click("0:.*March 14th")),
        task("new Date(model.date).getDate()===20", enter("0:input text", "03/20/2026"), key("Enter")),
        task("model.to&&new Date(model.to).getDate()===12", click("1:input text"), click("0:.*May 12th")),
        task("new Date(model.date).getHours()===10", click("option 10:30 AM")),
        task('JSON.stringify(model.rows)===\'["Row 3","Row 1","Row 2","Row 4"]\'', drag("button Row 3", "button Row 1")),
        task("model.rows.indexOf('Row 4')===2", focus("button Row 4"), key(" "), key("ArrowUp"), key(" ")),
        task("model.otp==='1234'", enter("input text Code", "1234")),
        task("model.row===3", click("clickable Virtual row 3")),
        task("model.dropped&&model.dropped[0]==='a.png'", picture("a.png"), upload("Drop files here", "a.png")),
    ],
    "mantine": [
        task("model.name==='Ada'&&model.note==='n\\nm'&&model.count===7", fill(("Name", "Ada"), ("Note", "n\nm"), ("Count", "7"))),
        task("JSON.parse(model.json).a===1", enter("Json", '{"a":1}'), key("Tab")),
        task("model.city==='Paris'", choose("City$", "Paris")),
        task("model.found==='Rome'", choose("Search city", "Rome")),
        task('JSON.stringify(model.many)===\'["Bern","Rome"]\'', choose("Cities", ["Bern", "Rome"])),
        task('JSON.stringify(model.tags)===\'["a","b"]\'', enter("Tags", "a"), key("Enter"), keys("b"), key("Enter")),
        task("model.auto==='Bergen'", enter("Auto", "Be"), click("option Bergen")),
        task("String(model.date).startsWith('2026-03-20')", enter("Date$", "2026-03-20"), key("Enter")),
        task("model.day==='2026-03-14'", click("button Day"), click("-1:button 14 March")),
        task(
            "model.range&&model.range[1]==='2026-03-12'",
            click("button Range"),
            click("-1:button 5 March"),
            click("-1:button 12 March"),
        ),
        task("String(model.when).startsWith('2026-03-14')", click("button When"), click("-1:button 14 March")),
        task("model.time==='10:20'", enter("Time", "10:20")),
        task("model.inline==='2026-03-18'", click("button 18 March")),
        task("model.month!==undefined", click("button May")),
        task(
            "model.agree&&model.air&&model.chip&&model.size==='l'&&model.view==='Week'",
            check("checkbox Agree"),
            check("switch Air"),
            check("checkbox Chip"),
            check("radio Large"),
            check("radio Week"),
        ),
        task("model.level===40", enter("slider Level", "40")),
        task("model.span&&model.span[1]===70", enter("slider To", "70")),
        task("model.rate===4", click("radio 4")),
        task("model.colour==='#00ff00'", enter("Colour", "#00ff00"), key("Tab")),
        task("model.picked==='#fa5252'", click("button #fa5252")),
        task("model.pin==='1234'", enter("0:input.*Pin|PinInput", "1"), keys("234")),
        task("model.menu==='deep'", click("button Menu"), hover("menuitem More"), click("menuitem Deep")),
        task("model.modal===false", click("button Modal"), click("button Yes")),
        task("model.step===1", click("button.*Pay")),
        task("model.tree.expanded.fruit===true", click("clickable.*Fruit|treeitem.*Fruit")),
        task("model.page===3", click("button 3$")),
    ],
    "vuetify": [
        task("model.name==='Ada'&&model.note==='x\\ny'&&model.count===7", fill(("Name", "Ada"), ("Note", "x\ny"), ("Count", "7"))),
        task("model.city==='Paris'", choose("City", "Paris")),
        task('JSON.stringify(model.many)===\'["Bern","Rome"]\'', choose("Cities", ["Bern", "Rome"])),
        task("model.auto==='Rome'", choose("Auto", "Rome")),
        task(
            "model.agree===true&&model.air&&model.size==='l'",
            check("checkbox Agree"),
            check("(switch|checkbox) Air"),
            check("radio Large"),
        ),
        task("model.side==='r'", click("button Right")),
        task("JSON.stringify(model.chips)==='[\"y\"]'", click("Chip Y")),
        task("model.rate===4", click("(radio|button).*[Rr]ating 4")),
        task("String(model.day).includes('14')", click("input text Day"), click("-1:button.*14")),
        task("String(model.inline).includes('14')", click("button.*March 14|button 14")),
        task("model.menu==='copy'", click("button Menu"), click("Copy")),
        task("model.tab==='b'", click("tab Tab two")),
        task("model.panel===1", click("button Panel two")),
        task("model.step===2", click("(button|clickable).*Pay")),
        task("model.page===3", click("button.*[Pp]age 3|button 3$")),
        task("model.sort.length===1", click("Age"), check("2:checkbox.*[Ss]elect")),
    ],
    "widgets": [
        task("model.day==='2026-03-14'", click("input text Day"), click("-1:.*March 14, 2026")),
        task("model.inline==='2026-03-17'", click("0:.*March 17, 2026")),
        task("model.pika==='2026-3-14'", click("input text Old day"), click("button 14")),
        task('JSON.stringify(model.choices)===\'["Bern","Rome"]\'', choose("1:combobox", ["Bern", "Rome"])),
        task(
            'JSON.stringify(model.words)===\'["blue","green"]\'',
            enter("-1:input search", "green"),
            key("Enter"),
            click("button Remove item: red"),
        ),
        task("model.tom==='Paris'", choose("combobox Tom$", "Paris")),
        task('JSON.stringify(model.toms)===\'["Bern","Rome"]\'', choose("combobox Toms", ["Bern", "Rome"])),
        task("model.toms.includes('Ulm')", enter("combobox Toms", "Ulm"), key("Enter")),
        task("model.far==='Prague'", choose("combobox Far", "Prague")),
        task("model.tags.includes('red')", enter("editable Tags", "red"), key("Enter")),
        task("model.level===40", enter("slider Level", "40")),
        task(
            'JSON.stringify(model.order)===\'["Row 3","Row 1","Row 2","Row 4"]\'',
            drag("clickable Row 3", "clickable Row 1", target_offset_x=30, target_offset_y=2),
        ),
        task("model.order.indexOf('Row 4')<3", drag("clickable Row 4", "clickable Row 2")),
        task("model.others.includes('Row 2')", drag("clickable Row 2", "clickable Other 1")),
        task("model.card==='4111111111111111'", enter("input text Card", "4111111111111111")),
        task("model.slide===1", click("button Next slide")),
        task("location.hash==='#copy'", click("button Menu"), click("link Copy")),
        task(
            "!document.body.classList.contains('modal-open')||!document.querySelector('#modal.show')",
            click("button Modal"),
            click("button Close"),
        ),
        task("document.querySelector('#p2').classList.contains('active')", click("tab Tab two")),
        task("document.querySelector('#sw').checked&&document.querySelector('#r2').checked", check("Air"), check("radio Right")),
        task(
            "document.querySelectorAll('#carousel .carousel-item')[1].matches('.active,.carousel-item-next')",
            click("button Next pic"),
        ),
    ],
}
