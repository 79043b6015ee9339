"""Random shapes with tiles, for property tests.

    tiled_shapes()     small shapes of rank 0 to 4 with up to three tiles, stars and tail padding
    longer_shapes()    shapes of rank 1 or 2 in which patterns of tiles come again
"""

from hypothesis import strategies as st

from indexing_tools.layouts.shape import Layout, Shape, Tile


@st.composite
def tiled_shapes(draw):
    "Small shapes of rank 0 to 4 with up to three tiles, stars and tail padding."
    sizes = draw(st.lists(st.sampled_from([0, 1, 1, 2, 3, 4, 5, 7]), max_size=4))
    order, rank, tiles = tuple(draw(st.permutations(range(len(sizes))))), max(len(sizes), 1), []
    for _ in range(draw(st.integers(0, 3))):
        more = draw(st.lists(st.sampled_from([-1, 1, 2, 3, 4]), max_size=min(rank, 5) - 1))
        tiles.append(Tile((*more, draw(st.sampled_from([1, 2, 3, 5])))))
        rank += len(tiles[-1].dimensions) - 2 * more.count(-1)
    tail = draw(st.sampled_from([1, 1, 4, 10]))
    layout = Layout(order, tuple(tiles), tail_padding_alignment_in_elements=tail)
    return Shape.array("f32", tuple(sizes), layout)


@st.composite
def longer_shapes(draw):
    "Shapes of rank 1 or 2 in which patterns of tiles come again."
    tiles = ["{0:T(4)}", "{0:T(6)(2)}", "{0:T(8)(4)(2,1)}", "{0:T(12)(3,1)}"], [
        "{1,0:T(*,4)}", "{0,1:T(*,6)(3)}", "{1,0:T(2,4)}", "{0,1:T(4,4)(2,1)}", "{1,0:T(2,4)(2,1,1,1)}",
    ]  # fmt: skip
    rank = draw(st.integers(1, 2))
    sizes = [draw(st.integers(1, 150 if rank == 1 else 30)) for _ in range(rank)]
    return Shape.parse(f"f32{sizes}").with_layout(draw(st.sampled_from(tiles[rank - 1])))
