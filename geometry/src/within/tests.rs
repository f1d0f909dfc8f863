use ::wkt::ToWkt as _;
use geo::{Area as _, Polygon};
use proptest::prelude::*;

use super::*;

/// Of people with an account, as the API has it.
const STEPS: u64 = 15_000_000;

fn within(held: &str, given: &str, steps: u64) -> Result<bool, Exhausted> {
    lies_within(held, given, &Budget::of_steps(steps))
}

#[test]
fn an_area_lies_within_what_covers_it() {
    let square = "POLYGON((0 0,10 0,10 10,0 10,0 0))";
    let holed = "POLYGON((0 0,10 0,10 10,0 10,0 0),(4 4,6 4,6 6,4 6,4 4))";
    let parts = "MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((6 6,9 6,9 9,6 9,6 6)))";
    let across = "POLYGON((170 0,190 0,190 10,170 10,170 0))";
    let collection = "GEOMETRYCOLLECTION(POLYGON((1 1,9 1,9 9,1 1)),LINESTRING(0 0,1 1,12 12))";
    for (held, given, holds) in [
        (square, square, true),
        (square, "POLYGON((1 1,2 1,2 2,1 1))", true),
        (square, "POLYGON((0 0,5 0,5 5,0 0))", true),
        (square, "POLYGON((5 5,11 5,11 6,5 5))", false),
        (square, holed, true),
        (holed, square, false),
        (holed, "POLYGON((3 3,7 3,7 7,3 3))", false),
        (holed, "POLYGON((4 4,6 4,6 6,4 6,4 4))", false),
        (holed, "POLYGON((4 0,6 0,6 4,4 4,4 0))", true),
        (square, parts, true),
        (parts, square, false),
        (parts, "POLYGON((1 1,8 8,8 7,1 1))", false),
        (across, "POLYGON((179 1,181 1,181 2,179 2,179 1))", true),
        (across, "POLYGON((-175 1,-174 1,-174 2,-175 1))", true),
        (across, "POLYGON((160 1,175 1,175 2,160 1))", false),
        (square, collection, false),
        (square, "nothing", false),
        ("nothing", square, false),
        (square, "POINT(5 5)", true),
        (square, "MULTIPOINT((5 5),(10 10))", true),
        (square, "LINESTRING(0 0,10 10)", true),
        (square, "LINESTRING(0 0,11 10)", false),
        ("LINESTRING(0 0,1 1)", "POINT(0 0)", false),
    ] {
        assert_eq!(within(held, given, STEPS), Ok(holds), "{held} {given}");
    }
}

fn text(kind: &str, corners: impl Iterator<Item = (f64, f64)>) -> String {
    let corners: Vec<String> = corners.map(|(x, y)| format!("{x:.6} {y:.6}")).collect();
    if kind == "POLYGON" {
        format!("POLYGON(({},{}))", corners.join(","), corners[0])
    } else {
        format!("{kind}({})", corners.join(","))
    }
}

/// A rough circle.
fn coast(corners: u32, (x, y): (f64, f64), radius: f64) -> String {
    let turn = std::f64::consts::TAU / f64::from(corners);
    let ring = (0..corners).map(|number| {
        let (sin, cos) = (f64::from(number) * turn).sin_cos();
        let far = radius * (1.0 + 0.001 * (f64::from(number) * 1.7).sin());
        (x + far * cos, y + far * sin)
    });
    text("POLYGON", ring)
}

/// Teeth from west to east.
fn comb(corners: u32, turned: bool) -> String {
    let teeth = (0..corners - 2).map(|number| {
        let along = 100.0 + 4.0 * f64::from(number) / f64::from(corners);
        (along, if number / 2 % 2 == 0 { 30.1 } else { 31.9 })
    });
    let ring = teeth.chain([(104.0, 30.0), (100.0, 30.0)]);
    let ring = ring.map(|(x, y)| if turned { (y + 71.0, x - 71.0) } else { (x, y) });
    text("POLYGON", ring)
}

/// A bundle of edges from the south-west to the north-east, whose boxes all hold what lies beside it.
fn slanting(edges: u32) -> String {
    let bundle = (0..=edges).map(|number| {
        let aside = f64::from(number) / 1e5;
        if number % 2 == 0 {
            (100.0 + aside, 30.0)
        } else {
            (105.0 + aside, 35.0)
        }
    });
    let back = [(100.0 + f64::from(edges) / 1e5, 29.9), (100.0, 29.9)];
    text("POLYGON", bundle.chain(back))
}

#[test]
fn coasts_of_twenty_thousand_corners_are_compared() {
    let coast = |corners: u32, radius: f64| coast(corners, (102.0, 31.0), radius);
    let (large, small) = (coast(19_990, 1.5), coast(19_990, 1.4));
    assert_eq!(within(&large, &small, STEPS), Ok(true));
    assert_eq!(within(&small, &large, STEPS), Ok(false));
    // Along one another, as a province and what was traced of it.
    assert_eq!(within(&large, &coast(9_995, 1.5), STEPS), Ok(false));
    assert_eq!(within(&large, &format!("{large} "), STEPS), Ok(true));
    let square = "POLYGON((99 29,105 29,105 33,99 33,99 29))";
    assert_eq!(within(square, &comb(19_990, false), STEPS), Ok(true));
}

/// Each tooth of one crosses each of the other, which the first of them tells.
#[test]
fn combs_that_cross_are_told_by_the_first_crossing() {
    let (one, other) = (comb(19_990, false), comb(19_990, true));
    assert!(wkt::parse(&one).is_ok() && wkt::parse(&other).is_ok());
    let field = "POLYGON((100 28,106 28,106 34,100 34,100 28))";
    // Its rim is around all of the other one, else nothing would be compared.
    let rim = "((100 28,106 28,106 34,105.9 28.1,100 28))";
    let both = format!("MULTIPOLYGON({},{rim})", &one["POLYGON".len()..]);
    assert!(wkt::parse(&both).is_ok());
    assert_eq!(within(field, &other, STEPS), Ok(true));
    assert_eq!(within(&both, &other, 1_000_000), Ok(false));
}

#[test]
fn what_has_to_be_compared_with_everything_ends_with_the_budget() {
    let held = slanting(980);
    assert!(wkt::parse(&held).is_ok());
    let beside = coast(19_990, (103.8, 31.2), 0.3);
    assert_eq!(within(&held, &beside, STEPS), Err(Exhausted::Steps));
    let small = coast(60, (103.8, 31.2), 0.3);
    assert_eq!(within(&held, &small, STEPS), Ok(false));
    // A line may cross itself as often as it likes, and each crossing is kept.
    let star = (0..19_990_u32).map(|number| {
        let (sin, cos) = (f64::from(number) * 2.5).sin_cos();
        (102.0 + cos, 31.0 + sin)
    });
    let star = text("LINESTRING", star);
    assert!(wkt::parse(&star).is_ok());
    let square = "POLYGON((99 29,105 29,105 33,99 33,99 29))";
    assert_eq!(within(square, &star, STEPS), Err(Exhausted::Steps));
}

#[test]
fn nothing_is_compared_for_who_went_away_or_has_no_steps_left() {
    let square = "POLYGON((99 29,105 29,105 33,99 33,99 29))";
    let comb = comb(19_990, false);
    assert_eq!(within(square, &comb, 5_000), Err(Exhausted::Steps));
    let budget = Budget::default();
    budget.stop(Exhausted::Abandoned);
    let abandoned = lies_within(square, &comb, &budget);
    assert_eq!(abandoned, Err(Exhausted::Abandoned));
}

fn triangle() -> impl Strategy<Value = Polygon> {
    let corners = proptest::collection::vec((0_u8..9, 0_u8..9), 3);
    let polygon = corners.prop_map(|corners| {
        let ring = corners
            .into_iter()
            .map(|(x, y)| (f64::from(x), f64::from(y)));
        Polygon::new(ring.collect(), Vec::new())
    });
    polygon.prop_filter("flat", |polygon| polygon.unsigned_area() > 0.0)
}

proptest! {
    /// What is left out of the comparing changes no answer.
    #[test]
    fn the_answer_is_that_of_the_whole_comparing(held in triangle(), given in triangle()) {
        let whole = given.relate(&held).is_coveredby();
        prop_assert_eq!(within(&held.wkt_string(), &given.wkt_string(), STEPS), Ok(whole));
    }
}
