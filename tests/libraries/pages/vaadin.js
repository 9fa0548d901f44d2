import "@vaadin/vaadin-lumo-styles/lumo.css";
import "@vaadin/accordion";
import "@vaadin/button";
import "@vaadin/checkbox";
import "@vaadin/checkbox-group";
import "@vaadin/combo-box";
import "@vaadin/confirm-dialog";
import "@vaadin/context-menu";
import "@vaadin/date-picker";
import "@vaadin/date-time-picker";
import "@vaadin/details";
import "@vaadin/dialog";
import "@vaadin/grid";
import "@vaadin/grid/vaadin-grid-selection-column.js";
import "@vaadin/grid/vaadin-grid-sort-column.js";
import "@vaadin/grid/vaadin-grid-filter-column.js";
import "@vaadin/integer-field";
import "@vaadin/list-box";
import "@vaadin/menu-bar";
import "@vaadin/message-input";
import "@vaadin/multi-select-combo-box";
import "@vaadin/password-field";
import "@vaadin/radio-group";
import "@vaadin/select";
import "@vaadin/side-nav";
import "@vaadin/tabs";
import "@vaadin/text-area";
import "@vaadin/text-field";
import "@vaadin/time-picker";

document.getElementById("root").innerHTML = `<vaadin-text-field label="Name" helper-text="full name"></vaadin-text-field>
<vaadin-text-field label="Filled" value="abc" clear-button-visible></vaadin-text-field><vaadin-text-area label="Notes"></vaadin-text-area><vaadin-password-field label="Key" value="x"></vaadin-password-field><vaadin-integer-field label="Count" value="3" step-buttons-visible></vaadin-integer-field>
<vaadin-date-picker label="Day"></vaadin-date-picker><vaadin-time-picker label="Time"></vaadin-time-picker><vaadin-date-time-picker label="Moment"></vaadin-date-time-picker>
<vaadin-combo-box label="Person"></vaadin-combo-box><vaadin-multi-select-combo-box label="People"></vaadin-multi-select-combo-box><vaadin-select label="Level"></vaadin-select>
<vaadin-checkbox label="Yes"></vaadin-checkbox><vaadin-checkbox-group label="Days"><vaadin-checkbox value="1" label="Monday"></vaadin-checkbox><vaadin-checkbox value="2" label="Tuesday"></vaadin-checkbox></vaadin-checkbox-group>
<vaadin-radio-group label="Pet"><vaadin-radio-button value="c" label="Cat" checked></vaadin-radio-button><vaadin-radio-button value="d" label="Dog"></vaadin-radio-button></vaadin-radio-group>
<vaadin-button>Save</vaadin-button><vaadin-button disabled>Off</vaadin-button><vaadin-button id="dialog">Open dialog</vaadin-button><vaadin-button id="confirm">Confirm</vaadin-button>
<vaadin-tabs><vaadin-tab>One</vaadin-tab><vaadin-tab>Two</vaadin-tab></vaadin-tabs>
<vaadin-details summary="Details"><span>Some details</span></vaadin-details><vaadin-accordion><vaadin-accordion-panel summary="First"><span>First part</span></vaadin-accordion-panel><vaadin-accordion-panel summary="Second"><span>Second part</span></vaadin-accordion-panel></vaadin-accordion>
<vaadin-list-box selected="0"><vaadin-item>Red</vaadin-item><vaadin-item>Green</vaadin-item></vaadin-list-box><vaadin-menu-bar></vaadin-menu-bar>
<vaadin-side-nav style="width:200px"><vaadin-side-nav-item path="#a">Home<vaadin-side-nav-item path="#b" slot="children">Inner</vaadin-side-nav-item></vaadin-side-nav-item><vaadin-side-nav-item path="#c">Files</vaadin-side-nav-item></vaadin-side-nav>
<vaadin-context-menu open-on="click"><div style="padding:8px">Press for a menu</div></vaadin-context-menu><vaadin-message-input></vaadin-message-input>
<vaadin-dialog header-title="Hello"></vaadin-dialog><vaadin-confirm-dialog header="Sure?" cancel-button-visible>It goes</vaadin-confirm-dialog>
<vaadin-grid style="height:250px"><vaadin-grid-selection-column></vaadin-grid-selection-column><vaadin-grid-sort-column path="first"></vaadin-grid-sort-column><vaadin-grid-filter-column path="last" header="Last"></vaadin-grid-filter-column></vaadin-grid>`;
const first = (selector) => document.querySelector(selector);
first("vaadin-combo-box").items = ["Ada", "Bob", "Cyd"];
first("vaadin-multi-select-combo-box").items = ["Ada", "Bob", "Cyd"];
first("vaadin-select").items = [{ label: "Low", value: "l" }, { label: "High", value: "h" }];
first("vaadin-menu-bar").items = [{ text: "File", children: [{ text: "New" }, { text: "Print" }] }, { text: "Help" }];
first("vaadin-context-menu").items = [{ text: "Cut" }, { text: "Copy" }];
first("vaadin-grid").items = Array.from({ length: 30 }, (_, i) => ({ first: `F${i}`, last: `L${i}` }));
first("#dialog").onclick = () => { first("vaadin-dialog").opened = true; };
first("#confirm").onclick = () => { first("vaadin-confirm-dialog").opened = true; };
first("vaadin-dialog").renderer = (root) => { if (!root.firstChild) root.innerHTML = '<vaadin-text-field label="Inside"></vaadin-text-field><button onclick="document.querySelector(\'vaadin-dialog\').opened = false">Close it</button>'; };
