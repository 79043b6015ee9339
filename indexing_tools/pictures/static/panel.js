// The text around the canvases of a tensor.

class Panel {
  constructor(tensor, cellSize) {
    this.tensor = tensor;
    this.layers = new Layers(tensor, cellSize);
    this.sides = [2, 3].map((role) =>
      h("div", { className: `it-side it-side${role}` }, ...["", "", ""].map(() => h("span"))));
    const frame = h("div", { className: "it-frame" }, h("i"), this.sides[1], this.sides[0]);
    frame.append(this.layers.node);
    this.title = h("div", { className: "it-title" });
    const label = `${tensor.title}: arrow keys move the element, Enter pins it`;
    const attributes = { className: "it-tensor", tabIndex: 0, role: "application" };
    this.node = keepsKeys(h("div", { ...attributes, "aria-label": label }, this.title, frame));
    this.write();
  }
  // Titles and sides, as the window is now.
  write() {
    const { tensor } = this, { dims, names, lower, sizes } = tensor;
    this.sides.forEach((side, k) => {
      const d = dims[2 + k], from = d === null ? 0 : lower[d] + tensor.start[2 + k];
      const last = from + tensor.window[2 + k] - 1;
      const texts = d === null ? ["", "", ""] : [from, names[d] ?? "", last];
      if (from === last) texts[0] = texts[2] = "";
      texts.forEach((text, i) => { side.children[i].textContent = text; });
      side.title = texts.join(" ");
    });
    const name = (d) => names[d] || `dim ${d}`;
    const planes = dims.slice(0, 2).filter((d) => d !== null).map(name);
    const held = sizes.flatMap((n, d) =>
      (n > 1 && !dims.includes(d) ? [`${name(d)} = ${lower[d] + tensor.held[d]}`] : []));
    const cut = dims.flatMap((d, role) => {
      const length = tensor.window[role], from = lower[d] + tensor.start[role];
      if (d === null || length === sizes[d]) return [];
      return [`${name(d)} from ${from} to ${from + length - 1} of ${sizes[d]}`];
    });
    const more = [...(planes.length ? [`planes: ${planes.join(", ")}`] : []), ...cut, ...held];
    if (this.isPartly) more.push("pale: not settled");
    const spans = more.map((text) => h("span", {}, text));
    this.title.replaceChildren(h("b", {}, tensor.title), ...spans);
  }
  cellOf(event) {
    const { left, top } = this.layers.node.getBoundingClientRect();
    return this.layers.cellAt(event.clientX - left, event.clientY - top);
  }
}
