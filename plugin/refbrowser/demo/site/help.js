document.getElementById("close").addEventListener("click", () => window.close());
