import "./jquery_global.js";
import "jquery-ui/dist/jquery-ui.js";
import "jquery-ui/dist/themes/base/jquery-ui.css";

document.getElementById("root").innerHTML = `<label>Date <input id="day"></label><div id="inline"></div>
<div id="tabs"><ul><li><a href="#t1">One</a></li><li><a href="#t2">Two</a></li></ul><div id="t1">First tab</div><div id="t2">Second</div></div>
<div id="accordion"><h3>Section 1</h3><div>Body 1</div><h3>Section 2</h3><div>Body 2</div></div><div id="slider" style="width:300px;margin:15px"></div><div id="range" style="width:300px;margin:15px"></div><input id="auto" placeholder="Name">
<ul id="menu" style="width:150px"><li><div>File</div></li><li><div>Edit</div><ul><li><div>Undo</div></li></ul></li><li class="ui-state-disabled"><div>Gone</div></li></ul>
<input id="spinner" value="3" aria-label="Amount"><select id="select" aria-label="Speed"><option>Slow<option>Fast</select><ul id="sort"><li>Sort A</li><li>Sort B</li></ul><ol id="selectable"><li>Pick A</li><li>Pick B</li></ol>
<button class="button">Button</button><a class="button" href="#anchor">Anchor</a><label for="c1">Tick</label><input type="checkbox" id="c1" class="tick"><fieldset><label for="r1">First</label><input class="tick" type="radio" name="x" id="r1"><label for="r2">Second</label><input class="tick" type="radio" name="x" id="r2"></fieldset>
<div id="group"><button>Left</button><button>Right</button><label for="g1">Insure</label><input type="checkbox" id="g1"></div><div id="drag" style="width:90px;height:40px;background:#ddd">Drag me</div><div id="resize" style="width:90px;height:40px;background:#ddd">Resize</div><div id="bar"></div>
<button id="show">Open dialog</button><button id="ask">Ask</button><div id="dialog">Dialog text</div><div id="modal">Delete it?</div><button title="A tip of the tool" id="tip">Tip</button><button id="fade">Fade</button><button id="toggle">Slide</button><p id="faded">Faded text</p>`;
$("#day").datepicker({ showOn: "both", buttonText: "Choose" });
$("#inline").datepicker({ defaultDate: "05/10/2024", changeMonth: true });
$("#tabs").tabs({ hide: true, show: true });
$("#accordion").accordion({ collapsible: true });
$("#slider").slider({ value: 40 });
$("#range").slider({ range: true, values: [10, 50] });
$("#auto").autocomplete({ source: ["Ada", "Bob"], minLength: 0 });
$("#menu").menu();
$("#spinner").spinner();
$("#select").selectmenu();
$("#sort").sortable();
$("#selectable").selectable();
$(".button").button();
$(".tick").checkboxradio();
$("#group").controlgroup();
$("#drag").draggable();
$("#resize").resizable();
$("#bar").progressbar({ value: 30 });
$("#dialog").dialog({ title: "Note", autoOpen: false, show: "fade", hide: "fade" });
$("#modal").dialog({ title: "Sure?", modal: true, autoOpen: false, buttons: { Yes() { $(this).dialog("close"); }, No() { $(this).dialog("close"); } } });
$(document).tooltip();
$("#show").on("click", () => $("#dialog").dialog("open"));
$("#ask").on("click", () => $("#modal").dialog("open"));
$("#fade").on("click", () => $("#faded").fadeToggle(600));
$("#toggle").on("click", () => $("#faded").slideToggle());
