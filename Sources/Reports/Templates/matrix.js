// The matrix: the reader chooses a phase, what times are compared with, scenes and engines; the address says it again.
for (const place of document.querySelectorAll(".matrix")) {
  const data = JSON.parse(place.querySelector("script").textContent);
  const form = place.querySelector("form");
  const table = place.querySelector("table");
  const names = ["part", "to", "as", "scenes", "engines"];
  const option = (select, value, text) => {
    const made = document.createElement("option");
    made.value = value;
    made.textContent = text ?? value;
    form.elements[select].append(made);
  };
  for (const part of data.parts) option("part", part.name);
  option("to", "", "the yardstick");
  option("to", "fastest", "the fastest of the row");
  for (const engine of data.engines) option("to", engine);
  const read = () => {
    const text = location.hash.startsWith("#matrix?") ? location.hash.slice(8) : "";
    const asked = new URLSearchParams(text);
    for (const name of names) {
      const field = form.elements[name];
      field.value = asked.get(name) ?? (field.tagName === "SELECT" ? field.options[0].value : "");
      // An address that asks for what is not there is shown as the page begins.
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.selectedIndex = 0;
    }
    if (text) place.scrollIntoView();
  };
  const write = () => {
    const asked = new URLSearchParams();
    for (const name of names) {
      const field = form.elements[name];
      if (field.value && field.value !== field.options?.[0].value) asked.set(name, field.value);
    }
    const text = asked.toString();
    history.replaceState(null, "", text ? "#matrix?" + text : "#matrix");
  };
  const chosen = (all, text) => {
    const words = text.toLowerCase().split(",").map((word) => word.trim()).filter(Boolean);
    const found = all.map((name, index) => index)
      .filter((index) => words.some((word) => all[index].toLowerCase().includes(word)));
    return words.length ? found : all.map((name, index) => index);
  };
  const digits = (value) => value >= 99.95 ? value.toFixed(0) : value.toPrecision(3);
  const time = (value) => {
    const [factor, unit] = value < 999.5 ? [1, "ns"] : value < 999.5e3 ? [1e3, "µs"]
      : value < 999.5e6 ? [1e6, "ms"] : [1e9, "s"];
    return digits(value / factor) + " " + unit;
  };
  const shade = (value) => [1.1, 2, 4, 8, 16].filter((limit) => value >= limit).length;
  const cell = (row, tag, text, kind) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (kind) made.className = kind;
    if (tag === "th") made.scope = row.parentNode.tagName === "THEAD" ? "col" : "row";
    row.append(made);
  };
  const draw = () => {
    const part = data.parts.find((one) => one.name === form.elements.part.value) ?? data.parts[0];
    const engines = chosen(data.engines, form.elements.engines.value);
    const scenes = chosen(data.scenes, form.elements.scenes.value);
    const rival = (index) => !data.yardsticks.includes(data.engines[index]);
    const to = form.elements.to;
    const against = data.engines.indexOf(to.value);
    const yardsticks = data.engines.map((name, index) => index).filter((index) => !rival(index));
    const isTime = form.elements.as.value === "time";
    table.caption.textContent = part.name + ", " + (isTime ? "time per pass"
      : "times as long as " + to.selectedOptions[0].textContent);
    const head = table.tHead.rows[0];
    head.replaceChildren();
    cell(head, "th", "scene");
    for (const engine of engines) cell(head, "th", data.engines[engine], "n");
    const body = table.tBodies[0];
    body.replaceChildren();
    for (const scene of scenes) {
      const values = part.rows[scene];
      const rivals = engines.filter(rival).map((engine) => values[engine])
        .filter((value) => typeof value === "number");
      if (!engines.some((engine) => typeof values[engine] === "number")) continue;
      const best = rivals.length ? Math.min(...rivals) : NaN;
      const yardstick = yardsticks.map((engine) => values[engine])
        .find((value) => typeof value === "number");
      const base = against >= 0 ? values[against] : to.value ? best : yardstick ?? best;
      const row = body.insertRow();
      cell(row, "th", data.scenes[scene]);
      for (const engine of engines) {
        const value = values[engine];
        if (typeof value !== "number") { cell(row, "td", value || "–", "n"); continue; }
        const kind = rival(engine) && rivals.length > 1 ? "n s" + shade(value / best) : "n";
        const text = isTime ? time(value) : base > 0 ? digits(value / base) : "–";
        cell(row, "td", text, kind);
      }
    }
  };
  form.hidden = false;
  form.addEventListener("input", () => { write(); draw(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => { read(); draw(); });
  read();
  draw();
}
