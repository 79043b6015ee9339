// The picture of one layout, and the marks on it.

const box = ([x, y], [w, height], by) =>
  `M${x - by} ${y - by}h${w + 2 * by}v${height + 2 * by}h${-w - 2 * by}z`;

export class Block {
  constructor(drawing) {
    Object.assign(this, drawing);
    this.fields = drawing.fields.map((field) => new Field(field, drawing.palette));
    this.picture = h("div", { className: "it-picture" });
    const hatch = `pad-${crypto.randomUUID?.() ?? Math.random()}`; // the page has other pictures
    this.picture.innerHTML = drawing.svg.replaceAll(/(id='|url\(#)pad\b/g, `$1${hatch}`);
    const svg = this.picture.firstChild, name = svg.namespaceURI;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", drawing.alt ?? "");
    const make = (tag) => document.createElementNS(name, tag);
    const [marks, ...paths] = ["svg", "path", "path"].map(make);
    for (const side of ["width", "height"]) marks.setAttribute(side, svg.getAttribute(side));
    marks.setAttribute("class", "it-marks");
    marks.append(...paths);
    [this.mates, this.own] = paths;
    this.words = h("div", { className: "it-readout", role: "status", ariaLive: "polite" });
    this.picture.append(...this.fields.map(({ node }) => node), marks);
    this.node = h("div", { className: "it-block" }, this.picture, this.words);
  }
}

const MATES = 4096; // places of a tile that is tinted; a larger one is left alone

// Show the place of an element (-1: of padding).
Block.prototype.mark = function (element, offset) {
  const tile = this.shape.steps.at(-1)?.tile ?? [1], volume = tile.reduce((a, b) => a * b, 1);
  const first = Math.floor(offset / volume) * volume;
  let mates = "", own = "";
  for (const field of this.fields) {
    const by = field.cell[0] < 8 ? 3 : 0.5;
    for (let near = first; volume > 1 && volume <= MATES && near < first + volume; near++) {
      const cell = field.cells.get(near);
      if (cell !== undefined) mates += box(field.corner(cell), field.cell, 0);
    }
    const cell = field.cells.get(offset);
    if (cell !== undefined) own += box(field.corner(cell), field.cell, by);
  }
  this.mates.setAttribute("d", mates);
  this.own.setAttribute("d", own);
  this.words.textContent = inWords(this, element, offset);
};
