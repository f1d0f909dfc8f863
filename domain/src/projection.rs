//! Map projections and their inverses: from the metres of a map to degrees of longitude and latitude.

/// How map coordinates become degrees. The systems taken lie within two metres of one another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Projection {
    /// No projection: coordinates are degrees already.
    Geographic,
    /// Spherical Mercator, metres.
    WebMercator,
    /// Transverse Mercator, metres.
    TransverseMercator(TransverseMercator),
}

impl Projection {
    /// By its code in the EPSG registry; `None` for systems that nobody here needs.
    #[must_use]
    pub fn from_epsg(code: u16) -> Option<Self> {
        Self::geographic(code).or_else(|| Self::projected(code))
    }

    /// A geographic system.
    #[must_use]
    pub fn geographic(code: u16) -> Option<Self> {
        // WGS 84, CGCS2000, NAD83, ETRS89: far below a pixel of a footprint apart.
        matches!(code, 4326 | 4979 | 4490 | 4269 | 4258).then_some(Self::Geographic)
    }

    /// A projected system.
    #[must_use]
    pub fn projected(code: u16) -> Option<Self> {
        let projection = match code {
            3857 => return Some(Self::WebMercator),
            // WGS 84 and NAD83 / UTM.
            32601..=32660 => TransverseMercator::utm(code - 32600, false),
            32701..=32760 => TransverseMercator::utm(code - 32700, true),
            26901..=26923 => TransverseMercator::utm(code - 26900, false),
            // CGCS2000 / Gauss-Krüger, six degrees wide: zones 13 to 23, then the same without the zone in the easting.
            4491..=4501 => TransverseMercator::gauss_krueger(6 * (code - 4478) - 3, code - 4478),
            4502..=4512 => TransverseMercator::gauss_krueger(75 + 6 * (code - 4502), 0),
            // Three degrees wide: zones 25 to 45, then without.
            4513..=4533 => TransverseMercator::gauss_krueger(3 * (code - 4488), code - 4488),
            4534..=4554 => TransverseMercator::gauss_krueger(75 + 3 * (code - 4534), 0),
            _ => return None,
        };
        Some(Self::TransverseMercator(projection))
    }

    /// Longitude and latitude in degrees.
    #[must_use]
    pub fn degrees(self, x: f64, y: f64) -> (f64, f64) {
        match self {
            Self::Geographic => (x, y),
            Self::WebMercator => web_mercator(x, y),
            Self::TransverseMercator(projection) => projection.degrees(x, y),
        }
    }
}

/// WGS 84 (EPSG:7030). GRS 80, the ellipsoid of CGCS2000 and NAD83, differs by 0.1 mm in the minor axis.
const SEMI_MAJOR: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;
/// Third flattening.
const N: f64 = FLATTENING / (2.0 - FLATTENING);

/// Spherical Mercator (EPSG:3857, EPSG guidance note 7-2, section "Popular Visualisation Pseudo-Mercator").
fn web_mercator(x: f64, y: f64) -> (f64, f64) {
    let lon = (x / SEMI_MAJOR).to_degrees();
    let lat = (y / SEMI_MAJOR).sinh().atan().to_degrees();
    (lon, lat)
}

/// Transverse Mercator with the equator as origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransverseMercator {
    central_meridian: f64,
    scale: f64,
    false_easting: f64,
    false_northing: f64,
}

impl TransverseMercator {
    /// By its parameters: degrees, a factor, metres.
    #[must_use]
    pub fn new(central_meridian: f64, scale: f64, false_easting: f64, false_northing: f64) -> Self {
        Self {
            central_meridian,
            scale,
            false_easting,
            false_northing,
        }
    }

    /// Zone 1 to 60.
    #[must_use]
    pub fn utm(zone: u16, south: bool) -> Self {
        Self {
            central_meridian: 6.0 * f64::from(zone) - 183.0,
            scale: 0.9996,
            false_easting: 500_000.0,
            false_northing: if south { 10_000_000.0 } else { 0.0 },
        }
    }

    /// China's Gauss-Krüger grids; `prefix` is the zone that stands before the easting, 0 for none.
    #[must_use]
    pub fn gauss_krueger(central_meridian: u16, prefix: u16) -> Self {
        Self {
            central_meridian: f64::from(central_meridian),
            scale: 1.0,
            false_easting: 1e6 * f64::from(prefix) + 500_000.0,
            false_northing: 0.0,
        }
    }

    /// Krüger's series to the fourth order in the third flattening: C. F. F. Karney, "Transverse Mercator with an
    /// accuracy of a few nanometers", J. Geodesy 85 (2011), equations (9) to (15) and (36); from the conformal to the
    /// geodetic latitude: K. Kawase, Bulletin of the GSI 60 (2012). Better than a millimetre within a UTM zone.
    #[must_use]
    pub fn degrees(self, x: f64, y: f64) -> (f64, f64) {
        let (n2, n3, n4) = (N * N, N * N * N, N * N * N * N);
        let radius = SEMI_MAJOR / (1.0 + N) * (1.0 + n2 / 4.0 + n4 / 64.0);
        let beta = [
            N / 2.0 - 2.0 * n2 / 3.0 + 37.0 * n3 / 96.0 - n4 / 360.0,
            n2 / 48.0 + n3 / 15.0 - 437.0 * n4 / 1440.0,
            17.0 * n3 / 480.0 - 37.0 * n4 / 840.0,
            4397.0 * n4 / 161_280.0,
        ];
        let delta = [
            2.0 * N - 2.0 * n2 / 3.0 - 2.0 * n3 + 116.0 * n4 / 45.0,
            7.0 * n2 / 3.0 - 8.0 * n3 / 5.0 - 227.0 * n4 / 45.0,
            56.0 * n3 / 15.0 - 136.0 * n4 / 35.0,
            4279.0 * n4 / 630.0,
        ];
        let xi = (y - self.false_northing) / (self.scale * radius);
        let eta = (x - self.false_easting) / (self.scale * radius);
        let (mut xi_sphere, mut eta_sphere) = (xi, eta);
        for (factor, beta) in EVEN.into_iter().zip(beta) {
            xi_sphere -= beta * (factor * xi).sin() * (factor * eta).cosh();
            eta_sphere -= beta * (factor * xi).cos() * (factor * eta).sinh();
        }
        let conformal = (xi_sphere.sin() / eta_sphere.cosh()).asin();
        let mut lat = conformal;
        for (factor, delta) in EVEN.into_iter().zip(delta) {
            lat += delta * (factor * conformal).sin();
        }
        let lon = eta_sphere.sinh().atan2(xi_sphere.cos());
        (self.central_meridian + lon.to_degrees(), lat.to_degrees())
    }
}

const EVEN: [f64; 4] = [2.0, 4.0, 6.0, 8.0];

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values: GDAL 3.6.2, `gdaltransform -s_srs EPSG:code -t_srs EPSG:4326`.
    #[test]
    fn codes_agree_with_gdal() {
        for (code, x, y, lon, lat) in [
            (
                3857_u16,
                12_000_000.0,
                4_000_000.0,
                107.797_834_094,
                33.785_230_070,
            ),
            (
                32650,
                447_000.0,
                4_420_000.0,
                116.379_747_150,
                39.928_449_581,
            ),
            (
                32760,
                300_000.0,
                5_000_000.0,
                174.456_876_510,
                -45.125_153_848,
            ),
            (
                26913,
                519_467.0,
                4_311_669.0,
                -104.775_332_732,
                38.953_757_330,
            ),
            (
                4499,
                21_447_000.0,
                4_420_000.0,
                122.380_138_882,
                39.912_522_293,
            ),
            (
                4509,
                447_000.0,
                4_420_000.0,
                116.380_138_882,
                39.912_522_293,
            ),
            (
                4527,
                39_447_000.0,
                4_420_000.0,
                116.380_138_882,
                39.912_522_293,
            ),
            (
                4548,
                447_000.0,
                4_420_000.0,
                116.380_138_882,
                39.912_522_293,
            ),
            (
                4513,
                25_447_000.0,
                4_420_000.0,
                74.380_138_882,
                39.912_522_293,
            ),
            (
                4554,
                447_000.0,
                4_420_000.0,
                134.380_138_882,
                39.912_522_293,
            ),
        ] {
            let (found_lon, found_lat) = Projection::projected(code).unwrap().degrees(x, y);
            // A billionth of a degree is a tenth of a millimetre.
            let off = (found_lon - lon).abs().max((found_lat - lat).abs());
            assert!(off < 2e-9, "{code}: {found_lon:.9} {found_lat:.9}");
        }
    }

    #[test]
    fn unknown_systems_are_none() {
        for code in [32767, 2154, 32600, 4555, 4214] {
            assert_eq!(Projection::from_epsg(code), None, "{code}");
        }
    }
}
