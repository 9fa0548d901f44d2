import React from "react";
import { createRoot } from "react-dom/client";

/** What puts the elements that `kinds` makes into those that ask for one by `data-mount`. */
export const mounting = (kinds) => (root) => {
  for (const one of root.querySelectorAll("[data-mount]")) createRoot(one).render(kinds[one.dataset.mount](one.dataset.name));
};
