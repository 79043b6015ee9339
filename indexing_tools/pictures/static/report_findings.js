// The findings of a report, the first of them with a picture.

const FINDINGS_AT_ONCE = 10;

const KINDS = {
  uncoalesced: ["uncoalesced access", "warps fetch sectors of which they use only a part"],
  read_again: ["read again", "elements of an operand are fetched many times over"],
  layout_copy: ["layout copy", "nothing is computed, the elements only change places"],
  padding: ["padding", "tiles hold bytes that no element lies in"],
  memory: ["peak of memory", "where most is alive"],
  collective: ["collective", "bytes that go between devices"],
  unknown: ["not analysed", "nothing is claimed about these"],
};

const kindName = (kind) => KINDS[kind]?.[0] ?? kind.replaceAll("_", " ");

const placeOf = ({ computation, instruction }) =>
  [computation, instruction].filter(Boolean).join(" / ");

// A picture, which a click or Enter shows in its full size.
function pictureOf({ svg, alt }) {
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const button = h("button", { type: "button", title: "enlarge" }, h("img", { src, alt }));
  button.onclick = () => {
    const close = h("button", { type: "button" }, "close");
    const dialog = h("dialog", { "aria-label": alt }, close, h("img", { src, alt }));
    close.onclick = () => dialog.close();
    dialog.onclick = ({ target }) => { if (target === dialog) dialog.close(); };
    dialog.onclose = () => dialog.remove();
    document.body.append(dialog);
    dialog.showModal();
  };
  return h("figure", {}, button);
}

// How many bytes, and of how many runs.
function sizeOf({ total, bytes, count, trip_count: turns }) {
  if (total === null) return [];
  const title = `${countText(total)} bytes`, size = h("b", { className: "size", title });
  size.append(bytesText(total));
  const often = turns === null ? `${countText(count)} \u00d7 ? turns` : countText(count * turns);
  if (often === "1") return [size];
  return [size, h("span", { className: "quiet" }, `${often} runs of ${bytesText(bytes)}`)];
}

function findingCard(found, number, choose) {
  const { kind, message, source, map, picture } = found;
  const button = h("button", { type: "button", className: "place" }, found.instruction);
  button.title = "show only this instruction below";
  button.onclick = () => choose(found);
  const words = h("div", { className: "words" },
    h("p", { className: "line" },
      h("span", { className: "rank" }, String(number)),
      h("span", { className: `kind kind-${kind in KINDS ? kind : "other"}` }, kindName(kind)),
      ...sizeOf(found)),
    h("p", { className: "at" }, ...(found.computation ? [`${found.computation} / `] : []),
      found.instruction ? button : ""),
    h("p", {}, message));
  if (source) words.append(h("p", { className: "source" }, source));
  if (map) words.append(h("pre", { title: "which elements are read" }, map));
  return h("li", { className: "finding" }, words, ...(picture ? [pictureOf(picture)] : []));
}

class Findings {
  constructor(findings, choose) {
    Object.assign(this, { findings, choose, kind: "", count: FINDINGS_AT_ONCE });
    this.title = h("h2");
    this.chips = h("div", { className: "chips", role: "group", "aria-label": "kinds of findings" });
    this.list = h("ol", { className: "findings" });
    this.more = h("button", { type: "button", className: "more" });
    this.more.onclick = () => {
      const before = this.list.children.length;
      this.count += 3 * FINDINGS_AT_ONCE;
      this.draw();
      this.list.children[before]?.querySelector("button")?.focus();
    };
    const attributes = { id: "findings", "aria-label": "findings" };
    this.node = h("section", attributes, this.title, this.chips, this.list, this.more);
  }
  filter(filter) {
    const words = (i) => {
      const f = this.findings[i];
      const own = [placeOf(f), kindName(f.kind), f.message, f.source ?? "", f.opcode ?? ""];
      return own.join(" ").toLowerCase();
    };
    const field = (name, i) => this.findings[i][name] ?? "";
    this.found = kept(this.findings.length, filter, field, words);
    this.count = FINDINGS_AT_ONCE;
    this.draw();
  }
  drawChips() {
    const counts = new Map();
    for (const i of this.found) {
      const { kind } = this.findings[i];
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    if (this.kind && !counts.has(this.kind)) this.kind = "";
    const chip = (kind, name, count, title) => {
      const button = h("button", { type: "button", title }, `${name} ${countText(count)}`);
      button.setAttribute("aria-pressed", String(this.kind === kind));
      button.dataset.kind = kind;
      button.onclick = () => {
        this.kind = kind;
        this.draw();
        [...this.chips.children].find((c) => c.dataset.kind === kind)?.focus();
      };
      return button;
    };
    const own = [...counts].map(([kind, count]) =>
      chip(kind, kindName(kind), count, KINDS[kind]?.[1] ?? ""));
    this.chips.replaceChildren(chip("", "all", this.found.length, "of every kind"), ...own);
    this.chips.hidden = counts.size < 2;
  }
  draw() {
    this.drawChips();
    const kind = this.kind;
    const shown = kind ? this.found.filter((i) => this.findings[i].kind === kind) : this.found;
    const cards = shown.slice(0, this.count).map((i) =>
      findingCard(this.findings[i], i + 1, this.choose));
    const nothing = this.findings.length ? "none matches the filter" : "nothing stands out";
    this.list.replaceChildren(...cards);
    if (!cards.length) this.list.append(h("li", { className: "none" }, nothing));
    const all = this.findings.length, part = this.found.length < all;
    this.title.textContent = `Findings, ${part ? `${countText(this.found.length)} of ` : ""}`
      + countText(all);
    const left = shown.length - cards.length;
    this.more.hidden = left <= 0;
    this.more.textContent = `show more, ${countText(left)} are left`;
  }
}
