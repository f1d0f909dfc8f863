//! A packed R-tree: boxes along a Hilbert curve, sixteen to a node, in plain arrays. Built once, never changed.

/// Boxes under one node.
const WIDTH: usize = 16;
/// The curve's cells along one side.
const CELLS: u32 = 1 << 15;

/// West, south, east, north in degrees, rounded outwards.
pub(super) type Edges = [f32; 4];

/// What holds nothing.
const NOTHING: Edges = [
    f32::INFINITY,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NEG_INFINITY,
];

/// Rows by the boxes around them.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Level by level, the leaves first.
    boxes: Vec<Edges>,
    /// The leaves' rows.
    rows: Vec<u16>,
    /// Where in `boxes` each level begins, and behind the last one its end.
    begins: Vec<usize>,
}

impl Tree {
    pub(super) fn build(items: &[(Edges, u16)]) -> Self {
        let whole = items
            .iter()
            .fold(NOTHING, |whole, (edges, _)| around(&whole, edges));
        let mut placed: Vec<(u32, &(Edges, u16))> = items
            .iter()
            .map(|item| (place_on_curve(&whole, &item.0), item))
            .collect();
        placed.sort_unstable_by_key(|(place, item)| (*place, item.1));
        let mut boxes: Vec<Edges> = placed.iter().map(|(_, item)| item.0).collect();
        let rows = placed.iter().map(|(_, item)| item.1).collect();
        let mut begins = vec![0, boxes.len()];
        let mut below = 0..boxes.len();
        while below.len() > 1 {
            let level: Vec<Edges> = boxes[below.clone()]
                .chunks(WIDTH)
                .map(|node| {
                    node.iter()
                        .fold(NOTHING, |whole, edges| around(&whole, edges))
                })
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

    /// Calls `found` with each row whose box meets `wanted`, and the box.
    pub(super) fn visit(&self, wanted: &Edges, mut found: impl FnMut(u16, &Edges)) {
        let top = self.begins.len().saturating_sub(2);
        if self.rows.is_empty() {
            return;
        }
        let mut open = vec![(top, 0)];
        while let Some((level, node)) = open.pop() {
            let begin = self.begins[level];
            let edges = &self.boxes[begin + node];
            if !meet(edges, wanted) {
                continue;
            }
            if level == 0 {
                found(self.rows[node], edges);
                continue;
            }
            let size = begin - self.begins[level - 1];
            let below = node * WIDTH..size.min((node + 1) * WIDTH);
            if level > 1 {
                open.extend(below.map(|child| (level - 1, child)));
                continue;
            }
            for leaf in below {
                if meet(&self.boxes[leaf], wanted) {
                    found(self.rows[leaf], &self.boxes[leaf]);
                }
            }
        }
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.boxes.as_slice()) + size_of_val(self.rows.as_slice())
    }
}

pub(super) fn meet(one: &Edges, other: &Edges) -> bool {
    one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1]
}

fn around(one: &Edges, other: &Edges) -> Edges {
    [
        one[0].min(other[0]),
        one[1].min(other[1]),
        one[2].max(other[2]),
        one[3].max(other[3]),
    ]
}

/// Where the middle of a box is on the curve through all of them.
fn place_on_curve(whole: &Edges, edges: &Edges) -> u32 {
    let cell = |low: usize| {
        let extent = whole[low + 2] - whole[low];
        let share = if extent > 0.0 {
            (edges[low].midpoint(edges[low + 2]) - whole[low]) / extent
        } else {
            0.0
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of the cells; any cell is right, near ones are better"
        )]
        let cell = (share * (CELLS - 1) as f32) as u32;
        cell.min(CELLS - 1)
    };
    hilbert(cell(0), cell(1))
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

    fn edges() -> impl Strategy<Value = Edges> {
        (-180_i16..180, -90_i16..90, 0_u8..20, 0_u8..20).prop_map(|(west, south, width, height)| {
            let (west, south) = (f32::from(west), f32::from(south));
            [
                west,
                south,
                west + f32::from(width),
                south + f32::from(height),
            ]
        })
    }

    proptest! {
        #[test]
        fn finds_what_a_look_at_every_box_finds(
            boxes in proptest::collection::vec(edges(), 0..600),
            wanted in edges(),
        ) {
            let items: Vec<(Edges, u16)> = boxes.iter().copied().zip(0..).collect();
            let mut found = Vec::new();
            Tree::build(&items).visit(&wanted, |row, edges| found.push((row, *edges)));
            found.sort_unstable_by_key(|(row, _)| *row);
            let plainly: Vec<(u16, Edges)> = items
                .into_iter()
                .filter(|(edges, _)| meet(edges, &wanted))
                .map(|(edges, row)| (row, edges))
                .collect();
            prop_assert_eq!(found, plainly);
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
