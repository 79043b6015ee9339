// Where an element of a layout lies, in numbers and in words.

const fold = (index, sizes) => index.reduce((sum, i, k) => sum * sizes[k] + i, 0);

export function unfold(number, sizes) {
  return sizes.map((n, k) => {
    const stride = sizes.slice(k + 1).reduce((a, b) => a * b, 1);
    return Math.floor(number / stride) % n;
  });
}

// Where an element lies: in which tiles, where in them, and its offset.
export function placeOf({ order, steps, tiled }, index) {
  const path = [];
  let at = order.map((d) => index[d]);
  for (const { before, groups, tile } of steps) {
    at = [...Array(before.length - at.length).fill(0), ...at];
    const merged = groups.map(([a, b]) => fold(at.slice(a, b), before.slice(a, b)));
    const cut = merged.splice(merged.length - tile.length);
    const tiles = [...merged, ...cut.map((i, k) => Math.floor(i / tile[k]))];
    const within = cut.map((i, k) => i % tile[k]);
    at = [...tiles, ...within];
    path.push([tiles, within]);
  }
  return { path, offset: fold(at, tiled) };
}

export function inWords({ shape }, element, offset) {
  const { sizes, places, bits } = shape, words = [];
  if (element < 0) words.push("padding");
  else {
    const index = unfold(element, sizes);
    words.push(`element ${inBrackets(index)}`);
    for (const [tiles, within] of placeOf(shape, index).path) {
      words.push(`tile ${inBrackets(tiles)}, within ${inBrackets(within)}`);
    }
  }
  const byte = Math.floor((offset * bits) / 8), bit = (offset * bits) % 8;
  words.push(`offset ${offset.toLocaleString("en")} of ${places.toLocaleString("en")}`);
  words.push(`byte ${byte.toLocaleString("en")}${bits % 8 ? `, bit ${bit}` : ""}`);
  return words.join(" \u2192 ");
}
