import "bootstrap/dist/css/bootstrap.css";
import "flatpickr/dist/flatpickr.css";
import "choices.js/public/assets/styles/choices.css";
import "tom-select/dist/css/tom-select.css";
import "@yaireo/tagify/dist/tagify.css";
import "nouislider/dist/nouislider.css";
import "intl-tel-input/dist/css/intlTelInput.css";
import "swiper/swiper-bundle.css";
import "pikaday/css/pikaday.css";
import * as bootstrap from "bootstrap";
import flatpickr from "flatpickr";
import Choices from "choices.js";
import TomSelect from "tom-select";
import Tagify from "@yaireo/tagify";
import noUiSlider from "nouislider";
import Sortable from "sortablejs";
import intlTelInput from "intl-tel-input";
import IMask from "imask";
import Swiper from "swiper/bundle";
import Pikaday from "pikaday";

const S = (window.model = {});
const cities = ["Berlin", "Bern", "Bergen", "Paris", "Porto", "Prague", "Rome"];
document.getElementById("root").innerHTML = `<div style="width:600px;padding:20px">
<label>Day <input id="day"></label><label>Range <input id="range"></label><label>Time <input id="time"></label><div id="inline"></div><label>Old day <input id="pika"></label>
<label for="choice">City</label><select id="choice">${cities.map((c) => `<option>${c}`).join("")}</select><label for="choices">Cities</label><select id="choices" multiple>${cities.map((c) => `<option>${c}`).join("")}</select><label for="words">Words</label><input id="words" value="red,blue">
<label for="tom">Tom</label><select id="tom"><option value="">Pick<option>${cities.join("<option>")}</select><label for="toms">Toms</label><select id="toms" multiple><option>${cities.join("<option>")}</select><label for="far">Far</label><select id="far"></select>
<label>Tags <input id="tags" value="one"></label><div id="slider" style="margin:30px"></div><div id="span" style="margin:30px"></div>
<ul id="sort"><li>Row 1<li>Row 2<li>Row 3<li>Row 4</ul><ul id="other"><li>Other 1<li>Other 2</ul><label>Phone <input id="tel" type="tel"></label><label>Card <input id="card"></label><label>Money <input id="money"></label>
<div class="swiper" style="width:300px;height:100px"><div class="swiper-wrapper"><div class="swiper-slide">Slide 1</div><div class="swiper-slide">Slide 2</div><div class="swiper-slide">Slide 3</div></div><div class="swiper-pagination"></div><div class="swiper-button-prev"></div><div class="swiper-button-next"></div></div>
<div class="dropdown"><button class="btn btn-primary dropdown-toggle" data-bs-toggle="dropdown">Menu</button><ul class="dropdown-menu"><li><a class="dropdown-item" href="#cut">Cut</a></li><li><a class="dropdown-item" href="#copy">Copy</a></li></ul></div>
<button class="btn" data-bs-toggle="modal" data-bs-target="#modal">Modal</button><div class="modal fade" id="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content"><div class="modal-header"><h5>Ask</h5><button class="btn-close" data-bs-dismiss="modal" aria-label="Close"></button></div><div class="modal-body">Really?</div></div></div></div>
<button class="btn" data-bs-toggle="offcanvas" data-bs-target="#off">Offcanvas</button><div class="offcanvas offcanvas-start" tabindex="-1" id="off"><div class="offcanvas-body">Side text <button data-bs-dismiss="offcanvas">Shut</button></div></div><button class="btn" data-bs-toggle="collapse" data-bs-target="#more">More</button><div class="collapse" id="more">Hidden text</div><button class="btn" id="toaster">Toast</button><div class="toast" id="toast"><div class="toast-body">Toast text</div></div><button class="btn" id="pop" data-bs-toggle="popover" data-bs-content="Pop text">Popover</button>
<div class="accordion" id="acc"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#a1">Panel one</button></h2><div id="a1" class="accordion-collapse collapse" data-bs-parent="#acc"><div class="accordion-body">Body one</div></div></div></div>
<ul class="nav nav-tabs"><li class="nav-item"><button class="nav-link active" data-bs-toggle="tab" data-bs-target="#p1">Tab one</button></li><li class="nav-item"><button class="nav-link" data-bs-toggle="tab" data-bs-target="#p2">Tab two</button></li></ul><div class="tab-content"><div class="tab-pane active" id="p1">First</div><div class="tab-pane" id="p2">Second</div></div>
<div class="form-check form-switch"><input class="form-check-input" type="checkbox" id="sw"><label class="form-check-label" for="sw">Air</label></div><div class="btn-group"><input type="radio" class="btn-check" name="r" id="r1"><label class="btn" for="r1">Left</label><input type="radio" class="btn-check" name="r" id="r2"><label class="btn" for="r2">Right</label></div><input type="range" class="form-range" aria-label="Level"><div id="carousel" class="carousel slide"><div class="carousel-inner"><div class="carousel-item active">Pic 1</div><div class="carousel-item">Pic 2</div></div><button class="carousel-control-prev" data-bs-target="#carousel" data-bs-slide="prev"><span class="visually-hidden">Previous pic</span></button><button class="carousel-control-next" data-bs-target="#carousel" data-bs-slide="next"><span class="visually-hidden">Next pic</span></button></div></div>`;
const $ = (id) => document.getElementById(id);
const day = (d) => [d.getFullYear(), d.getMonth() + 1, d.getDate()].join("-");
flatpickr("#day", { defaultDate: "2026-03-10", onChange: ([d], text) => { S.day = text; } });
flatpickr("#range", { mode: "range", defaultDate: ["2026-05-03"], onChange: (_, text) => { S.range = text; } });
flatpickr("#time", { enableTime: true, noCalendar: true, dateFormat: "H:i", onChange: (_, text) => { S.time = text; } });
flatpickr("#inline", { inline: true, defaultDate: "2026-03-10", onChange: (_, text) => { S.inline = text; } });
new Pikaday({ field: $("pika"), defaultDate: new Date(2026, 2, 10), setDefaultDate: true, onSelect: (d) => { S.pika = day(d); } });
const choice = new Choices("#choice"), choices = new Choices("#choices", { removeItemButton: true }), words = new Choices("#words", { removeItemButton: true });
for (const [name, one] of [["choice", choice], ["choices", choices], ["words", words]]) one.passedElement.element.addEventListener("change", () => { S[name] = one.getValue(true); });
new TomSelect("#tom", { onChange: (v) => { S.tom = v; } }); new TomSelect("#toms", { create: true, plugins: ["remove_button"], onChange: (v) => { S.toms = v; } });
new TomSelect("#far", { valueField: "v", labelField: "v", searchField: "v", load: (q, done) => setTimeout(() => done(cities.filter((c) => c.toLowerCase().includes(q.toLowerCase())).map((v) => ({ v }))), 300), onChange: (v) => { S.far = v; } });
const tagify = new Tagify($("tags"), { whitelist: ["red", "green", "grey"], dropdown: { enabled: 1 } }); tagify.on("change", () => { S.tags = tagify.value.map((t) => t.value); });
noUiSlider.create($("slider"), { start: 30, step: 1, range: { min: 0, max: 100 }, handleAttributes: [{ "aria-label": "Level" }] }).on("update", (v) => { S.level = Number(v[0]); });
noUiSlider.create($("span"), { start: [20, 60], connect: true, tooltips: true, range: { min: 0, max: 100 } }).on("update", (v) => { S.span = v.map(Number); });
for (const id of ["sort", "other"]) Sortable.create($(id), { group: "rows", animation: 150, onEnd: () => { S.order = [...$("sort").children].map((li) => li.textContent.trim()); S.others = [...$("other").children].map((li) => li.textContent.trim()); } });
const iti = intlTelInput($("tel"), { initialCountry: "de", separateDialCode: true }); $("tel").addEventListener("countrychange", () => { S.country = iti.getSelectedCountryData?.().iso2 ?? iti.selectedCountry?.iso2; });
const card = IMask($("card"), { mask: "0000 0000 0000 0000" }); card.on("accept", () => { S.card = card.unmaskedValue; }); const money = IMask($("money"), { mask: Number, thousandsSeparator: "," }); money.on("accept", () => { S.money = money.typedValue; });
const swiper = new Swiper(".swiper", { navigation: { nextEl: ".swiper-button-next", prevEl: ".swiper-button-prev" }, pagination: { el: ".swiper-pagination", clickable: true } }); swiper.on("slideChange", () => { S.slide = swiper.activeIndex; });
$("toaster").onclick = () => bootstrap.Toast.getOrCreateInstance($("toast")).show(); new bootstrap.Popover($("pop"));
