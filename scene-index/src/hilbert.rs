//! Places in the order of the Hilbert curve, in which neighbours are near one another.

/// Cells along a side of the square that the curve fills.
const SIDE: u32 = 1 << 16;

/// How far along the curve a cell lies, both numbers below 65,536 (Warren, "Hacker's Delight", second edition, section
/// 16-1).
fn distance(mut x: u32, mut y: u32) -> u32 {
    let mut distance = 0_u32;
    let mut half = SIDE / 2;
    while half > 0 {
        let (right, upper) = (u32::from(x & half > 0), u32::from(y & half > 0));
        distance = distance.wrapping_add(half.wrapping_mul(half).wrapping_mul((3 * right) ^ upper));
        if upper == 0 {
            if right == 1 {
                (x, y) = (SIDE - 1 - x, SIDE - 1 - y);
            }
            std::mem::swap(&mut x, &mut y);
        }
        half /= 2;
    }
    distance
}

/// How far along the curve over the globe a place lies, longitude and latitude in parts of 1e-7 degree.
#[must_use]
pub fn of_place(longitude: i32, latitude: i32) -> u32 {
    let cell = |parts: i32, most: i64| {
        let from_edge = (i64::from(parts) + most).clamp(0, 2 * most);
        u32::try_from(from_edge * i64::from(SIDE - 1) / (2 * most)).unwrap_or(0)
    };
    distance(cell(longitude, 1_800_000_000), cell(latitude, 900_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_goes_to_a_neighbour() {
        let mut cells: Vec<(u32, (u32, u32))> = (0..32)
            .flat_map(|x| (0..32).map(move |y| (distance(x, y), (x, y))))
            .collect();
        cells.sort_unstable();
        for pair in cells.windows(2) {
            let ((before, (x, y)), (after, (next_x, next_y))) = (pair[0], pair[1]);
            assert_eq!(after, before + 1);
            assert_eq!(x.abs_diff(next_x) + y.abs_diff(next_y), 1);
        }
    }
}
