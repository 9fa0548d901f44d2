import "@ionic/core/css/ionic.bundle.css";
import { initialize } from "@ionic/core/components";
import { defineCustomElement as accordion } from "@ionic/core/components/ion-accordion.js";
import { defineCustomElement as accordion_group } from "@ionic/core/components/ion-accordion-group.js";
import { defineCustomElement as action_sheet } from "@ionic/core/components/ion-action-sheet.js";
import { defineCustomElement as alert } from "@ionic/core/components/ion-alert.js";
import { defineCustomElement as app } from "@ionic/core/components/ion-app.js";
import { defineCustomElement as avatar } from "@ionic/core/components/ion-avatar.js";
import { defineCustomElement as backdrop } from "@ionic/core/components/ion-backdrop.js";
import { defineCustomElement as badge } from "@ionic/core/components/ion-badge.js";
import { defineCustomElement as breadcrumb } from "@ionic/core/components/ion-breadcrumb.js";
import { defineCustomElement as breadcrumbs } from "@ionic/core/components/ion-breadcrumbs.js";
import { defineCustomElement as button } from "@ionic/core/components/ion-button.js";
import { defineCustomElement as buttons } from "@ionic/core/components/ion-buttons.js";
import { defineCustomElement as card } from "@ionic/core/components/ion-card.js";
import { defineCustomElement as card_content } from "@ionic/core/components/ion-card-content.js";
import { defineCustomElement as card_header } from "@ionic/core/components/ion-card-header.js";
import { defineCustomElement as card_title } from "@ionic/core/components/ion-card-title.js";
import { defineCustomElement as checkbox } from "@ionic/core/components/ion-checkbox.js";
import { defineCustomElement as chip } from "@ionic/core/components/ion-chip.js";
import { defineCustomElement as content } from "@ionic/core/components/ion-content.js";
import { defineCustomElement as datetime } from "@ionic/core/components/ion-datetime.js";
import { defineCustomElement as fab } from "@ionic/core/components/ion-fab.js";
import { defineCustomElement as fab_button } from "@ionic/core/components/ion-fab-button.js";
import { defineCustomElement as fab_list } from "@ionic/core/components/ion-fab-list.js";
import { defineCustomElement as header } from "@ionic/core/components/ion-header.js";
import { defineCustomElement as icon } from "@ionic/core/components/ion-icon.js";
import { defineCustomElement as input } from "@ionic/core/components/ion-input.js";
import { defineCustomElement as input_password_toggle } from "@ionic/core/components/ion-input-password-toggle.js";
import { defineCustomElement as item } from "@ionic/core/components/ion-item.js";
import { defineCustomElement as item_option } from "@ionic/core/components/ion-item-option.js";
import { defineCustomElement as item_options } from "@ionic/core/components/ion-item-options.js";
import { defineCustomElement as item_sliding } from "@ionic/core/components/ion-item-sliding.js";
import { defineCustomElement as label } from "@ionic/core/components/ion-label.js";
import { defineCustomElement as list } from "@ionic/core/components/ion-list.js";
import { defineCustomElement as list_header } from "@ionic/core/components/ion-list-header.js";
import { defineCustomElement as menu } from "@ionic/core/components/ion-menu.js";
import { defineCustomElement as menu_button } from "@ionic/core/components/ion-menu-button.js";
import { defineCustomElement as menu_toggle } from "@ionic/core/components/ion-menu-toggle.js";
import { defineCustomElement as modal } from "@ionic/core/components/ion-modal.js";
import { defineCustomElement as note } from "@ionic/core/components/ion-note.js";
import { defineCustomElement as picker } from "@ionic/core/components/ion-picker.js";
import { defineCustomElement as picker_column } from "@ionic/core/components/ion-picker-column.js";
import { defineCustomElement as picker_column_option } from "@ionic/core/components/ion-picker-column-option.js";
import { defineCustomElement as popover } from "@ionic/core/components/ion-popover.js";
import { defineCustomElement as progress_bar } from "@ionic/core/components/ion-progress-bar.js";
import { defineCustomElement as radio } from "@ionic/core/components/ion-radio.js";
import { defineCustomElement as radio_group } from "@ionic/core/components/ion-radio-group.js";
import { defineCustomElement as range } from "@ionic/core/components/ion-range.js";
import { defineCustomElement as reorder } from "@ionic/core/components/ion-reorder.js";
import { defineCustomElement as reorder_group } from "@ionic/core/components/ion-reorder-group.js";
import { defineCustomElement as ripple_effect } from "@ionic/core/components/ion-ripple-effect.js";
import { defineCustomElement as searchbar } from "@ionic/core/components/ion-searchbar.js";
import { defineCustomElement as segment } from "@ionic/core/components/ion-segment.js";
import { defineCustomElement as segment_button } from "@ionic/core/components/ion-segment-button.js";
import { defineCustomElement as select } from "@ionic/core/components/ion-select.js";
import { defineCustomElement as select_modal } from "@ionic/core/components/ion-select-modal.js";
import { defineCustomElement as select_option } from "@ionic/core/components/ion-select-option.js";
import { defineCustomElement as select_popover } from "@ionic/core/components/ion-select-popover.js";
import { defineCustomElement as split_pane } from "@ionic/core/components/ion-split-pane.js";
import { defineCustomElement as tab_bar } from "@ionic/core/components/ion-tab-bar.js";
import { defineCustomElement as tab_button } from "@ionic/core/components/ion-tab-button.js";
import { defineCustomElement as textarea } from "@ionic/core/components/ion-textarea.js";
import { defineCustomElement as title } from "@ionic/core/components/ion-title.js";
import { defineCustomElement as toast } from "@ionic/core/components/ion-toast.js";
import { defineCustomElement as toggle } from "@ionic/core/components/ion-toggle.js";
import { defineCustomElement as toolbar } from "@ionic/core/components/ion-toolbar.js";

initialize({ mode: "md" });
for (const define of [accordion, accordion_group, action_sheet, alert, app, avatar, backdrop, badge, breadcrumb, breadcrumbs, button, buttons, card, card_content, card_header, card_title, checkbox, chip, content, datetime, fab, fab_button, fab_list, header, icon, input, input_password_toggle, item, item_option, item_options, item_sliding, label, list, list_header, menu, menu_button, menu_toggle, modal, note, picker, picker_column, picker_column_option, popover, progress_bar, radio, radio_group, range, reorder, reorder_group, ripple_effect, searchbar, segment, segment_button, select, select_modal, select_option, select_popover, split_pane, tab_bar, tab_button, textarea, title, toast, toggle, toolbar]) define();

document.body.insertAdjacentHTML("beforeend", `<ion-app><ion-header><ion-toolbar><ion-title>Ionic</ion-title><ion-buttons slot="end"><ion-button>Help</ion-button></ion-buttons></ion-toolbar></ion-header>
<ion-content class="ion-padding">
<ion-list><ion-list-header><ion-label>Settings</ion-label></ion-list-header>
<ion-item><ion-input label="Name" placeholder="Full name"></ion-input></ion-item>
<ion-item><ion-input label="Mail" type="email" label-placement="floating" value="a@b.example" clear-input></ion-input></ion-item>
<ion-item><ion-input label="Key" type="password" value="x"><ion-input-password-toggle slot="end"></ion-input-password-toggle></ion-input></ion-item>
<ion-item><ion-textarea label="Notes" rows="2"></ion-textarea></ion-item>
<ion-item><ion-toggle checked>Wireless</ion-toggle></ion-item><ion-item><ion-checkbox>Agree</ion-checkbox></ion-item>
<ion-radio-group value="a"><ion-item><ion-radio value="a">One</ion-radio></ion-item><ion-item><ion-radio value="b">Two</ion-radio></ion-item></ion-radio-group>
<ion-item><ion-select label="Fruit" interface="popover" value="p"><ion-select-option value="p">Pear</ion-select-option><ion-select-option value="q">Quince</ion-select-option></ion-select></ion-item>
<ion-item><ion-select label="Colours" multiple><ion-select-option value="r">Red</ion-select-option><ion-select-option value="g">Green</ion-select-option></ion-select></ion-item>
<ion-item><ion-select label="Size" interface="action-sheet"><ion-select-option value="s">Small</ion-select-option><ion-select-option value="l">Large</ion-select-option></ion-select></ion-item>
<ion-item button detail><ion-label>Account</ion-label></ion-item><ion-item href="#about"><ion-label>About</ion-label></ion-item><ion-item><ion-label>Plain</ion-label></ion-item></ion-list>
<ion-range aria-label="Volume" value="40"></ion-range><ion-range aria-label="Span" dual-knobs></ion-range>
<ion-segment value="all"><ion-segment-button value="all"><ion-label>All</ion-label></ion-segment-button><ion-segment-button value="fav"><ion-label>Favourites</ion-label></ion-segment-button></ion-segment>
<ion-searchbar placeholder="Find"></ion-searchbar><ion-chip>Chip</ion-chip><ion-chip outline>Outline</ion-chip>
<ion-button>Save</ion-button><ion-button fill="outline" disabled>Off</ion-button><ion-button fill="clear" href="#more">More</ion-button><ion-button id="alert">Alert</ion-button><ion-button id="sheet">Sheet</ion-button><ion-button id="toast">Toast</ion-button><ion-button id="pop">Popover</ion-button>
<ion-alert trigger="alert" header="Sure?"></ion-alert><ion-action-sheet trigger="sheet" header="Do"></ion-action-sheet><ion-toast trigger="toast" message="Saved" duration="800"></ion-toast>
<ion-popover trigger="pop"><div class="ion-padding">Inside <ion-button>Close it</ion-button></div></ion-popover>
<ion-card button><ion-card-header><ion-card-title>Card</ion-card-title></ion-card-header><ion-card-content>Text of the card</ion-card-content></ion-card>
<ion-accordion-group><ion-accordion value="1"><ion-item slot="header"><ion-label>First</ion-label></ion-item><div slot="content" class="ion-padding">First content</div></ion-accordion><ion-accordion value="2"><ion-item slot="header"><ion-label>Second</ion-label></ion-item><div slot="content">Second content</div></ion-accordion></ion-accordion-group>
<ion-breadcrumbs><ion-breadcrumb href="#a">Home</ion-breadcrumb><ion-breadcrumb href="#b">Files</ion-breadcrumb></ion-breadcrumbs>
<ion-datetime value="2024-05-10T10:00" presentation="date"></ion-datetime>
</ion-content></ion-app>`);
document.querySelector("ion-alert").buttons = ["No", "Yes"];
document.querySelector("ion-action-sheet").buttons = [{ text: "Share" }, { text: "Remove" }, { text: "Cancel", role: "cancel" }];
