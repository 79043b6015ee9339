"Names that mean something where a source is written, programs that have them, and the identifiers of a source."
import ast
import builtins
import keyword
import random
import re
from collections.abc import Iterable

HOSTILE = sorted({
    *keyword.kwlist, *keyword.softkwlist, *dir(builtins),
    *"""_ __ _c0 _k1 _k2 _m4 _chain8 _place _part _refs _fresh _owned _copy _np _now _until _stop _end _watch _given _box _nested
    _instruction_of_line _consume run count since end found state x x_2 add add_2 tuple_2 v while_2 if_2 np jnp jax lax pl pltpu
    kernel body interpret clear finish total step_0 tid_0 rt_0 at out_ref x_ref dot_ref c_ref start_ref limit rounds ends chain
    first last far U f4 i8 u1 b1 n_i4 a1 s1 k1 t1 numpy os sys self cls main ROOT ENTRY parameter constant""".split(),
})  # fmt: skip
_NAME = re.compile(r"%([\w$.\-]+)")


def _chosen(names: Iterable[str], seed: int) -> dict[str, str]:
    "A hostile name for each, none twice."
    rng, new, given = random.Random(seed), dict[str, str](), dict[str, int]()
    for name in dict.fromkeys(names):
        word = rng.choice(HOSTILE)
        given[word] = number = given.get(word, -1) + 1
        new[name] = f"{word}.{number}" if number else word
    return new


def hostile(text: str, seed: int = 0) -> str:
    "A text of MLIR or HLO whose names begin with %, with hostile ones."
    new = _chosen(_NAME.findall(text), seed)
    return _NAME.sub(lambda m: "%" + new[m[1]], text)


def with_hostile(text: str, names: Iterable[str], seed: int = 0) -> str:
    "The text with hostile names in place of these words, which mean nothing else in it."
    new = _chosen(names, seed)
    words = "|".join(map(re.escape, sorted(new, key=len, reverse=True)))
    return re.sub(rf"(?<![\w.\-])({words})(?![\w.\-])", lambda m: new[m[1]], text)


def identifiers(source: str) -> set[str]:
    "All names of a Python source: of variables, parameters, functions, attributes, modules."
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        for part in ("id", "arg", "name", "attr", "asname"):
            name = getattr(node, part, None)
            found |= {name} if isinstance(name, str) else set()
    return found


def code_of(source: str) -> str:
    "What a Python source says without its comments and its layout."
    return ast.dump(ast.parse(source))
