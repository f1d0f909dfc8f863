use super::*;
use geo::{LineString, Polygon};
use proptest::prelude::*;

fn scene(dataid: &str, cost: f64, west: f64, south: f64, east: f64, north: f64) -> Choice {
    Choice {
        dataid: dataid.into(),
        cost,
        footprint: geo::Rect::new((west, south), (east, north))
            .to_polygon()
            .into(),
    }
}

fn surface(polygon: Polygon) -> Surface {
    let surface = Surface::new(&[polygon], &Budget::default());
    surface.ok().flatten().expect("a surface")
}

fn area() -> Surface {
    surface(geo::Rect::new((100.0, 30.0), (104.0, 32.0)).to_polygon())
}

fn covered(choices: &[Choice]) -> Cover {
    cover(&area(), choices.to_vec(), &Budget::default()).expect("a cover")
}

fn chosen(choices: &[Choice]) -> (Vec<String>, f64) {
    let cover = covered(choices);
    assert!(cover.complete);
    (cover.dataids, (cover.gap * 1e4).round() / 100.0)
}

#[test]
fn what_costs_little_is_chosen() {
    let two_halves = [
        scene("west", 10.0, 99.0, 29.0, 102.0, 33.0),
        scene("east", 10.0, 102.0, 29.0, 105.0, 33.0),
    ];
    let large = scene("all", 30.0, 99.0, 29.0, 105.0, 33.0);
    let twin = scene("west again", 9.0, 99.0, 29.0, 102.0, 33.0);
    let all = [&two_halves[..], std::slice::from_ref(&large), &[twin]].concat();
    assert_eq!(
        chosen(&all),
        (vec!["west again".into(), "east".into()], 0.0)
    );
    assert_eq!(
        chosen(&[large, two_halves[0].clone()]),
        (vec!["all".into()], 0.0)
    );
    assert_eq!(chosen(&two_halves[..1]), (vec!["west".into()], 50.0));
    let far = scene("far", 1.0, 0.0, 0.0, 1.0, 1.0);
    assert_eq!(chosen(&[far]), (Vec::new(), 100.0));
    assert_eq!(chosen(&[]), (Vec::new(), 100.0));
}

#[test]
fn the_gap_is_where_nothing_is() {
    let cover = covered(&[scene("west", 1.0, 99.0, 29.0, 102.0, 33.0)]);
    let rim = cover.uncovered.bounding_rect().expect("a gap");
    assert_eq!((rim.min().x, rim.max().x), (102.0, 104.0));
    assert_eq!(cover.uncovered.0.len(), 1, "in one piece");
}

/// Greedily the middle comes first, and is not needed once both sides are there.
#[test]
fn what_became_needless_is_left_out() {
    let choices = [
        scene("middle", 10.0, 100.5, 29.0, 103.5, 33.0),
        scene("west", 9.0, 99.0, 29.0, 102.0, 33.0),
        scene("east", 9.0, 102.0, 29.0, 105.0, 33.0),
    ];
    assert_eq!(chosen(&choices), (vec!["west".into(), "east".into()], 0.0));
}

/// A coast of 19,990 corners, and 3,000 scenes.
#[test]
fn long_outlines_and_many_scenes_are_answered() {
    let turn = std::f64::consts::TAU / 19_990.0;
    let ring: LineString = (0..19_990_i32)
        .map(|step| {
            let angle = f64::from(step) * turn;
            let radius = 10.0 + 0.3 * (angle * 400.0).sin() + 0.05 * (angle * 3000.0).sin();
            (105.0 + radius * angle.cos(), 35.0 + radius * angle.sin())
        })
        .collect();
    let coast = surface(Polygon::new(ring, Vec::new()));
    let (simple, tolerance) = simplified(coast, &Budget::default());
    assert!(simple.whole().coords_count() < 10_000);
    assert!(tolerance > 0.0 && tolerance < 0.01);
    let choices = (0..3000_i32).map(|number| {
        let (column, row) = (f64::from(number % 50), f64::from(number / 50 % 60));
        let (west, south) = (93.0 + column * 0.5, 23.0 + row * 0.4);
        scene(
            &number.to_string(),
            1.0 + f64::from(number % 7),
            west,
            south,
            west + 1.1,
            south + 1.0,
        )
    });
    let cover = cover(&simple, choices.collect(), &Budget::default()).expect("a cover");
    assert!(cover.gap < 1e-3, "{}", cover.gap);
    assert!(cover.dataids.len() < 1500);
}

#[test]
fn nobody_waits_for_an_abandoned_cover() {
    let budget = Budget::default();
    budget.stop(Exhausted::Abandoned);
    let choices = vec![scene("a", 1.0, 99.0, 29.0, 102.0, 33.0)];
    assert_eq!(cover(&area(), choices, &budget), Err(Exhausted::Abandoned));
}

proptest! {
    /// It covers what all cover, with nothing needless in it, and costs no more than 15 times the cheapest set.
    #[test]
    fn is_a_cover_and_not_a_dear_one(
        rects in proptest::collection::vec((0_u8..8, 0_u8..4, 1_u8..6, 1_u8..4, 1_i32..20), 1..9),
    ) {
        let choices: Vec<Choice> = rects.iter().enumerate().map(|(number, (x, y, width, height, cost))| {
            let (x, y) = (100.0 + f64::from(*x) / 2.0, 30.0 + f64::from(*y) / 2.0);
            let (east, north) = (x + f64::from(*width) / 2.0, y + f64::from(*height) / 2.0);
            scene(&number.to_string(), f64::from(*cost), x, y, east, north)
        }).collect();
        // Half degrees: the area is 8 by 4 cells.
        let cells = |set: u32| {
            let mut covered = [[false; 8]; 4];
            for (number, (x, y, width, height, _)) in rects.iter().enumerate() {
                if set >> number & 1 == 1 {
                    for row in *y..(*y + *height).min(4) {
                        for column in *x..(*x + *width).min(8) {
                            covered[usize::from(row)][usize::from(column)] = true;
                        }
                    }
                }
            }
            covered
        };
        let cost = |set: u32| -> i32 {
            rects.iter().enumerate().filter(|(number, _)| set >> number & 1 == 1).map(|(_, rect)| rect.4).sum()
        };
        let all = (1_u32 << rects.len()) - 1;
        let cheapest = (0..=all).filter(|set| cells(*set) == cells(all)).map(cost).min().unwrap_or(0);
        let chosen: u32 = covered(&choices).dataids.iter()
            .map(|id| 1_u32 << id.parse::<u32>().unwrap_or(31)).sum();
        prop_assert_eq!(cells(chosen), cells(all));
        prop_assert!(cost(chosen) <= 15 * cheapest);
        for number in (0..rects.len()).filter(|number| chosen >> number & 1 == 1) {
            prop_assert_ne!(cells(chosen & !(1 << number)), cells(all), "one is needless");
        }
    }
}
