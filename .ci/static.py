"""The scripts and styles of live views: do they read, and are they written as the others?

    python .ci/static.py

Of every file: known tokens, brackets in pairs, double quotes, lines of at most 100 columns. If there is Node.js,
that it can read the scripts, one by one and joined as a view has them, that their arithmetic is Python's, and, on a page
without a browser, that a view follows what Python sets and tells it what was pointed at.
Exit status 1 if something is wrong.
"""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from pygments.lexers import CssLexer, JavascriptLexer
from pygments.token import Comment, Error, String

from indexing_tools.pictures.explore import explore, static
from indexing_tools.layouts.shape import Shape
from indexing_tools.maps.indexing_map import IndexingMap
from indexing_tools.pictures.live.loops import LOOP_SCRIPTS, LOOP_STYLES
from indexing_tools.pictures.live.maps import MAP_SCRIPTS, MAP_STYLES, map_model
from indexing_tools.pictures.live.plans import PLAN_SCRIPTS, PLAN_STYLES, plan_model
from indexing_tools.pictures.live.tiles import TILE_SCRIPTS, TILE_STYLES, shape_model
from indexing_tools.pictures.plans import tiled_steps
from indexing_tools.pictures.pages.report import REPORT_SCRIPTS, REPORT_STYLES
from indexing_tools.programs.loaders.read import read_program

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "indexing_tools" / "pictures" / "static"
PAIRS = {")": "(", "]": "[", "}": "{"}
WIDTH = 100


def faults(path: Path) -> Iterator[str]:
    "What is wrong with a file, as far as its tokens say."
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > WIDTH or line != line.rstrip() or "\t" in line:
            yield f"{number}: more than {WIDTH} columns, a tab, or blanks at the end"
    if not text.endswith("\n") or text.endswith("\n\n"):
        yield "it ends with one line break"
    lexer, opened, number = JavascriptLexer() if path.suffix == ".js" else CssLexer(), [], 1
    for kind, part in lexer.get_tokens(text):
        if kind in Error:
            yield f"{number}: {part!r} is no token"
        if kind in String.Single:
            yield f"{number}: {part} has single quotes"
        if kind not in String and kind not in Comment:
            yield from (f"{number}: {fault}" for fault in unpaired(part, opened))
        number += part.count("\n")
    yield from (f"{bracket} is never closed" for bracket in opened)


def unpaired(part: str, opened: list[str]) -> Iterator[str]:
    "Brackets that close what is not open; `opened` are those before, and changes."
    for letter in part:
        if letter in PAIRS.values():
            opened.append(letter)
        elif letter in PAIRS and (not opened or opened.pop() != PAIRS[letter]):
            yield f"{letter} closes nothing"


def refused(scripts: dict[str, str]) -> Iterator[str]:
    "What Node.js says against modules, by name; nothing if it is not there."
    if (node := shutil.which("node")) is None:
        return
    with TemporaryDirectory() as folder:
        for name, text in scripts.items():
            path = Path(folder, name).with_suffix(".mjs")
            path.write_text(text, encoding="utf-8")
            run = subprocess.run([node, "--check", path], capture_output=True, text=True, check=False)
            if run.returncode:
                yield f"{name}: {run.stderr.strip()}"


MAP = "(d0, d1)[s0] -> (d0 * 2 + s0, (d1 * 3) mod 7 - d0 floordiv 2), domain: d0 in [0, 5], d1 in [0, 9], s0 in [0, 2]"
SHAPE = "bf16[8,9]{0,1:T(2,4)(2,1)}"
QUESTIONS = """
import { pathToFileURL } from "node:url";
const { files, points, map, shape, count } = GIVEN;
const [{ run }, { placeOf, unfold }] = await Promise.all(files.map((f) => import(pathToFileURL(f))));
const results = points.map((at) => map.results.map((program) => run(program, at, 1)));
const offsets = [...Array(count).keys()].map((i) => placeOf(shape, unfold(i, shape.sizes)).offset);
console.log(JSON.stringify([results, offsets]));
"""


def differences(views: dict[str, str]) -> Iterator[str]:
    "Where the arithmetic of the scripts is not Python's; nothing if there is no Node.js."
    if (node := shutil.which("node")) is None:
        return
    m, shape = IndexingMap.parse(MAP), Shape.parse(SHAPE)
    points = [[i % 6, i % 10, i % 3] for i in range(30)]
    with TemporaryDirectory() as folder:
        paths = [Path(folder, f"{k}.mjs") for k in range(len(views))]
        for path, text in zip(paths, views.values()):
            path.write_text(text, encoding="utf-8")
        given = {"files": list(map(str, paths)), "points": points, "map": map_model(m)}
        given |= {"shape": shape_model(shape), "count": shape.size}
        question = QUESTIONS.replace("GIVEN", json.dumps(given))
        run = subprocess.run([node, "--input-type=module", "-e", question], capture_output=True, text=True, check=False)
    if run.returncode:
        yield run.stderr.strip()
        return
    wanted = [[int(x) for x in m(at[:2], at[2:])] for at in points], shape.offsets().ravel().tolist()
    for what, own, theirs in zip(("maps", "layouts"), wanted, json.loads(run.stdout)):
        if own != theirs:
            yield f"{what}: Python says {own}, the script {theirs}"


PLAN = """HloModule m
ENTRY e {
  a = f32[21,12]{1,0} parameter(0)
  b = f32[4,9]{1,0} parameter(1)
  c = f32[7,12]{1,0} slice(a), slice={[1:21:3], [0:12]}
  d = f32[7,12]{1,0} reverse(c), dimensions={0}
  p = f32[] constant(0)
  k = f32[7,12]{1,0} pad(b, p), padding=2_1x1_2
  s = f32[7,12]{1,0} subtract(d, k)
  ROOT r = f32[12,7]{1,0} transpose(s), dimensions={1,0}
}"""
WALK = """
import { pathToFileURL } from "node:url";
const { file, model } = GIVEN, { Walk, overlaps } = await import(pathToFileURL(file));
const walk = new Walk(model), found = [...Array(walk.count).keys()].map((k) => walk.arrays.map((a) => {
  const { elements, held, masked, loaded, now } = walk.at(a, k), { loads, elements: sum } = walk.fetched(a, k);
  return [elements, held, masked, loaded, now, loads, sum];
}));
const often = walk.arrays.map((a) => [...overlaps(walk.readers(a, a.paper.sizes.map(() => 2))).values()]);
console.log(JSON.stringify([found, often.map((counts) => counts.reduce((x, y) => x + y, 0))]));
"""


def walks() -> Iterator[str]:
    "Where the plan view says of a step what Python does not; nothing if there is no Node.js."
    if (node := shutil.which("node")) is None:
        return
    plan = read_program(PLAN).entry.plan((5, 4), (1, 0))
    steps = tiled_steps(plan.tiled, plan.order)
    with TemporaryDirectory() as folder:
        path = Path(folder, "plan.mjs")
        path.write_text(static(*PLAN_SCRIPTS), encoding="utf-8")
        question = WALK.replace("GIVEN", json.dumps({"file": str(path), "model": plan_model(steps)}))
        run = subprocess.run([node, "--input-type=module", "-e", question], capture_output=True, text=True, check=False)
    if run.returncode:
        yield run.stderr.strip()
        return
    found, often = json.loads(run.stdout)
    every = [steps.at(k) for k in range(steps.count)]
    for i, array in enumerate(steps.arrays):
        loads = total = 0
        for k, at in enumerate(row[i] for row in every):
            loads, total = loads + at.is_loaded, total + at.elements * at.is_loaded
            own = [at.elements, at.held, at.masked, at.is_loaded, [[*map(list, t)] for t in at.now], loads, total]
            if own != found[k][i]:
                yield f"step {k} of {array.name}: Python says {own}, the script {found[k][i]}"
        own = sum(any(all(line.has(2) for line in t) for t in row[i].now) for row in every)
        if own != often[i]:
            yield f"{array.name}: an element is read at {own} steps, the script says {often[i]}"


SHARES = """
import { pathToFileURL } from "node:url";
const { page: place, file, states } = GIVEN, { Model, found, page } = await import(pathToFileURL(place));
const view = (await import(pathToFileURL(file))).default, model = new Model(states[0]), el = page();
view.render({ model, el });
const said = () => found(el, ({ className }) => /it-sentences|it-readout/.test(className))[0].textContent.replace(/ +/g, " ").trim();
const log = [[said(), model.sent.splice(0)]];
for (const state of states.slice(1)) {
  if (!state.move) model.hear(state);
  else found(el, ({ className }) => /it-layers|it-field/.test(className))[0]["onpointer" + state.move]({ clientX: state.x, clientY: state.y });
  log.push([said(), model.sent.splice(0)]);
}
console.log(JSON.stringify(log));
"""


def conversation(script: str, states: list[dict]) -> list:
    "What a view says first and after each of the states, and what it sends to Python then."
    with TemporaryDirectory() as folder:
        path = Path(folder, "view.mjs")
        path.write_text(script, encoding="utf-8")
        given = {"page": str(ROOT / ".ci" / "page.mjs"), "file": str(path), "states": states}
        question = SHARES.replace("GIVEN", json.dumps(given))
        run = subprocess.run([node_path(), "--input-type=module", "-e", question], capture_output=True, text=True, check=False)
    if run.returncode:
        raise ValueError(run.stderr.strip())
    return json.loads(run.stdout)


def node_path() -> str:
    "Where Node.js is."
    return shutil.which("node") or "node"


def state_of(explorer: object, names: str) -> dict:
    "What a view is sent of an explorer's traits."
    return {name: getattr(explorer, name) for name in names.split()}


def shared() -> Iterator[str]:
    "Where a view does not follow Python, or does not tell it what was pointed at; nothing if there is no Node.js."
    if shutil.which("node") is None:
        return
    m = IndexingMap.parse("(d0, d1)[s0] -> (d0 + s0, d1), domain: d0 in [0, 3], d1 in [0, 5], s0 in [0, 2]")
    first = state_of(explore(m), "at pinned ranges runtime text chosen drawing simplified error")
    smaller = explore(m)
    smaller.text = str(m).replace("d1 in [0, 5]", "d1 in [0, 1]")
    other = state_of(smaller, "text drawing at ranges runtime")
    steps = [
        (first, "output (1, 4) reads 3 of 36 elements of input: (1, 4), (2, 4), (3, 4)", {}),
        ({"at": [3, 0]}, "output (3, 0) reads 3 of 36", {}),
        ({"ranges": {"s0": 2}}, "output (3, 0) reads 1 of 36 elements of input: (5, 0)", {}),
        ({"move": "move", "x": 1, "y": 1}, "output (0, 0) reads 1 of 36 elements of input: (2, 0)", {"at": [0, 0]}),
        ({"move": "down", "x": 1, "y": 1}, "pinned; Escape lets go output (0, 0)", {"pinned": True}),
        ({"move": "move", "x": 30, "y": 1}, "pinned; Escape lets go output (0, 0)", {}),
        ({"pinned": False, "at": [9, 9]}, "output (0, 0)", {}),
        (other, f"output ({other['at'][0]}, {other['at'][1]}) reads 3 of 12", {}),
    ]
    yield from differing("map view", static(*MAP_SCRIPTS), steps)
    shape = explore(Shape.parse("f32[3,5]{1,0:T(2,2)}"))
    first = state_of(shape, "at pinned text other errors") | {"drawings": [plain(d) for d in shape.drawings]}
    steps = [
        (first, "element (0, 0)", {}),
        ({"at": [2, 3]}, "element (2, 3) → tile (1, 1), within (0, 1) → offset 17 of 24", {}),
        ({"move": "move", "x": 1, "y": 1}, "element (0, 0)", {"at": [0, 0]}),
        ({"move": "down", "x": 1, "y": 1}, "element (0, 0)", {"pinned": True}),
    ]
    script = static(*TILE_SCRIPTS).replace("const numbers =", "const numbers = (view) => Float64Array.from(view);\nconst unused =")
    yield from differing("layout view", script, steps)


def plain(drawing: dict) -> dict:
    "A drawing whose bytes are lists of numbers, for JSON."
    fields = [f | {k: np.frombuffer(f[k]).tolist() for k in ("offsets", "elements")} for f in drawing["fields"]]
    return drawing | {"fields": fields}


def differing(view: str, script: str, steps: list[tuple[dict, str, dict]]) -> Iterator[str]:
    "Where a view says, or sends, anything else than it should after a step."
    try:
        log = conversation(script, [state for state, _, _ in steps])
    except ValueError as error:
        yield f"{view}: {error}"
        return
    for k, ((_, words, sends), (said, sent)) in enumerate(zip(steps, log)):
        if not said.startswith(words) or sent != ([sends] if sends else []):
            yield f"{view}, step {k}: it says {said!r} and sends {sent}, not {words!r} and {sends}"


NAMES = ["fusion.3", "fusion", "a[0]", "net.py:12", "x*y", "", "a\\b", "a-b", "]", "^", "a\nb"]
PATTERNS = ["fusion*", "*.3", "?usion", "[a-f]*", "[!f]*", "*[[]0]", "*:1?", "*", "a[\\]b", "[]]", "[^]*", "a[a-]b", "a*b"]
MATCHES = "console.log(JSON.stringify(PATTERNS.map((p) => NAMES.map((n) => matcher(p)(n)))));"


def patterns() -> Iterator[str]:
    "Where the filter of the report's page does not match as `fnmatch` does; nothing if there is no Node.js."
    if (node := shutil.which("node")) is None:
        return
    asked = MATCHES.replace("PATTERNS", json.dumps(PATTERNS)).replace("NAMES", json.dumps(NAMES))
    text = static("report_rows.js") + asked
    run = subprocess.run([node, "--input-type=module", "-e", text], capture_output=True, text=True, check=False)
    if run.returncode:
        yield run.stderr.strip()
        return
    for pattern, row in zip(PATTERNS, json.loads(run.stdout)):
        for name, found in zip(NAMES, row):
            if found != fnmatchcase(name, pattern):
                yield f"report_rows.js: {pattern!r} matches {name!r}: {found}, not as in Python"


def main() -> int:
    files = sorted(p for p in STATIC.iterdir() if p.suffix in (".js", ".css"))
    found = [f"{path.name}:{fault}" for path in files for fault in faults(path)]
    scripts = {path.name: path.read_text(encoding="utf-8") for path in files if path.suffix == ".js"}
    views = {"map view": static(*MAP_SCRIPTS), "layout view": static(*TILE_SCRIPTS)}
    pages = {"report page": REPORT_SCRIPTS, "plan view": PLAN_SCRIPTS, "loop view": LOOP_SCRIPTS}
    pages = {name: static(*scripts) for name, scripts in pages.items()}
    found += [*refused({**scripts, **views, **pages}), *differences(views), *walks(), *patterns(), *shared()]
    named = {*MAP_SCRIPTS, *MAP_STYLES, *TILE_SCRIPTS, *TILE_STYLES, *REPORT_SCRIPTS, *REPORT_STYLES}
    named |= {*PLAN_SCRIPTS, *PLAN_STYLES, *LOOP_SCRIPTS, *LOOP_STYLES}
    found += [f"{path.name}: no view takes it" for path in files if path.name not in named]
    print(*found, f"{len(files)} files, {len(found)} faults", sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
