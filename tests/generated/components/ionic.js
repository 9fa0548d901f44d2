import "@ionic/core/css/ionic.bundle.css";
import { initialize } from "@ionic/core/components";
import { defineCustomElement as button } from "@ionic/core/components/ion-button.js";
import { defineCustomElement as card } from "@ionic/core/components/ion-card.js";
import { defineCustomElement as checkbox } from "@ionic/core/components/ion-checkbox.js";
import { defineCustomElement as chip } from "@ionic/core/components/ion-chip.js";
import { defineCustomElement as fab_button } from "@ionic/core/components/ion-fab-button.js";
import { defineCustomElement as input } from "@ionic/core/components/ion-input.js";
import { defineCustomElement as item } from "@ionic/core/components/ion-item.js";
import { defineCustomElement as label } from "@ionic/core/components/ion-label.js";
import { defineCustomElement as ripple_effect } from "@ionic/core/components/ion-ripple-effect.js";
import { defineCustomElement as segment } from "@ionic/core/components/ion-segment.js";
import { defineCustomElement as segment_button } from "@ionic/core/components/ion-segment-button.js";
import { defineCustomElement as textarea } from "@ionic/core/components/ion-textarea.js";
import { defineCustomElement as toggle } from "@ionic/core/components/ion-toggle.js";

initialize({ mode: "md" });
for (const define of [button, card, checkbox, chip, fab_button, input, item, label, ripple_effect, segment, segment_button, textarea, toggle]) define();
window.mount = () => {};
