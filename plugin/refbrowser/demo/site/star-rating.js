// <star-rating product="Mug" average="4.7">: five buttons in an open shadow root.
const STYLE = `
  :host { display: block; margin: 1.25rem 0; }
  div { display: flex; align-items: center; gap: .15rem; }
  button { border: 0; background: none; padding: .1rem; font-size: 1.5rem; line-height: 1; color: #cfd6d1; cursor: pointer; }
  button.on { color: #d9912b; }
  button:focus-visible { outline: 2px solid #2f6f4f; border-radius: 4px; }
  p { margin: .3rem 0 0; color: #5d6b63; font-size: .9rem; }
`;

class StarRating extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", `Rate ${this.getAttribute("product")}`);
    this.said = document.createElement("p");
    this.said.setAttribute("role", "status");
    this.said.textContent = `Rated ${this.getAttribute("average")} of 5. What do you say?`;
    this.stars = [1, 2, 3, 4, 5].map((value) => this.star(value));
    group.append(...this.stars);
    root.append(group, this.said);
    this.show(Math.round(Number(this.getAttribute("average"))));
  }

  star(value) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "★";
    button.setAttribute("aria-label", `${value} star${value === 1 ? "" : "s"}`);
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => this.rate(value));
    return button;
  }

  rate(value) {
    this.show(value);
    this.stars.forEach((star, index) => star.setAttribute("aria-pressed", String(index + 1 === value)));
    this.said.textContent = `You gave it ${value} of 5. Thank you!`;
  }

  show(value) {
    this.stars.forEach((star, index) => star.classList.toggle("on", index < value));
  }
}

customElements.define("star-rating", StarRating);
