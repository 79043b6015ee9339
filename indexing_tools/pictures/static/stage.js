// One layout or two: an element that is pointed at is marked in both.

export class Stage {
  constructor(drawings, before) {
    this.blocks = drawings.map((drawing) => new Block(drawing));
    this.node = h("div", { className: "it-stage" });
    this.node.append(...this.blocks.map(({ node }) => node));
    this.blocks.forEach((block) => block.fields.forEach((field) => this.listen(block, field)));
    const { at: [k, f, cell] = [0, 0, 0] } = before ?? {}, block = this.blocks[k];
    const field = block?.fields[f] ?? this.blocks[0].fields[0];
    if (!field) return;
    const owner = this.blocks.find(({ fields }) => fields.includes(field));
    this.ask(owner, field, Math.min(cell, field.offsets.length - 1));
  }
  // Point at a cell.
  ask(block, field, cell) {
    const element = field.elements[cell], offset = field.offsets[cell], { sizes } = block.shape;
    this.at = [this.blocks.indexOf(block), block.fields.indexOf(field), cell];
    if (element >= 0 && this.blocks[0].shape?.sizes.join() === sizes.join()) {
      this.element = unfold(element, sizes);
    }
    for (const other of this.blocks) {
      if (other === block) other.mark(element, offset);
      else if (element >= 0 && other.fields.length && other.shape.sizes.join() === sizes.join()) {
        other.mark(element, placeOf(other.shape, unfold(element, sizes)).offset);
      }
    }
    this.tell?.();
  }
  pin(pinned) {
    this.pinned = pinned;
    this.node.classList.toggle("it-pinned", pinned);
    this.tell?.();
  }
}

// What Python shares: an element of the first layout, and the pin.
Stage.prototype.take = function ({ at, pinned }) {
  const [{ fields, shape }] = this.blocks;
  const fits = fields.length && at.length === shape.sizes.length
    && at.every((i, d) => i >= 0 && i < shape.sizes[d]);
  if (fits && !isSame(at, this.element)) this.show(at);
  if (pinned !== Boolean(this.pinned)) this.pin(pinned);
};

Stage.prototype.show = function (at) {
  const { fields, shape: { sizes } } = this.blocks[0], element = fold(at, sizes);
  this.element = at;
  for (const other of this.blocks) {
    const isAlike = other.fields.length && other.shape.sizes.join() === sizes.join();
    if (isAlike) other.mark(element, placeOf(other.shape, at).offset);
  }
  const f = fields.findIndex(({ elements }) => elements.includes(element));
  if (f >= 0) this.at = [0, f, fields[f].elements.indexOf(element)]; // keys go on from there
};

const STEPS = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
  PageUp: [-10, 0], PageDown: [10, 0], Home: [0, -Infinity], End: [0, Infinity],
};
const clamp = (i, n) => Math.max(0, Math.min(n - 1, i));

Stage.prototype.listen = function (block, field) {
  const cellOf = (event) => {
    const { left, top } = field.node.getBoundingClientRect();
    return field.cellAt(event.clientX - left, event.clientY - top);
  };
  const isPlace = (cell) => cell >= 0 && field.offsets[cell] < block.shape.places;
  field.node.onpointermove = (event) => {
    const cell = cellOf(event);
    if (!this.pinned && isPlace(cell)) this.ask(block, field, cell);
  };
  field.node.onpointerdown = (event) => {
    const cell = cellOf(event), same = this.pinned && this.at[2] === cell;
    if (!isPlace(cell)) return;
    this.ask(block, field, cell);
    this.pin(!same);
  };
  field.node.onkeydown = (event) => {
    const step = STEPS[event.key], columns = field.xs.length;
    if (event.key === "Enter" || event.key === " ") this.pin(!this.pinned);
    else if (event.key === "Escape") this.pin(false);
    else if (step) {
      const [k, f, last] = this.at, own = this.blocks[k].fields[f];
      const now = own === field ? last : field.cells.get(own.offsets[last]) ?? 0;
      const row = clamp(Math.floor(now / columns) + step[0], field.ys.length);
      const cell = row * columns + clamp((now % columns) + step[1], columns);
      if (isPlace(cell)) this.ask(block, field, cell);
    } else return;
    event.preventDefault();
  };
};
