//! An area in tiles, so that cutting a scene out of it touches a few small outlines and not all of a long one.

use domain::budget::{Budget, Exhausted};
use geo::{BooleanOps as _, BoundingRect as _, Coord, CoordsIter as _, MultiPolygon, Rect};

use crate::coverage::size;

/// A tile with fewer corners is not split for them: cutting it takes some microseconds.
const FEW_CORNERS: usize = 64;
/// Most halvings: up to 4,096 tiles.
const MAX_HALVINGS: u32 = 12;

/// A part of the area.
struct Tile {
    part: MultiPolygon,
    /// What is not covered yet.
    left: MultiPolygon,
    /// The box around `left`; `None`: nothing is left.
    rim: Option<Rect>,
}

/// The area, cut up.
pub(super) struct Tiles {
    tiles: Vec<Tile>,
}

impl Tiles {
    /// Tiles not much larger than `scene` degrees wide and high, with few corners each.
    pub(super) fn new(area: MultiPolygon, scene: f64, budget: &Budget) -> Result<Self, Exhausted> {
        let mut tiles = Vec::new();
        let mut open = vec![(area, 0)];
        while let Some((part, halvings)) = open.pop() {
            let Some(rim) = part.bounding_rect() else {
                continue;
            };
            let large = rim.width().max(rim.height()) > scene.max(1e-6);
            if halvings < MAX_HALVINGS && (large || part.coords_count() > FEW_CORNERS) {
                budget.spend(part.coords_count())?;
                let parts = halves(rim).map(|half| part.intersection(&half.to_polygon()));
                open.extend(parts.map(|part| (part, halvings + 1)));
                continue;
            }
            tiles.push(Tile {
                left: part.clone(),
                rim: Some(rim),
                part,
            });
        }
        Ok(Self { tiles })
    }

    /// How much of what is left a scene would cover, in square radians.
    pub(super) fn gain(&self, scene: &MultiPolygon, budget: &Budget) -> Result<f64, Exhausted> {
        let mut sum = 0.0;
        for tile in self.near(scene) {
            budget.spend(tile.left.coords_count() + scene.coords_count())?;
            sum += size(&tile.left.intersection(scene));
        }
        Ok(sum)
    }

    /// Takes away what a scene covers.
    pub(super) fn take(&mut self, scene: &MultiPolygon) {
        let Some(around) = scene.bounding_rect() else {
            return;
        };
        for tile in &mut self.tiles {
            if tile.rim.is_some_and(|rim| meet(rim, around)) {
                tile.left = tile.left.difference(scene);
                tile.rim = tile.left.bounding_rect();
            }
        }
    }

    /// How much of the area `scene` covers that none of `others` does.
    pub(super) fn alone(
        &self,
        scene: &MultiPolygon,
        others: &[&MultiPolygon],
        budget: &Budget,
    ) -> Result<f64, Exhausted> {
        let Some(around) = scene.bounding_rect() else {
            return Ok(0.0);
        };
        let whole = |tile: &&Tile| {
            tile.part
                .bounding_rect()
                .is_some_and(|rim| meet(rim, around))
        };
        let mut sum = 0.0;
        for tile in self.tiles.iter().filter(whole) {
            budget.spend(tile.part.coords_count() + scene.coords_count())?;
            let mut rest = tile.part.intersection(scene);
            for other in others {
                let Some(rim) = rest.bounding_rect() else {
                    break;
                };
                if other
                    .bounding_rect()
                    .is_some_and(|around| meet(rim, around))
                {
                    budget.spend(rest.coords_count() + other.coords_count())?;
                    rest = rest.difference(*other);
                }
            }
            sum += size(&rest);
        }
        Ok(sum)
    }

    /// How much is left, in square radians.
    pub(super) fn size_left(&self) -> f64 {
        self.tiles.iter().map(|tile| size(&tile.left)).sum()
    }

    /// What is left, without pieces smaller than `negligible` square radians. Pieces of several tiles stay apart: a union
    /// of slivers that share edges takes `i_overlay` hours.
    pub(super) fn left(&self, negligible: f64) -> MultiPolygon {
        let parts = self.tiles.iter().flat_map(|tile| tile.left.clone());
        parts
            .filter(|part| size(&MultiPolygon(vec![part.clone()])) > negligible)
            .collect()
    }

    fn near(&self, scene: &MultiPolygon) -> impl Iterator<Item = &Tile> {
        let around = scene.bounding_rect();
        self.tiles.iter().filter(move |tile| {
            let rims = tile.rim.zip(around);
            rims.is_some_and(|(rim, around)| meet(rim, around))
        })
    }
}

fn meet(one: Rect, other: Rect) -> bool {
    one.min().x <= other.max().x
        && other.min().x <= one.max().x
        && one.min().y <= other.max().y
        && other.min().y <= one.max().y
}

/// Across the longer side.
fn halves(rect: Rect) -> [Rect; 2] {
    let (min, max) = (rect.min(), rect.max());
    let (end, begin) = if rect.width() >= rect.height() {
        let middle = min.x.midpoint(max.x);
        (Coord { x: middle, ..max }, Coord { x: middle, ..min })
    } else {
        let middle = min.y.midpoint(max.y);
        (Coord { y: middle, ..max }, Coord { y: middle, ..min })
    };
    [Rect::new(min, end), Rect::new(begin, max)]
}
