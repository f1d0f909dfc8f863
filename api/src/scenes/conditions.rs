//! Conditions of a search on the query fields of nodes.

use chrono::{DateTime, Utc};
use domain::field::{Field, FieldKind, Source};
use domain::subscription::KeptCondition;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::field_lists;
use storage::db::scenes::{FieldCondition, FieldTest};
use texts::FieldText;
use utoipa::ToSchema;

use crate::problem::Problem;

/// Most conditions.
const MOST: usize = 20;
const MAX_VALUES: usize = 100;
/// Longest value, in characters.
const LONGEST_VALUE: usize = 200;

/// What must hold of one field. Scenes without a value of it are left out.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = SceneCondition)]
#[serde(rename_all = "camelCase", default)]
pub struct Condition {
    /// A query field of some node.
    #[schema(required)]
    key: String,
    /// Values of which the field has one.
    values: Vec<String>,
    /// At least this; of times, milliseconds since 1970.
    min: Option<f64>,
    /// Upper bound, included.
    max: Option<f64>,
    /// It contains this, without regard to case.
    text: Option<String>,
}

fn refused(text: FieldText) -> Problem {
    Problem::invalid_field("conditions", text)
}

/// Only what some list searches by can be asked for, each as the kind that the list says.
pub async fn read(
    conditions: &[Condition],
    db: &mut PgConnection,
) -> Result<Vec<FieldCondition>, Problem> {
    let read = read_with_fields(conditions, db).await?;
    Ok(read.iter().map(KeptCondition::condition).collect())
}

/// The same, each with the field as its list has it now.
pub async fn read_with_fields(
    conditions: &[Condition],
    db: &mut PgConnection,
) -> Result<Vec<KeptCondition>, Problem> {
    if conditions.is_empty() {
        return Ok(Vec::new());
    }
    if conditions.len() > MOST {
        return Err(refused(FieldText::TooManyConditions));
    }
    let lists = field_lists::all(db).await?;
    let known: Vec<Field> = lists.into_iter().flat_map(|list| list.query).collect();
    let mut tests = Vec::new();
    for condition in conditions {
        let field = known.iter().find(|field| field.key == condition.key);
        let field = field.ok_or_else(|| refused(FieldText::NoSuchQueryField))?;
        if Source::of_key(&field.key).is_none() {
            return Err(refused(FieldText::NoSuchQueryField));
        }
        for test in tests_of(condition, field.kind)? {
            let field = field.clone();
            tests.push(KeptCondition { field, test });
        }
    }
    Ok(tests)
}

fn tests_of(condition: &Condition, kind: FieldKind) -> Result<Vec<FieldTest>, Problem> {
    let too_long = |text: &String| text.chars().count() > LONGEST_VALUE;
    if condition.values.len() > MAX_VALUES
        || condition.values.iter().chain(&condition.text).any(too_long)
    {
        return Err(refused(FieldText::ConditionTooLong));
    }
    let text = condition.text.as_deref().map(str::trim);
    let text = text.filter(|text| !text.is_empty());
    let bounds = condition.min.is_some() || condition.max.is_some();
    if condition
        .min
        .zip(condition.max)
        .is_some_and(|(min, max)| max < min)
    {
        return Err(refused(FieldText::ConditionTurned));
    }
    let mut tests = Vec::new();
    if kind == FieldKind::Time {
        if text.is_some() || !condition.values.is_empty() {
            return Err(refused(FieldText::TimeNeedsRange));
        }
        if bounds {
            tests.push(FieldTest::Times(time(condition.min)?, time(condition.max)?));
        }
    } else if kind.is_number() {
        if text.is_some() {
            return Err(refused(FieldText::NumberHasNoText));
        }
        if !condition.values.is_empty() {
            tests.push(FieldTest::AnyNumber(numbers(&condition.values)?));
        }
        if bounds {
            tests.push(FieldTest::Range(condition.min, condition.max));
        }
    } else {
        if bounds {
            return Err(refused(FieldText::TextHasNoRange));
        }
        if !condition.values.is_empty() {
            tests.push(FieldTest::AnyOf(condition.values.clone()));
        }
        if let Some(text) = text {
            tests.push(FieldTest::Contains(text.to_owned()));
        }
    }
    Ok(tests)
}

fn numbers(values: &[String]) -> Result<Vec<f64>, Problem> {
    let number = |value: &String| {
        let number = value.trim().parse::<f64>().ok();
        number.filter(|number| number.is_finite())
    };
    let numbers: Option<Vec<f64>> = values.iter().map(number).collect();
    numbers.ok_or_else(|| refused(FieldText::ConditionNotNumber))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what no moment has is no moment, however it is cut"
)]
fn time(milliseconds: Option<f64>) -> Result<Option<DateTime<Utc>>, Problem> {
    let Some(milliseconds) = milliseconds else {
        return Ok(None);
    };
    let time = DateTime::from_timestamp_millis(milliseconds as i64);
    // The database knows fewer years than the clock's library.
    let time = time.filter(|_| milliseconds.abs() < 1e14);
    time.map(Some)
        .ok_or_else(|| refused(FieldText::ConditionNotTime))
}

/// What separates things in the record of a search.
const MARKS: &AsciiSet = &CONTROLS.add(b'&').add(b'=').add(b'%').add(b';').add(b'|');

/// `key:a|b;key:1..5;key~part`
pub fn summary(conditions: &[Condition]) -> String {
    let number = |bound: Option<f64>| bound.map_or_else(String::new, |it| it.to_string());
    let encoded = |text: &str| utf8_percent_encode(text, MARKS).to_string();
    let mut parts = Vec::new();
    for condition in conditions {
        let key = encoded(&condition.key);
        if !condition.values.is_empty() {
            let values: Vec<String> = condition.values.iter().map(|it| encoded(it)).collect();
            parts.push(format!("{key}:{}", values.join("|")));
        }
        if condition.min.is_some() || condition.max.is_some() {
            parts.push(format!(
                "{key}:{}..{}",
                number(condition.min),
                number(condition.max)
            ));
        }
        if let Some(text) = &condition.text {
            parts.push(format!("{key}~{}", encoded(text)));
        }
    }
    parts.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_say_what_was_asked() {
        let conditions = [
            Condition {
                key: "sensor".into(),
                values: vec!["oli&tirs".into(), "msi".into()],
                ..Condition::default()
            },
            Condition {
                key: "cloud".into(),
                max: Some(20.5),
                ..Condition::default()
            },
            Condition {
                key: "sceneNumber".into(),
                text: Some("50=T".into()),
                ..Condition::default()
            },
        ];
        assert_eq!(
            summary(&conditions),
            "sensor:oli%26tirs|msi;cloud:..20.5;sceneNumber~50%3DT"
        );
    }

    #[test]
    fn each_kind_takes_its_own_tests() {
        let values = Condition {
            values: vec!["1".into(), " 2.5".into()],
            ..Condition::default()
        };
        let range = Condition {
            min: Some(1.0),
            ..Condition::default()
        };
        let text = Condition {
            text: Some(" a ".into()),
            ..Condition::default()
        };
        let backwards = Condition {
            min: Some(2.0),
            max: Some(1.0),
            ..Condition::default()
        };
        let early = Condition {
            min: Some(-1e300),
            ..Condition::default()
        };
        let none = Condition {
            text: Some(" ".into()),
            ..Condition::default()
        };
        let words = values.values.clone();
        for (condition, kind, expected) in [
            (&values, FieldKind::Choice, Some(FieldTest::AnyOf(words))),
            (
                &values,
                FieldKind::Number,
                Some(FieldTest::AnyNumber(vec![1.0, 2.5])),
            ),
            (&values, FieldKind::Time, None),
            (
                &range,
                FieldKind::Percent,
                Some(FieldTest::Range(Some(1.0), None)),
            ),
            (&range, FieldKind::Text, None),
            (
                &text,
                FieldKind::Text,
                Some(FieldTest::Contains("a".into())),
            ),
            (&text, FieldKind::Size, None),
            (&backwards, FieldKind::Number, None),
            (&early, FieldKind::Time, None),
        ] {
            let found = tests_of(condition, kind).ok().and_then(|mut all| all.pop());
            assert_eq!(found, expected, "{condition:?} {kind:?}");
        }
        assert_eq!(tests_of(&none, FieldKind::Text).unwrap(), []);
        let wrong = Condition {
            values: vec!["NaN".into()],
            ..Condition::default()
        };
        assert!(tests_of(&wrong, FieldKind::Number).is_err());
    }
}
