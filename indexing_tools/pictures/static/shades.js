// The shade of every cell: that of the first output element that reads it.

// How an element is shaded that has so many others before it in a tensor of these extents.
function shadesOf(sizes) {
  const count = product(sizes), row = [...sizes].reverse().find((n) => n > 1) ?? 1;
  if (count <= 64) return (place) => place;
  return (place) => Math.floor((place * 16) / count) * 4 + Math.floor(((place % row) * 4) / row);
}

const count = (box) => product(box.map(([lower, upper]) => Math.max(0, upper - lower + 1)));

// The indices of a tensor that are drawn: an interval for each dim.
const drawnBox = ({ sizes, lower, roles, held, start, window }) => sizes.map((_, d) => {
  const first = lower[d] + (roles[d] < 0 ? held[d] : start[roles[d]]);
  return [first, first + (roles[d] < 0 ? 1 : window[roles[d]]) - 1];
});

// A box with the first value only of each symbol that no constraint asks about.
function firstValues(map, box) {
  const asked = new Set(map.constraints.map(([program]) => program).join(" ").split(" "));
  return box.map(([lower, upper], k) =>
    (map.variables[k].kind === "dim" || asked.has(`v${k}`) ? [lower, upper] : [lower, lower]));
}

// The points of a map at drawn elements of its output, one for each of them where that is enough.
export function domainPoints(map, setting, output) {
  const drawn = drawnBox(output), box = boxOf(map, setting, null).map(([lower, upper], k) =>
    (k >= drawn.length || lower === upper ? [lower, upper]
      : [Math.max(lower, drawn[k][0]), Math.min(upper, drawn[k][1])]));
  return points({ ...map, results: [] }, firstValues(map, box));
}

// The points of a map that say who reads the drawn elements of an input first.
export function readPoints(map, setting, input) {
  const box = boxOf(map, setting, null);
  if (!map.back || count(box) <= MOST) return points(map, box);
  const { back } = map, held = setting.flatMap((x, k) =>
    (map.variables[k].kind === "range" && x !== null ? [[back.ranges[k], x, x]] : []));
  const runtime = setting.filter((_, k) => map.variables[k].kind === "runtime");
  const asked = { ...back, constraints: [...back.constraints, ...held] };
  const drawn = [...drawnBox(input), ...back.variables.slice(input.sizes.length)
    .map(({ kind, bounds }) => (kind === "runtime" ? Array(2).fill(runtime.shift()) : bounds))];
  const within = drawn.map(([lower, upper], k) => [
    Math.max(lower, back.variables[k].bounds[0]), Math.min(upper, back.variables[k].bounds[1])]);
  const { columns, results, ...found } = points(asked, firstValues(asked, within));
  return { ...found, columns: results, results: columns.slice(0, input.sizes.length) };
}

// Per cell of the output: its shade, or `unread` (-1) outside of all domains.
export function outputShades(output, reads) {
  const complete = reads.every(({ found }) => found.complete);
  const shades = new Int16Array(output.cells).fill(complete ? (reads.length ? -1 : 0) : -2);
  for (const { map, found } of reads) {
    outputElements(map, found, output).mask.forEach((on, cell) => { if (on) shades[cell] = 0; });
  }
  const places = output.placesOf(output.elementsOf([...shades.keys()]), output.cells);
  const shade = shadesOf(output.sizes);
  return shades.map((before, cell) => (before < 0 ? before : shade(places[cell])));
}

// Per cell of an input: the shade of its first reader, -1 if it has none; -2 if none was found,
// and not all points were looked at.
export function inputShades(input, reads, output) {
  const first = new Float64Array(input.cells).fill(Infinity), rank = output.sizes.length;
  for (const { found } of reads) {
    const cells = input.cellsOf(found.results, found.n);
    const places = output.placesOf(found.columns.slice(0, rank), found.n);
    for (let i = 0; i < found.n; i++) {
      if (cells[i] >= 0 && places[i] < first[cells[i]]) first[cells[i]] = places[i];
    }
  }
  const unread = reads.every(({ found }) => found.complete) ? -1 : -2;
  const shades = new Int16Array(input.cells).fill(unread), shade = shadesOf(output.sizes);
  first.forEach((place, cell) => { if (place < Infinity) shades[cell] = shade(place); });
  return shades;
}
