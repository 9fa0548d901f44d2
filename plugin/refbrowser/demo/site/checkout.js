// The checkout form: what was entered comes back after the server has refused it, and problems show next to their field.
const form = document.getElementById("checkout");
const note = document.getElementById("note");

function messageOf(field) {
  const holder = field.closest("fieldset.choices") ?? field.closest("label, div");
  let message = holder.querySelector(".problem");
  if (!message) {
    message = document.createElement("small");
    message.className = "problem";
    message.id = `${field.name}-problem`;
    holder.append(message);
  }
  return message;
}

function showProblem(field, text) {
  messageOf(field).textContent = text;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", `${field.name}-problem`);
}

function clearProblem(field) {
  for (const same of form.querySelectorAll(`[name="${field.name}"][aria-invalid]`)) {
    messageOf(same).remove();
    same.removeAttribute("aria-invalid");
    same.removeAttribute("aria-describedby");
  }
}

form.addEventListener("invalid", (event) => showProblem(event.target, event.target.validationMessage), true);
form.addEventListener("input", (event) => event.target.name && clearProblem(event.target));

note.addEventListener("input", () => {
  form.elements.note.value = note.innerText;
});

form.elements.donation.addEventListener("input", (event) => {
  document.getElementById("donated").textContent = event.target.value;
});

const entered = JSON.parse(form.dataset.entered);
for (const field of form.elements) {
  if (!(field.name in entered) || field.type === "file") {
    continue;
  }
  const value = entered[field.name];
  if (field.type === "radio" || field.type === "checkbox") {
    field.checked = field.value === value;
  } else if (field.type === "select-multiple") {
    for (const option of field.options) {
      option.selected = value.split(", ").includes(option.value);
    }
  } else {
    field.value = value;
  }
}
note.innerText = entered.note ?? "";
document.getElementById("donated").textContent = form.elements.donation.value;

for (const problem of document.querySelectorAll("[data-field]")) {
  const field = form.querySelector(`[name="${problem.dataset.field}"]`);
  if (field) {
    showProblem(field, problem.textContent);
  }
}
