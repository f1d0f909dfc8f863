//! What must hold of a field, as a subscription is answered.

use chrono::{DateTime, Utc};
use domain::field::{FieldKind, FieldTest};
use domain::subscription::KeptCondition;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::codes;

/// What must hold of one field, which is called as it was when the search was saved.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionCondition)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConditionView {
    key: String,
    label: String,
    label_en: String,
    #[schema(value_type = codes::FieldKind)]
    kind: FieldKind,
    #[schema(required)]
    unit: Option<String>,
    /// Values of which the field has one; empty: no such condition.
    values: Vec<String>,
    /// At least this; of times, milliseconds since 1970.
    #[schema(required)]
    min: Option<f64>,
    /// Upper bound, included.
    #[schema(required)]
    max: Option<f64>,
    /// It contains this, without regard to case.
    #[schema(required)]
    text: Option<String>,
}

impl From<KeptCondition> for ConditionView {
    fn from(condition: KeptCondition) -> Self {
        let field = condition.field;
        let view = Self {
            key: field.key,
            label: field.label,
            label_en: field.label_en,
            kind: field.kind,
            unit: field.unit,
            values: Vec::new(),
            min: None,
            max: None,
            text: None,
        };
        match condition.test {
            FieldTest::AnyOf(values) => Self { values, ..view },
            FieldTest::AnyNumber(numbers) => Self {
                values: numbers.iter().map(ToString::to_string).collect(),
                ..view
            },
            FieldTest::Range(min, max) => Self { min, max, ..view },
            FieldTest::Times(from, to) => Self {
                min: from.map(milliseconds),
                max: to.map(milliseconds),
                ..view
            },
            FieldTest::Contains(text) => Self {
                text: Some(text),
                ..view
            },
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "exact for every year that a request may name"
)]
fn milliseconds(time: DateTime<Utc>) -> f64 {
    time.timestamp_millis() as f64
}

#[cfg(test)]
mod tests {
    use domain::field::Field;
    use serde_json::json;

    use super::*;

    #[test]
    fn each_test_is_answered_as_a_request_asks_it() {
        let day = "2026-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap();
        let began = json!(1_767_225_600_000.0);
        for (test, part, expected) in [
            (
                FieldTest::AnyOf(vec!["L1A".into()]),
                "values",
                json!(["L1A"]),
            ),
            (
                FieldTest::AnyNumber(vec![2.0, 2.5]),
                "values",
                json!(["2", "2.5"]),
            ),
            (FieldTest::Range(None, Some(2.5)), "max", json!(2.5)),
            (FieldTest::Times(Some(day), None), "min", began),
            (FieldTest::Contains("50T".into()), "text", json!("50T")),
        ] {
            let field = Field {
                key: "gsd".into(),
                label: "分辨率".into(),
                label_en: "Resolution".into(),
                kind: FieldKind::Number,
                unit: None,
            };
            let view = ConditionView::from(KeptCondition { field, test });
            let view = serde_json::to_value(view).unwrap();
            assert_eq!(view[part], expected, "{view}");
            assert_eq!(view["labelEn"], "Resolution");
        }
    }
}
