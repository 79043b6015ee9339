// Loops step by step: the source with the running line, and the buffers.

class LoopView {
  constructor(model) {
    const { lines, steps, buffers, colours } = model.get("drawing");
    Object.assign(this, { model, steps, colours, last: steps.length - 1 });
    this.before = buffers.map(({ values }) => values);
    this.title = h("div", { className: "it-quiet" });
    this.said = h("div", { className: "it-said", role: "status" });
    this.lines = lines.map((text, k) => {
      const node = h("div", {}, h("span", {}, String(k + 1)), text);
      node.onclick = () => this.go(this.nextAt(k + 1));
      return node;
    });
    this.cells = [];
    this.buffers = buffers.map((buffer) => this.table(buffer));
    this.step = -1;
  }

  // A buffer: its rows, of one axis or of several.
  table({ name, sizes, values }) {
    const wide = sizes.length ? sizes[sizes.length - 1] : 1, cells = [], rows = [];
    const numbers = Array.from({ length: wide }, (_, k) => h("th", {}, String(k)));
    rows.push(h("tr", {}, ...(sizes.length > 1 ? [h("th")] : []), ...numbers));
    for (let from = 0; from < values.length; from += Math.max(wide, 1)) {
      const row = values.slice(from, from + wide).map((text) => h("td", {}, text));
      cells.push(...row);
      const head = sizes.length > 1 ? [h("th", {}, `[${this.place(from / wide, sizes)}]`)] : [];
      rows.push(h("tr", {}, ...head, ...row));
    }
    this.cells.push(cells);
    const holder = h("div", { className: "it-cells" }, h("table", {}, h("tbody", {}, ...rows)));
    return h("div", { className: "it-buffer" }, name, holder);
  }

  place(row, sizes) {
    const found = [];
    for (const n of sizes.slice(0, -1).reverse()) {
      found.unshift(row % n);
      row = Math.floor(row / n);
    }
    return found.join(", ");
  }

  nextAt(line) {
    const runs = (k) => this.steps[k][0] === line;
    for (let k = this.step + 1; k <= this.last; k++) if (runs(k)) return k;
    for (let k = 0; k < this.step; k++) if (runs(k)) return k;
    return this.step;
  }

  go(step) {
    this.show(Math.max(0, Math.min(this.last, step)));
    this.model.set("step", this.step);
    this.model.save_changes();
  }

  // What stands in the buffers at a step: from the beginning if it lies before.
  write(step) {
    if (step < this.step || this.step < 0) {
      this.before.forEach((values, b) => values.forEach((text, k) => {
        this.cells[b][k].textContent = text;
      }));
      this.step = -1;
    }
    for (let k = this.step + 1; k <= step; k++) {
      for (const [b, place, text] of this.steps[k][3]) this.cells[b][place].textContent = text;
    }
    this.step = step;
  }

  mark(cells, name, colour) {
    for (const [b, place] of cells) {
      const cell = this.cells[b][place];
      cell.className = name;
      cell.style.background = colour;
      this.marked.push(cell);
      const holder = cell.closest(".it-cells");
      const left = cell.offsetLeft, right = left + cell.offsetWidth;
      if (left < holder.scrollLeft) holder.scrollLeft = left;
      if (right > holder.scrollLeft + holder.clientWidth) {
        holder.scrollLeft = right - holder.clientWidth;
      }
    }
  }

  show(step) {
    for (const node of this.marked ?? []) {
      node.className = "";
      node.style.background = "";
    }
    this.write(step);
    const [line, words, reads, writes] = this.steps[step];
    const running = this.lines[line - 1];
    running.className = "it-now";
    running.style.background = this.colours.running;
    this.marked = [running];
    this.mark(reads, "it-read", this.colours.read);
    this.mark(writes, "it-written", this.colours.written);
    this.title.textContent = `step ${step} of ${this.steps.length}, line ${line}`;
    this.said.textContent = words;
    this.follow?.();
  }

  controls() {
    const range = keepsKeys(h("input", { type: "range", min: 0, max: this.last, step: 1 }));
    range.setAttribute("aria-label", "step");
    range.oninput = () => this.go(Number(range.value));
    const button = (text, label, to) => {
      const node = keepsKeys(h("button", { type: "button", title: label }, text));
      node.setAttribute("aria-label", label);
      node.onclick = () => this.go(to());
      return node;
    };
    const buttons = [button("|◀", "first step", () => 0),
      button("◀", "previous step (p)", () => this.step - 1),
      button("▶", "next step (n)", () => this.step + 1),
      button("▶|", "last step", () => this.last)];
    this.follow = () => {
      range.value = this.step;
      range.setAttribute("aria-valuetext", this.title.textContent);
      buttons.forEach((node, k) => { node.disabled = this.step === (k < 2 ? 0 : this.last); });
    };
    return h("div", { className: "it-bar" }, ...buttons, range);
  }
}

export default {
  render({ model, el }) {
    const root = h("div", { className: "it-loops" });
    let view = null;
    const draw = () => {
      view = new LoopView(model);
      const source = h("div", { className: "it-lines" }, ...view.lines);
      const legend = h("div", { className: "it-quiet" }, "blue: read · orange: written"
        + " · n, p: next and previous step · click a line: the next step that runs it");
      const sides = h("div", { className: "it-sides" }, source, h("div", {}, ...view.buffers));
      root.replaceChildren(view.title, view.controls(), sides, view.said, legend);
      view.show(model.get("step"));
    };
    root.onkeydown = (event) => {
      const by = { n: 1, p: -1 }[event.key];
      if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      view.go(view.step + by);
    };
    const themed = () => { root.dataset.theme = isDark(root) ? "dark" : "light"; };
    const move = () => { if (model.get("step") !== view.step) view.show(model.get("step")); };
    const events = { drawing: draw, step: move };
    for (const [name, react] of Object.entries(events)) model.on(`change:${name}`, react);
    el.append(root);
    draw();
    const seen = new ResizeObserver(themed);
    const theme = new MutationObserver(() => requestAnimationFrame(themed));
    seen.observe(root);
    theme.observe(document.body, { attributes: true });
    return () => {
      seen.disconnect();
      theme.disconnect();
      for (const [name, react] of Object.entries(events)) model.off(`change:${name}`, react);
    };
  },
};
