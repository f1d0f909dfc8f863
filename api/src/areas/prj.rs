//! The `.prj` of a shapefile: a coordinate system as well-known text (OGC 01-009, with ESRI's names).

use domain::projection::{Projection, TransverseMercator};

use super::reading::Scaled;
use super::refusal::Refusal;

/// Brackets in brackets.
const DEEPEST: usize = 20;

/// Datums that lie within two metres of WGS 84, as written without marks between.
const SAME_DATUMS: [&str; 8] = [
    "WGS1984",
    "WGS84",
    "WORLDGEODETICSYSTEM1984",
    "CHINA2000",
    "CGCS2000",
    "NORTHAMERICANDATUM1983",
    "NORTHAMERICAN1983",
    "ETRS1989",
];

/// Reads it.
pub fn read(text: &str) -> Result<Scaled, Refusal> {
    let mut reader = Reader {
        rest: text.trim_start_matches('\u{feff}'),
        depth: 0,
    };
    let system = reader
        .node()
        .ok_or_else(|| Refusal::because("坐标系文件(.prj)已损坏"))?;
    match system.keyword.as_str() {
        "GEOGCS" | "GEOGCRS" | "GEODCRS" => geographic(&system),
        "PROJCS" | "PROJCRS" => projected(&system),
        other => Err(unsupported(other)),
    }
}

fn unsupported(what: &str) -> Refusal {
    Refusal::because(format!(
        "不支持坐标系 {what}，请转换为 CGCS2000 或 WGS84 (经纬度、高斯-克吕格、UTM、Web 墨卡托)"
    ))
}

fn geographic(system: &Node) -> Result<Scaled, Refusal> {
    check_datum(system)?;
    let degrees = system
        .number_of("UNIT", 1)
        .is_none_or(|unit| (unit - 1_f64.to_radians()).abs() < 1e-9);
    let from_greenwich = system
        .number_of("PRIMEM", 1)
        .is_none_or(|place| place.abs() < 1e-9);
    if !degrees || !from_greenwich {
        return Err(unsupported(&system.name()));
    }
    Ok(Scaled {
        projection: Projection::Geographic,
        unit: 1.0,
    })
}

fn check_datum(system: &Node) -> Result<(), Refusal> {
    let datum = system
        .child("DATUM")
        .or_else(|| system.child("ENSEMBLE"))
        .map(Node::name)
        .unwrap_or_default();
    let plain: String = datum
        .to_ascii_uppercase()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    // ESRI writes a D before it.
    let bare = plain.strip_prefix('D').unwrap_or(&plain);
    if SAME_DATUMS
        .iter()
        .any(|same| bare.starts_with(same) || plain.starts_with(same))
    {
        return Ok(());
    }
    Err(unsupported(&system.name()))
}

fn projected(system: &Node) -> Result<Scaled, Refusal> {
    let refused = || unsupported(&system.name());
    let geographic = system
        .child("GEOGCS")
        .or_else(|| system.child("BASEGEOGCRS"))
        .ok_or_else(refused)?;
    check_datum(geographic)?;
    let method = system
        .child("PROJECTION")
        .map(Node::name)
        .unwrap_or_default();
    let method = method.to_ascii_lowercase().replace([' ', '-'], "_");
    let unit = system.number_of("UNIT", 1).unwrap_or(1.0);
    let projection = match method.as_str() {
        "transverse_mercator" | "gauss_kruger" => transverse(system).ok_or_else(refused)?,
        "mercator_auxiliary_sphere" | "popular_visualisation_pseudo_mercator" => {
            Projection::WebMercator
        }
        "mercator_1sp" if is_web_mercator(system) => Projection::WebMercator,
        // Newer texts are known by their code only.
        "" => system
            .code()
            .and_then(Projection::projected)
            .ok_or_else(refused)?,
        _ => return Err(refused()),
    };
    let sound = unit.is_finite() && unit > 0.0;
    sound
        .then_some(Scaled { projection, unit })
        .ok_or_else(refused)
}

fn is_web_mercator(system: &Node) -> bool {
    let name = system.name().to_ascii_lowercase();
    name.contains("pseudo") || name.contains("web")
}

fn transverse(system: &Node) -> Option<Projection> {
    let parameter = |name: &str| {
        let named =
            |node: &&Node| node.keyword == "PARAMETER" && node.name().eq_ignore_ascii_case(name);
        system
            .children()
            .find(named)
            .and_then(|node| node.number(1))
    };
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
mod tests {
    use super::*;

    const CGCS2000: &str = r#"GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",
        SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#;

    fn gauss(parameters: &str) -> String {
        format!(
            r#"PROJCS["x",{CGCS2000},PROJECTION["Gauss_Kruger"],{parameters},UNIT["Meter",1.0]]"#
        )
    }

    #[test]
    fn what_china_uses_is_understood() {
        assert_eq!(read(CGCS2000).unwrap().projection, Projection::Geographic);
        let zone = gauss(
            r#"PARAMETER["False_Easting",39500000.0],PARAMETER["False_Northing",0.0],
               PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0]"#,
        );
        assert_eq!(
            read(&zone).unwrap().projection,
            Projection::projected(4527).unwrap()
        );
        let web = CGCS2000.replace("D_China_2000", "D_WGS_1984");
        let web = format!(
            r#"PROJCS["WGS_1984_Web_Mercator",{web},PROJECTION["Mercator_Auxiliary_Sphere"],UNIT["Meter",1.0]]"#
        );
        assert_eq!(read(&web).unwrap().projection, Projection::WebMercator);
    }

    #[test]
    fn what_would_be_wrong_is_refused() {
        let old = CGCS2000.replace("D_China_2000", "D_Xian_1980");
        let tilted =
            gauss(r#"PARAMETER["Central_Meridian",117.0],PARAMETER["Latitude_Of_Origin",30.0]"#);
        let radians = CGCS2000.replace("0.0174532925199433", "1.0");
        let paris = CGCS2000.replace(r#""Greenwich",0.0"#, r#""Paris",2.33"#);
        let lambert = gauss(r#"PARAMETER["Central_Meridian",117.0]"#)
            .replace("Gauss_Kruger", "Lambert_Conformal_Conic");
        let deep = "GEOGCS[".repeat(100_000);
        for wrong in [
            &old,
            &tilted,
            &radians,
            &paris,
            &lambert,
            &deep,
            "",
            "GEOGCS[\"x",
            "LOCAL_CS[\"x\"]",
        ] {
            assert!(read(wrong).is_err(), "{wrong:.60}");
        }
        let message = format!("{:?}", read(&old));
        assert!(message.contains("请转换为 CGCS2000"), "{message}");
    }
}
