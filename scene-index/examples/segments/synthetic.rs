//! Scenes as satellites might have taken them, drawn by a seeded generator: no two alike.

use geometry::Footprint;
use scene_index::{SceneRecord, SceneSource};

/// Quarters from 2015 to 2024.
pub const QUARTERS: u64 = 40;
const SATELLITES: u16 = 20;
/// 2015-01-01, and a quarter, in microseconds.
const BEGIN: i64 = 1_420_070_400_000_000;
const QUARTER: i64 = 7_889_400_000_000;
/// Kilometres of a degree of latitude.
const KILOMETRES: f64 = 111.32;

/// West, east, south, north, and how many of a hundred scenes: China, Asia, the world.
const REGIONS: [(f64, f64, f64, f64, u64); 3] = [
    (73.0, 135.0, 18.0, 54.0, 45),
    (40.0, 150.0, -10.0, 60.0, 30),
    (-180.0, 180.0, -75.0, 78.0, 25),
];

/// Numbers that follow from a seed (`SplitMix64`: Steele, Lea and Flood, 2014).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    #[expect(clippy::cast_precision_loss, reason = "53 bits")]
    fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * ((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// So many scenes, the same at each run.
pub struct Catalogue {
    scenes: u64,
}

impl Catalogue {
    pub const fn new(scenes: u64) -> Self {
        Self { scenes }
    }

    /// Scenes of a quarter.
    pub fn scenes(&self, quarter: u64) -> impl Iterator<Item = SceneRecord> {
        let dice = &mut Dice(quarter);
        let mut dice = Dice(dice.next());
        let numbers = self.scenes * quarter / QUARTERS..self.scenes * (quarter + 1) / QUARTERS;
        numbers.map(move |number| scene(&mut dice, number, quarter))
    }
}

/// A satellite each.
pub fn sources() -> Vec<SceneSource> {
    let source = |satellite: u16| SceneSource {
        node: i64::from(satellite / 4),
        satellite: format!("S{satellite:02}"),
        sensor: format!("I{}", satellite % 3),
        is_online: satellite.is_multiple_of(2),
        has_picture: satellite.is_multiple_of(3),
    };
    (0..SATELLITES).map(source).collect()
}

fn scene(dice: &mut Dice, number: u64, quarter: u64) -> SceneRecord {
    let source = u16::try_from(dice.next() % u64::from(SATELLITES)).unwrap_or(0);
    let begin = BEGIN + i64::try_from(quarter).unwrap_or(0) * QUARTER;
    let into = dice.next() % QUARTER.unsigned_abs();
    let cloud = match dice.next() % 100 {
        0..5 => None,
        5..15 => Some(0.0),
        tenths => Some(f32::from(u16::try_from((dice.next() ^ tenths) % 1001).unwrap_or(0)) / 10.0),
    };
    SceneRecord {
        number,
        source,
        time: Some(begin + i64::try_from(into).unwrap_or(0)),
        cloud,
        size: dice.next() % (1 << 32),
        footprint: footprint(dice, source),
        names: scene_index::names::folded(
            &format!("S{source:02}_{quarter}_{number}"),
            &number.to_string(),
        ),
    }
}

/// A leaning quadrangle of 30 to 185 kilometres; one of two hundred has seven corners.
fn footprint(dice: &mut Dice, satellite: u16) -> Footprint {
    let lot = dice.next() % 100;
    let region = if lot < REGIONS[0].4 {
        REGIONS[0]
    } else if lot < REGIONS[0].4 + REGIONS[1].4 {
        REGIONS[1]
    } else {
        REGIONS[2]
    };
    let (x, y) = (
        dice.between(region.0, region.1),
        dice.between(region.2, region.3),
    );
    let half = (30.0 + 155.0 * f64::from(satellite) / f64::from(SATELLITES - 1)) / KILOMETRES / 2.0;
    let lean = dice.between(0.15, 0.25);
    let narrow = y.to_radians().cos();
    let corner = |across: f64, along: f64, dice: &mut Dice| {
        let (east, north) = (
            across * half - lean * along * half,
            along * half + lean * across * half,
        );
        let stir = 0.01 * half;
        (
            x + east / narrow + dice.between(-stir, stir),
            y + north + dice.between(-stir, stir),
        )
    };
    let quadrangle = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    let cut = [
        (-1.0, 0.6),
        (-0.6, 1.0),
        (0.6, 1.0),
        (1.0, 0.6),
        (1.0, -1.0),
        (0.0, -1.2),
        (-1.0, -1.0),
    ];
    let ring = if dice.next().is_multiple_of(200) {
        cut.map(|(across, along)| corner(across, along, dice))
            .to_vec()
    } else {
        quadrangle
            .map(|(across, along)| corner(across, along, dice))
            .to_vec()
    };
    Footprint::from_ring(ring).unwrap_or_default()
}
