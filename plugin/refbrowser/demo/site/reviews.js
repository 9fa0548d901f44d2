// Reviews arrive page by page, each when the end of the list comes into view.
const list = document.getElementById("reviews");
const end = document.getElementById("more-reviews");
let page = 1;
let loading = false;

function item({ author, stars, text }) {
  const entry = document.createElement("li");
  const heading = document.createElement("p");
  const name = document.createElement("strong");
  name.textContent = author;
  const rated = document.createElement("span");
  rated.textContent = "★".repeat(stars);
  rated.setAttribute("role", "img");
  rated.setAttribute("aria-label", `${stars} of 5 stars`);
  heading.append(name, " ", rated);
  const remark = document.createElement("p");
  remark.textContent = text;
  entry.append(heading, remark);
  return entry;
}

async function load() {
  if (loading || page === null) {
    return;
  }
  loading = true;
  const answer = await fetch(`/api/reviews?product=${list.dataset.product}&page=${page}`);
  const { reviews, next } = await answer.json();
  list.append(...reviews.map(item));
  page = next;
  loading = false;
  if (page === null) {
    observer.disconnect();
    end.textContent = `All ${list.children.length} reviews are shown.`;
  } else {
    // The end may still be in view, which an observer reports only once.
    observer.unobserve(end);
    observer.observe(end);
  }
}

const observer = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) {
    load();
  }
});
observer.observe(end);
