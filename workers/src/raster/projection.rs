//! Inverse map projections.

/// WGS 84 (EPSG:7030). GRS 80, the ellipsoid of CGCS2000 and NAD83, differs by 0.1 mm in the minor axis.
const SEMI_MAJOR: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;
/// Third flattening.
const N: f64 = FLATTENING / (2.0 - FLATTENING);

/// Spherical Mercator (EPSG:3857, EPSG guidance note 7-2, section "Popular Visualisation Pseudo-Mercator").
pub(super) fn web_mercator(x: f64, y: f64) -> (f64, f64) {
    let lon = (x / SEMI_MAJOR).to_degrees();
    let lat = (y / SEMI_MAJOR).sinh().atan().to_degrees();
    (lon, lat)
}

/// Transverse Mercator with the equator as origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TransverseMercator {
    central_meridian: f64,
    scale: f64,
    false_easting: f64,
    false_northing: f64,
}

impl TransverseMercator {
    /// Zone 1 to 60.
    pub(super) fn utm(zone: u16, south: bool) -> Self {
        Self {
            central_meridian: 6.0 * f64::from(zone) - 183.0,
            scale: 0.9996,
            false_easting: 500_000.0,
            false_northing: if south { 10_000_000.0 } else { 0.0 },
        }
    }

    /// China's Gauss-Krüger grids; `prefix` is the zone that stands before the easting, 0 for none.
    pub(super) fn gauss_krueger(central_meridian: u16, prefix: u16) -> Self {
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
    pub(super) fn degrees(self, x: f64, y: f64) -> (f64, f64) {
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
