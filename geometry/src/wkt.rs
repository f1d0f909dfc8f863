//! Reading WKT as it comes from people, maps and files.

use std::str::FromStr as _;
use texts::{FieldText, Message};

use ::wkt::Wkt;
use geo::{CoordsIter as _, Geometry};

use crate::crossings;

/// Most vertices of a searched area (portal specification section 9).
pub const MAX_VERTICES: usize = 20_000;
/// Collections in collections: nobody needs more, and each level costs stack.
const DEEPEST: usize = 8;
/// A map that was dragged around the globe once counts on to 540.
const LARGEST_LONGITUDE: f64 = 540.0;

/// Why a text is no usable place.
#[derive(Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Not WKT at all.
    Malformed(String),
    /// `POLYGON EMPTY` and the like.
    Empty,
    /// A ring of fewer than three corners.
    TooFewCorners,
    /// A coordinate that is not on the globe.
    OutOfRange,
    /// It crosses itself too often.
    TooTangled,
    /// More than [`MAX_VERTICES`].
    TooManyVertices,
}

impl From<Unreadable> for Message {
    fn from(reason: Unreadable) -> Self {
        match reason {
            Unreadable::Malformed(reason) => FieldText::AreaMalformed { reason }.into(),
            Unreadable::Empty => FieldText::AreaEmpty.into(),
            Unreadable::TooFewCorners => FieldText::AreaCornersMissing.into(),
            Unreadable::OutOfRange => FieldText::AreaOffGlobe.into(),
            Unreadable::TooTangled => FieldText::AreaTangled.into(),
            Unreadable::TooManyVertices => FieldText::AreaTooManyVertices.into(),
        }
    }
}

/// Reads a searched area. Full-width brackets and commas are taken for the plain ones; heights are dropped.
pub fn parse(text: &str) -> Result<Geometry, Unreadable> {
    let geometry = read(text)?;
    check(&geometry)?;
    Ok(geometry)
}

/// Reads any geometry, wherever it lies and however many corners it has.
pub fn read(text: &str) -> Result<Geometry, Unreadable> {
    let text = plain(text);
    check_brackets(&text)?;
    let parsed =
        Wkt::<f64>::from_str(&text).map_err(|reason| Unreadable::Malformed(reason.to_owned()))?;
    Geometry::try_from(parsed).map_err(|reason| Unreadable::Malformed(reason.to_string()))
}

/// Repairs what input methods and databases do to WKT.
fn plain(text: &str) -> String {
    let repaired: String = text
        .trim()
        .chars()
        .map(|character| match character {
            '（' => '(',
            '）' => ')',
            '，' => ',',
            '\u{3000}' | '\u{a0}' => ' ',
            other => other,
        })
        .collect();
    match repaired.split_once(';') {
        Some((srid, rest)) if srid.trim().to_ascii_uppercase().starts_with("SRID=") => {
            with_dimensions(rest.trim())
        }
        _ => with_dimensions(&repaired),
    }
}

/// `POLYGON((1 2 3,...))`: many programs write heights without saying `Z`.
fn with_dimensions(text: &str) -> String {
    let Some((kind, coordinates)) = text.split_once('(') else {
        return text.to_owned();
    };
    let first = coordinates.trim_start_matches(['(', ' ']);
    let first = first.split([',', ')']).next().unwrap_or_default();
    let dimensions = match first.split_whitespace().count() {
        3 => "Z",
        4 => "ZM",
        _ => return text.to_owned(),
    };
    let kind = kind.trim();
    if kind.eq_ignore_ascii_case("GEOMETRYCOLLECTION") {
        return text.to_owned();
    }
    // A `Z` that touches the kind, as in `POLYGONZ`, is announced as well.
    let (kind, dimensions) = match kind.trim_end_matches(['Z', 'z', 'M', 'm', ' ']) {
        plain if plain.len() < kind.len() => (plain, kind[plain.len()..].trim()),
        plain => (plain, dimensions),
    };
    let dimensions = dimensions.to_ascii_uppercase();
    format!("{kind} {dimensions} ({coordinates}")
}

/// Before the recursive reader sees it: brackets match, are not too deep, and nothing follows them.
fn check_brackets(text: &str) -> Result<(), Unreadable> {
    let malformed = |reason: &str| Err(Unreadable::Malformed(reason.to_owned()));
    let mut depth = 0_usize;
    let mut closed = false;
    for character in text.chars() {
        match character {
            _ if closed && !character.is_whitespace() => return malformed("trailing text"),
            '(' if depth == DEEPEST => return malformed("nested too deeply"),
            '(' => depth += 1,
            ')' if depth == 0 => return malformed("unbalanced brackets"),
            ')' => {
                depth -= 1;
                closed = depth == 0;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return malformed("unbalanced brackets");
    }
    Ok(())
}

/// What every searched area must be: on the globe, of closed rings, not too large.
pub fn check(geometry: &Geometry) -> Result<(), Unreadable> {
    let vertices = geometry.coords_count();
    if vertices == 0 {
        return Err(Unreadable::Empty);
    }
    if vertices > MAX_VERTICES {
        return Err(Unreadable::TooManyVertices);
    }
    let on_globe = geometry.coords_iter().all(|point| {
        point.x.is_finite()
            && point.y.is_finite()
            && point.x.abs() <= LARGEST_LONGITUDE
            && point.y.abs() <= 90.0
    });
    if !on_globe {
        return Err(Unreadable::OutOfRange);
    }
    check_rings(geometry)?;
    if crossings::are_too_many(geometry) {
        return Err(Unreadable::TooTangled);
    }
    Ok(())
}

fn check_rings(geometry: &Geometry) -> Result<(), Unreadable> {
    let good = |polygon: &geo::Polygon| {
        std::iter::once(polygon.exterior())
            .chain(polygon.interiors())
            // Closed: the first corner comes again as the last.
            .all(|ring| ring.0.len() >= 4)
    };
    let all_good = match geometry {
        Geometry::Polygon(polygon) => good(polygon),
        Geometry::MultiPolygon(polygons) => polygons.iter().all(good),
        Geometry::GeometryCollection(parts) => return parts.iter().try_for_each(check_rings),
        _ => true,
    };
    if all_good {
        return Ok(());
    }
    Err(Unreadable::TooFewCorners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::{Area as _, polygon};
    use proptest::prelude::*;

    fn square() -> Geometry {
        polygon![(x: 100.0, y: 30.0), (x: 101.0, y: 30.0), (x: 101.0, y: 31.0), (x: 100.0, y: 31.0)]
            .into()
    }

    #[test]
    fn the_same_square_in_many_hands() {
        for text in [
            "POLYGON((100 30,101 30,101 31,100 31,100 30))",
            "  polygon (( 100 30 , 101 30 , 101 31 , 100 31 , 100 30 )) ",
            "POLYGON（（100 30，101 30，101 31，100 31，100 30））",
            "POLYGON Z((100 30 5,101 30 5,101 31 5,100 31 5,100 30 5))",
            "POLYGON((100 30 5,101 30 5,101 31 5,100 31 5,100 30 5))",
            "polygonz((100 30 5,101 30 5,101 31 5,100 31 5,100 30 5))",
            "POLYGON ZM((100 30 5 1,101 30 5 1,101 31 5 1,100 31 5 1,100 30 5 1))",
            "SRID=4326;POLYGON((100 30,101 30,101 31,100 31,100 30))",
            "POLYGON((100 30,101 30,101 31,100 31))",
        ] {
            assert_eq!(parse(text), Ok(square()), "{text}");
        }
    }

    #[test]
    fn what_is_no_place_is_refused_with_a_reason() {
        for text in [
            "",
            "POLYGON",
            "POLYGON((",
            "POLYGON((100 30,x 30))",
            "CIRCLE(1 2)",
            "1=1",
            "POLYGON((100 30,101 30,101 31,100 30)) OR 1=1",
            "POLYGON((100 30,101 30,101 31,100 30))((",
            "POLYGON((100,101,101))",
        ] {
            assert!(
                matches!(parse(text), Err(Unreadable::Malformed(_))),
                "{text:?}: {:?}",
                parse(text)
            );
        }
        for text in [
            "POLYGON EMPTY",
            "GEOMETRYCOLLECTION EMPTY",
            "MULTIPOLYGON EMPTY",
        ] {
            assert_eq!(parse(text), Err(Unreadable::Empty), "{text}");
        }
        assert_eq!(parse("POLYGON((1 2,3 4))"), Err(Unreadable::TooFewCorners));
        for text in ["POINT(0 91)", "POINT(541 0)", "POINT(0 1e400)"] {
            assert_eq!(parse(text), Err(Unreadable::OutOfRange), "{text}");
        }
    }

    #[test]
    fn depth_and_size_are_limited() {
        let deep = format!(
            "{}POINT(1 2){}",
            "GEOMETRYCOLLECTION(".repeat(100_000),
            ")".repeat(100_000)
        );
        assert!(matches!(parse(&deep), Err(Unreadable::Malformed(_))));
        let many: Vec<String> = (0..=MAX_VERTICES)
            .map(|n| format!("{} 0", n % 180))
            .collect();
        let line = format!("LINESTRING({})", many.join(","));
        assert_eq!(parse(&line), Err(Unreadable::TooManyVertices));
    }

    #[test]
    fn a_collection_keeps_its_parts() {
        let parsed = parse("GEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,1 0,1 1,0 0)))").unwrap();
        assert!((parsed.unsigned_area() - 0.5).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "(POLYGON|MULTIPOLYGON|POINT|GEOMETRYCOLLECTION)?[ ZM]{0,2}[(),. 0-9a-z（）-]{0,60}") {
            let _ = parse(&text);
        }
    }
}
