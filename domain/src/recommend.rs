//! Which scenes are like one another, and which may please a person.
//!
//! How like a scene is to another one ([`Likeness::score`], 0 to 1):
//!
//! ```text
//! score = overlap · (0.30 + 0.25 · 30/(30 + days) + 0.15 · same sensor + 0.05 · same satellite
//!                    + 0.10 · finer/coarser resolution + 0.15 · (1 - cloud/100))
//! ```
//!
//! `overlap` is the share of the given scene's footprint that the other one covers, so what does not overlap is not
//! alike at all. A month apart halves what nearness in time gives. Resolution and cloud cover that nobody knows count
//! as the middle (one half).
//!
//! How well a scene answers to what a person looked for ([`appeal`], 0 to 1): `0.6 · 60/(60 + days) + 0.4 · (1 -
//! cloud/100)`. The scenes for several interests take turns, the latest interest first ([`in_turns`]).

/// What is compared of two scenes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// Share of the given footprint that the other covers, 0 to 1.
    pub overlap: f64,
    /// Days between the acquisitions.
    pub days: f64,
    /// Whether the same sensor took both.
    pub same_sensor: bool,
    /// Whether the same satellite took both.
    pub same_satellite: bool,
    /// Ground sample distances in metres, where both are known.
    pub resolutions: Option<(f64, f64)>,
    /// Cloud cover of the other one, percent.
    pub cloud: Option<f64>,
}

/// What is not known counts as this.
const MIDDLE: f64 = 0.5;

impl Likeness {
    /// See the formula above.
    #[must_use]
    pub fn score(&self) -> f64 {
        let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
        let resolution = self.resolutions.map_or(MIDDLE, |(one, other)| {
            let (finer, coarser) = (one.min(other), one.max(other));
            if coarser > 0.0 {
                (finer / coarser).clamp(0.0, 1.0)
            } else {
                MIDDLE
            }
        });
        self.overlap.clamp(0.0, 1.0)
            * (0.30
                + 0.25 * nearness(self.days, 30.0)
                + 0.15 * flag(self.same_sensor)
                + 0.05 * flag(self.same_satellite)
                + 0.10 * resolution
                + 0.15 * clearness(self.cloud))
    }
}

/// See the formula above; `days` since the scene was taken.
#[must_use]
pub fn appeal(days: f64, cloud: Option<f64>) -> f64 {
    0.6 * nearness(days, 60.0) + 0.4 * clearness(cloud)
}

/// 1 at once, one half after so many days.
fn nearness(days: f64, half: f64) -> f64 {
    half / (half + days.max(0.0))
}

fn clearness(cloud: Option<f64>) -> f64 {
    let known = cloud.filter(|percent| !percent.is_nan());
    known.map_or(MIDDLE, |percent| 1.0 - percent.clamp(0.0, 100.0) / 100.0)
}

/// Takes from several lists in turns, of each its first that was not taken from another, until there are `most`.
/// Answers which list each came from.
#[must_use]
pub fn in_turns(lists: &[Vec<i64>], most: usize) -> Vec<(usize, i64)> {
    let mut taken: Vec<(usize, i64)> = Vec::new();
    let mut positions = vec![0; lists.len()];
    loop {
        let before = taken.len();
        for (number, (list, position)) in lists.iter().zip(&mut positions).enumerate() {
            let known = |scene: &i64| taken.iter().any(|(_, other)| other == scene);
            let next = list[*position..].iter().position(|scene| !known(scene));
            let Some(step) = next.filter(|_| taken.len() < most) else {
                *position = list.len();
                continue;
            };
            taken.push((number, list[*position + step]));
            *position += step + 1;
        }
        if taken.len() == before {
            return taken;
        }
    }
}

/// How it is known what a person is interested in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The person searched for it.
    Searched,
    /// It lies in the person's cart.
    InCart,
    /// The person ordered it.
    Ordered,
}

impl Source {
    pub const ALL: [Self; 3] = [Self::Searched, Self::InCart, Self::Ordered];
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAME: Likeness = Likeness {
        overlap: 1.0,
        days: 0.0,
        same_sensor: true,
        same_satellite: true,
        resolutions: Some((2.0, 2.0)),
        cloud: Some(0.0),
    };

    #[test]
    fn the_score_follows_its_formula() {
        let with = |change: fn(&mut Likeness)| {
            let mut likeness = SAME;
            change(&mut likeness);
            likeness
        };
        for (likeness, expected) in [
            (SAME, 1.0),
            (with(|it| it.overlap = 0.5), 0.5),
            (with(|it| it.overlap = 0.0), 0.0),
            (with(|it| it.overlap = 1.2), 1.0),
            (with(|it| it.days = 30.0), 0.875),
            (with(|it| it.days = 90.0), 0.8125),
            (with(|it| it.same_sensor = false), 0.85),
            (with(|it| it.same_satellite = false), 0.95),
            (with(|it| it.resolutions = Some((10.0, 2.0))), 0.92),
            (with(|it| it.resolutions = Some((0.0, 0.0))), 0.95),
            (with(|it| it.resolutions = None), 0.95),
            (with(|it| it.cloud = Some(100.0)), 0.85),
            (with(|it| it.cloud = Some(f64::NAN)), 0.925),
            (with(|it| it.cloud = None), 0.925),
        ] {
            let score = likeness.score();
            assert!((score - expected).abs() < 1e-12, "{likeness:?}: {score}");
        }
    }

    #[test]
    fn newer_and_clearer_appeals_more() {
        for (days, cloud, expected) in [
            (0.0, Some(0.0), 1.0),
            (-5.0, Some(0.0), 1.0),
            (60.0, Some(0.0), 0.7),
            (0.0, Some(50.0), 0.8),
            (0.0, None, 0.8),
        ] {
            assert!(
                (appeal(days, cloud) - expected).abs() < 1e-12,
                "{days} {cloud:?}"
            );
        }
    }

    #[test]
    fn interests_take_turns_and_nothing_comes_twice() {
        let lists = [vec![1, 2, 3, 4], vec![2, 1, 5], vec![], vec![9]];
        for (most, expected) in [
            (0, vec![]),
            (2, vec![(0, 1), (1, 2)]),
            (9, vec![(0, 1), (1, 2), (3, 9), (0, 3), (1, 5), (0, 4)]),
        ] {
            assert_eq!(in_turns(&lists, most), expected, "{most}");
        }
        assert!(in_turns(&[], 3).is_empty());
    }
}
