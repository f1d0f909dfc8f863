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
const EXTENSIONS: [Extension; 7] = [
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
