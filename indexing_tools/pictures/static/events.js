// Keys, mouse, pen and finger move the element.

// Arrow keys: the role that moves, by how much; with Shift, from plane to plane.
const KEYS = {
  ArrowLeft: [3, -1], ArrowRight: [3, 1], ArrowUp: [2, -1], ArrowDown: [2, 1],
  PageUp: [2, -10], PageDown: [2, 10], Home: [3, -Infinity], End: [3, Infinity],
};

Scene.prototype.ask = function (which, at) {
  const before = this.focus;
  if (before.which === which && before.at.every((x, d) => x === at[d])) return;
  this.focus = { which, at };
  this.light();
  this.tell?.();
};

Scene.prototype.pin = function (pinned) {
  this.pinned = pinned;
  this.light();
  this.tell?.();
};

Scene.prototype.press = function (which, event) {
  if (event.key === "Enter" || event.key === " ") this.pin(!this.pinned);
  else if (event.key === "Escape") this.pin(false);
  else if (KEYS[event.key]) {
    const [role, step] = KEYS[event.key], tensor = this.tensors[which];
    const d = tensor.dims[event.shiftKey ? role - 2 : role];
    const own = this.focus.which === which ? this.focus.at : tensor.element(0), at = [...own];
    const last = d === null ? 0 : tensor.lower[d] + tensor.sizes[d] - 1;
    if (d !== null) at[d] = Math.max(tensor.lower[d], Math.min(last, at[d] + step));
    this.ask(which, at);
  } else return;
  event.preventDefault();
};

Scene.prototype.listen = function () {
  this.panels.forEach((panel, which) => {
    const { node, layers, tensor } = panel;
    layers.node.onpointermove = (event) => {
      const cell = panel.cellOf(event);
      if (!this.pinned && cell >= 0) this.ask(which, tensor.element(cell));
    };
    layers.node.onpointerdown = (event) => {
      const cell = panel.cellOf(event), at = cell < 0 ? null : tensor.element(cell);
      if (!at) return;
      const same = this.focus.which === which && this.focus.at.join() === at.join();
      this.focus = { which, at };
      this.pin(!(this.pinned && same));
    };
    node.onkeydown = (event) => this.press(which, event);
  });
};
