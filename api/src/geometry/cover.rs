//! Few bytes that cover an area.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use geo::{BooleanOps as _, CoordsIter as _, MultiPolygon, unary_union};
use storage::db::scenes::{Candidate, Footprint};

use super::budget::Budget;
use super::coverage::{NEGLIGIBLE, Surface};
use super::footprint;

/// Covers of more scenes than this are not searched for scenes that became needless.
const MOST_PRUNED: usize = 60;

/// A set of scenes.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// Public ids, the most useful first.
    pub dataids: Vec<String>,
    /// Percent of the area.
    pub coverage: f64,
}

/// A scene and what it covers.
struct Choice<'a> {
    scene: &'a Candidate,
    part: MultiPolygon,
}

/// A promise of so much new share for a byte; it only ever becomes less.
struct Promise {
    value: f64,
    choice: usize,
}

impl PartialEq for Promise {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Promise {}
impl PartialOrd for Promise {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Promise {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_value = self.value.total_cmp(&other.value);
        by_value.then(other.choice.cmp(&self.choice))
    }
}

/// Scenes that together cover as much of the area as all candidates do, for few bytes.
///
/// Of equal footprints only the smallest file is looked at. Then always that scene is taken which covers most of what
/// is still uncovered for its bytes, by exact cutting (shares below a millionth are left), and at the end those go
/// that the others made needless. The cheapest set of all cannot be found in reasonable time (weighted set cover is
/// NP-hard); this one is at most 1 + ln(1,000,000) = 15 times as large (Chvatal 1979, the smallest share counted being a
/// millionth), mostly a few percent. When the budget runs out, what was chosen by then is no cover.
#[must_use]
pub fn cover(area: &Surface, candidates: &[Candidate], budget: &Budget) -> Cover {
    let choices = choices(area, candidates, budget);
    let mut promises: BinaryHeap<Promise> = choices
        .iter()
        .enumerate()
        .map(|(choice, one)| Promise {
            value: area.share(&one.part) / bytes(one),
            choice,
        })
        .collect();
    let mut left = area.whole();
    let mut taken: Vec<usize> = Vec::new();
    while let Some(best) = promises.pop() {
        let one = &choices[best.choice];
        if budget
            .spend(left.coords_count() + one.part.coords_count())
            .is_err()
        {
            break;
        }
        let gain = area.share(&one.part.intersection(&left));
        if gain < NEGLIGIBLE {
            continue;
        }
        let value = gain / bytes(one);
        if promises.peek().is_some_and(|next| next.value > value) {
            promises.push(Promise { value, ..best });
            continue;
        }
        left = left.difference(&one.part);
        taken.push(best.choice);
        if area.share(&left) < NEGLIGIBLE {
            break;
        }
    }
    prune(area, &choices, &mut taken, budget);
    let parts: Vec<MultiPolygon> = taken
        .iter()
        .map(|choice| choices[*choice].part.clone())
        .collect();
    Cover {
        coverage: area.percent(&unary_union(&parts)),
        dataids: taken
            .iter()
            .map(|choice| choices[*choice].scene.dataid.clone())
            .collect(),
    }
}

/// An empty file costs something, too: the asking for it.
#[expect(clippy::cast_precision_loss, reason = "a comparison of sizes")]
fn bytes(choice: &Choice) -> f64 {
    choice.scene.size.max(1) as f64
}

fn choices<'a>(area: &Surface, candidates: &'a [Candidate], budget: &Budget) -> Vec<Choice<'a>> {
    let mut cheapest: HashMap<&Footprint, &Candidate> = HashMap::new();
    for scene in candidates {
        let known = cheapest.entry(&scene.footprint).or_insert(scene);
        if (scene.size, &scene.dataid) < (known.size, &known.dataid) {
            *known = scene;
        }
    }
    let mut scenes: Vec<&Candidate> = cheapest.into_values().collect();
    scenes.sort_by_key(|scene| &scene.dataid);
    scenes
        .into_iter()
        .map_while(|scene| budget.spend(area.corners()).ok().map(|()| scene))
        .filter_map(|scene| {
            let part = area.covered_by(&footprint::read(&scene.footprint)?);
            Some(Choice { scene, part })
        })
        .collect()
}

/// Leaves out what the others cover, the largest files first.
fn prune(area: &Surface, choices: &[Choice], taken: &mut Vec<usize>, budget: &Budget) {
    if taken.len() > MOST_PRUNED {
        return;
    }
    let union = |of: &[usize]| {
        let parts: Vec<&MultiPolygon> = of.iter().map(|choice| &choices[*choice].part).collect();
        area.share(&unary_union(parts))
    };
    let whole = union(taken);
    let mut largest_first = taken.clone();
    largest_first.sort_by_key(|choice| std::cmp::Reverse(choices[*choice].scene.size));
    let corners = taken
        .iter()
        .map(|choice| choices[*choice].part.coords_count());
    let corners: usize = corners.sum();
    for choice in largest_first {
        if budget.spend(corners).is_err() {
            return;
        }
        let others: Vec<usize> = taken
            .iter()
            .copied()
            .filter(|other| *other != choice)
            .collect();
        if union(&others) > whole - NEGLIGIBLE {
            *taken = others;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::Rect;
    use proptest::prelude::*;

    fn scene(dataid: &str, size: i64, west: f64, south: f64, east: f64, north: f64) -> Candidate {
        Candidate {
            dataid: dataid.into(),
            size,
            footprint: Footprint::from_geometry(
                &Rect::new((west, south), (east, north)).to_polygon().into(),
            )
            .expect("a footprint"),
        }
    }

    fn area() -> Surface {
        Surface::new(&[Rect::new((100.0, 30.0), (104.0, 32.0)).to_polygon()]).expect("a surface")
    }

    fn chosen(candidates: &[Candidate]) -> (Vec<String>, f64) {
        let cover = cover(&area(), candidates, &Budget::default());
        (cover.dataids, cover.coverage)
    }

    #[test]
    fn few_bytes_are_chosen() {
        let two_halves = [
            scene("west", 10, 99.0, 29.0, 102.0, 33.0),
            scene("east", 10, 102.0, 29.0, 105.0, 33.0),
        ];
        let large = scene("all", 30, 99.0, 29.0, 105.0, 33.0);
        let twin = scene("west again", 9, 99.0, 29.0, 102.0, 33.0);
        let all = [&two_halves[..], std::slice::from_ref(&large), &[twin]].concat();
        assert_eq!(
            chosen(&all),
            (vec!["west again".into(), "east".into()], 100.0)
        );
        assert_eq!(
            chosen(&[large, two_halves[0].clone()]),
            (vec!["all".into()], 100.0)
        );
        assert_eq!(chosen(&two_halves[..1]), (vec!["west".into()], 50.0));
        assert_eq!(
            chosen(&[scene("far", 1, 0.0, 0.0, 1.0, 1.0)]),
            (Vec::new(), 0.0)
        );
        assert_eq!(chosen(&[]), (Vec::new(), 0.0));
    }

    /// Greedily the middle comes first, and is not needed once both sides are there.
    #[test]
    fn what_became_needless_is_left_out() {
        let candidates = [
            scene("middle", 10, 100.5, 29.0, 103.5, 33.0),
            scene("west", 9, 99.0, 29.0, 102.0, 33.0),
            scene("east", 9, 102.0, 29.0, 105.0, 33.0),
        ];
        assert_eq!(
            chosen(&candidates),
            (vec!["west".into(), "east".into()], 100.0)
        );
    }

    proptest! {
        /// It covers what all cover, with nothing needless in it, and costs no more than 15 times the cheapest set.
        #[test]
        fn is_a_cover_and_not_a_dear_one(
            rects in proptest::collection::vec((0_u8..8, 0_u8..4, 1_u8..6, 1_u8..4, 1_i64..20), 1..9),
        ) {
            let candidates: Vec<Candidate> = rects.iter().enumerate().map(|(number, (x, y, width, height, size))| {
                let (x, y) = (100.0 + f64::from(*x) / 2.0, 30.0 + f64::from(*y) / 2.0);
                let (east, north) = (x + f64::from(*width) / 2.0, y + f64::from(*height) / 2.0);
                scene(&number.to_string(), *size, x, y, east, north)
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
            let cost = |set: u32| -> i64 {
                rects.iter().enumerate().filter(|(number, _)| set >> number & 1 == 1).map(|(_, rect)| rect.4).sum()
            };
            let all = (1_u32 << rects.len()) - 1;
            let cheapest = (0..=all).filter(|set| cells(*set) == cells(all)).map(cost).min().unwrap_or(0);
            let chosen: u32 = cover(&area(), &candidates, &Budget::default()).dataids.iter()
                .map(|id| 1_u32 << id.parse::<u32>().unwrap_or(31)).sum();
            prop_assert_eq!(cells(chosen), cells(all));
            prop_assert!(cost(chosen) <= 15 * cheapest);
            for number in (0..rects.len()).filter(|number| chosen >> number & 1 == 1) {
                prop_assert_ne!(cells(chosen & !(1 << number)), cells(all), "one is needless");
            }
        }
    }
}
