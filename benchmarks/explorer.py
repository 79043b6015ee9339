"""The map explorer in a real browser: is what lights up right, and how soon is it painted?

    python benchmarks/explorer.py [--shots DIR] [--rounds N] [--lab JUPYTER] [--chromium PATH]

Runs the widget's own JavaScript in headless Chromium, in a page with a stand-in for the kernel
whose edits go to a Python `MapExplorer` (needs playwright, and a Chromium). Checks against Python:

- `run` and `points` of the JavaScript on random maps;
- the cells that are lit, read from the canvas pixel by pixel, for elements of output and input.

Then measures, per action: `work`, the time that the browser is busy; `painted`, from the event to
the second animation frame after it, which waits for the screen (16.7 ms a frame), and `free`, the
same in a browser that does not wait for it. Exit status 1 if something is wrong or too late
(hover: 16 ms of work, 50 ms to the painted frame; everything else 50 ms; an edit, which Python answers, has no limit
of work). The largest case, 256 x 256, has the same limits. With less than 20 rounds nothing is judged too late.

With --lab a notebook is opened in JupyterLab as well, with this Python as its kernel: keys and
sliders there, and the round trip of an edit.

Short form: --rounds 3
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from common import ROOT, skipped, verdict

sys.path[:0] = [str(ROOT / "nbs")]

from support.random_maps import random_map

from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.pictures.explore import explore, static
from indexing_tools.pictures.live.maps import MAP_SCRIPTS, MAP_STYLES, map_model
from indexing_tools.pictures.drawing.svg import READS
from indexing_tools.programs.loaders.read import parse_instruction

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
UNTHROTTLED = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]

PAGE = """
async ([esm, css, state, dark]) => {
  document.body.style.background = dark ? "#111418" : "#ffffff";
  document.body.replaceChildren();
  const style = document.createElement("style");
  style.textContent = css;
  const el = document.createElement("div");
  document.body.append(style, el);
  const events = {};
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    on: (name, react) => { (events[name] ??= []).push(react); },
    off: () => {},
    save_changes: async () => {
      const answer = await python({ text: state.text, chosen: state.chosen });
      const changed = Object.keys(answer).filter((k) =>
        JSON.stringify(answer[k]) !== JSON.stringify(state[k]));
      Object.assign(state, answer);
      for (const name of changed) for (const react of events[`change:${name}`] ?? []) react();
      window.answered?.();
    },
  };
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  window.widget = await import(url);
  window.leave?.();
  window.leave = widget.default.render({ model, el });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""

# The cells whose middle is painted on the upper canvas of a tensor, by colour.
LIT = """
([which, rows, columns, colours]) => {
  const canvas = document.querySelectorAll(".it-tensor canvas.lit")[which], found = {};
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) {
    const x = Math.floor((j + 0.4) * canvas.width / columns);
    const y = Math.floor((i + 0.4) * canvas.height / rows);
    const at = 4 * (y * canvas.width + x), [r, g, b, a] = pixels.data.slice(at, at + 4);
    const hex = "#" + [r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("");
    if (a && colours.includes(hex)) (found[hex] ??= []).push([i, j]);
  }
  return found;
}
"""

# Time of the work, and from the event to the second frame after it, in ms.
TIMED = """
async ([act, wait]) => {
  await new Promise((done) => setTimeout(done, wait));
  const action = ACTIONS[act[0]];
  const start = performance.now();
  const result = action(...act.slice(1));
  const work = performance.now() - start;
  await result;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [work, performance.now() - start];
}
"""

ACTIONS = """
window.ACTIONS = {
  hover(which, [rows, columns], [row, column]) {
    const canvas = document.querySelectorAll(".it-tensor canvas.lit")[which];
    const box = canvas.getBoundingClientRect();
    const clientX = box.left + (column + 0.4) * box.width / columns;
    const clientY = box.top + (row + 0.4) * box.height / rows;
    canvas.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, bubbles: true }));
  },
  key(which, name) {
    const panel = document.querySelectorAll(".it-tensor")[which];
    panel.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  },
  slide(k, value) {
    const input = document.querySelectorAll('.it-row input[type="range"]')[k];
    input.value = value;
    input.dispatchEvent(new Event("input"));
  },
  all(k) { document.querySelectorAll('.it-row input[type="checkbox"]')[k].click(); },
  edit(text) {
    const area = document.querySelector("textarea");
    area.value = text;
    const done = new Promise((answered) => { window.answered = answered; });
    area.dispatchEvent(new Event("input"));
    return done;
  },
};
"""

CASES = {
    "transpose": "(d0, d1) -> (d1, d0), domain: d0 in [0, 31], d1 in [0, 31]",
    "reshape": "(d0, d1) -> ((d0 * 32 + d1) floordiv 16, (d0 * 32 + d1) mod 16), "
    "domain: d0 in [0, 31], d1 in [0, 31]",
    "reduce": "(d0)[s0] -> (d0, s0), domain: d0 in [0, 31], s0 in [0, 31]",
    "dot": "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 31], d1 in [0, 31], s0 in [0, 31]",
    "window": "(d0, d1)[s0, s1]{rt0} -> (d0 + s0 * 2 + rt0, (d1 * 2 - s1 - 3) mod 32), "
    "domain: d0 in [0, 31], d1 in [0, 31], s0 in [0, 4], s1 in [0, 4], rt0 in [0, 9]",
    "pad": "(d0, d1) -> ((d0 - 3) floordiv 2, d1 - 4), domain: d0 in [3, 31], d1 in [4, 31], "
    "(d0 - 3) mod 2 in [0, 0], d0 + d1 in [9, 50]",
    "256 x 256": "(d0, d1)[s0] -> (d1 floordiv 4 * 4 + s0, d0), "
    "domain: d0 in [0, 255], d1 in [0, 255], s0 in [0, 3]",
}


class Kernel:
    "The Python side: explorers that answer the page."

    def open(self, page, thing, dark=False):
        "Show an explorer in the page."
        self.explorer = explore(thing)
        page.evaluate(PAGE, [static(*MAP_SCRIPTS), static(*MAP_STYLES), self.state(), dark])

    def state(self):
        "What widget and page share."
        names = ("text", "chosen", "drawing", "simplified", "error")
        return {name: getattr(self.explorer, name) for name in names}

    def answer(self, sent):
        "Apply what the page sent."
        for name, value in sent.items():
            setattr(self.explorer, name, value)
        return self.state()


def grid_of(model):
    "Rows and columns of a drawn tensor of rank 2 or less."
    return ([1, 1] + [min(n, 256) for n in model["sizes"]])[-2:]


def as_cell(model, element):
    "Row and column of an element."
    return [0, 0, *(x - low for x, low in zip(element, model["lower"]))][-2:]


def elements_read(m, at, ranges, rt):
    "What an output element reads, by Python: `ranges` are values to try for each range variable."
    return {tuple(map(int, m(at, s, rt))) for s in product(*ranges) if m.contains(at, s, rt)}


def every_read(m, ranges, rt):
    "For each output element what it reads."
    dims = product(*(range(v.bounds.lower, v.bounds.upper + 1) for v in m.dim_variables))
    return {at: elements_read(m, at, ranges, rt) for at in dims}


def check_lit(page, kernel, m, rng, tries, ranges=None, rt=None):
    "Hover at random elements on both sides: how many masks were checked. Raises if one is wrong."
    output, (operand,) = kernel.explorer.drawing["output"], kernel.explorer.drawing["operands"]
    values = [v["value"] for v in operand["maps"][0]["variables"] if v["kind"] == "runtime"]
    rt = values if rt is None else rt
    ranges = ranges or [range(v.bounds.lower, v.bounds.upper + 1) for v in m.range_variables]
    reads = every_read(m, ranges, rt)
    sides = (output, operand)
    for _ in range(tries):
        for which, (own, other) in enumerate([sides, sides[::-1]]):
            cell = [rng.randrange(n) for n in grid_of(own)]
            element = [low + i for low, i in zip(own["lower"], cell[2 - len(own["lower"]) :])]
            page.evaluate(TIMED, [["hover", which, grid_of(own), cell], 0])
            lit = page.evaluate(LIT, [1 - which, *grid_of(other), READS])
            found = {tuple(c) for cells in lit.values() for c in cells}
            if which:
                expected = {at for at, elements in reads.items() if tuple(element) in elements}
            else:
                expected = reads.get(tuple(element), set())
            wanted = {tuple(as_cell(other, e)) for e in expected}
            assert found == wanted, (str(m), which, element, found ^ wanted)
            assert set(lit) <= {READS[0]}, set(lit)
            own_lit = page.evaluate(LIT, [which, *grid_of(own), READS])
            assert max(grid_of(own)) > 64 or own_lit == {READS[0]: [cell]}, (own_lit, cell)
    return 2 * tries


def check_programs(page, rng, count):
    "The JavaScript evaluates random maps as Python does: how many points were compared."
    compared = 0
    for _ in range(count):
        m = IndexingMap.parse(random_map(rng.randint))
        if m.is_known_empty or m.is_undefined:
            continue
        model = map_model(m, [v.bounds.lower for v in m.runtime_variables])
        at = [rng.randint(*v["bounds"]) for v in model["variables"]]
        box = [[x, min(high, x + 2)] for x, (_, high) in zip(at, (v["bounds"] for v in model["variables"]))]
        found = page.evaluate(
            "([map, box]) => { const f = widget.points(map, box), column = (c) =>"
            " Array.from({ length: f.n }, (_, i) => typeof c === 'number' ? c : c[i]);"
            " return [f.columns.map(column), f.results.map(column)]; }",
            [model, box],
        )
        d, s = len(m.dim_variables), len(m.range_variables)
        expected = []
        for point in product(*(range(low, high + 1) for low, high in box)):
            split = point[:d], point[d : d + s], point[d + s :]
            if m.contains(*split):
                expected.append((point, m(*split, check=False)))
        columns, results = found
        rows = list(zip(*columns)) if columns else [()] * len(expected)
        assert rows == [p for p, _ in expected], (str(m), box)
        assert list(zip(*results)) == [v for _, v in expected if v], (str(m), box)
        compared += len(expected)
    return compared


def measure(page, acts, rng):
    "Medians and 95th percentiles of work and of time to the painted frame, in ms."
    times = [page.evaluate(TIMED, [act, rng.uniform(0, 17)]) for act in acts]
    quantiles = [statistics.quantiles(column, n=20) for column in zip(*times)]
    return [(q[9], q[18]) for q in quantiles]


def actions(kernel, m, rng, rounds):
    "What is timed for a map: kinds of action, each with `rounds` instances."
    output, operand = kernel.explorer.drawing["output"], kernel.explorer.drawing["operands"][0]

    def hovers(which, model):
        rows, columns = grid_of(model)
        cells = [[rng.randrange(rows), rng.randrange(columns)] for _ in range(rounds)]
        return [["hover", which, [rows, columns], cell] for cell in cells]

    sizes = [v.bounds for v in (*m.range_variables, *m.runtime_variables)]
    arrows = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]
    found = {
        "hover output": hovers(0, output),
        "hover input": hovers(1, operand),
        "arrow key": [["key", 0, rng.choice(arrows)] for _ in range(rounds)],
    }
    if sizes:
        found["slider"] = [["slide", k % len(sizes), rng.randint(*sizes[k % len(sizes)])] for k in range(rounds)]
    texts = [str(m).replace(") -> (", f") -> ({k} + ", 1) for k in range(1, rounds + 1)]
    found["edit text"] = [["edit", text] for text in texts]
    return found


def timings(page, kernel, rounds, names=CASES):
    "A row for each case and kind of action: [(work), (painted)]."
    rng = random.Random(7)
    rows = {}
    for name in names:
        m = IndexingMap.parse(CASES[name])
        kernel.open(page, m)
        for kind, acts in actions(kernel, m, rng, rounds).items():
            if kind == "slider":
                for k in range(len(m.range_variables)):
                    page.evaluate(TIMED, [["all", k], 0])
            rows[name, kind] = measure(page, acts, rng)
    return rows


def screenshots(page, kernel, folder):
    "Pictures of what a user sees, in both themes."
    dot = parse_instruction(
        "r = f32[12,10] dot(f32[12,8] p, f32[8,10] q), lhs_contracting_dims={1}, "
        "rhs_contracting_dims={0}"
    )
    window = parse_instruction(
        "r = f32[3,4] dynamic-slice(f32[8,12] p, s32[] i, s32[] j), dynamic_slice_sizes={3,4}"
    )
    planes = "(d0, d1, d2, d3) -> (d1, d3, d0, d2), domain: d0 in [0, 2], d1 in [0, 3], d2 in [0, 7], d3 in [0, 5]"
    large = "(d0, d1, d2, d3, d4) -> (d0, d4, d3 * 3 + d2, d1), domain: d0 in [0, 8], d1 in [0, 299], d2 in [0, 2], d3 in [0, 99], d4 in [0, 30]"
    things = {"product": dot, "dynamic_slice": window} | {k: IndexingMap.parse(t) for k, t in CASES.items()}
    things |= {"planes": IndexingMap.parse(planes), "elided": IndexingMap.parse(large)}
    folder.mkdir(parents=True, exist_ok=True)
    for name, thing in things.items():
        for dark in (False, True) if name in ("product", "window", "dynamic_slice") else (False,):
            kernel.open(page, thing, dark)
            if name == "reshape":
                page.evaluate(TIMED, [["edit", CASES[name].replace("mod", "mdo")], 0])
            if name == "transpose":
                page.locator(".it-layers").nth(1).click(position={"x": 60, "y": 30})
            if name == "pad":
                page.locator(".it-layers").nth(1).hover(position={"x": 60, "y": 60})
            if name == "elided":
                for key in ("End", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowDown"):
                    page.locator(".it-tensor").nth(0).press(key)
            page.wait_for_timeout(100)
            page.screenshot(path=folder / f"{name}{'_dark' if dark else ''}.png", full_page=True)


def keyboard(page, kernel):
    "Focus, arrows, Enter and Escape with real keys."
    kernel.open(page, IndexingMap.parse(CASES["transpose"]))
    page.keyboard.press("Tab")
    said = page.locator(".it-sentences")
    first = said.inner_text()
    assert "output (10, 21) reads 1 of 1,024 elements of input: (21, 10)" in first, first
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert "output (11, 22)" in said.inner_text()
    page.keyboard.press("Enter")
    page.locator(".it-layers").nth(0).hover(position={"x": 5, "y": 5})
    assert "pinned" in said.inner_text() and "(11, 22)" in said.inner_text()
    page.keyboard.press("Escape")
    page.locator(".it-layers").nth(0).hover(position={"x": 6, "y": 5})
    assert "output (0, 0)" in said.inner_text(), said.inner_text()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert "input (0, 1) is read by 1 of 1,024 elements of the output: (1, 0)" in said.inner_text()


def errors(page, kernel):
    "Bad text shows its error and keeps the picture; good text takes it away."
    kernel.open(page, IndexingMap.parse(CASES["transpose"]))
    area, error = page.locator("textarea"), page.locator(".it-error")
    area.fill("(d0, d1) -> (d1, d0 mod), domain: d0 in [0, 31], d1 in [0, 31]")
    error.wait_for(state="visible")
    lines = error.inner_text().split("\n")
    assert lines[0].startswith("line 1, column 24: ") and lines[2].index("^") == 23, lines
    assert page.locator(".it-layers").count() == 2
    area.fill("(d0, d1) -> (d1, d0 mod 8 mod 16), domain: d0 in [0, 31], d1 in [0, 31]")
    error.wait_for(state="hidden")
    assert "mod without wrap-around" in page.locator(".it-editor ol").inner_text()
    assert page.locator(".it-simple code").inner_text().startswith("(d0, d1) -> (d1, d0 mod 8),")
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"


def browse(playwright, chromium, kernel, more=()):
    "A page in a fresh browser that can ask Python."
    browser = playwright.chromium.launch(executable_path=chromium, args=[*ARGUMENTS, *more])
    page = browser.new_page(viewport={"width": 1100, "height": 700})
    page.on("pageerror", lambda error: kernel.problems.append(str(error)))
    page.on("console", lambda m: m.type == "error" and kernel.problems.append(m.text))
    page.expose_function("python", kernel.answer)
    page.goto("about:blank")
    page.evaluate(ACTIONS)
    return browser, page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shots", type=Path, help="a folder for screenshots")
    parser.add_argument("--case", action="append", choices=CASES, help="time only these")
    parser.add_argument("--rounds", type=int, default=40, help="actions of a kind that are timed")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--lab", help="the jupyter-lab command: open the notebook there, too")
    parser.add_argument("--port", type=int, default=8917, help="of the JupyterLab server")
    a = parser.parse_args()
    if find_spec("playwright") is None or not Path(a.chromium).exists():
        return skipped(f"playwright and {a.chromium}")
    from playwright.sync_api import sync_playwright

    kernel, rng = Kernel(), random.Random(3)
    kernel.problems = []
    with sync_playwright() as playwright:
        browser, page = browse(playwright, a.chromium, kernel)
        kernel.open(page, IndexingMap.identity([2]))
        print(f"programs: {check_programs(page, rng, 300):,} points of random maps agree")
        checked = 0
        for name, text in CASES.items():
            m = IndexingMap.parse(text)
            kernel.open(page, m)
            checked += check_lit(page, kernel, m, rng, 4 if name == "256 x 256" else 15)
        print(f"lit cells: {checked} hovers on both sides agree with Python, cell by cell")
        keyboard(page, kernel)
        errors(page, kernel)
        print("keys, pins, errors: as expected")
        if a.shots:
            screenshots(page, kernel, a.shots)
        painted = timings(page, kernel, a.rounds, a.case or CASES)
        browser.close()
        browser, page = browse(playwright, a.chromium, kernel, UNTHROTTLED)
        free = timings(page, kernel, a.rounds, a.case or CASES)
        browser.close()
        if a.lab:
            in_lab(playwright, a)
    late = show(painted, free)
    print(*kernel.problems, sep="\n")
    return int(bool(kernel.problems)) | verdict(len(late), a.rounds, 20)


NOTEBOOK = """import indexing_tools as it
m = it.IndexingMap.parse("(d0, d1)[s0] -> (d1 floordiv 2 * 2 + s0, d0), domain: d0 in [0, 31], d1 in [0, 31], s0 in [0, 1]")
import indexing_tools as it
e = it.explore(m)
e"""


def in_lab(playwright, a):
    "The round trip of an edit in JupyterLab, with a kernel of this Python; keys and hover there."
    import nbformat

    with tempfile.TemporaryDirectory() as folder:
        kernel = {"name": "python3", "display_name": "python3", "language": "python"}
        cells = [nbformat.v4.new_code_cell(NOTEBOOK)]
        nb = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
        nbformat.write(nb, Path(folder) / "explorer.ipynb")
        subprocess.run([sys.executable, "-m", "ipykernel", "install", "--prefix", folder], check=True, capture_output=True)
        options = ["--no-browser", "--allow-root", f"--port={a.port}", "--IdentityProvider.token=", "--expose-app-in-browser"]
        environment = {**os.environ, "JUPYTER_PATH": f"{folder}/share/jupyter", "PYTHONPATH": str(ROOT)}
        server = subprocess.Popen([a.lab, *options], cwd=folder, env=environment, stderr=subprocess.DEVNULL)
        try:
            browser = playwright.chromium.launch(executable_path=a.chromium, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1300, "height": 900})
            url = f"http://127.0.0.1:{a.port}/lab/tree/explorer.ipynb?reset"
            for _ in range(60):
                try:
                    page.goto(url)
                    break
                except Exception:
                    time.sleep(0.5)
            drive_lab(page, a)
            browser.close()
        finally:
            server.terminate()
            server.wait()


def drive_lab(page, a):
    "Run the cell, and use what appears."
    cell = page.locator(".jp-CodeCell").first
    cell.wait_for(timeout=60_000)
    page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', timeout=60_000)
    for _ in range(10):  # a kernel that has just started may forget what it was told
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        try:
            page.locator(".it-explorer").wait_for(timeout=6_000)
            break
        except Exception:
            continue
    page.evaluate(ACTIONS)
    page.locator(".it-tensor").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    said = page.locator(".it-sentences")
    assert "output (11, 22)" in said.inner_text(), said.inner_text()
    page.keyboard.press("Enter")
    assert "pinned" in said.inner_text(), said.inner_text()
    page.keyboard.press("Escape")
    slider = page.locator('.it-row input[type="range"]').first
    page.locator('.it-row input[type="checkbox"]').first.click()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "1"
    trip = page.evaluate(ROUND_TRIP, 20)
    print(f"JupyterLab: keys, slider, edit; {statistics.median(trip):.0f} ms (95 %: "
          f"{statistics.quantiles(trip, n=20)[18]:.0f}) from a keystroke in the text to the new picture")
    page.locator(".it-editor textarea").first.fill("(d0 -> d0")
    page.locator(".it-error").wait_for(state="visible")
    if a.shots:
        page.screenshot(path=a.shots / "lab.png")
        page.evaluate("jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })")
        page.wait_for_selector('.it-explorer[data-theme="dark"]')
        page.wait_for_timeout(300)
        page.screenshot(path=a.shots / "lab_dark.png")


ROUND_TRIP = """
async (rounds) => {
  const area = document.querySelector(".it-editor textarea"), text = area.value, times = [];
  for (let k = 0; k < rounds; k++) {
    area.value = text.replace(" -> (", ` -> (${k + 1} + `);
    const stage = document.querySelector(".it-explorer > div"), start = performance.now();
    const changed = new Promise((done) => {
      new MutationObserver((_, self) => { self.disconnect(); done(); }).observe(stage, { childList: true });
    });
    area.dispatchEvent(new Event("input"));
    await changed;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 150));
  }
  return times;
}
"""


def show(painted, free):
    "Print the table: what is too late."
    print(f"\n{'':24}{'work':>14}{'painted':>16}{'free':>16}   ms, median and 95 %")
    late = []
    for (name, kind), (work, frame) in painted.items():
        soon = free[name, kind][1]
        cells = "".join(f"{a:9.1f} {b:6.1f}" for a, b in (work, frame, soon))
        limit = 16 if "hover" in kind or kind == "arrow key" else 50
        bad = (kind != "edit text" and work[1] > limit) or frame[0] > 50
        late += [(name, kind)] * bad
        print(f"{name:11} {kind:13}{cells}{'   LATE' if bad else ''}")
    return late


if __name__ == "__main__":
    sys.exit(main())
