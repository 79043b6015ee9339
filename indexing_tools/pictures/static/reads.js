// Who reads what: the box of a map at an element, and the way back.

const usedBy = (map) =>
  new Set([...map.results, ...map.constraints.map(([program]) => program)].join(" ").split(" "));

// The box of a map: `at` holds the dims, `setting` the symbols (null: all values).
export function boxOf(map, setting, at, reach = false) {
  const used = (map.used ??= usedBy(map));
  return map.variables.map(({ kind, bounds: [lower, upper] }, k) => {
    if (kind === "dim" && at) return lower <= at[k] && at[k] <= upper ? [at[k], at[k]] : [0, -1];
    const held = kind === "dim" || (reach && kind === "runtime") ? null : setting[k];
    if (held !== null) return [held, held];
    return used.has(`v${k}`) ? [lower, upper] : [lower, Math.min(lower, upper)];
  });
}

export const readsOf = (map, setting, at, reach) => points(map, boxOf(map, setting, at, reach));

// The points at which a map reads `element` of its input.
export function readersOf(map, setting, element) {
  const box = boxOf(map, setting, null);
  map.results.forEach((program, j) => {
    if (!/^v\d+$/.test(program)) return;
    const [lower, upper] = box[program.slice(1)], index = element[j];
    box[program.slice(1)] = [Math.max(lower, index), Math.min(upper, index)];
  });
  const there = map.results.map((program, j) => [program, element[j], element[j]]);
  return points({ ...map, constraints: [...map.constraints, ...there] }, box);
}
