// Adding to the cart without leaving the page, questions before removing, and the help window.
const toast = document.getElementById("toast");

function say(text, failed) {
  toast.textContent = text;
  toast.classList.toggle("failed", failed);
  toast.classList.add("shown");
}

async function addToCart(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { Accept: "application/json" },
  });
  const { message, problem, in_cart: inCart } = await answer.json();
  if (answer.ok) {
    document.getElementById("in-cart").textContent = inCart;
  }
  say(message ?? problem, !answer.ok);
}

for (const form of document.querySelectorAll("form.add-to-cart")) {
  form.addEventListener("submit", addToCart);
}

for (const form of document.querySelectorAll("form.remove")) {
  form.addEventListener("submit", (event) => {
    if (!confirm(`Remove ${form.dataset.name} from your cart?`)) {
      event.preventDefault();
    }
  });
}

document.getElementById("open-help").addEventListener("click", () => {
  window.open("/help", "help", "popup,width=520,height=560");
});
