// Sliders for range and runtime variables, and for dims that are not drawn whole.

function slider([lower, upper], now, label, changed) {
  const shown = h("output", {}, String(now));
  const input = h("input", { type: "range", min: lower, max: upper, step: 1, value: now });
  input.setAttribute("aria-label", label);
  input.oninput = () => {
    shown.textContent = input.value;
    changed(Number(input.value));
  };
  return [keepsKeys(input), shown];
}

// `setting` and `set` are of all maps that share the symbol.
function symbolRow({ kind, name, bounds }, setting, set, label) {
  const [lower, upper] = bounds;
  const [input, shown] = slider(bounds, setting ?? lower, `value of ${name}`, set);
  const title = h("span", { className: "it-name" }, name);
  const row = h("div", { className: "it-row" }, title, input, shown);
  if (kind === "range") {
    const all = keepsKeys(h("input", { type: "checkbox", checked: setting === null }));
    all.onchange = () => {
      input.disabled = all.checked;
      set(all.checked ? null : Number(input.value));
    };
    input.disabled = all.checked;
    row.append(h("label", {}, all, "all values"));
  }
  row.append(h("span", { className: "it-quiet" }, `[${lower}, ${upper}] ${label}`));
  return row;
}

function dimRows(scene) {
  const { output } = scene, rows = [];
  scene.followers = [];
  output.sizes.forEach((size, d) => {
    const role = output.roles[d];
    if (size === 1 || (role >= 0 && output.window[role] === size)) return;
    const bounds = [output.lower[d], output.lower[d] + size - 1], name = output.names[d];
    const controls = slider(bounds, scene.focus.at[d] ?? bounds[0], `index ${name}`, (x) => {
      const at = scene.focus.which ? output.element(0) : [...scene.focus.at];
      at[d] = x;
      scene.ask(0, at);
    });
    const note = h("span", { className: "it-quiet" }, "of the output: not drawn whole");
    scene.followers.push((at) => { controls[1].textContent = controls[0].value = at[d]; });
    const title = h("span", { className: "it-name" }, name);
    rows.push(h("div", { className: "it-row" }, title, ...controls, note));
  });
  return rows;
}

Scene.prototype.controls = function () {
  const several = this.drawing.operands.length > 1 || this.drawing.operands[0]?.maps.length > 1;
  const changed = () => {
    this.refresh();
    this.light();
    this.tell?.();
  };
  const rows = this.symbols().map(({ variable, names, places }) => {
    const set = (x) => {
      for (const [setting, i] of places) setting[i] = x;
      changed();
    };
    const [[setting, i]] = places, of = several ? `of ${[...names].join(", ")}` : "";
    return symbolRow(variable, setting[i], set, of);
  });
  return [...dimRows(this), ...rows];
};

// The symbols of all maps by their keys: an index that several operands are summed over is one.
Scene.prototype.symbols = function () {
  const found = new Map();
  this.drawing.operands.forEach(({ maps, name }, k) => maps.forEach((map, j) =>
    map.variables.forEach((variable, i) => {
      const key = map.keys[i];
      if (key === null) return;
      if (!found.has(key)) found.set(key, { key, variable, names: new Set(), places: [] });
      found.get(key).names.add(name);
      found.get(key).places.push([this.settings[k][j], i]);
    })));
  return [...found.values()];
};
