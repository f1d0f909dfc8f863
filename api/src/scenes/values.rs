//! The values of a scene's fields.

use domain::field::{Field, FieldKind};
use serde::Serialize;
use serde_json::Value;
use storage::db::scenes::{self, Scene};
use utoipa::ToSchema;

use crate::catalog::codes;

/// A field of a scene with its value.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldValue {
    key: String,
    label: String,
    label_en: String,
    #[schema(value_type = codes::FieldKind)]
    kind: FieldKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    /// A text, a number, true or false, or null where the scene has none.
    #[schema(value_type = Option<codes::PlainValue>, required)]
    value: Value,
}

/// Every field with its value.
pub fn field_values(scene: &Scene, fields: Vec<Field>) -> Vec<FieldValue> {
    let values = scenes::field_values(scene, &fields);
    let fields = fields.into_iter().zip(values);
    fields
        .map(|(field, value)| FieldValue {
            value,
            key: field.key,
            label: field.label,
            label_en: field.label_en,
            kind: field.kind,
            unit: field.unit,
        })
        .collect()
}
