"""Shapes for the tests of the ground, and the same shapes as shapely knows them."""

import shapely
from hypothesis import strategies as st

from grognard.ground.shapes import Box, Disc, Polygon, Slab, Wall, corners

places = st.integers(0, 2_000)
sizes = st.integers(10, 800)
spots = st.tuples(places, places)
discs = st.builds(Disc, places, places, sizes)
boxes = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), places, places, sizes, sizes)
slabs = st.builds(Slab, places, places, sizes, sizes, st.integers(0, 359))
walls = st.builds(lambda a, b: Wall((a, (b[0] + 1, b[1]))), spots, spots).filter(
    lambda wall: wall.points[0] != wall.points[1]
)
hollows = st.builds(
    lambda x, y, w, h: Polygon(((x, y), (x + 3 * w, y), (x + 3 * w, y + 2 * h), (x + w, y + h), (x, y + 3 * h))),
    places, places, st.integers(10, 300), st.integers(10, 300),
)  # fmt: skip
shapes = st.one_of(discs, boxes, slabs, walls, hollows)


def oracle(shape):
    """The shape for shapely, and what to take off its distances: a disc is its centre and its radius."""
    if isinstance(shape, Disc):
        return shapely.Point(shape.x, shape.y), shape.radius
    if isinstance(shape, Wall):
        return shapely.LineString(shape.points), 0
    return shapely.Polygon(corners(shape)), 0
