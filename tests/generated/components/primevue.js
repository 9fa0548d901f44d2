import Aura from "@primeuix/themes/aura";
import Button from "primevue/button";
import Checkbox from "primevue/checkbox";
import Chip from "primevue/chip";
import PrimeVue from "primevue/config";
import InputText from "primevue/inputtext";
import Listbox from "primevue/listbox";
import Panel from "primevue/panel";
import RadioButton from "primevue/radiobutton";
import Select from "primevue/select";
import SelectButton from "primevue/selectbutton";
import Tab from "primevue/tab";
import TabList from "primevue/tablist";
import Tabs from "primevue/tabs";
import Textarea from "primevue/textarea";
import ToggleButton from "primevue/togglebutton";
import ToggleSwitch from "primevue/toggleswitch";
import { createApp, h, ref } from "vue";

const model = (value) => ({ modelValue: value.value, "onUpdate:modelValue": (now) => { value.value = now; } });
const KINDS = {
  button: (name) => h(Button, { label: name }),
  toggle: (name, value) => h(ToggleButton, { onLabel: name, offLabel: name, ...model(value) }),
  option: (name, value) => h(Listbox, { options: [name, "Last"], ...model(value) }),
  side: (name, value) => h(SelectButton, { options: [name, "Last"], ...model(value) }),
  tab: (name) => h(Tabs, { value: "0" }, () => [h(TabList, () => [h(Tab, { value: "0" }, () => "First"), h(Tab, { value: "1" }, () => name)])]),
  panel: (name) => h(Panel, { header: "Panel", toggleable: true, toggleButtonProps: { ariaLabel: name } }, () => "More"),
  checkbox: (name, value) => h(Checkbox, { binary: true, ariaLabel: name, ...model(value) }),
  switch: (name, value) => h(ToggleSwitch, { ariaLabel: name, ...model(value) }),
  radio: (name, value) => h(RadioButton, { value: "x", name, ariaLabel: name, ...model(value) }),
  field: (name, value) => h(InputText, { ariaLabel: name, "aria-label": name, ...model(value) }),
  area: (name, value) => h(Textarea, { "aria-label": name, ...model(value) }),
  select: (name, value) => h(Select, { options: ["One", "Two"], ariaLabel: name, ...model(value) }),
};

window.mount = (root) => {
  for (const one of root.querySelectorAll("[data-mount]")) {
    const value = ref(null);
    createApp({ render: () => KINDS[one.dataset.mount](one.dataset.name, value) }).use(PrimeVue, { theme: { preset: Aura } }).mount(one);
  }
};
