// What a scene shares with Python: the element of the output, the pin, and what is held.

const SHARED = ["at", "pinned", "ranges", "runtime"];

Scene.prototype.given = function () {
  const held = { range: {}, runtime: {} };
  for (const { key, variable, places: [[setting, i]] } of this.symbols()) {
    held[variable.kind][key] = setting[i];
  }
  return { at: this.at, pinned: this.pinned, ranges: held.range, runtime: held.runtime };
};

// Take over what Python says; what of it is new.
Scene.prototype.take = function ({ at, pinned, ranges, runtime }) {
  const held = { ...ranges, ...runtime }, fits = at.length === this.output.sizes.length;
  const isMoved = fits && this.output.isInside(at) && !isSame(at, this.at);
  const isTurned = pinned !== this.pinned;
  let isHeld = false;
  for (const { key, places } of this.symbols()) {
    for (const [setting, i] of places) {
      if (!(key in held) || setting[i] === held[key]) continue;
      setting[i] = held[key];
      isHeld = true;
    }
  }
  if (isMoved) {
    this.focus = { which: 0, at };
    this.at = at;
  }
  this.pinned = pinned;
  return { isHeld, isNew: isHeld || isMoved || isTurned };
};
