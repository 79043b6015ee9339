"""What every operation does with marks: the reference against which the indexing maps are verified.

An array is a `Traced`: `sources` (integers whose bits are marks) and `values` (numbers). An
operation that moves elements moves both; one that computes unites the marks of everything that it
combines. Values are computed only where a start index may come from them (whole-number
arithmetic); elsewhere they are arbitrary, but the same in every run.

Written from XLA's operation semantics (https://openxla.org/xla/operation_semantics), in plain
NumPy, and without the indexing rules. Conventions:

- The functions that are applied by reduce, reduce_window, map, scan, sort and scatter are looked into,
  and applied element after element; those of select_and_scatter are black boxes, which depend on all
  that they are given. Fusions, calls, conditionals and while loops are run.
- What is multiplied by padding counts as used: the kernel of a convolution is read everywhere.
- What is chosen by comparing depends on everything that is compared: sort, topk, select_and_scatter.
- A branch that is chosen by a value depends on it, and so does everything that a loop changes.

    evaluate(op, operands)      every instruction that was run -> its value
    EVALUATORS                  opcode -> function(op, *operands) -> value
"""

import itertools

import numpy as np

from indexing_tools.debug.verify import MarkedArray, known_values, random_values
from indexing_tools.indexing.tuples import begun


class NoReference(Exception):
    "The operation, or this form of it, has no reference here."


EVALUATORS = {}


def evaluator(*opcodes):
    "Decorator: the function evaluates these opcodes."
    return lambda f: EVALUATORS.update(dict.fromkeys(opcodes, f)) or f


def evaluate(op, operands):
    "The value of `op` and of every instruction that is run for it: instruction -> value."
    found = dict(zip(op.inputs, operands))
    run_one(op, operands[: len(op.operands)], found)
    return found


def run_one(op, operands, found):
    "Enter the value of `op` into `found`."
    name = op.opcode if op.opcode in EVALUATORS else f"*_{op.opcode.rpartition('_')[2]}"
    if name not in EVALUATORS:
        raise NoReference(op.opcode)
    if op.captured and name not in CALLING:
        raise NoReference(f"{op.opcode} with captured values")
    function = EVALUATORS[name]
    with np.errstate(all="ignore"):
        found[op] = (
            function(op, *operands, found=found) if name in CALLING else function(op, *operands)
        )


CALLING = "fusion call composite while conditional if case async_start *_start".split()


def run_function(function, arguments, found):
    "The value of a function's root; the values of its instructions are entered into `found`."
    marks = [x.sources.dtype for x in leaves([*arguments, *found.values()])]
    for op in function.instructions:
        if op.opcode == "parameter":
            found[op] = arguments[op.parameter_number]
        elif op.opcode in ("constant", "iota"):
            found[op] = unmarked(op, marks[0] if marks else object)
        else:
            run_one(op, [found[x] for x in op.operands], found)
    return found[function.root]


def leaves(value):
    "All arrays in nested tuples."
    if isinstance(value, (tuple, list)):
        return [leaf for v in value for leaf in leaves(v)]
    return [] if value is None else [value]


# Arrays and marks ---------------------------------------------------------------------------------


def arbitrary(op, shape, salt=0):
    "Some values of a shape, the same in every run."
    return random_values(
        shape, max(shape.dimensions, default=1), np.random.default_rng([op.number, salt])
    )


def unmarked(op, dtype=object):
    "What depends on nothing: a constant, an iota."
    return fresh(op, op.shape, dtype)


def fresh(op, shape, dtype=object):
    "A value of any shape that depends on nothing; what the text tells of it is true."
    if shape.is_tuple:
        return tuple(fresh(op, e, dtype) for e in shape.elements)
    if not shape.is_array:
        return None
    known = known_values(op) if shape == op.shape else None
    return MarkedArray(
        np.zeros(shape.dimensions, dtype),
        arbitrary(op, shape) if known is None else np.asarray(known),
    )


def moved(move, *arrays):
    "Sources and values, both moved by the same function."
    return MarkedArray(move(*(x.sources for x in arrays)), move(*(x.values for x in arrays)))


def computed(op, sources, shape=None):
    "What depends on `sources` and has arbitrary values."
    shape, sources = shape or op.shape, as_array(sources)
    assert sources.shape == shape.dimensions, f"{op.opcode}: {sources.shape} is not {shape}"
    return MarkedArray(sources, arbitrary(op, shape))


def as_array(sources):
    "NumPy gives an element in place of an array of rank 0: an array again."
    return np.asarray(sources, object if isinstance(sources, int) else None)


def union(*sources):
    "The united marks, element by element; scalars go with everything."
    result = sources[0]
    for s in sources[1:]:
        result = result | s
    return as_array(result)


def union_along(sources, axes, keepdims=False):
    "The united marks of everything along some axes."
    return as_array(
        np.bitwise_or.reduce(sources, axis=tuple(axes), keepdims=keepdims, initial=zero(sources))
    )


def everything(*arrays):
    "The united marks of all elements of all arrays."
    total = 0
    for x in leaves(arrays):
        total = total | union_along(x.sources, range(x.sources.ndim))
    return total


def zero(sources):
    return 0 if sources.dtype == object else np.uint64(0)


def filled(sizes, like, mark=0):
    "An array of one mark for every element."
    result = np.zeros(sizes, like.dtype)
    result[...] = mark
    return result


# Elementwise --------------------------------------------------------------------------------------

COMPARISONS = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater,
               "GE": np.greater_equal}  # fmt: skip
ARITHMETIC = {  # what may compute a start index
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "negate": np.negative, "abs": np.abs,
    "maximum": np.maximum, "minimum": np.minimum, "not": np.invert, "and": np.bitwise_and, "or": np.bitwise_or,
    "xor": np.bitwise_xor, "sign": np.sign, "copy": np.array, "convert": np.array,
    "clamp": lambda low, x, high: np.minimum(np.maximum(x, low), high),
    "select": np.where, "select_and_compare": np.where,
}  # fmt: skip
ELEMENTWISE = """
abs acos acosh add and asin asinh atan2 atanh cbrt ceil clamp compare complex convert copy cosh cosine
count_leading_zeros divide erf exponential exponential_minus_one floor imag is_finite log log_plus_one logistic
map maximum minimum multiply negate not or popcnt popcount power real reduce_precision remainder
round_nearest_afz round_nearest_even rsqrt select shift_left shift_right_arithmetic shift_right_logical sign
sine sinh sqrt stochastic_convert subtract tan tanh uniform_dequantize uniform_quantize xor
""".split()
CHLO = """
_asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e conj cosh digamma erf erf_inv erfc is_inf
is_neg_inf is_pos_inf lgamma mulhi next_after polygamma sinh square tan zeta
""".split()


@evaluator(*ELEMENTWISE, *(f"chlo.{name}" for name in CHLO))
def elementwise(op, *operands):
    "Every element from those at the same index; a scalar goes with all."
    if op.opcode == "map" and op.called:
        (used,) = used_by(op.called[0])
        none = MarkedArray(filled(op.shape.dimensions, operands[0].sources), operands[0].values)
        operands = [none, *(operands[i] for i in used)]
    if op.shape.is_tuple:
        parts = [
            elementwise_part(op, e, [x[i] for x in operands], i)
            for i, e in enumerate(op.shape.elements)
        ]
        return tuple(parts)
    return elementwise_part(op, op.shape, operands)


def elementwise_part(op, shape, operands, salt=0):
    sources = union(*(x.sources for x in operands))
    compute = ARITHMETIC.get(op.opcode)
    if op.opcode == "compare":
        compute = COMPARISONS[str(op.attributes["direction"])]
    whole = shape.element_type.kind in ("signed", "unsigned", "pred")
    if compute is None or not (whole or op.opcode in ("select", "copy", "convert")):
        return MarkedArray(np.broadcast_to(sources, shape.dimensions), arbitrary(op, shape, salt))
    values = compute(*(x.values for x in operands))
    dtype = shape.element_type.dtype if whole else float
    values = (
        np.asarray(values).astype(dtype) if values.dtype.kind != "c" else arbitrary(op, shape, salt)
    )
    return MarkedArray(
        np.broadcast_to(sources, shape.dimensions), np.broadcast_to(values, shape.dimensions)
    )


@evaluator("bitcast_convert")
def bitcast_convert(op, x):
    "The bits of the elements; a last dimension runs over the parts of the wider ones."
    sources = x.sources
    if sources.ndim < op.shape.rank:
        sources = np.broadcast_to(sources[..., None], op.shape.dimensions)
    elif sources.ndim > op.shape.rank:
        sources = union_along(sources, [sources.ndim - 1])
    return computed(op, sources)


# Movement -----------------------------------------------------------------------------------------


@evaluator("broadcast")
def broadcast(op, x):
    "Operand dimension `i` becomes dimension `dimensions[i]`."
    kept = op.attributes.get("dimensions", ())
    sizes = [1] * op.shape.rank
    for i, k in enumerate(kept):
        sizes[k] = op.operands[0].shape.dimensions[i]
    order = sorted(range(len(kept)), key=lambda i: kept[i])
    return moved(
        lambda a: np.broadcast_to(a.transpose(order).reshape(sizes), op.shape.dimensions), x
    )


@evaluator("broadcast_in_dim", "dynamic_broadcast_in_dim")
def broadcast_in_dim(op, x, *sizes):
    "As broadcast; NumPy stretches what has size one."
    a = op.attributes
    kept = a.get("dimensions", a.get("broadcast_dimensions", ()))
    wide = [1] * op.shape.rank
    for n, k in zip(x.sources.shape, kept):
        wide[k] = n
    order = sorted(range(len(kept)), key=lambda i: kept[i])
    stretch = lambda a: np.broadcast_to(a.transpose(order).reshape(wide), op.shape.dimensions)
    return moved(stretch, x)


@evaluator("transpose")
def transpose(op, x):
    return moved(lambda a: a.transpose(op.attributes["dimensions"]), x)


@evaluator("reverse")
def reverse(op, x):
    return moved(lambda a: np.flip(a, op.attributes["dimensions"]), x)


@evaluator("slice")
def slice_(op, x):
    return sliced(x, op.attributes["slice"])


def sliced(x, bounds):
    return moved(lambda a: a[tuple(slice(*b) for b in bounds)], x)


@evaluator("concatenate")
def concatenate(op, *operands):
    return moved(lambda *a: np.concatenate(a, op.attributes["dimensions"][0]), *operands)


def padded(a, config, fill):
    "An array with holes, edges put on (or cut off, if negative), filled with one element."
    for axis, (low, high, interior) in enumerate(config):
        n = a.shape[axis]
        spread = list(a.shape)
        spread[axis] = max(n + max(n - 1, 0) * interior, 0)
        wide = np.zeros(spread, a.dtype)
        wide[...] = fill
        at = [slice(None)] * a.ndim
        at[axis] = slice(None, None, interior + 1)
        wide[tuple(at)] = a
        edge = list(wide.shape)
        edge[axis] = max(low, 0)
        before = np.zeros(edge, a.dtype)
        before[...] = fill
        edge[axis] = max(high, 0)
        after = np.zeros(edge, a.dtype)
        after[...] = fill
        a = np.concatenate([before, wide, after], axis)
        at[axis] = slice(max(-low, 0), a.shape[axis] - max(-high, 0))
        a = a[tuple(at)]
    return a


@evaluator("pad")
def pad(op, x, value):
    return moved(lambda a, v: padded(a, op.attributes["padding"], v[()]), x, value)


@evaluator("reshape", "dynamic_reshape")
def reshape(op, x, *sizes):
    return moved(lambda a: a.reshape(op.shape.dimensions), x)


def to_memory(a, shape):
    "The flat memory of an array: dimensions from major to minor, then tile by tile, padded."
    a = a.transpose(shape.minor_to_major[::-1])
    for tile in shape.layout.tiles if shape.layout else ():
        if -1 in tile.dimensions:
            raise NoReference("a tile with *")
        k = len(tile.dimensions)
        a = a.reshape((1,) * (k - a.ndim) + a.shape)
        lead = a.ndim - k
        a = padded(
            a,
            [(0, 0, 0)] * lead + [(0, -n % t, 0) for n, t in zip(a.shape[lead:], tile.dimensions)],
            0,
        )
        split = [s for n, t in zip(a.shape[lead:], tile.dimensions) for s in (n // t, t)]
        a = a.reshape(a.shape[:lead] + tuple(split))
        order = [*range(lead), *range(lead, lead + 2 * k, 2), *range(lead + 1, lead + 2 * k, 2)]
        a = a.transpose(order)
    return a.ravel()


def from_memory(memory, shape):
    "The array that lies in flat memory; the places are found by laying out their own numbers."
    numbers = np.arange(1, shape.size + 1, dtype=np.int64).reshape(shape.dimensions)
    laid = to_memory(numbers, shape)
    if len(laid) != len(memory):
        raise NoReference("a bitcast between buffers of different sizes")
    flat = np.zeros(shape.size, memory.dtype)
    flat[laid[laid > 0] - 1] = memory[laid > 0]
    return flat.reshape(shape.dimensions)


@evaluator("bitcast")
def bitcast(op, x):
    "The same memory under another shape."
    source, target = op.operands[0].shape, op.shape
    result = moved(lambda a: from_memory(to_memory(a, source), target), x)
    return result if source.element_type == target.element_type else computed(op, result.sources)


@evaluator("iota")
def iota(op):
    return unmarked(op)


# Reductions ---------------------------------------------------------------------------------------


def combined(op, initial, rounds):
    """The results of a function that is applied over and over, to the results and the next elements.

    `rounds(at_once)`: the next elements of every input, and where there are any; all together if
    that makes no difference, since every result keeps what it depends on.
    """
    shapes = op.shape.elements if op.shape.is_tuple else (op.shape,)
    count, sizes = len(initial), shapes[0].dimensions
    used = used_by(op.called[0]) if op.called else [range(2 * count)] * count
    keeps = [k in u and all(set(used[i]) <= set(u) for i in u if i < count) for k, u in enumerate(used)]
    results = [np.broadcast_to(x.sources, sizes) for x in initial]
    for elements, there in rounds(all(keeps)):
        given = [*results, *elements]
        new = [union(filled(sizes, results[0]), *(given[i] for i in u)) for u in used]
        results = [np.where(there, n, r) for n, r in zip(new, results)]
    parts = tuple(computed(op, r, shape) for r, shape in zip(results, shapes))
    return parts if op.shape.is_tuple else parts[0]


@evaluator("reduce")
def reduce(op, *operands):
    half, along = len(operands) // 2, sorted(op.attributes["dimensions"])
    inputs = [np.moveaxis(x.sources, along, range(len(along))) for x in operands[:half]]
    places = inputs[0].shape[: len(along)]

    def rounds(at_once):
        if at_once and 0 not in places:
            yield [union_along(x, range(len(along))) for x in inputs], True
        for place in () if at_once else np.ndindex(*places):
            yield [as_array(x[place]) for x in inputs], True

    return combined(op, operands[half:], rounds)


def each_output(op, sources):
    "Arrays of the same sources, one for each output."
    if op.shape.is_tuple:
        return tuple(computed(op, sources, e) for e in op.shape.elements)
    return computed(op, sources)


def window_slabs(window, sizes, a, fill=0):
    "For each place in the window, what lies under it, for outputs of `sizes`."
    config = list(
        zip(window.padding_low, window.padding_high, (d - 1 for d in window.base_dilation))
    )
    a = padded(a, config, fill)
    for place in itertools.product(*map(range, window.size)):
        starts = [p * d for p, d in zip(place, window.window_dilation)]
        at = tuple(
            slice(b, b + (n - 1) * s + 1, s) for b, s, n in zip(starts, window.stride, sizes)
        )
        yield place, a[at]


@evaluator("reduce_window")
def reduce_window(op, *operands):
    "The elements under the window, place after place; padding is no element."
    half, window = len(operands) // 2, op.attributes["window"]
    sizes = (op.shape.elements[0] if op.shape.is_tuple else op.shape).dimensions
    arrays = [np.ones(operands[0].sources.shape, bool), *(x.sources for x in operands[:half])]

    def rounds(at_once):
        if 0 in sizes:
            return
        slabs = [[slab for _, slab in window_slabs(window, sizes, a)] for a in arrays]
        if at_once:
            there, *elements = ([union(*each)] for each in slabs)
        else:
            there, *elements = slabs
        for k, where in enumerate(there):
            yield [e[k] for e in elements], where

    return combined(op, operands[half:], rounds)


def dot_sources(op, left, right):
    "Batch, then free left, then free right dimensions: rows united with columns."
    a, sides, batch = op.attributes, [], ()
    for side, x in zip(("lhs", "rhs"), (left, right)):
        batch, summed = a.get(f"{side}_batch_dims", ()), a.get(f"{side}_contracting_dims", ())
        free = [i for i in range(x.ndim) if i not in (*batch, *summed)]
        x = x.transpose((*batch, *free, *summed))
        sides.append(union_along(x, range(x.ndim - len(summed), x.ndim)))
    rows, columns = sides
    k = len(batch)
    rows = rows.reshape(rows.shape + (1,) * (columns.ndim - k))
    columns = columns.reshape(
        columns.shape[:k] + (1,) * (rows.ndim - columns.ndim) + columns.shape[k:]
    )
    return rows | columns


@evaluator("dot", "dot_general")
def dot(op, left, right):
    return computed(op, dot_sources(op, left.sources, right.sources))


@evaluator("scaled_dot")
def scaled_dot(op, left, right, left_scale, right_scale):
    scaled = []
    for x, scale in ((left, left_scale), (right, right_scale)):
        s = scale.sources
        for axis, (n, blocks) in enumerate(zip(x.sources.shape, s.shape)):
            s = s.repeat(n // blocks, axis)
        scaled.append(x.sources | s)
    return computed(op, dot_sources(op, *scaled))


@evaluator("convolution")
def convolution(op, x, kernel):
    return computed(
        op, convolution_sources(op.attributes, op.shape.dimensions, x.sources, kernel.sources)
    )


def convolution_sources(attributes, dimensions, x, kernel):
    where, window = attributes["dim_labels"], attributes.get("window")
    if any(where.unused):
        raise NoReference("convolution with unlabelled dimensions")
    a = x.transpose((where.input_batch, where.input_feature, *where.input_spatial))
    k = kernel.transpose(
        (where.kernel_output_feature, where.kernel_input_feature, *where.kernel_spatial)
    )
    order = (where.output_batch, where.output_feature, *where.output_spatial)
    sizes = [dimensions[i] for i in order]
    result, batches = filled(sizes, a), sizes[0]
    features, groups = (
        attributes.get("feature_group_count", 1),
        attributes.get("batch_group_count", 1),
    )
    places = spatial_slabs(window, sizes[2:], a) if window else [((), a)]
    for place, slab in places if 0 not in sizes else ():
        weights = k[(slice(None), slice(None), *place)]
        for o in range(sizes[1]):
            g, b = o // (sizes[1] // features), o // (sizes[1] // groups)
            under = slab[b * batches : (b + 1) * batches, g * k.shape[1] : (g + 1) * k.shape[1]]
            result[:, o] = result[:, o] | union_along(under, [1]) | union_along(weights[o], [0])
    return result.transpose(np.argsort(order))


def spatial_slabs(window, sizes, a):
    "Batch and feature dimensions first, whole; the place of a reversed window in the kernel."
    config = list(
        zip(window.padding_low, window.padding_high, (d - 1 for d in window.base_dilation))
    )
    a = padded(a, [(0, 0, 0), (0, 0, 0), *config], 0)
    for place in itertools.product(*map(range, window.size)):
        starts = [p * d for p, d in zip(place, window.window_dilation)]
        at = [slice(b, b + (n - 1) * s + 1, s) for b, s, n in zip(starts, window.stride, sizes)]
        turned = [
            n - 1 - p if r else p for n, p, r in zip(window.size, place, window.window_reversal)
        ]
        yield tuple(turned), a[(slice(None), slice(None), *at)]


@evaluator("scan")
def scan(op, *operands):
    "Step by step along the scanned dimension; the body is run on whole slices."
    carries = op.attributes.get("num_carries", 0)
    inputs, state = operands[: len(operands) - carries], operands[len(operands) - carries :]
    (along,) = op.attributes["dimensions"]
    length = inputs[0].sources.shape[along]
    steps = range(length)[::-1] if op.attributes.get("is_reverse", False) else range(length)
    shapes = op.shape.elements if op.shape.is_tuple else (op.shape,)
    results = [filled(s.dimensions, operands[0].sources) for s in shapes]
    for i in steps:
        taken = [moved(lambda a: as_array(a.take(i, along)), x) for x in inputs]  # noqa: B023
        made = leaves((run_function(op.called[0], [*taken, *state], {}),))
        state = made[len(shapes) - carries :]
        for result, x in zip(results, made[: len(shapes) - carries]):
            np.moveaxis(result, along, 0)[i] = x.sources[()]
    results[len(shapes) - carries :] = [x.sources for x in state]
    parts = tuple(computed(op, r, shape) for r, shape in zip(results, shapes))
    return parts if op.shape.is_tuple else parts[0]


def used_by(function):
    "For each result of a function of scalars, the numbers of the parameters that it depends on."
    one = [
        MarkedArray(np.array(1 << i, object), np.zeros((), p.shape.element_type.dtype))
        for i, p in enumerate(function.parameters)
    ]
    results = leaves((run_function(function, one, {}),))
    return [[i for i in range(len(one)) if int(r.sources) >> i & 1] for r in results]


# Places that are computed -------------------------------------------------------------------------


def start_indices(starts, limits):
    "Whole numbers, clamped, from scalars or from one vector; and the marks of all of them."
    if len(starts) == 1 and starts[0].values.ndim == 1:
        numbers = starts[0].values.tolist()
    else:
        numbers = [int(s.values) for s in starts]
    return [min(max(int(n), 0), limit) for n, limit in zip(numbers, limits)], everything(starts)


@evaluator("dynamic_slice")
def dynamic_slice(op, x, *starts):
    sizes = op.shape.dimensions
    first, marks = start_indices(starts, [n - k for n, k in zip(x.sources.shape, sizes)])
    piece = sliced(x, [(s, s + k) for s, k in zip(first, sizes)])
    return MarkedArray(piece.sources | marks, piece.values)


@evaluator("dynamic_update_slice")
def dynamic_update_slice(op, x, update, *starts):
    sizes = update.sources.shape
    first, marks = start_indices(starts, [n - k for n, k in zip(op.shape.dimensions, sizes)])
    sources, values = x.sources.copy(), x.values.copy()
    at = tuple(slice(s, s + k) for s, k in zip(first, sizes))
    sources[at], values[at] = update.sources, update.values
    return MarkedArray(sources | marks, values)


def vectors(indices, vector):
    "The positions in `indices`, with the index vector as the last axis."
    move = lambda a: np.moveaxis(a, vector, -1) if vector < a.ndim else a[..., None]
    return moved(move, indices)


@evaluator("gather")
def gather(op, x, indices):
    "A slice of `slice_sizes` for each position in `indices`."
    a, rank, operand = op.attributes, op.shape.rank, x.sources.shape
    vector, slice_sizes = a["index_vector_dim"], a["slice_sizes"]
    offsets, dropped = a.get("offset_dims", ()), a.get("collapsed_slice_dims", ())
    paired = a.get("operand_batching_dims", ())
    shared = [k - (k > vector) for k in a.get("start_indices_batching_dims", ())]
    batch = [i for i in range(rank) if i not in offsets]
    starts = vectors(indices, vector)
    sources = filled(op.shape.dimensions, x.sources)
    values = np.zeros(op.shape.dimensions, x.values.dtype)
    for position in np.ndindex(*starts.sources.shape[:-1]):
        first = [0] * len(operand)
        for k, i in enumerate(a["start_index_map"]):
            first[i] = min(max(int(starts.values[position][k]), 0), operand[i] - slice_sizes[i])
        for i, k in zip(paired, shared):
            first[i] = position[k]
        box = tuple(slice(s, s + n) for s, n in zip(first, slice_sizes))
        out = [slice(None)] * rank
        for i, p in zip(batch, position):
            out[i] = p
        mark = union_along(starts.sources[position], [0])
        sources[tuple(out)] = np.squeeze(x.sources[box], (*dropped, *paired)) | mark
        values[tuple(out)] = np.squeeze(x.values[box], (*dropped, *paired))
    return MarkedArray(sources, values)


@evaluator("scatter")
def scatter(op, *operands):
    "Windows of the updates put into the operands; a window that does not fit is left out."
    count = len(operands) // 2
    inputs, indices, updates = operands[:count], operands[count], operands[count + 1 :]
    a, rank = op.attributes, inputs[0].sources.ndim
    vector, windows = a["index_vector_dim"], a.get("update_window_dims", ())
    inserted, paired = a.get("inserted_window_dims", ()), a.get("input_batching_dims", ())
    shared = [k - (k > vector) for k in a.get("scatter_indices_batching_dims", ())]
    kept = [i for i in range(rank) if i not in (*inserted, *paired)]
    starts, sizes = vectors(indices, vector), inputs[0].sources.shape
    batch = [i for i in range(updates[0].sources.ndim) if i not in windows]
    results, combine = [x.sources.copy() for x in inputs], used_by(op.attributes["to_apply"])
    for position in np.ndindex(*starts.sources.shape[:-1]):
        out = [slice(None)] * updates[0].sources.ndim
        for i, p in zip(batch, position):
            out[i] = p
        pieces = [as_array(u.sources[tuple(out)]) for u in updates]
        first, extent = [0] * rank, [1] * rank
        for i, n in zip(kept, pieces[0].shape):
            extent[i] = n
        for k, i in enumerate(a["scatter_dims_to_operand_dims"]):
            first[i] = int(starts.values[position][k])
        for i, k in zip(paired, shared):
            first[i] = position[k]
        own = [slice(None)] * rank  # what the position could change if its index were another
        for i, k in zip(paired, shared):
            own[i] = position[k]
        for r in results:
            r[tuple(own)] |= union_along(starts.sources[position], [0])
        if all(0 <= s and s + n <= size for s, n, size in zip(first, extent, sizes)):
            box = tuple(slice(s, s + n) for s, n in zip(first, extent))
            given = [r[box] for r in results] + [p.reshape(extent) for p in pieces]
            new = [union(filled(extent, given[0]), *(given[i] for i in used)) for used in combine]
            for r, n in zip(results, new):
                r[box] = n
    shapes = op.shape.elements if op.shape.is_tuple else (op.shape,)
    parts = tuple(computed(op, r, shape) for r, shape in zip(results, shapes))
    return parts if op.shape.is_tuple else parts[0]


@evaluator("select_and_scatter")
def select_and_scatter(op, x, source, init):
    "Each source element goes to one element of its window, which depends on all of the window."
    window, sizes = op.attributes["window"], source.sources.shape
    config = list(zip(window.padding_low, window.padding_high, (0 for _ in sizes)))
    chosen = source.sources
    for _, slab in window_slabs(window, sizes, x.sources):
        chosen = chosen | slab
    result = padded(np.zeros(x.sources.shape, x.sources.dtype), config, 0)
    for place in itertools.product(*map(range, window.size)):
        starts = [p * d for p, d in zip(place, window.window_dilation)]
        at = tuple(
            slice(b, b + (n - 1) * s + 1, s) for b, s, n in zip(starts, window.stride, sizes)
        )
        result[at] = result[at] | chosen
    inner = padded(result, [(-low, -high, 0) for low, high, _ in config], 0)
    return computed(op, inner | init.sources)


# Whole dimensions ---------------------------------------------------------------------------------


@evaluator("sort")
def sort(op, *operands):
    (along,) = op.attributes["dimensions"]
    keys = {i // 2 for used in used_by(op.attributes["to_apply"]) for i in used}
    order = filled((), operands[0].sources)
    for k in keys:
        order = order | union_along(operands[k].sources, [along], keepdims=True)
    results = []
    for x, shape in zip(operands, op.shape.elements if op.shape.is_tuple else (op.shape,)):
        mixed = union_along(x.sources, [along], keepdims=True) | order
        results.append(computed(op, np.broadcast_to(mixed, x.sources.shape), shape))
    return tuple(results) if op.shape.is_tuple else results[0]


@evaluator("topk", "chlo.top_k")
def topk(op, x):
    mixed = union_along(x.sources, [x.sources.ndim - 1], keepdims=True)
    return each_output(op, np.broadcast_to(mixed, op.shape.elements[0].dimensions))


@evaluator("fft")
def fft(op, x):
    transformed = range(x.sources.ndim - len(op.attributes["fft_length"]), x.sources.ndim)
    mixed = union_along(x.sources, transformed, keepdims=True)
    return computed(op, np.broadcast_to(mixed, op.shape.dimensions))


@evaluator("cholesky")
def cholesky(op, x):
    "What lies in the other triangle of the result is not defined: it depends on nothing."
    return computed(op, cholesky_sources(x.sources, bool(op.attributes.get("lower", False))))


def cholesky_sources(a, lower):
    "Element by element, column after column."
    a = a if lower else a.swapaxes(-1, -2)
    n, low = a.shape[-1], filled(a.shape, a)
    for j in range(n):
        for i in range(j, n):
            low[..., i, j] = a[..., i, j] | union_along(
                low[..., [i, j], :j], [low.ndim - 2, low.ndim - 1]
            )
            if i > j:
                low[..., i, j] = low[..., i, j] | low[..., j, j]
    return low if lower else low.swapaxes(-1, -2)


@evaluator("triangular_solve")
def triangular_solve(op, matrix, right):
    o = op.attributes
    turned = str(o.get("transpose_a", "NO_TRANSPOSE")) != "NO_TRANSPOSE"
    options = (
        o.get("left_side", False),
        o.get("lower", False),
        turned,
        o.get("unit_diagonal", False),
    )
    return computed(op, solve_sources(matrix.sources, right.sources, *map(bool, options)))


def solve_sources(a, b, left, lower, turned, unit):
    "Substitution, row by row, from the corner in which one unknown is left."
    if not left:
        b, turned = b.swapaxes(-1, -2), not turned
    if turned:
        a, lower = a.swapaxes(-1, -2), not lower
    x, done = b.copy(), []
    for i in range(a.shape[-1]) if lower else range(a.shape[-1])[::-1]:
        row = x[..., i, :]
        for k in done:
            row = row | a[..., i, k, None] | x[..., k, :]
        x[..., i, :] = row if unit else row | a[..., i, i, None]
        done.append(i)
    return x if left else x.swapaxes(-1, -2)


# Tuples -------------------------------------------------------------------------------------------


@evaluator("tuple")
def tuple_(op, *operands):
    return operands


@evaluator("get_tuple_element")
def get_tuple_element(op, x):
    return x[op.attributes["index"]]


@evaluator("sdy.sharding_constraint", "sdy.reshard", "opt_barrier", "optimization_barrier", "domain", "add_dependency", "*_update")
def first_operand(op, *operands):
    return operands[0] if len(operands) == 1 or op.opcode == "add_dependency" else operands


@evaluator("copy_start")
def copy_start(op, x, *rest):
    return (x, x, fresh(op, op.shape.elements[2], x.sources.dtype))


@evaluator("*_start")
def start(op, *operands, found):
    "The operation that begins is run; the operands stand beside the result."
    if (inner := begun(op)) is None:
        raise NoReference(op.opcode)
    run_one(inner, operands, found)
    dtype = leaves(operands)[0].sources.dtype
    rest = (fresh(op, e, dtype) for e in op.shape.elements[2:])
    return (tuple(operands), found[inner], *rest)


@evaluator("copy_done")
def copy_done(op, x):
    return x[0]


@evaluator("*_done")
def done(op, x):
    return x[1]


# Functions ----------------------------------------------------------------------------------------


@evaluator("fusion", "call", "composite")
def called(op, *operands, found):
    return run_function(op.called[0], operands, found)


@evaluator("async_start")
def async_start(op, *operands, found):
    dtype = leaves(operands)[0].sources.dtype
    result = run_function(op.called[0], operands, found)
    return (tuple(operands), result, *(fresh(op, e, dtype) for e in op.shape.elements[2:]))


def mapped(f, *values):
    "`f` of the arrays at the same place of nested values."
    if isinstance(values[0], (tuple, list)):
        return tuple(mapped(f, *parts) for parts in zip(*values))
    return None if values[0] is None else f(*values)


def marked(value, mark):
    "A nested value of which every element has one more mark."
    return mapped(lambda x: MarkedArray(x.sources | mark, x.values), value)


@evaluator("conditional", "if", "case")
def conditional(op, chooser, *arguments, found):
    "The branch that the value chooses; the last one if there is none of that number."
    number = int(chooser.values) if chooser.values.dtype != bool else int(not chooser.values)
    branches = op.called
    number = number if 0 <= number < len(branches) else len(branches) - 1
    given = [arguments[number]] if arguments else []
    result = run_function(branches[number], given, found)
    return marked(result, everything(chooser))


MAX_TRIPS = 40


@evaluator("while")
def while_(op, *state, found):
    "Trip after trip. What the loop may change depends on what decides how often it is run."
    condition, body = op.attributes["condition"], op.attributes["body"]
    single = len(state) == 1
    if single and not isinstance(state[0], tuple) and body.root.opcode == "tuple":
        raise NoReference("while without a tuple")
    first, control = state, 0
    for _ in range(MAX_TRIPS):
        test = run_function(condition, state, found)
        control = control | everything(test)
        if not test.values:
            break
        state = run_function(body, state, found)
        state = (state,) if single else state
    if single and not isinstance(first[0], tuple):
        return first[0] if body.root is body.parameters[0] else marked(state[0], control)
    passed = body.root.operands if body.root.opcode == "tuple" else ()
    kept = [is_kept(body, i, x, single) for i, x in enumerate(passed)]
    before, after = (first[0], state[0]) if single else (first, state)
    kept += [False] * (len(before) - len(kept))
    return tuple(a if k else marked(b, control) for a, b, k in zip(before, after, kept))


def is_kept(body, i, x, single):
    "Does a loop's body hand on value `i`, a member of its one parameter or a parameter, as `x`?"
    if not single:
        return x is body.parameters[i]
    return x.opcode == "get_tuple_element" and x.attributes["index"] == i


# Custom calls -------------------------------------------------------------------------------------

TARGETS = {}


def target(*names):
    "Decorator: the function gives the outputs of a custom call, without its scratch memory."
    return lambda f: TARGETS.update(dict.fromkeys(names, f)) or f


@evaluator("custom_call")
def custom_call(op, *operands):
    name = op.attributes["custom_call_target"]
    if name not in TARGETS:
        raise NoReference(f"custom call to {name}")
    results = TARGETS[name](op, *operands)
    if not op.shape.is_tuple:
        return results[0]
    dtype = operands[0].sources.dtype
    return (*results, *(fresh(op, e, dtype) for e in op.shape.elements[len(results) :]))


def first_shape(op):
    return op.shape.elements[0] if op.shape.is_tuple else op.shape


@target("AssumeGatherIndicesInBound")
def same(op, *operands):
    "The values themselves."
    return operands


@target("X64Combine", "X64SplitHigh", "X64SplitLow", "GatherScatterIndicesBitpacked")
def same_place(op, *operands):
    "Parts of a number; several small indices in one word."
    return (computed(op, union(*(x.sources for x in operands))),)


@target("ConcatBitcast")
def concat_bitcast(op, *operands):
    "Slices that lie one after the other."
    sizes, part = op.shape.dimensions, operands[0].sources.shape
    along = next((i for i, (n, k) in enumerate(zip(sizes, part)) if n != k), 0)
    return (moved(lambda *a: np.concatenate(a, along), *operands),)


@target("TopK", "__gpu$TopK")
def top_k_call(op, x):
    return topk(op, x)


def letter(op, key, meant):
    "Is a setting, as LAPACK has it, this letter? Letters stand as numbers in `uplo = 76 : ui8`."
    if "mhlo.backend_config" in op.attributes:
        return op.attributes["mhlo.backend_config"][key] == ord(meant)
    words = str(op.attributes.get("backend_config", "")).replace(",", " ").replace("{", " ").split()
    return words[words.index(key) + 2] == str(ord(meant))


@target("lapack_spotrf_ffi", "cusolver_potrf_ffi")
def potrf(op, x):
    """In place, so the other triangle keeps what it held; the status tells of the whole factor.

    Source: LAPACK `spotrf`.
    """
    lower = "lower = true" in str(op.attributes["backend_config"]) or (
        op.attributes["custom_call_target"].startswith("lapack") and letter(op, "uplo", "L")
    )
    factor, a = cholesky_sources(x.sources, lower), x.sources
    n = a.shape[-1]
    own = np.tri(n, dtype=bool) if lower else np.tri(n, dtype=bool).T
    status = union_along(np.where(own, factor, zero(a)), [a.ndim - 2, a.ndim - 1])
    return computed(op, np.where(own, factor, a), op.shape.elements[0]), computed(
        op, status, op.shape.elements[1]
    )


@target("lapack_strsm_ffi")
def trsm(op, matrix, right):
    options = (
        letter(op, "side", "L"),
        letter(op, "uplo", "L"),
        not letter(op, "trans_x", "N"),
        letter(op, "diag", "U"),
    )
    return (computed(op, solve_sources(matrix.sources, right.sources, *options), first_shape(op)),)


@target("__cublas$triangularSolve")
def cublas_solve(op, matrix, right):
    o = op.attributes["backend_config"]
    options = (o["left_side"], o["lower"], o["transpose_a"] != "NO_TRANSPOSE", o["unit_diagonal"])
    return (computed(op, solve_sources(matrix.sources, right.sources, *options), first_shape(op)),)


@target("Cholesky")
def cholesky_call(op, x):
    return (computed(op, cholesky_sources(x.sources, True)),)


@target("InvertDiagBlocksLowerTriangular")
def invert_lower(op, x):
    "The inverse of a lower triangle, row after row; above the diagonal it is zero."
    a, inverse = x.sources, filled(x.sources.shape, x.sources)
    for i in range(a.shape[-1]):
        for j in range(i + 1):
            between = union_along(a[..., i, j:i] | inverse[..., j:i, j], [a.ndim - 2])
            inverse[..., i, j] = a[..., i, i] | between
    return (computed(op, inverse),)


@target("__cudnn$convForward")
def convolution_forward(op, x, kernel):
    shape = first_shape(op)
    return (
        computed(
            op,
            convolution_sources(op.attributes, shape.dimensions, x.sources, kernel.sources),
            shape,
        ),
    )


def convolution_places(op, x_sizes, y_sizes):
    "For each place in the kernel, where the window's element lies in the padded input."
    where, window = op.attributes["dim_labels"], op.attributes["window"]
    if set(window.base_dilation) != {1} or any(window.window_reversal):
        raise NoReference("gradient of a dilated or reversed convolution")
    for place in itertools.product(*map(range, window.size)):
        starts = [p * d for p, d in zip(place, window.window_dilation)]
        yield (
            place,
            tuple(
                slice(b, b + (y_sizes[i] - 1) * s + 1, s)
                for b, s, i in zip(starts, window.stride, where.output_spatial)
            ),
        )


@target("__cudnn$convBackwardInput")
def convolution_backward_input(op, gradient, kernel):
    "Every product of the convolution, its result given and its input wanted."
    where, window, shape = op.attributes["dim_labels"], op.attributes["window"], first_shape(op)
    order = (where.input_batch, where.input_feature, *where.input_spatial)
    g = gradient.sources.transpose(
        (where.output_batch, where.output_feature, *where.output_spatial)
    )
    k = kernel.sources.transpose(
        (where.kernel_output_feature, where.kernel_input_feature, *where.kernel_spatial)
    )
    edges = [(0, 0, 0)] * 2 + [(l, h, 0) for l, h in zip(window.padding_low, window.padding_high)]
    wide = padded(filled([shape.dimensions[i] for i in order], g), edges, 0)
    for place, at in convolution_places(op, shape.dimensions, gradient.sources.shape):
        weights = union_along(k[(slice(None), slice(None), *place)], [0])
        product = union_along(g, [1], keepdims=True) | weights.reshape(1, -1, *(1 for _ in at))
        wide[(slice(None), slice(None), *at)] |= product
    inner = padded(wide, [(-l, -h, 0) for l, h, _ in edges], 0)
    return (computed(op, inner.transpose(np.argsort(order)), shape),)


@target("__cudnn$convBackwardFilter")
def convolution_backward_filter(op, x, gradient):
    "Every product of the convolution, its result given and its kernel wanted."
    where, window, shape = op.attributes["dim_labels"], op.attributes["window"], first_shape(op)
    order = (where.kernel_output_feature, where.kernel_input_feature, *where.kernel_spatial)
    a = x.sources.transpose((where.input_batch, where.input_feature, *where.input_spatial))
    g = gradient.sources.transpose(
        (where.output_batch, where.output_feature, *where.output_spatial)
    )
    edges = [(0, 0, 0)] * 2 + [(l, h, 0) for l, h in zip(window.padding_low, window.padding_high)]
    real = padded(np.ones(a.shape, bool), edges, False)
    wide, result = padded(a, edges, 0), filled([shape.dimensions[i] for i in order], a)
    axes = [0, *range(2, a.ndim)]
    for place, at in convolution_places(op, x.sources.shape, gradient.sources.shape):
        inside = real[(slice(0, 1), slice(0, 1), *at)]
        under = union_along(wide[(slice(None), slice(None), *at)], axes)
        given = union_along(np.where(inside, g, zero(g)), axes)
        result[(slice(None), slice(None), *place)] = given[:, None] | under[None, :]
    return (computed(op, result.transpose(np.argsort(order)), shape),)
