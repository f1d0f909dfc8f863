//! Which STAC extensions an item keeps to.
//!
//! An extension is declared where an item has fields of it, and only where all of these are what its schema allows:
//! archives write what they like, and a declared extension that does not hold makes the item invalid.

use serde_json::{Map, Value};

use super::interval;

/// An extension: the prefix of its fields, its schema, and what its fields may be.
struct Extension {
    prefix: &'static str,
    schema: &'static str,
    allows: fn(&str, &Value) -> bool,
    /// Fields that its schema demands.
    demands: &'static [&'static str],
}

/// Rules of the schemas at <https://stac-extensions.github.io>, in these versions.
const EXTENSIONS: [Extension; 11] = [
    Extension {
        prefix: "eo:",
        schema: "https://stac-extensions.github.io/eo/v1.1.0/schema.json",
        allows: |name, value| {
            matches!(name, "cloud_cover" | "snow_cover") && is_between(value, 0.0, 100.0)
        },
        demands: &[],
    },
    Extension {
        prefix: "view:",
        schema: "https://stac-extensions.github.io/view/v1.0.0/schema.json",
        allows: |name, value| match name {
            "off_nadir" | "incidence_angle" => is_between(value, 0.0, 90.0),
            "azimuth" | "sun_azimuth" => is_between(value, 0.0, 360.0),
            "sun_elevation" => is_between(value, -90.0, 90.0),
            _ => false,
        },
        demands: &[],
    },
    Extension {
        prefix: "sat:",
        schema: "https://stac-extensions.github.io/sat/v1.0.0/schema.json",
        allows: |name, value| match name {
            "orbit_state" => matches!(
                value.as_str(),
                Some("ascending" | "descending" | "geostationary")
            ),
            "absolute_orbit" | "relative_orbit" => value.as_u64().is_some_and(|orbit| orbit > 0),
            "platform_international_designator" => value.is_string(),
            "anx_datetime" => value
                .as_str()
                .is_some_and(|text| interval::moment(text).is_some()),
            _ => false,
        },
        demands: &[],
    },
    Extension {
        prefix: "proj:",
        schema: "https://stac-extensions.github.io/projection/v1.1.0/schema.json",
        allows: |name, value| match name {
            "epsg" => value.is_null() || value.is_i64(),
            "shape" => is_list(value, &[2]),
            "bbox" => is_list(value, &[4, 6]),
            "transform" => is_list(value, &[6, 9]),
            _ => false,
        },
        demands: &["proj:epsg"],
    },
    Extension {
        prefix: "sar:",
        schema: "https://stac-extensions.github.io/sar/v1.0.0/schema.json",
        allows: |name, value| match name {
            "instrument_mode" | "product_type" | "frequency_band" | "observation_direction" => {
                value.is_string()
            }
            "polarizations" => value.is_array(),
            _ => value.is_number(),
        },
        demands: &[
            "sar:instrument_mode",
            "sar:frequency_band",
            "sar:polarizations",
            "sar:product_type",
        ],
    },
    Extension {
        prefix: "processing:",
        schema: "https://stac-extensions.github.io/processing/v1.1.0/schema.json",
        allows: |name, value| match name {
            "level" | "lineage" | "facility" => value.is_string(),
            "software" => value.is_object(),
            _ => false,
        },
        demands: &[],
    },
    Extension {
        prefix: "s2:",
        schema: "https://stac-extensions.github.io/sentinel-2/v1.0.0/schema.json",
        allows: is_sentinel_2,
        demands: &[],
    },
    Extension {
        prefix: "landsat:",
        schema: "https://stac-extensions.github.io/landsat/v2.0.0/schema.json",
        allows: is_landsat,
        demands: &[
            "landsat:scene_id",
            "landsat:collection_category",
            "landsat:collection_number",
            "landsat:wrs_type",
            "landsat:wrs_path",
            "landsat:wrs_row",
            "landsat:cloud_cover_land",
            "landsat:correction",
        ],
    },
    Extension {
        prefix: "mgrs:",
        schema: "https://stac-extensions.github.io/mgrs/v1.0.0/schema.json",
        allows: |name, value| match name {
            "utm_zone" => value.as_u64().is_some_and(|zone| (1..=60).contains(&zone)),
            "latitude_band" => is_text(value, 1, u8::is_ascii_uppercase),
            "grid_square" => is_text(value, 2, u8::is_ascii_uppercase),
            _ => false,
        },
        demands: &["mgrs:utm_zone", "mgrs:latitude_band", "mgrs:grid_square"],
    },
    Extension {
        prefix: "grid:",
        schema: "https://stac-extensions.github.io/grid/v1.1.0/schema.json",
        allows: |name, value| name == "code" && value.as_str().is_some_and(is_grid_code),
        demands: &[],
    },
    Extension {
        prefix: "order:",
        schema: "https://stac-extensions.github.io/order/v1.1.0/schema.json",
        allows: |_, _| true,
        demands: &["order:status"],
    },
];

/// Addresses of the schemas that an item with these properties keeps to.
pub fn declared(properties: &Map<String, Value>) -> Vec<&'static str> {
    let is_kept = |extension: &&Extension| {
        let fields = properties
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix(extension.prefix)?, value)));
        let mut fields = fields.peekable();
        fields.peek().is_some()
            && fields.all(|(name, value)| (extension.allows)(name, value))
            && extension
                .demands
                .iter()
                .all(|name| properties.contains_key(*name))
    };
    let kept = EXTENSIONS.iter().filter(is_kept);
    kept.map(|extension| extension.schema).collect()
}

fn is_between(value: &Value, least: f64, most: f64) -> bool {
    value
        .as_f64()
        .is_some_and(|number| (least..=most).contains(&number))
}

fn is_text(value: &Value, length: usize, allowed: fn(&u8) -> bool) -> bool {
    value
        .as_str()
        .is_some_and(|text| text.len() == length && text.as_bytes().iter().all(allowed))
}

fn is_one_of(value: &Value, words: &[&str]) -> bool {
    value.as_str().is_some_and(|word| words.contains(&word))
}

fn is_moment(value: &Value) -> bool {
    value
        .as_str()
        .is_some_and(|text| interval::moment(text).is_some())
}

fn is_grid_code(code: &str) -> bool {
    let is_designation = |text: &str| {
        let plain = |letter: &u8| letter.is_ascii_uppercase() || letter.is_ascii_digit();
        !text.is_empty() && text.as_bytes().iter().all(plain)
    };
    let is_square = |text: &str| {
        let plain = |letter: &u8| letter.is_ascii_alphanumeric() || b"-_.".contains(letter);
        !text.is_empty() && text.as_bytes().iter().all(plain)
    };
    code.split_once('-')
        .is_some_and(|(designation, square)| is_designation(designation) && is_square(square))
}

fn is_sentinel_2(name: &str, value: &Value) -> bool {
    match name {
        "granule_id" | "datatake_id" | "product_uri" | "datastrip_id" | "product_type"
        | "datatake_type" | "sequence" => value.is_string(),
        "generation_time" => is_moment(value),
        "processing_baseline" => value.as_str().is_some_and(is_baseline),
        "mgrs_tile" => value.as_str().is_some_and(is_tile),
        "mean_solar_zenith" | "mean_solar_azimuth" => is_between(value, 0.0, 180.0),
        "reflectance_conversion_factor" => value.is_number(),
        "water_percentage"
        | "snow_ice_percentage"
        | "vegetation_percentage"
        | "thin_cirrus_percentage"
        | "cloud_shadow_percentage"
        | "nodata_pixel_percentage"
        | "unclassified_percentage"
        | "dark_features_percentage"
        | "not_vegetated_percentage"
        | "degraded_msi_data_percentage"
        | "high_proba_clouds_percentage"
        | "medium_proba_clouds_percentage"
        | "saturated_defective_pixel_percentage" => is_between(value, 0.0, 100.0),
        _ => false,
    }
}

/// `05.10`.
fn is_baseline(text: &str) -> bool {
    matches!(text.as_bytes(), [a, b, b'.', c, d] if [a, b, c, d].into_iter().all(u8::is_ascii_digit))
}

/// `50RKU`: a zone, a band, and two letters of the square.
fn is_tile(text: &str) -> bool {
    let zone = text.bytes().take_while(u8::is_ascii_digit).count();
    let letters = text.as_bytes().get(zone..).unwrap_or_default();
    let is_known = |letter: u8, last: u8| {
        letter.is_ascii_uppercase() && letter <= last && !b"IO".contains(&letter)
    };
    (1..=2).contains(&zone)
        && matches!(letters, [band, column, row]
            if (b'C'..=b'X').contains(band) && is_known(*band, b'X') && is_known(*column, b'Z') && is_known(*row, b'V'))
}

fn is_landsat(name: &str, value: &Value) -> bool {
    let is_number_to = |most: u16| {
        is_text(value, 3, u8::is_ascii_digit)
            && value
                .as_str()
                .and_then(|text| text.parse().ok())
                .is_some_and(|number: u16| (1..=most).contains(&number))
    };
    match name {
        "scene_id" => value.as_str().is_some_and(is_landsat_scene),
        "collection_category" => is_one_of(value, &["A1", "A2", "T1", "T2", "RT"]),
        "collection_number" => is_one_of(value, &["01", "02"]),
        "wrs_type" => is_one_of(value, &["1", "2"]),
        "wrs_path" => is_number_to(233),
        "wrs_row" => is_number_to(248),
        "cloud_cover_land" => is_between(value, -1.0, 100.0),
        "correction" => is_one_of(value, &["L1TP", "L1GT", "L1GS", "L2SR", "L2SP"]),
        "product_generated" => is_moment(value),
        _ => false,
    }
}

/// `LC81230322020153LGN00`: instrument, satellite, path, row, year and day, station, version.
fn is_landsat_scene(text: &str) -> bool {
    let [b'L', instrument, satellite, rest @ ..] = text.as_bytes() else {
        return false;
    };
    let [numbers @ .., s1, s2, s3, v1, v2] = rest else {
        return false;
    };
    b"CEMOT".contains(instrument)
        && (b'1'..=b'9').contains(satellite)
        && numbers.len() == 13
        && numbers.iter().all(u8::is_ascii_digit)
        && [s1, s2, s3].into_iter().all(u8::is_ascii_uppercase)
        && [v1, v2].into_iter().all(u8::is_ascii_digit)
}

fn is_list(value: &Value, lengths: &[usize]) -> bool {
    value
        .as_array()
        .is_some_and(|list| lengths.contains(&list.len()) && list.iter().all(Value::is_number))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_extension_is_declared_where_it_holds() {
        for (properties, names) in [
            (json!({"datetime": "x"}), vec![]),
            (json!({"eo:cloud_cover": 5}), vec!["eo"]),
            (json!({"eo:snow_cover": 0}), vec!["eo"]),
            (
                json!({"view:sun_elevation": 22.9, "view:sun_azimuth": 166.3}),
                vec!["view"],
            ),
            (json!({"view:off_nadir": 3, "view:roll": 3}), vec![]),
            (
                json!({"sat:orbit_state": "descending", "sat:relative_orbit": 51}),
                vec!["sat"],
            ),
            (json!({"sat:relative_orbit": "51"}), vec![]),
            (
                json!({"proj:epsg": 32650, "proj:shape": [2, 3]}),
                vec!["projection"],
            ),
            (json!({"proj:shape": [2, 3]}), vec![]),
            (
                json!({"sar:instrument_mode": "IW", "sar:product_type": "GRD"}),
                vec![],
            ),
            (json!({"processing:level": "L1"}), vec!["processing"]),
            (
                json!({"s2:mgrs_tile": "45TVJ", "s2:product_type": "S2MSI2A", "s2:water_percentage": 3.5,
                    "s2:processing_baseline": "05.10", "s2:generation_time": "2024-03-31T21:43:57.000000Z"}),
                vec!["sentinel-2"],
            ),
            (json!({"s2:mgrs_tile": "45TIJ"}), vec![]),
            (
                json!({"s2:tile_id": "x", "s2:product_type": "S2MSI2A"}),
                vec![],
            ),
            (
                json!({"landsat:scene_id": "LC81230322020153LGN00", "landsat:collection_category": "T1",
                    "landsat:collection_number": "02", "landsat:wrs_type": "2", "landsat:wrs_path": "123",
                    "landsat:wrs_row": "032", "landsat:cloud_cover_land": -1, "landsat:correction": "L2SP"}),
                vec!["landsat"],
            ),
            // Paths as numbers, and less than the schema demands.
            (
                json!({"landsat:wrs_path": 122, "landsat:wrs_row": 44}),
                vec![],
            ),
            (
                json!({"mgrs:utm_zone": 13, "mgrs:latitude_band": "T", "mgrs:grid_square": "DE",
                    "grid:code": "MGRS-13TDE"}),
                vec!["mgrs", "grid"],
            ),
            (json!({"grid:code": "13TDE"}), vec![]),
            (
                json!({"order:status": "orderable", "eo:cloud_cover": 1}),
                vec!["eo", "order"],
            ),
        ] {
            let declared = declared(properties.as_object().unwrap());
            let found: Vec<&str> = declared
                .iter()
                .filter_map(|address| address.split('/').nth(3))
                .collect();
            assert_eq!(found, names, "{properties}");
        }
    }
}
