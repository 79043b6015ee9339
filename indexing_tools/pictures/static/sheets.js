// An array on paper: what a step has of it, over the part of the picture that stays.

const KINDS = { [FETCHED]: "fetched", [HELD]: "held" };

// The planes that are drawn, of `size`, with the wanted ones if that goes.
function planesOf(size, wanted, most) {
  const all = Array.from({ length: 2 * most }, (_, k) => k);
  const near = wanted.slice(0, most).map((k) => k + 1);
  const ranked = [...wanted.slice(0, Math.max(1, most - 2)), 0, size - 1, ...near, ...all];
  const found = [...new Set(ranked)].filter((k) => k >= 0 && k < size);
  return found.slice(0, most).sort((a, b) => a - b);
}

export class Paper {
  constructor(model) {
    Object.assign(this, model);
    this.shown = this.slots.map((most) => Array.from({ length: most }, (_, k) => k));
  }
  get rank() { return this.sizes.length; }
  // Show the planes of the tiles.
  look(tiles) {
    const full = tiles.filter((tile) => tile.every(([, size]) => size > 0));
    this.shown = this.slots.map((most, role) => {
      const d = this.roles[role];
      if (d === null || this.sizes[d] <= most) return this.shown[role];
      const wanted = full.flatMap((tile) => [0, 1, 2].map((k) =>
        tile[d][0] + Math.min(k, tile[d][1] - 1) * tile[d][2]));
      return planesOf(this.sizes[d], [...new Set(wanted)], most);
    });
    const [first] = full;
    this.fixed = this.sizes.map((_, d) => (this.roles.includes(d) ? null : first?.[d]?.[0] ?? 0));
  }
  // Each plane that is drawn: where it is, in elements, and the index along the other dimensions.
  planes() {
    return this.shown[0].flatMap((i, k) => this.shown[1].map((j, l) => {
      const held = this.fixed.flatMap((at, d) => (at === null ? [] : [[d, at]]));
      [i, j].forEach((at, role) => {
        if (this.roles[role] !== null) held.push([this.roles[role], at]);
      });
      return { row: this.corners[0][k], column: this.corners[1][l], held };
    }));
  }
  // The lines along the rows and the columns of those tiles that meet a plane.
  onPlane(tiles, { held }) {
    const of = (tile, d) => (d === null ? [0, 1, 1] : tile[d]);
    const meets = (tile) => held.every(([d, at]) => isOnLine(tile[d], at));
    return tiles.filter(meets).map((tile) => [of(tile, this.roles[2]), of(tile, this.roles[3])]);
  }
  patches({ now, before = [], whole = [] }) {
    return this.planes().flatMap((plane) => {
      const parts = [now, before, whole].map((tiles) => this.onPlane(tiles, plane));
      return planePatches(...parts).map(([kind, row, column, rows, columns]) =>
        [kind, row - this.low[0] + plane.row, column - this.low[1] + plane.column, rows, columns]);
    });
  }
  path(patches) {
    return patches.map(([, row, column, rows, columns]) => {
      const [x, y, w, h] = [column * this.cell, row * this.high, columns * this.cell,
        rows * this.high].map((v) => Math.round(v * 1000) / 1000);
      return `M${x} ${y}h${w}v${h}h${-w}z`;
    }).join("");
  }
}

const MOST_SEEN = 2000; // rectangles that have a line because they are too thin
const LEAST_FRAMED = 4; // pixels: a frame around a smaller tile lies outside of it

Paper.prototype.frames = function (tiles) {
  const patches = tiles.flatMap((tile) => this.patches({ now: [tile] }));
  return patches.map(([, row, column, rows, columns]) => {
    const w = columns * this.cell, h = rows * this.high;
    const out = Math.min(w, h) < LEAST_FRAMED ? 2 : 0;
    const [x, y] = [column * this.cell - out, row * this.high - out].map((v) => v.toFixed(2));
    const side = w + 2 * out;
    return tiles.length === 1 || !out ? `M${x} ${y}h${side}v${h + 2 * out}h${-side}z` : "";
  }).join("");
};

Paper.prototype.names = function () {
  const [x, y] = this.at, words = [];
  this.shown.forEach((shown, role) => shown.forEach((index, k) => {
    if (this.roles[role] === null) return;
    const name = this.planeNames[role] + index;
    const left = role ? x + this.corners[1][k] * this.cell : 0;
    const down = role ? y - 20 : y + this.corners[0][k] * this.high + 10;
    words.push(`<text x="${left}" y="${down}" font-size="11" fill="#59636e">${name}</text>`);
  }));
  return words.join("");
};

// The whole picture of a step, as SVG; `lit`: tiles that are framed besides.
Paper.prototype.svg = function (found, colours, lit = []) {
  const patches = this.patches(found.elements === 0 ? { ...found, whole: [] } : found);
  const [x, y] = this.at;
  const frame = (d, colour, width) =>
    (d ? `<path stroke="${colour}" stroke-width="${width}" d="${d}"/>` : "");
  const fill = (kind) => {
    const some = patches.filter(([own]) => own === kind);
    const name = KINDS[kind], d = this.path(some);
    const thin = some.filter(([, , , rows, columns]) =>
      Math.min(columns * this.cell, rows * this.high) < 1);
    const line = frame(this.path(thin.slice(0, MOST_SEEN)), colours[name], 1);
    return d ? `<path class="${name}" fill="${colours[name]}" d="${d}"/>${line}` : "";
  };
  const masked = this.path(patches.filter(([kind]) => kind === MASKED));
  const shown = found.whole?.length && found.elements ? found.whole : found.now;
  const framed = (found.framed ?? shown).filter((tile) => tile.every(([, , step]) => step === 1));
  const hatched = masked ? `<path class="masked" fill="url(#it-pad)" d="${masked}"/>` : "";
  const content = [this.below, fill(HELD), this.between, fill(FETCHED), hatched, this.above,
    frame(this.frames(framed), "#1f2328", 1.4),
    frame(lit.map((tile) => this.frames([tile])).join(""), "#cb5475", 2)].join("");
  const move = `transform="translate(${Math.round(x)} ${Math.round(y)})"`;
  return `<g ${move} fill="none">${content}</g>${this.text}${this.names()}`;
};

// The element at a place in pixels; null: none is there.
Paper.prototype.element = function (x, y) {
  const column = (x - this.at[0]) / this.cell, row = (y - this.at[1]) / this.high;
  const slot = (value, corners, size) => corners.findIndex((c) => value >= c && value < c + size);
  const [k, l] = [slot(row, this.corners[0], this.plane[0]),
    slot(column, this.corners[1], this.plane[1])];
  if (k < 0 || l < 0) return null;
  const at = [...this.fixed].map((index) => index ?? 0);
  [this.shown[0][k], this.shown[1][l]].forEach((index, role) => {
    if (this.roles[role] !== null) at[this.roles[role]] = index;
  });
  [row - this.corners[0][k], column - this.corners[1][l]].forEach((index, i) => {
    if (this.roles[2 + i] !== null) at[this.roles[2 + i]] = Math.floor(index) + this.low[i];
  });
  return at.every((index, d) => index >= 0 && index < this.sizes[d]) ? at : null;
};
