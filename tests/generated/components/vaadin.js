import "@vaadin/vaadin-lumo-styles/lumo.css";
import "@vaadin/accordion";
import "@vaadin/button";
import "@vaadin/checkbox";
import "@vaadin/combo-box";
import "@vaadin/details";
import "@vaadin/item";
import "@vaadin/list-box";
import "@vaadin/password-field";
import "@vaadin/radio-group";
import "@vaadin/select";
import "@vaadin/side-nav";
import "@vaadin/tabs";
import "@vaadin/text-area";
import "@vaadin/text-field";

window.mount = (root) => {
  for (const one of root.querySelectorAll("vaadin-select")) one.items = ["One", "Two"].map((label) => ({ label, value: label }));
};
