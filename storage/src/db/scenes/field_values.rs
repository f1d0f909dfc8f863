//! The values of a scene's fields, ready to show.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::field::{Column, Derived, Field, FieldKind, Source};
use geo::Coord;
use geometry::{Corners, corners};
use serde_json::{Number, Value};

use super::Scene;

/// The value of each field, in their order: a text, a number, true or false, or null where the scene has none. Times are RFC 3339, sizes
/// bytes, cloud cover percent. Nothing tells where files lie.
#[must_use]
pub fn field_values(scene: &Scene, fields: &[Field]) -> Vec<Value> {
    // Only lists that show corners make them worked out.
    let derived = |field: &Field| matches!(Source::of_key(&field.key), Some(Source::Derived(_)));
    let corners = fields
        .iter()
        .any(derived)
        .then(|| corners(&scene.footprint.known_geometry()?))
        .flatten();
    let values = fields.iter();
    values
        .map(|field| value(scene, field, corners.as_ref()))
        .collect()
}

fn value(scene: &Scene, field: &Field, corners: Option<&Corners>) -> Value {
    let found = match Source::of_key(&field.key) {
        Some(Source::Column(column)) => in_column(scene, column),
        Some(Source::Properties(names)) => names
            .iter()
            .map(|name| display_value(&scene.properties[name.as_str()], field.kind))
            .find(|value| !value.is_null())
            .unwrap_or_default(),
        Some(Source::Derived(derived)) => corners.map_or(Value::Null, |it| at_corner(it, derived)),
        None => Value::Null,
    };
    match (found, field.kind) {
        (Value::Number(number), FieldKind::Text | FieldKind::Choice) => {
            Value::String(number.to_string())
        }
        (found, _) => found,
    }
}

fn in_column(scene: &Scene, column: Column) -> Value {
    let text = |text: &str| match text {
        "" => Value::Null,
        text => Value::from(text),
    };
    match column {
        Column::Name => text(&scene.dataname),
        Column::Id => text(&scene.dataid),
        Column::Satellite => text(&scene.satellite),
        Column::Sensor => text(&scene.sensor),
        Column::FileName => text(scene.file_name.as_deref().unwrap_or_default()),
        Column::Acquired => time(scene.acquired),
        Column::Received => scene.received.map_or(Value::Null, time),
        Column::Cloud => single(scene.cloud),
        Column::Gsd => single(scene.gsd),
        Column::Size => Value::from(scene.size),
    }
}

fn time(time: DateTime<Utc>) -> Value {
    Value::from(time.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

/// The number that was meant, not the nearest one of single precision written out.
fn single(number: Option<f32>) -> Value {
    let meant = number.and_then(|number| number.to_string().parse::<f64>().ok());
    let number = meant.and_then(Number::from_f64);
    number.map_or(Value::Null, Value::Number)
}

fn at_corner(corners: &Corners, derived: Derived) -> Value {
    let longitude = |point: Coord| point.x;
    let latitude = |point: Coord| point.y;
    Value::from(match derived {
        Derived::LeftTopLongitude => longitude(corners.left_top),
        Derived::LeftTopLatitude => latitude(corners.left_top),
        Derived::RightTopLongitude => longitude(corners.right_top),
        Derived::RightTopLatitude => latitude(corners.right_top),
        Derived::RightBottomLongitude => longitude(corners.right_bottom),
        Derived::RightBottomLatitude => latitude(corners.right_bottom),
        Derived::LeftBottomLongitude => longitude(corners.left_bottom),
        Derived::LeftBottomLatitude => latitude(corners.left_bottom),
        Derived::CenterLongitude => longitude(corners.center),
        Derived::CenterLatitude => latitude(corners.center),
    })
}

/// What the archive wrote, as one text, number, or true or false. Where files lie is told to nobody.
fn display_value(written: &Value, kind: FieldKind) -> Value {
    match written {
        Value::Number(number) => Value::Number(number.clone()),
        Value::Bool(is_so) => Value::Bool(*is_so),
        Value::String(text) if text.trim().is_empty() || is_address(text) => Value::Null,
        Value::String(text) => match kind {
            FieldKind::Time => DateTime::parse_from_rfc3339(text)
                .map_or_else(|_| Value::from(text.as_str()), |it| time(it.to_utc())),
            _ => Value::from(text.as_str()),
        },
        Value::Array(several) => {
            let texts = several.iter().map(|one| display_value(one, kind));
            let texts = texts.filter_map(|one| match one {
                Value::String(text) => Some(text),
                Value::Number(number) => Some(number.to_string()),
                Value::Bool(is_so) => Some(is_so.to_string()),
                _ => None,
            });
            match texts.collect::<Vec<_>>().join(", ") {
                text if text.is_empty() => Value::Null,
                text => Value::from(text),
            }
        }
        Value::Null | Value::Object(_) => Value::Null,
    }
}

/// Whether a text names a place in an archive, which is nobody's business.
#[must_use]
pub fn is_address(text: &str) -> bool {
    text.starts_with('/') || text.contains("://")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_archives_write_is_shown_as_one_value() {
        for (written, kind, expected) in [
            (json!(118), FieldKind::Number, json!(118)),
            (json!("  "), FieldKind::Text, json!(null)),
            (json!("/archive/a.tif"), FieldKind::Text, json!(null)),
            (json!("s3://bucket/a"), FieldKind::Text, json!(null)),
            (json!(["VV", "VH", 1]), FieldKind::Text, json!("VV, VH, 1")),
            (json!(["/a", {"b": 1}]), FieldKind::Text, json!(null)),
            (json!([]), FieldKind::Text, json!(null)),
            (json!({"a": 1}), FieldKind::Text, json!(null)),
            (json!(true), FieldKind::Text, json!(true)),
            (json!([false, 1]), FieldKind::Text, json!("false, 1")),
            (
                json!("2024-05-01T11:00:00+08:00"),
                FieldKind::Time,
                json!("2024-05-01T03:00:00Z"),
            ),
            (json!("昨天"), FieldKind::Time, json!("昨天")),
        ] {
            assert_eq!(display_value(&written, kind), expected, "{written}");
        }
    }

    #[test]
    fn numbers_are_those_that_were_meant() {
        assert_eq!(single(Some(8.16)), json!(8.16));
        assert_eq!(single(Some(f32::NAN)), json!(null));
        assert_eq!(single(None), json!(null));
    }
}
