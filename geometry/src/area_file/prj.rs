//! The `.prj` of a shapefile: a coordinate system as well-known text (OGC 01-009, with ESRI's names).

use crate::{Crs, Described, Scaled};
use domain::datum::Datum;
use domain::projection::{Projection, TransverseMercator};
use texts::AreaFileText;

use super::refusal::Refusal;

/// Brackets in brackets.
const DEEPEST: usize = 20;
/// Metres; no two datums of the Earth lie so far apart.
const LARGEST_SHIFT: f64 = 5000.0;

pub fn read(text: &str) -> Result<Crs, Refusal> {
    let mut reader = Reader {
        rest: text.trim_start_matches('\u{feff}'),
        depth: 0,
    };
    let system = reader
        .node()
        .ok_or_else(|| Refusal::unreadable(AreaFileText::PrjBroken))?;
    match system.keyword.as_str() {
        "GEOGCS" | "GEOGCRS" | "GEODCRS" => geographic(&system),
        "PROJCS" | "PROJCRS" => projected(&system),
        other => Err(unsupported(other)),
    }
}

/// What to do with a system that is not understood.
pub fn unsupported(what: &str) -> Refusal {
    Refusal::unreadable(AreaFileText::CrsUnsupported {
        what: what.to_owned(),
    })
}

fn geographic(system: &Node) -> Result<Crs, Refusal> {
    let (datum, shift) = datum(system)?;
    let degrees = system
        .number_of("UNIT", 1)
        .is_none_or(|unit| (unit - 1_f64.to_radians()).abs() < 1e-9);
    if !degrees {
        return Err(unsupported(&system.name()));
    }
    Ok(match datum {
        Datum::Modern => Crs::GEOGRAPHIC,
        _ => Crs::Described(Described {
            projection: "+proj=longlat".to_owned(),
            datum,
            shift,
            unit: None,
        }),
    })
}

/// The datum of a geographic system, and the parameters to WGS 84 that it gives itself.
fn datum(system: &Node) -> Result<(Datum, Option<[f64; 7]>), Refusal> {
    let from_greenwich = system
        .number_of("PRIMEM", 1)
        .is_none_or(|longitude| longitude.abs() < 1e-9);
    let node = system.child("DATUM").or_else(|| system.child("ENSEMBLE"));
    let known = node.and_then(|node| Datum::from_name(&node.name()));
    let (Some(datum), true) = (known, from_greenwich) else {
        return Err(unsupported(&system.name()));
    };
    Ok((datum, node.and_then(own_shift)))
}

/// `TOWGS84[x,y,z]` or with rotations and scale; zeros are what programs write that know none.
fn own_shift(datum: &Node) -> Option<[f64; 7]> {
    let node = datum.child("TOWGS84")?;
    let shift: [f64; 7] = std::array::from_fn(|at| node.number(at).unwrap_or(0.0));
    let is_sound = shift.iter().all(|number| number.abs() < LARGEST_SHIFT);
    (is_sound && shift.iter().any(|number| *number != 0.0)).then_some(shift)
}

fn projected(system: &Node) -> Result<Crs, Refusal> {
    let refused = || unsupported(&system.name());
    let geographic = system
        .child("GEOGCS")
        .or_else(|| system.child("BASEGEOGCRS"))
        .ok_or_else(refused)?;
    let (datum, shift) = datum(geographic)?;
    let unit = system.number_of("UNIT", 1).unwrap_or(1.0);
    if !unit.is_finite() || unit <= 0.0 {
        return Err(refused());
    }
    let own_formula = (datum == Datum::Modern).then(|| modern(system)).flatten();
    if let Some(projection) = own_formula {
        return Ok(Crs::Modern(Scaled { projection, unit }));
    }
    let projection = described(system).ok_or_else(refused)?;
    Ok(Crs::Described(Described {
        projection,
        datum,
        shift,
        unit: Some(unit),
    }))
}

/// The name of the projection, in one spelling.
fn method(system: &Node) -> String {
    let name = system.child("PROJECTION").map(Node::name);
    name.unwrap_or_default()
        .to_ascii_lowercase()
        .replace([' ', '-'], "_")
}

/// On today's datums: what our own formulas reckon.
fn modern(system: &Node) -> Option<Projection> {
    match method(system).as_str() {
        "transverse_mercator" | "gauss_kruger" => transverse(system),
        "mercator_auxiliary_sphere" | "popular_visualisation_pseudo_mercator" => {
            Some(Projection::WebMercator)
        }
        "mercator_1sp" if is_web_mercator(system) => Some(Projection::WebMercator),
        // Newer texts are known by their code only.
        "" => system.code().and_then(Projection::projected),
        _ => None,
    }
}

/// In the words of PROJ. ESRI and OGC name the same parameters differently.
fn described(system: &Node) -> Option<String> {
    let unit = system.number_of("UNIT", 1).unwrap_or(1.0);
    let any = |names: &[&str]| names.iter().find_map(|name| parameter(system, name));
    let latitude = any(&[
        "latitude_of_origin",
        "latitude_of_center",
        "central_parallel",
    ]);
    let longitude = any(&[
        "central_meridian",
        "longitude_of_center",
        "longitude_of_origin",
    ])?;
    let (first, second) = (
        parameter(system, "standard_parallel_1"),
        parameter(system, "standard_parallel_2"),
    );
    let scale = parameter(system, "scale_factor").unwrap_or(1.0);
    let (name, parallels) = match method(system).as_str() {
        "transverse_mercator" | "gauss_kruger" => ("etmerc", [None, None]),
        "albers" | "albers_conic_equal_area" | "albers_equal_area" => {
            ("aea", [Some(first?), Some(second?)])
        }
        "lambert_conformal_conic_1sp" => ("lcc", [Some(latitude?), None]),
        "lambert_conformal_conic" | "lambert_conformal_conic_2sp" => {
            ("lcc", [Some(first.or(latitude)?), second])
        }
        _ => return None,
    };
    let mut words = vec![
        ("lat_0", latitude.unwrap_or(0.0)),
        ("lon_0", longitude),
        ("k_0", scale),
        (
            "x_0",
            parameter(system, "false_easting").unwrap_or(0.0) * unit,
        ),
        (
            "y_0",
            parameter(system, "false_northing").unwrap_or(0.0) * unit,
        ),
    ];
    words.extend(
        ["lat_1", "lat_2"]
            .into_iter()
            .zip(parallels)
            .filter_map(|(word, value)| Some((word, value?))),
    );
    let is_sound = words.iter().all(|(_, number)| number.is_finite()) && scale > 0.5 && scale < 2.0;
    let text = words
        .iter()
        .fold(format!("+proj={name}"), |text, (word, number)| {
            format!("{text} +{word}={number}")
        });
    is_sound.then_some(text)
}

fn parameter(system: &Node, name: &str) -> Option<f64> {
    let named =
        |node: &&Node| node.keyword == "PARAMETER" && node.name().eq_ignore_ascii_case(name);
    system
        .children()
        .find(named)
        .and_then(|node| node.number(1))
}

fn is_web_mercator(system: &Node) -> bool {
    let name = system.name().to_ascii_lowercase();
    name.contains("pseudo") || name.contains("web")
}

fn transverse(system: &Node) -> Option<Projection> {
    let parameter = |name| parameter(system, name);
    if parameter("latitude_of_origin").unwrap_or(0.0).abs() > 1e-9 {
        return None;
    }
    let unit = system.number_of("UNIT", 1).unwrap_or(1.0);
    let numbers = [
        parameter("central_meridian")?,
        parameter("scale_factor").unwrap_or(1.0),
        parameter("false_easting").unwrap_or(0.0) * unit,
        parameter("false_northing").unwrap_or(0.0) * unit,
    ];
    let [meridian, scale, easting, northing] = numbers;
    let sound = numbers.iter().all(|number| number.is_finite()) && scale > 0.5 && scale < 2.0;
    sound.then(|| {
        Projection::TransverseMercator(TransverseMercator::new(meridian, scale, easting, northing))
    })
}

/// `KEYWORD["name", 1.5, CHILD[...]]`
struct Node {
    keyword: String,
    arguments: Vec<Argument>,
}

enum Argument {
    Text(String),
    Number(f64),
    Node(Node),
}

impl Node {
    fn children(&self) -> impl Iterator<Item = &Self> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Node(node) => Some(node),
            _ => None,
        })
    }

    fn child(&self, keyword: &str) -> Option<&Self> {
        self.children().find(|node| node.keyword == keyword)
    }

    fn name(&self) -> String {
        match self.arguments.first() {
            Some(Argument::Text(name)) => name.chars().take(80).collect(),
            _ => String::new(),
        }
    }

    fn number(&self, at: usize) -> Option<f64> {
        match self.arguments.get(at) {
            Some(Argument::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn number_of(&self, keyword: &str, at: usize) -> Option<f64> {
        self.child(keyword)?.number(at)
    }

    fn code(&self) -> Option<u16> {
        let id = self.child("ID").or_else(|| self.child("AUTHORITY"))?;
        match id.arguments.get(1)? {
            Argument::Number(code) => code.to_string().parse().ok(),
            Argument::Text(code) => code.parse().ok(),
            Argument::Node(_) => None,
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn mark(&mut self, marks: [char; 2]) -> bool {
        self.rest = self.rest.trim_start();
        let found = self.rest.strip_prefix(marks);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "_.+-".contains(c)))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_ascii_uppercase()
    }

    fn node(&mut self) -> Option<Node> {
        let keyword = self.word();
        self.node_after(keyword)
    }

    fn node_after(&mut self, keyword: String) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEEPEST || keyword.is_empty() || !self.mark(['[', '(']) {
            return None;
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.argument()?);
            if self.mark([']', ')']) {
                break;
            }
            if !self.mark([',', ',']) {
                return None;
            }
        }
        self.depth -= 1;
        Some(Node { keyword, arguments })
    }

    fn argument(&mut self) -> Option<Argument> {
        if self.mark(['"', '"']) {
            let (text, rest) = self.rest.split_once('"')?;
            self.rest = rest;
            return Some(Argument::Text(text.to_owned()));
        }
        let word = self.word();
        if let Ok(number) = word.parse() {
            return Some(Argument::Number(number));
        }
        if self.rest.trim_start().starts_with(['[', '(']) {
            return self.node_after(word).map(Argument::Node);
        }
        // A bare word, such as an axis' direction.
        (!word.is_empty()).then_some(Argument::Text(word))
    }
}

#[cfg(test)]
mod tests;
