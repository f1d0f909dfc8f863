//! Geodetic datums of China's older maps, and how far from today's they are brought.

/// What latitudes and longitudes are measured on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Datum {
    /// WGS 84, CGCS2000 and others within two metres of them.
    Modern,
    /// Beijing 1954 (EPSG:6214).
    Beijing1954,
    /// Xi'an 1980 (EPSG:6610).
    Xian1980,
}

/// Datums within two metres of WGS 84, as written without marks between.
const MODERN: [&str; 8] = [
    "WGS1984",
    "WGS84",
    "WORLDGEODETICSYSTEM1984",
    "CHINA2000",
    "CGCS2000",
    "NORTHAMERICANDATUM1983",
    "NORTHAMERICAN1983",
    "ETRS1989",
];

impl Datum {
    /// By its name in well-known text: `D_Beijing_1954` (ESRI), `Xian_1980` (OGC), `China 2000`. `None`: no datum that is
    /// understood, New Beijing (EPSG:1045) among them, whose parameters are not public.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let plain: String = name
            .to_ascii_uppercase()
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        // ESRI writes a D before it.
        let bare = plain.strip_prefix('D').unwrap_or(&plain);
        match bare {
            // ESRI's name for an unknown datum on Krassowsky's ellipsoid, in which the country's Albers maps of the 1990s are
            // described: it was Beijing 1954.
            "BEIJING1954" | "BEIJING54" | "KRASOVSKY1940" => Some(Self::Beijing1954),
            "XIAN1980" | "XIAN80" => Some(Self::Xian1980),
            _ => MODERN
                .iter()
                .any(|same| bare.starts_with(same) || plain.starts_with(same))
                .then_some(Self::Modern),
        }
    }

    /// Semi-major axis in metres and inverse flattening: Krassowsky 1940 (EPSG:7024) and IAG 1975 (EPSG:7049).
    #[must_use]
    pub const fn ellipsoid(self) -> (f64, f64) {
        match self {
            Self::Modern => (6_378_137.0, 298.257_223_563),
            Self::Beijing1954 => (6_378_245.0, 298.3),
            Self::Xian1980 => (6_378_140.0, 298.257),
        }
    }

    /// Geocentric translation to WGS 84, metres. Beijing 1954: EPSG:15918. Xi'an 1980: nobody has published one, so its
    /// degrees are taken as they are, as PROJ does.
    #[must_use]
    pub const fn to_wgs84(self) -> Option<[f64; 3]> {
        match self {
            Self::Beijing1954 => Some([12.646, -155.176, -80.863]),
            Self::Modern | Self::Xian1980 => None,
        }
    }

    /// How far a place may be off after that, metres; `None`: not worth a word. Why so much: decision 0028.
    #[must_use]
    pub const fn accuracy_metres(self) -> Option<u16> {
        match self {
            Self::Modern => None,
            Self::Beijing1954 => Some(30),
            Self::Xian1980 => Some(150),
        }
    }

    /// Name of the datum.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Modern => "CGCS2000",
            Self::Beijing1954 => "北京54",
            Self::Xian1980 => "西安80",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_esri_and_ogc_are_known() {
        for (name, datum) in [
            ("D_Beijing_1954", Some(Datum::Beijing1954)),
            ("Beijing_1954", Some(Datum::Beijing1954)),
            ("Beijing 1954", Some(Datum::Beijing1954)),
            ("D_Xian_1980", Some(Datum::Xian1980)),
            ("Xi'an 1980", Some(Datum::Xian1980)),
            ("D_China_2000", Some(Datum::Modern)),
            ("D_WGS_1984", Some(Datum::Modern)),
            ("World Geodetic System 1984 (G1762)", Some(Datum::Modern)),
            ("New_Beijing", None),
            ("D_Beijing_1954_Local", None),
            ("D_Krasovsky_1940", Some(Datum::Beijing1954)),
            ("D_Krasovsky_1940_Local", None),
            ("", None),
        ] {
            assert_eq!(Datum::from_name(name), datum, "{name}");
        }
    }
}
