//! Scenes that together cover an area at little cost.

mod shortlist;
mod tiles;

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use domain::budget::{Budget, Exhausted};
use geo::{BoundingRect as _, CoordsIter as _, Geometry, MultiPolygon};

pub use shortlist::Shortlist;

use crate::coverage::{NEGLIGIBLE, Surface, size, surface_of};
use crate::simplify;
use tiles::Tiles;

/// What choosing may cost, in steps of about a microsecond; a cover that is not finished then is no refusal.
const MAX_STEPS: u64 = 1_500_000;
/// Covers of more scenes than this are not searched for scenes that became needless.
const MAX_PRUNED: usize = 200;

/// A scene that may be chosen.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Public id of the scene.
    pub dataid: String,
    /// What it costs (see [`domain::cover`]); more than nothing.
    pub cost: f64,
    pub footprint: Geometry,
}

/// A set of scenes.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// Public ids, the most useful first.
    pub dataids: Vec<String>,
    /// Share of the area that stays uncovered, 0 to 1.
    pub gap: f64,
    /// The part of the area that no scene covers.
    pub uncovered: MultiPolygon,
    /// Whether no choice could make it smaller; false when the work became too much.
    pub complete: bool,
}

/// An area of more corners than this is simplified before it is covered.
const MANY_CORNERS: usize = 1000;
/// The tolerance of that is this share of the longer side of the box around it: of a province of 10 degrees 250 m, of
/// the nation 1.5 km, a pixel or two of a map that shows all of it.
const TOLERANCE: f64 = 1.0 / 4000.0;

/// The area with fewer corners, where it has many, and how far its outline moved at most, in degrees (Douglas and
/// Peucker 1973). Parts smaller than the tolerance may vanish.
#[must_use]
pub fn simplified(area: Surface, budget: &Budget) -> (Surface, f64) {
    let whole = area.whole();
    let rim = whole
        .bounding_rect()
        .filter(|_| whole.coords_count() > MANY_CORNERS);
    let Some(rim) = rim else {
        return (area, 0.0);
    };
    let tolerance = rim.width().max(rim.height()) * TOLERANCE;
    let simple = simplify::simplified(&whole, tolerance, budget).ok();
    let simple = simple.and_then(|simple| Surface::new(&simple.0, budget).ok()?);
    match simple {
        Some(simple) => (simple, tolerance),
        None => (area, 0.0),
    }
}

/// A choice with its surface.
struct Scene {
    choice: Choice,
    surface: MultiPolygon,
}

/// A promise of so much new surface for its cost; it only ever becomes less.
struct Promise {
    value: f64,
    scene: usize,
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
        by_value.then(other.scene.cmp(&self.scene))
    }
}

/// Scenes that together cover as much of the area as all choices do, at little cost.
///
/// Of equal footprints only the cheapest is looked at. Then always that scene is taken which covers most of what is
/// still uncovered for its cost, by exact cutting (shares below a millionth are left), and at the end those go that the
/// others made needless. The cheapest set of all cannot be found in reasonable time (weighted set cover is NP-hard);
/// this one is at most 1 + ln(1,000,000) = 15 times as dear (Chvatal 1979, the smallest share counted being a
/// millionth), mostly a few percent. The area is cut in tiles of about a scene's size ([`Tiles`]), so the work grows
/// with the scenes and not with scenes times corners of the area.
pub fn cover(area: &Surface, choices: Vec<Choice>, budget: &Budget) -> Result<Cover, Exhausted> {
    let scenes = scenes(choices, budget)?;
    let mut tiles = Tiles::new(area.whole(), usual_width(&scenes), budget)?;
    let negligible = NEGLIGIBLE * area.size();
    let (mut taken, complete) = greedily(&mut tiles, &scenes, area.size(), budget)?;
    if complete {
        prune(&tiles, &scenes, &mut taken, negligible, budget)?;
    }
    let ids = taken
        .iter()
        .map(|scene| scenes[*scene].choice.dataid.clone());
    Ok(Cover {
        dataids: ids.collect(),
        gap: (tiles.size_left() / area.size()).clamp(0.0, 1.0),
        uncovered: tiles.left(negligible),
        complete,
    })
}

fn greedily(
    tiles: &mut Tiles,
    scenes: &[Scene],
    whole: f64,
    budget: &Budget,
) -> Result<(Vec<usize>, bool), Exhausted> {
    let own = Budget::of_steps(MAX_STEPS);
    // At first the box around a scene, which is never less than its part of the area.
    let mut promises: BinaryHeap<Promise> = scenes
        .iter()
        .enumerate()
        .map(|(scene, one)| Promise {
            value: box_size(&one.surface).min(whole) / one.choice.cost,
            scene,
        })
        .collect();
    let mut taken = Vec::new();
    let mut left = whole;
    while left > NEGLIGIBLE * whole
        && let Some(best) = promises.pop()
    {
        let one = &scenes[best.scene];
        budget.spend(1)?;
        let Ok(gain) = tiles.gain(&one.surface, &own) else {
            return Ok((taken, false));
        };
        if gain < NEGLIGIBLE * whole {
            continue;
        }
        let value = gain / one.choice.cost;
        if promises.peek().is_some_and(|next| next.value > value) {
            promises.push(Promise { value, ..best });
            continue;
        }
        tiles.take(&one.surface);
        left -= gain;
        taken.push(best.scene);
    }
    Ok((taken, true))
}

fn box_size(surface: &MultiPolygon) -> f64 {
    let rim = surface.bounding_rect();
    rim.map_or(0.0, |rim| size(&MultiPolygon(vec![rim.to_polygon()])))
}

fn scenes(choices: Vec<Choice>, budget: &Budget) -> Result<Vec<Scene>, Exhausted> {
    let mut cheapest: HashMap<Vec<u64>, Choice> = HashMap::new();
    for choice in choices {
        budget.spend(1)?;
        let key = corners(&choice.footprint);
        match cheapest.get_mut(&key) {
            Some(known) if (known.cost, &known.dataid) <= (choice.cost, &choice.dataid) => {}
            Some(known) => *known = choice,
            None => {
                cheapest.insert(key, choice);
            }
        }
    }
    let mut choices: Vec<Choice> = cheapest.into_values().collect();
    choices.sort_by(|one, other| one.dataid.cmp(&other.dataid));
    let scene = |choice: Choice| Scene {
        surface: surface_of(&choice.footprint),
        choice,
    };
    Ok(choices.into_iter().map(scene).collect())
}

/// The same for equal footprints.
fn corners(footprint: &Geometry) -> Vec<u64> {
    let corners = footprint.coords_iter();
    corners
        .flat_map(|corner| [corner.x.to_bits(), corner.y.to_bits()])
        .collect()
}

/// The median of the longer sides, in degrees.
fn usual_width(scenes: &[Scene]) -> f64 {
    let rims = scenes
        .iter()
        .filter_map(|scene| scene.surface.bounding_rect());
    let mut widths: Vec<f64> = rims.map(|rim| rim.width().max(rim.height())).collect();
    widths.sort_by(f64::total_cmp);
    widths.get(widths.len() / 2).copied().unwrap_or(360.0)
}

/// Leaves out what the others cover, the dearest first.
fn prune(
    tiles: &Tiles,
    scenes: &[Scene],
    taken: &mut Vec<usize>,
    negligible: f64,
    budget: &Budget,
) -> Result<(), Exhausted> {
    if taken.len() > MAX_PRUNED {
        return Ok(());
    }
    let mut dearest_first = taken.clone();
    dearest_first.sort_by(|one, other| {
        scenes[*other]
            .choice
            .cost
            .total_cmp(&scenes[*one].choice.cost)
    });
    for scene in dearest_first {
        let others = taken.iter().filter(|other| **other != scene);
        let others: Vec<&MultiPolygon> = others.map(|other| &scenes[*other].surface).collect();
        if tiles.alone(&scenes[scene].surface, &others, budget)? < negligible {
            taken.retain(|other| *other != scene);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
