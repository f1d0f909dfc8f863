//! A packed R-tree: boxes along a Hilbert curve, sixteen to a node, in plain arrays. Built once, never changed.

use geometry::{Extent, SearchArea};

/// Boxes under one node.
const WIDTH: usize = 16;
/// The curve's cells along one side.
const CELLS: u32 = 1 << 15;

/// Rows that the tree knows something of.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TreeMatch<'a> {
    /// Their boxes lie in the area.
    All(&'a [u16]),
    /// The box of this leaf, a place in [`Tree::rows`], may meet the area.
    Perhaps(usize),
}

/// Rows by the boxes around them.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Level by level, the leaves first.
    boxes: Vec<Extent>,
    /// The leaves' rows.
    pub(super) rows: Vec<u16>,
    /// Where in `boxes` each level begins, and behind the last one its end.
    begins: Vec<usize>,
}

impl Tree {
    pub(super) fn build(items: &[(Extent, u16)]) -> Self {
        let extents = items.iter().map(|(extent, _)| *extent);
        let whole = extents.fold(Extent::EMPTY, Extent::joined);
        let mut placed: Vec<(u32, &(Extent, u16))> = items
            .iter()
            .map(|item| (place_on_curve(&whole, &item.0), item))
            .collect();
        // Equal boxes next to one another: mostly their footprints are equal, too.
        placed.sort_unstable_by_key(|(place, (extent, row))| {
            let corner = (extent.west, extent.south, extent.east, extent.north);
            (*place, corner, *row)
        });
        let mut boxes: Vec<Extent> = placed.iter().map(|(_, item)| item.0).collect();
        let rows = placed.iter().map(|(_, item)| item.1).collect();
        let mut begins = vec![0, boxes.len()];
        let mut below = 0..boxes.len();
        while below.len() > 1 {
            let nodes = boxes[below.clone()].chunks(WIDTH);
            let level: Vec<Extent> = nodes
                .map(|node| node.iter().copied().fold(Extent::EMPTY, Extent::joined))
                .collect();
            boxes.extend(level);
            below = below.end..boxes.len();
            begins.push(boxes.len());
        }
        boxes.shrink_to_fit();
        Self {
            boxes,
            rows,
            begins,
        }
    }

    /// Calls `met` with every row whose box may meet the area, each once. Leaves come in their order within a node.
    pub(super) fn visit<'a>(&'a self, area: &SearchArea, mut met: impl FnMut(TreeMatch<'a>)) {
        if self.rows.is_empty() {
            return;
        }
        let top = self.begins.len().saturating_sub(2);
        let mut open = vec![(top, 0)];
        while let Some((level, node)) = open.pop() {
            let begin = self.begins[level];
            let extent = &self.boxes[begin + node];
            if area.misses(extent) {
                continue;
            }
            if area.holds(extent) {
                let leaves = WIDTH.pow(u32::try_from(level).unwrap_or(u32::MAX));
                let last = ((node + 1) * leaves).min(self.rows.len());
                met(TreeMatch::All(&self.rows[node * leaves..last]));
                continue;
            }
            if level == 0 {
                met(TreeMatch::Perhaps(node));
                continue;
            }
            let size = begin - self.begins[level - 1];
            let below = node * WIDTH..size.min((node + 1) * WIDTH);
            if level > 1 {
                open.extend(below.map(|child| (level - 1, child)));
                continue;
            }
            for leaf in below {
                // That it lies in the area is found out by whoever compares.
                if !area.misses(&self.boxes[leaf]) {
                    met(TreeMatch::Perhaps(leaf));
                }
            }
        }
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.boxes.as_slice()) + size_of_val(self.rows.as_slice())
    }
}

/// Where the middle of a box is on the curve through all of them.
fn place_on_curve(whole: &Extent, extent: &Extent) -> u32 {
    let cell = |low: i32, high: i32, from: i32, to: i32| {
        let along = i64::from(low) + i64::from(high) - 2 * i64::from(from);
        let length = 2 * (i64::from(to) - i64::from(from)).max(1);
        let cell = along * i64::from(CELLS - 1) / length;
        u32::try_from(cell).unwrap_or(0).min(CELLS - 1)
    };
    hilbert(
        cell(extent.west, extent.east, whole.west, whole.east),
        cell(extent.south, extent.north, whole.south, whole.north),
    )
}

/// The cell's place on the Hilbert curve (Warren, Hacker's Delight, section 16-2).
fn hilbert(mut x: u32, mut y: u32) -> u32 {
    let mut place = 0;
    let mut half = CELLS / 2;
    while half > 0 {
        let (right, upper) = (u32::from(x & half > 0), u32::from(y & half > 0));
        place += half * half * ((3 * right) ^ upper);
        if upper == 0 {
            if right == 1 {
                x = CELLS - 1 - x;
                y = CELLS - 1 - y;
            }
            std::mem::swap(&mut x, &mut y);
        }
        half /= 2;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn extent() -> impl Strategy<Value = Extent> {
        (-1800_i32..1800, -900_i32..900, 0_i32..200, 0_i32..200).prop_map(
            |(west, south, width, height)| Extent {
                west: west * 1_000_000,
                south: south * 1_000_000,
                east: (west + width).min(1800) * 1_000_000,
                north: (south + height).min(900) * 1_000_000,
            },
        )
    }

    proptest! {
        #[test]
        fn finds_what_a_look_at_every_box_finds(
            boxes in proptest::collection::vec(extent(), 0..600),
            (x, y, size) in (-180_i16..100, -90_i16..20, 1_i16..60),
            is_triangle in any::<bool>(),
        ) {
            let [x, y, size] = [x, y, size].map(f64::from);
            let corner = if is_triangle { (x, y + size) } else { (x + size, y + size) };
            let ring = vec![(x, y), (x + size, y), corner, (x, y + size), (x, y)];
            let area = SearchArea::new(geo::Polygon::new(ring.into(), Vec::new()).into());
            let items: Vec<(Extent, u16)> = boxes.iter().copied().zip(0..).collect();
            let (mut all, mut perhaps) = (Vec::new(), Vec::new());
            let tree = Tree::build(&items);
            tree.visit(&area, |met| match met {
                TreeMatch::All(rows) => all.extend_from_slice(rows),
                TreeMatch::Perhaps(leaf) => perhaps.push(tree.rows[leaf]),
            });
            prop_assert!(all.iter().all(|row| area.holds(&boxes[usize::from(*row)])));
            let mut found = [all, perhaps].concat();
            found.sort_unstable();
            let plainly = items.iter().filter(|(extent, _)| !area.misses(extent)).map(|(_, row)| *row);
            prop_assert_eq!(found, plainly.collect::<Vec<_>>());
        }
    }

    #[test]
    fn neighbours_on_the_curve_are_neighbours() {
        let mut places: Vec<(u32, (u32, u32))> = (0..16)
            .flat_map(|x| (0..16).map(move |y| (hilbert(x, y), (x, y))))
            .collect();
        places.sort_unstable();
        for pair in places.windows(2) {
            let ((_, (ax, ay)), (_, (bx, by))) = (pair[0], pair[1]);
            assert_eq!(ax.abs_diff(bx) + ay.abs_diff(by), 1, "{pair:?}");
        }
    }
}
