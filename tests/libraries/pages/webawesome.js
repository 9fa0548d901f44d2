import "@awesome.me/webawesome/dist/styles/webawesome.css";
import "@awesome.me/webawesome/dist/components/accordion/accordion.js";
import "@awesome.me/webawesome/dist/components/accordion-item/accordion-item.js";
import "@awesome.me/webawesome/dist/components/breadcrumb/breadcrumb.js";
import "@awesome.me/webawesome/dist/components/breadcrumb-item/breadcrumb-item.js";
import "@awesome.me/webawesome/dist/components/button/button.js";
import "@awesome.me/webawesome/dist/components/button-group/button-group.js";
import "@awesome.me/webawesome/dist/components/carousel/carousel.js";
import "@awesome.me/webawesome/dist/components/carousel-item/carousel-item.js";
import "@awesome.me/webawesome/dist/components/checkbox/checkbox.js";
import "@awesome.me/webawesome/dist/components/color-picker/color-picker.js";
import "@awesome.me/webawesome/dist/components/comparison/comparison.js";
import "@awesome.me/webawesome/dist/components/copy-button/copy-button.js";
import "@awesome.me/webawesome/dist/components/details/details.js";
import "@awesome.me/webawesome/dist/components/dialog/dialog.js";
import "@awesome.me/webawesome/dist/components/drawer/drawer.js";
import "@awesome.me/webawesome/dist/components/dropdown/dropdown.js";
import "@awesome.me/webawesome/dist/components/dropdown-item/dropdown-item.js";
import "@awesome.me/webawesome/dist/components/input/input.js";
import "@awesome.me/webawesome/dist/components/number-input/number-input.js";
import "@awesome.me/webawesome/dist/components/option/option.js";
import "@awesome.me/webawesome/dist/components/otp-input/otp-input.js";
import "@awesome.me/webawesome/dist/components/pagination/pagination.js";
import "@awesome.me/webawesome/dist/components/popover/popover.js";
import "@awesome.me/webawesome/dist/components/radio/radio.js";
import "@awesome.me/webawesome/dist/components/radio-group/radio-group.js";
import "@awesome.me/webawesome/dist/components/rating/rating.js";
import "@awesome.me/webawesome/dist/components/select/select.js";
import "@awesome.me/webawesome/dist/components/slider/slider.js";
import "@awesome.me/webawesome/dist/components/split-panel/split-panel.js";
import "@awesome.me/webawesome/dist/components/stepper/stepper.js";
import "@awesome.me/webawesome/dist/components/step/step.js";
import "@awesome.me/webawesome/dist/components/switch/switch.js";
import "@awesome.me/webawesome/dist/components/tab/tab.js";
import "@awesome.me/webawesome/dist/components/tab-group/tab-group.js";
import "@awesome.me/webawesome/dist/components/tab-panel/tab-panel.js";
import "@awesome.me/webawesome/dist/components/tag/tag.js";
import "@awesome.me/webawesome/dist/components/textarea/textarea.js";
import "@awesome.me/webawesome/dist/components/time-input/time-input.js";
import "@awesome.me/webawesome/dist/components/tooltip/tooltip.js";
import "@awesome.me/webawesome/dist/components/tree/tree.js";
import "@awesome.me/webawesome/dist/components/tree-item/tree-item.js";

const S = (window.model = {});
const cities = ["Berlin", "Bern", "Bergen", "Paris", "Porto", "Prague", "Rome"];
const options = cities.map((one) => `<wa-option value="${one}">${one}</wa-option>`).join("");
document.getElementById("root").innerHTML = `<div style="width:640px;padding:20px;display:grid;gap:12px">
<wa-input label="Name" with-clear></wa-input><wa-input type="password" label="Secret" password-toggle></wa-input><wa-input type="date" label="Day"></wa-input><wa-textarea label="Note"></wa-textarea><wa-number-input label="Count" value="3" min="0" max="10"></wa-number-input><wa-otp-input label="Code" length="4"></wa-otp-input><wa-time-input label="Time"></wa-time-input>
<wa-select label="City" placeholder="Pick">${options}</wa-select><wa-select label="Cities" multiple with-clear>${options}</wa-select>
<wa-checkbox>Agree</wa-checkbox><wa-switch>Air</wa-switch><wa-radio-group label="Size" value="s"><wa-radio value="s">Small</wa-radio><wa-radio value="l">Large</wa-radio></wa-radio-group><wa-radio-group label="View" orientation="horizontal"><wa-radio appearance="button" value="d">Day</wa-radio><wa-radio appearance="button" value="w">Week</wa-radio></wa-radio-group>
<wa-slider label="Level" min="0" max="100" value="30" with-tooltip></wa-slider><wa-slider label="Span" range min="0" max="100" min-value="20" max-value="60"></wa-slider><wa-rating label="Rating" value="2"></wa-rating><wa-color-picker label="Colour" value="#4a90e2"></wa-color-picker>
<div><wa-button id="go">Go</wa-button> <wa-button href="#there">Link</wa-button> <wa-button loading>Busy</wa-button> <wa-copy-button value="copied"></wa-copy-button> <wa-tag with-remove>Blue</wa-tag> <wa-button id="tip">Tip</wa-button><wa-tooltip for="tip">Tip text</wa-tooltip> <wa-button id="pop">Pop</wa-button><wa-popover for="pop">Popped <a href="#in">Inside</a></wa-popover></div>
<wa-button-group label="Align"><wa-button>Left</wa-button><wa-button>Centre</wa-button><wa-button>Right</wa-button></wa-button-group>
<wa-dropdown><wa-button slot="trigger" with-caret>Menu</wa-button><wa-dropdown-item value="cut">Cut</wa-dropdown-item><wa-dropdown-item type="checkbox" value="bold">Bold</wa-dropdown-item><wa-dropdown-item value="more">More<wa-dropdown-item slot="submenu" value="deep">Deep</wa-dropdown-item></wa-dropdown-item></wa-dropdown>
<div><wa-button id="ask">Dialog</wa-button> <wa-button id="side">Drawer</wa-button></div><wa-dialog id="dialog" label="Ask">Really?<wa-button id="fine" slot="footer">Fine</wa-button></wa-dialog><wa-drawer id="drawer" label="Side">Side text</wa-drawer>
<wa-details summary="More">Hidden text</wa-details><wa-details summary="Even more">Other text</wa-details>
<wa-tab-group><wa-tab panel="a">Tab one</wa-tab><wa-tab panel="b">Tab two</wa-tab><wa-tab-panel name="a">First</wa-tab-panel><wa-tab-panel name="b">Second</wa-tab-panel></wa-tab-group>
<wa-tree selection="multiple"><wa-tree-item expanded>Fruit<wa-tree-item>Apple</wa-tree-item><wa-tree-item>Pear</wa-tree-item></wa-tree-item><wa-tree-item>Nuts</wa-tree-item></wa-tree><wa-tree><wa-tree-item>Veg<wa-tree-item>Leek</wa-tree-item></wa-tree-item></wa-tree>
<wa-breadcrumb><wa-breadcrumb-item href="#a">Home</wa-breadcrumb-item><wa-breadcrumb-item href="#b">Shop</wa-breadcrumb-item></wa-breadcrumb>
<wa-carousel pagination navigation style="--aspect-ratio:3/1"><wa-carousel-item>Slide 1</wa-carousel-item><wa-carousel-item>Slide 2</wa-carousel-item><wa-carousel-item>Slide 3</wa-carousel-item></wa-carousel>
<wa-split-panel style="height:80px"><div slot="start">Start</div><div slot="end">End</div></wa-split-panel></div>`;
const $ = (q) => document.querySelector(q);
$("#go").onclick = () => { S.went = true; }; $("#ask").onclick = () => { $("#dialog").open = true; }; $("#side").onclick = () => { $("#drawer").open = true; }; $("#fine").onclick = () => { $("#dialog").open = false; S.fine = true; };
for (const type of ["change", "input", "wa-select", "wa-selection-change", "wa-tab-show"]) document.addEventListener(type, (e) => { const t = e.target; S[t.label || t.textContent.trim()] = /switch|checkbox/.test(t.localName) ? t.checked : e.detail?.item?.value ?? t.value; });
