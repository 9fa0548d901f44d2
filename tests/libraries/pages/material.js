import "@material/web/all.js";

document.getElementById("root").innerHTML = `<h1>Profile</h1>
<md-filled-text-field label="First name"></md-filled-text-field>
<md-filled-text-field label="Last name" value="Doe"></md-filled-text-field>
<md-outlined-text-field label="City" placeholder="Town"></md-outlined-text-field>
<md-outlined-text-field label="Notes" type="textarea" rows="3"></md-outlined-text-field>
<md-outlined-text-field label="Email" type="email" supporting-text="We never share it" required></md-outlined-text-field>
<md-outlined-text-field label="Amount" type="number" prefix-text="$" suffix-text=".00"></md-outlined-text-field>
<md-filled-text-field label="Password" type="password"><md-icon-button toggle slot="trailing-icon" aria-label="Show password"><span>o</span></md-icon-button></md-filled-text-field>
<md-filled-select label="Fruit"><md-select-option value="a" selected><div slot="headline">Apple</div></md-select-option><md-select-option value="b"><div slot="headline">Banana</div></md-select-option></md-filled-select>
<md-outlined-select label="Size"><md-select-option value="s"><div slot="headline">Small</div></md-select-option><md-select-option value="l"><div slot="headline">Large</div></md-select-option></md-outlined-select>
<label><md-checkbox></md-checkbox> Agree</label> <md-checkbox aria-label="News" checked></md-checkbox>
<label><md-radio name="r" value="1" checked></md-radio> One</label><label><md-radio name="r" value="2"></md-radio> Two</label>
<label><md-switch selected></md-switch> Wireless</label>
<md-slider min="0" max="100" value="50" labeled aria-label="Volume"></md-slider><md-slider range value-start="10" value-end="60"></md-slider>
<md-filled-button>Save</md-filled-button><md-outlined-button disabled>Off</md-outlined-button><md-text-button>Cancel</md-text-button><md-elevated-button href="#x">Go</md-elevated-button>
<md-fab label="Compose"></md-fab><md-icon-button aria-label="Search"><span>s</span></md-icon-button>
<md-chip-set aria-label="Filters"><md-assist-chip label="Assist"></md-assist-chip><md-filter-chip label="Vegan" selected></md-filter-chip><md-filter-chip label="Spicy" removable></md-filter-chip><md-input-chip label="Ada"></md-input-chip></md-chip-set>
<md-tabs><md-primary-tab active>Photos</md-primary-tab><md-primary-tab>Videos</md-primary-tab></md-tabs>
<md-list style="max-width:300px"><md-list-item type="button"><div slot="headline">Item A</div><div slot="supporting-text">more</div></md-list-item><md-list-item type="link" href="#l"><div slot="headline">Item B</div></md-list-item><md-list-item><div slot="headline">Plain C</div></md-list-item></md-list>
<span style="position:relative"><md-text-button id="anchor" onclick="menu.open=!menu.open">Menu</md-text-button><md-menu id="menu" anchor="anchor"><md-menu-item><div slot="headline">Cut</div></md-menu-item><md-menu-item><div slot="headline">Copy</div></md-menu-item></md-menu></span>
<md-text-button onclick="dialog.show()">Open dialog</md-text-button>
<md-dialog id="dialog"><div slot="headline">Delete?</div><form slot="content" id="f" method="dialog">Really<md-filled-text-field label="Reason"></md-filled-text-field></form><div slot="actions"><md-text-button form="f" value="no">No</md-text-button><md-text-button form="f" value="ok">Yes</md-text-button></div></md-dialog>
<md-linear-progress value="0.5" aria-label="Load"></md-linear-progress>`;
