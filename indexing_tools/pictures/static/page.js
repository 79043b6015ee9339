// What every live view needs: elements of the page, keys, the theme.

const FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace";

function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

const inBrackets = (index) =>
  (index.length === 1 ? `[${index[0]}]` : `(${index.join(", ")})`);

// JupyterLab leaves the keys of an element to it if it says so.
function keepsKeys(node) {
  node.dataset.lmSuppressShortcuts = "true";
  return node;
}

function isDark(node) {
  const { jpThemeLight } = document.body.dataset; // what JupyterLab says of its own theme
  if (jpThemeLight) return jpThemeLight === "false";
  for (; node; node = node.parentElement) {
    const [r, g, b, alpha = 1] = getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? [];
    if (r && alpha > 0.1) return 0.3 * r + 0.6 * g + 0.1 * b < 128;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Tell Python what has changed; nothing, if nothing has.
function share(model, given) {
  const news = Object.entries(given).filter(([name, x]) => !isSame(x, model.get(name)));
  for (const [name, x] of news) model.set(name, x);
  if (news.length) model.save_changes();
}
