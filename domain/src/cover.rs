//! What a scene costs whoever covers an area with scenes.
//!
//! ```text
//! cost = (64 MiB + size) · cloud · detail · age
//! cloud  = 1 / (1 - cover/100), at most 5
//! detail = (gsd / 10 m)² beyond 10 m, else 1
//! age    = 2^(years / 5), at most 8
//! ```
//!
//! - **Size**: fewer bytes are fewer hours of extraction, download and disk. Every scene also costs its handling, so a file
//!   of some kilobytes is not free: 64 MiB, about a second of an archive's disk. A size that nobody knows counts as 1 GiB,
//!   what a Sentinel-2 tile or a Landsat scene weighs.
//! - **Cloud**: of a scene that is half under clouds two are needed for the ground of one. Unknown counts as half. Of more
//!   than 80 % the ground is seen in holes only: such a scene takes no part, and what it alone would fill is said to be
//!   open ([`Traits::is_overcast`]).
//! - **Detail**: bytes for a square kilometre fall with the square of the pixel, so by bytes alone the coarsest picture
//!   always wins. Beyond 10 m the same square takes that gain away; below 10 m bytes decide again. An unknown pixel counts
//!   as 30 m, Landsat's.
//! - **Age**: the ground changes; after five years a scene is worth half as much. The limit keeps archives in the game.
//! - **Kind**: where there is imagery, products derived from other data (relief, maps) take no part ([`Kind`]).

/// Bytes that handling a scene is worth.
const HANDLING: f64 = 64.0 * 1024.0 * 1024.0;
/// Bytes of a file whose size nobody knows.
const USUAL_SIZE: f64 = 1024.0 * 1024.0 * 1024.0;
/// Percent; of a cloudier scene too little ground is seen to call its footprint covered.
pub const MAX_CLOUD: f64 = 80.0;
/// Most that clouds make of a cost: what they make of it at [`MAX_CLOUD`].
const MAX_CLOUD_FACTOR: f64 = 5.0;
/// Percent, where nobody knows.
const USUAL_CLOUD: f64 = 50.0;
/// Metres; finer pixels are no gain for a cover.
const FINE_ENOUGH: f64 = 10.0;
/// Metres, where nobody knows.
const USUAL_GSD: f64 = 30.0;
/// Years that double a cost.
const YEARS_FOR_HALF: f64 = 5.0;
/// Most that age makes of a cost.
const MAX_AGE_FACTOR: f64 = 8.0;

/// What sort of picture a scene is: only the best sort that was found takes part in a cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A sensor looked at the ground.
    Imagery,
    /// Made from other data.
    Derived,
}

/// Object types of nodes whose scenes are derived: standard products, and archived reports and maps.
pub const DERIVED_TYPES: [&str; 2] = ["BZCP", "ZL"];

/// What the cost follows from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traits {
    /// Bytes; 0 or less: unknown.
    pub size: i64,
    /// Percent.
    pub cloud: Option<f64>,
    /// Ground sample distance, metres.
    pub gsd: Option<f64>,
    /// Years since the scene was taken.
    pub years: f64,
}

impl Traits {
    /// Bytes that the scene is worth paying for; see the formula above. Finite, and at least 64 MiB.
    #[must_use]
    pub fn cost(&self) -> f64 {
        (HANDLING + self.bytes()) * self.for_cloud() * self.for_detail() * self.for_age()
    }

    /// Whether the scene is so cloudy that it covers nothing. Where nobody knows, it is not.
    #[must_use]
    pub fn is_overcast(&self) -> bool {
        self.cloud.is_some_and(|percent| percent > MAX_CLOUD)
    }

    #[expect(clippy::cast_precision_loss, reason = "a comparison of sizes")]
    fn bytes(&self) -> f64 {
        if self.size > 0 {
            self.size as f64
        } else {
            USUAL_SIZE
        }
    }

    fn for_cloud(&self) -> f64 {
        let known = self.cloud.filter(|percent| percent.is_finite());
        let clear = 1.0 - known.unwrap_or(USUAL_CLOUD).clamp(0.0, 100.0) / 100.0;
        (1.0 / clear.max(1.0 / MAX_CLOUD_FACTOR)).min(MAX_CLOUD_FACTOR)
    }

    fn for_detail(&self) -> f64 {
        let known = self.gsd.filter(|gsd| gsd.is_finite() && *gsd > 0.0);
        let pixel = known.unwrap_or(USUAL_GSD).clamp(FINE_ENOUGH, 1e6);
        (pixel / FINE_ENOUGH).powi(2)
    }

    fn for_age(&self) -> f64 {
        let years = if self.years.is_finite() {
            self.years.max(0.0)
        } else {
            0.0
        };
        (years / YEARS_FOR_HALF).exp2().min(MAX_AGE_FACTOR)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MIB: i64 = 1024 * 1024;

    fn usual() -> Traits {
        Traits {
            size: 800 * MIB,
            cloud: Some(10.0),
            gsd: Some(10.0),
            years: 1.0,
        }
    }

    #[test]
    fn each_weight_has_its_say() {
        let usual = usual();
        let changes: [(&str, Traits); 6] = [
            (
                "larger",
                Traits {
                    size: 900 * MIB,
                    ..usual
                },
            ),
            (
                "cloudier",
                Traits {
                    cloud: Some(20.0),
                    ..usual
                },
            ),
            (
                "of unknown cloud",
                Traits {
                    cloud: None,
                    ..usual
                },
            ),
            (
                "coarser",
                Traits {
                    gsd: Some(15.0),
                    ..usual
                },
            ),
            ("of unknown detail", Traits { gsd: None, ..usual }),
            (
                "older",
                Traits {
                    years: 2.0,
                    ..usual
                },
            ),
        ];
        for (name, other) in changes {
            assert!(other.cost() > usual.cost(), "{name}");
        }
        let finer = Traits {
            gsd: Some(2.0),
            ..usual
        };
        assert!(
            (finer.cost() - usual.cost()).abs() < 1.0,
            "finer than needed"
        );
    }

    /// A relief of 10 KB with pixels of 3.7 km, 16 years old, for the area of a Sentinel-2 tile.
    #[test]
    fn a_tiny_coarse_file_is_no_bargain() {
        let relief = Traits {
            size: 10 * 1024,
            cloud: None,
            gsd: Some(3700.0),
            years: 16.0,
        };
        assert!(relief.cost() > 1000.0 * usual().cost());
        let unknown = Traits { size: 0, ..usual() };
        assert!(unknown.cost() > usual().cost(), "unknown is not free");
    }

    #[test]
    fn a_scene_of_clouds_covers_nothing() {
        let of = |cloud| Traits { cloud, ..usual() };
        for (cloud, overcast) in [
            (None, false),
            (Some(f64::NAN), false),
            (Some(0.0), false),
            (Some(80.0), false),
            (Some(80.1), true),
            (Some(98.5), true),
        ] {
            assert_eq!(of(cloud).is_overcast(), overcast, "{cloud:?}");
        }
        let dearest = of(Some(MAX_CLOUD)).cost();
        assert!((dearest / of(Some(0.0)).cost() - MAX_CLOUD_FACTOR).abs() < 1e-9);
    }

    #[test]
    fn imagery_comes_before_what_is_derived() {
        assert!(Kind::Imagery < Kind::Derived);
    }

    proptest! {
        #[test]
        fn whatever_is_known_the_cost_is_a_number(
            size in any::<i64>(), cloud in any::<Option<f64>>(), gsd in any::<Option<f64>>(), years in any::<f64>(),
        ) {
            let cost = Traits { size, cloud, gsd, years }.cost();
            prop_assert!(cost.is_finite() && cost >= HANDLING);
        }
    }
}
