// A table that draws one page of its rows, sorts them, and opens one at a time to its details.

// columns: { name, text(i), key(i), numeric, node(i) }; details(i): nodes.
class PagedTable {
  constructor(label, columns, details, start, pageRows = 50) {
    Object.assign(this, { label, columns, details, pageRows });
    this.sort = { column: start, falling: true };
    this.rows = [];
    this.page = 0;
    this.open = new Set();
    this.head = h("tr");
    this.body = h("tbody");
    const caption = h("caption", { className: "unseen" }, label);
    this.table = h("table", {}, caption, h("thead", {}, this.head), this.body);
    this.pager = h("nav", { className: "pager", "aria-label": `pages of ${label}` });
    this.chooser = this.sortChooser();
    this.node = h("div", { className: "rows" }, this.chooser, this.table, this.pager);
    this.body.addEventListener("keydown", (event) => this.moved(event));
  }
  // For narrow screens, where the heads of columns are not shown.
  sortChooser() {
    const options = this.columns.map((c, k) => h("option", { value: k }, c.name));
    const select = h("select", {}, ...options);
    select.onchange = () => this.sortBy(Number(select.value), this.columns[select.value].numeric);
    this.select = select;
    return h("label", { className: "sorter" }, "sorted by ", select);
  }
  show(rows) {
    this.found = rows;
    this.page = 0;
    this.arrange();
  }
  sortBy(column, falling) {
    this.sort = { column, falling };
    this.page = 0;
    this.arrange();
  }
  arrange() {
    const { column, falling } = this.sort;
    this.rows = sorted(this.found, this.columns[column].key, Boolean(falling));
    this.select.value = String(column);
    this.draw();
  }
  draw() {
    const focused = this.head.contains(document.activeElement)
      ? [...this.head.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    this.head.replaceChildren(...this.columns.map((c, k) => this.headOf(c, k)));
    if (focused >= 0) this.head.querySelectorAll("button")[focused].focus();
    const first = this.page * this.pageRows;
    const drawn = this.rows.slice(first, first + this.pageRows);
    this.body.replaceChildren(...drawn.flatMap((i) => this.linesOf(i)));
    this.table.setAttribute("aria-rowcount", String(this.rows.length));
    this.drawPager(first, drawn.length);
  }
  headOf(column, k) {
    const chosen = k === this.sort.column, { falling } = this.sort;
    const sign = chosen ? (falling ? " \u25be" : " \u25b4") : "";
    const arrow = h("span", { "aria-hidden": "true" }, sign);
    const button = h("button", { type: "button", title: column.help ?? "" }, column.name, arrow);
    button.onclick = () => this.sortBy(k, chosen ? !falling : Boolean(column.numeric));
    const state = chosen ? (falling ? "descending" : "ascending") : "none";
    const className = column.numeric ? "number" : "";
    return h("th", { scope: "col", className, "aria-sort": state }, button);
  }
  linesOf(i) {
    const cells = this.columns.map((c, k) => {
      const content = c.node ? c.node(i) : c.text(i);
      const className = c.numeric ? "number" : "";
      return k ? h("td", { className, "data-name": c.name }, content) : this.firstCell(i, content);
    });
    const row = h("tr", {}, ...cells);
    return this.open.has(i) ? [row, this.detailLine(i)] : [row];
  }
  firstCell(i, content) {
    const opened = this.open.has(i);
    const button = h("button", { type: "button", className: "opener" }, content);
    button.setAttribute("aria-expanded", String(opened));
    button.onclick = () => {
      const row = button.closest("tr");
      if (this.open.delete(i)) row.nextElementSibling.remove();
      else row.after(this.detailLine(i));
      if (row.nextElementSibling?.dataset.of === String(i)) this.open.add(i);
      button.setAttribute("aria-expanded", String(this.open.has(i)));
    };
    return h("th", { scope: "row" }, button);
  }
  detailLine(i) {
    const line = h("tr", { className: "detail" });
    line.dataset.of = String(i);
    line.append(h("td", { colSpan: this.columns.length }, ...this.details(i)));
    return line;
  }
  drawPager(first, count) {
    const last = Math.max(0, Math.ceil(this.rows.length / this.pageRows) - 1);
    const go = (name, page, off) => {
      const button = h("button", { type: "button", disabled: off }, name);
      button.onclick = () => {
        this.page = page;
        this.draw();
        this.node.scrollIntoView({ block: "start" });
        const again = [...this.pager.querySelectorAll("button")].find((b) =>
          b.textContent === name && !b.disabled);
        (again ?? this.body.querySelector(".opener"))?.focus({ preventScroll: true });
      };
      return button;
    };
    const range = count ? `${countText(first + 1)}\u2013${countText(first + count)} of ` : "";
    this.pager.replaceChildren(
      h("span", { role: "status" }, this.rows.length
        ? `${range}${countText(this.rows.length)}` : "nothing matches the filter"),
    );
    if (last) {
      this.pager.append(
        go("first", 0, this.page === 0), go("previous", this.page - 1, this.page === 0),
        go("next", this.page + 1, this.page === last), go("last", last, this.page === last),
      );
    }
  }
  // Arrow keys go from row to row.
  moved(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.classList.contains("opener")) return;
    const openers = [...this.body.querySelectorAll(".opener")];
    openers[openers.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  }
}
