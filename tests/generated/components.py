"""Controls of component libraries, for the grammar: each as markup, or as an element into which its library's script mounts it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Component:
    """``html`` has the control's id and name; ``stands_for`` is the plain control that takes the same actions."""

    html: str
    stands_for: str = "button"


def _mounted(**kinds: str) -> dict[str, Component]:
    markup = "<span id={{id}} data-mount={} data-name='{{name}}'></span>"
    return {kind: Component(markup.format(kind), stands_for) for kind, stands_for in kinds.items()}


LIBRARIES: Final[dict[str, dict[str, Component]]] = {
    "material": {
        "button": Component("<md-filled-button id={id}>{name}</md-filled-button>"),
        "link": Component("<md-text-button id={id} href='#here'>{name}</md-text-button>", "link"),
        "icon": Component("<md-icon-button id={id} aria-label='{name}'><span>o</span></md-icon-button>"),
        "fab": Component("<md-fab id={id} label='{name}'></md-fab>"),
        "chip": Component("<md-chip-set><md-assist-chip id={id} label='{name}'></md-assist-chip></md-chip-set>"),
        "filter": Component("<md-chip-set><md-filter-chip id={id} label='{name}'></md-filter-chip></md-chip-set>"),
        "tab": Component("<md-tabs><md-primary-tab>First</md-primary-tab><md-primary-tab id={id}>{name}</md-primary-tab></md-tabs>"),
        "item": Component("<md-list><md-list-item id={id} type=button><div slot=headline>{name}</div></md-list-item></md-list>"),
        "checkbox": Component("<md-checkbox id={id} aria-label='{name}'></md-checkbox>", "checkbox"),
        "switch": Component("<md-switch id={id} aria-label='{name}'></md-switch>", "checkbox"),
        "radio": Component("<md-radio id={id} aria-label='{name}'></md-radio>"),
        "field": Component("<md-filled-text-field id={id} label='{name}'></md-filled-text-field>", "field"),
        "area": Component("<md-outlined-text-field id={id} type=textarea label='{name}'></md-outlined-text-field>", "area"),
        "select": Component(
            "<md-outlined-select id={id} label='{name}'><md-select-option value=One><div slot=headline>One</div></md-select-option>"
            "<md-select-option value=Two><div slot=headline>Two</div></md-select-option></md-outlined-select>",
            "select",
        ),
    },
    "vaadin": {
        "button": Component("<vaadin-button id={id}>{name}</vaadin-button>"),
        "tab": Component("<vaadin-tabs><vaadin-tab>First</vaadin-tab><vaadin-tab id={id}>{name}</vaadin-tab></vaadin-tabs>"),
        "option": Component("<vaadin-list-box><vaadin-item>First</vaadin-item><vaadin-item id={id}>{name}</vaadin-item></vaadin-list-box>"),
        "details": Component("<vaadin-details id={id} summary='{name}'>More</vaadin-details>"),
        "panel": Component("<vaadin-accordion><vaadin-accordion-panel id={id} summary='{name}'>More</vaadin-accordion-panel></vaadin-accordion>"),
        "radio": Component("<vaadin-radio-group><vaadin-radio-button id={id} label='{name}'></vaadin-radio-button></vaadin-radio-group>"),
        "checkbox": Component("<vaadin-checkbox id={id} label='{name}'></vaadin-checkbox>", "checkbox"),
        "field": Component("<vaadin-text-field id={id} label='{name}'></vaadin-text-field>", "field"),
        "area": Component("<vaadin-text-area id={id} label='{name}'></vaadin-text-area>", "area"),
        "password": Component("<vaadin-password-field id={id} label='{name}'></vaadin-password-field>"),
        "select": Component("<vaadin-select id={id} label='{name}' value=One></vaadin-select>", "select"),
    },
    "ionic": {
        "button": Component("<ion-button id={id}>{name}</ion-button>"),
        "fab": Component("<ion-fab-button id={id} aria-label='{name}'>o</ion-fab-button>"),
        "chip": Component("<ion-chip id={id}><ion-label>{name}</ion-label></ion-chip>", "clickable"),
        "item": Component("<ion-item id={id} button><ion-label>{name}</ion-label></ion-item>"),
        "card": Component("<ion-card id={id} button>{name}</ion-card>"),
        "segment": Component("<ion-segment><ion-segment-button id={id} value=a><ion-label>{name}</ion-label></ion-segment-button></ion-segment>"),
        "checkbox": Component("<ion-checkbox id={id}>{name}</ion-checkbox>", "checkbox"),
        "switch": Component("<ion-toggle id={id}>{name}</ion-toggle>", "checkbox"),
        "field": Component("<ion-input id={id} label='{name}'></ion-input>", "field"),
        "floating": Component("<ion-item><ion-input id={id} label='{name}' label-placement=floating></ion-input></ion-item>", "field"),
        "area": Component("<ion-textarea id={id} label='{name}'></ion-textarea>", "area"),
    },
    "mui": _mounted(
        button="button", icon="button", chip="button", tab="button", item="button", card="button", link="link", toggle="button",
        summary="button", checkbox="checkbox", switch="checkbox", field="field", filled="area", select="select", cell="clickable",
        header="clickable",
    ),
    "aria": _mounted(
        button="button", toggle="button", link="link", option="clickable", item="clickable", header="clickable", tag="clickable",
        tab="button", disclosure="button", checkbox="checkbox", switch="checkbox", field="field", area="area", select="select",
    ),
    "radix": _mounted(
        toggle="button", group="button", tool="button", tab="button", accordion="button", collapsible="button", checkbox="checkbox",
        switch="checkbox", radio="clickable", labelled="field", select="select",
    ),
    "primevue": _mounted(
        button="button", toggle="button", option="clickable", side="button", tab="button", panel="button", checkbox="checkbox",
        switch="checkbox", radio="clickable", field="field", area="area", select="select",
    ),
    "jqueryui": _mounted(
        button="button", link="link", box="checkbox", tab="button", accordion="button", menu="clickable", spinner="field", auto="field"
    ),
    "aggrid": _mounted(cell="clickable", editable="clickable", row="clickable", header="clickable"),
    "fullcalendar": _mounted(event="clickable", dragged="clickable", link="link", tool="button"),
}  # fmt: skip
"""A control takes the actions of the plain one that it stands for: what opens a list is chosen in, not clicked."""
