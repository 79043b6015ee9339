// A page without a browser: enough of one to see what a live view says, and what it shares with Python.

const nothing = () => new Proxy(() => {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : nothing()), apply: () => nothing() });

class Node {
  constructor(tag) {
    Object.assign(this, { tag, children: [], style: {}, dataset: {}, attributes: {}, text: "", className: "", value: "" });
    this.classList = { toggle() {} };
  }
  append(...parts) { this.children.push(...parts); }
  prepend(...parts) { this.children.unshift(...parts); }
  replaceChildren(...parts) { this.children = parts; }
  setAttribute(name, value) { this.attributes[name] = value; }
  getAttribute(name) { return this.attributes[name]; }
  getContext() { return nothing(); }
  getBoundingClientRect() { return { left: 0, top: 0 }; }
  getRootNode() { return { activeElement: null }; }
  focus() {}
  get firstChild() { return this.children[0] ?? new Node("svg"); }
  get textContent() { return this.text + this.children.map((c) => c?.textContent ?? c ?? "").join(" "); }
  set textContent(text) { this.text = String(text); this.children = []; }
  set innerHTML(text) { this.children = [new Node("svg")]; }
  get isConnected() { return true; }
}

class Observer { observe() {} disconnect() {} }

Object.assign(globalThis, {
  document: { createElement: (tag) => new Node(tag), createElementNS: (_, tag) => new Node(tag), body: new Node("body") },
  getComputedStyle: () => ({ backgroundColor: "rgb(255, 255, 255)" }),
  matchMedia: () => ({ matches: false }),
  window: { devicePixelRatio: 1 }, requestAnimationFrame() {},
  ResizeObserver: Observer, MutationObserver: Observer, ImageData: Observer,
});

// What a view shares with Python, and what it has sent there.
export class Model {
  constructor(state) { Object.assign(this, { state, on_: {}, sent: [], news: {} }); }
  get(name) { return this.state[name]; }
  set(name, value) {
    this.state[name] = this.news[name] = value;
    for (const react of this.on_[name] ?? []) react();
  }
  save_changes() { this.sent.push(this.news); this.news = {}; }
  on(event, react) { (this.on_[event.slice(7)] ??= []).push(react); }
  off() {}
  // Python sets all of it at once, as a widget's message does.
  hear(state) {
    Object.assign(this.state, state);
    for (const name of Object.keys(state)) for (const react of this.on_[name] ?? []) react();
  }
}

// All nodes of a tree for which `wanted` holds.
export const found = (node, wanted) => [
  ...(wanted(node) ? [node] : []), ...(node.children ?? []).flatMap((child) => found(child, wanted))];
export const page = () => new Node("div");
