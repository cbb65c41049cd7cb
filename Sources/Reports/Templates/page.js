// Headings sort their table; a second time the other way round. Without scripts the page is whole.
"use strict";
const sortable = (table) => {
  const body = table.tBodies[0];
  if (body.rows.length < 2) return;
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const isDown = head.getAttribute("aria-sort") === "ascending";
      for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        return "s" in cell.dataset ? Number(cell.dataset.s) : cell.textContent;
      };
      const isNothing = (value) => value === "–" || value === "";
      const compare = (a, b) => {
        // What was not measured stands last, whichever way.
        if (isNothing(a) || isNothing(b)) return isNothing(a) - isNothing(b);
        const order = typeof a === "number" && typeof b === "number"
          ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
        return isDown ? -order : order;
      };
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort((a, b) => compare(a[0], b[0]));
      body.append(...rows.map((entry) => entry[1]));
    });
  });
};
document.querySelectorAll("table.sortable").forEach(sortable);
