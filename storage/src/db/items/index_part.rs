//! The part of a condition that the index of scenes decides.

use chrono::{DateTime, Timelike as _, Utc};

use super::condition::{Comparison, Condition, Field, Test, Value};
use crate::db::scenes::SceneFilter;

/// What must hold whatever else does.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexPart {
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    /// Empty: any.
    satellites: Vec<String>,
    /// Empty: any.
    sensors: Vec<String>,
    cloud_max: Option<f64>,
    /// Number of the shape that the footprint meets.
    pub shape: Option<usize>,
    /// Whether it is all of the condition.
    pub is_whole: bool,
}

impl Condition {
    /// What the index decides of it, and whether that is all.
    #[must_use]
    pub fn index_part(&self) -> IndexPart {
        let mut part = IndexPart {
            from: None,
            to: None,
            satellites: Vec::new(),
            sensors: Vec::new(),
            cloud_max: None,
            shape: None,
            is_whole: true,
        };
        part.is_whole = part.take(self);
        part
    }
}

impl IndexPart {
    /// The filter narrowed to it, its shape left aside.
    #[must_use]
    pub fn narrowed(&self, filter: SceneFilter) -> SceneFilter {
        SceneFilter {
            from: later(filter.from, self.from),
            to: earlier(filter.to, self.to),
            satellites: self.satellites.clone(),
            sensors: self.sensors.clone(),
            cloud_max: self.cloud_max,
            ..filter
        }
    }

    /// Takes over what it can of a condition that must hold, and tells whether that was all.
    fn take(&mut self, condition: &Condition) -> bool {
        match condition {
            // Each is asked: one that cannot be taken over leaves the others.
            Condition::All(parts) => parts
                .iter()
                .fold(true, |whole, part| self.take(part) & whole),
            Condition::Meets(shape, _) if self.shape.is_none() => {
                self.shape = Some(*shape);
                true
            }
            Condition::Test(Test::Compare(field, comparison, value)) => {
                self.take_comparison(field, *comparison, value)
            }
            Condition::Test(Test::In(field, values)) => self.take_list(field, values),
            Condition::Meets(..)
            | Condition::Test(Test::Like(..) | Test::IsNull(_))
            | Condition::Any(_)
            | Condition::Not(_) => false,
        }
    }

    fn take_comparison(&mut self, field: &Field, comparison: Comparison, value: &Value) -> bool {
        match (field, comparison, value) {
            (Field::Platform | Field::Instruments, Comparison::Equal, _) => {
                self.take_list(field, std::slice::from_ref(value))
            }
            (
                Field::CloudCover,
                Comparison::LessOrEqual | Comparison::Less,
                Value::Number(most),
            ) => {
                let most = as_stored(*most);
                self.cloud_max = Some(self.cloud_max.map_or(most, |known| known.min(most)));
                comparison == Comparison::LessOrEqual
            }
            (Field::Datetime, _, Value::Time(time)) => self.take_time(comparison, *time),
            _ => false,
        }
    }

    fn take_time(&mut self, comparison: Comparison, time: DateTime<Utc>) -> bool {
        use Comparison::{Different, Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        // The database rounds to microseconds.
        if !time.nanosecond().is_multiple_of(1000) || comparison == Different {
            return false;
        }
        if matches!(comparison, Equal | Greater | GreaterOrEqual) {
            self.from = later(self.from, Some(time));
        }
        if matches!(comparison, Equal | Less | LessOrEqual) {
            self.to = earlier(self.to, Some(time));
        }
        !matches!(comparison, Greater | Less)
    }

    fn take_list(&mut self, field: &Field, values: &[Value]) -> bool {
        let known = match field {
            Field::Platform => &mut self.satellites,
            Field::Instruments => &mut self.sensors,
            _ => return false,
        };
        // A second list, or one of nothing, is left to whoever looks at the rows: an empty one here means any.
        if !known.is_empty() {
            return false;
        }
        known.extend(values.iter().filter_map(|value| match value {
            Value::Text(name) => Some(name.clone()),
            _ => None,
        }));
        !known.is_empty()
    }
}

/// Cloud cover is stored with 24 bits, and compared so.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the nearest that can be stored"
)]
fn as_stored(percent: f64) -> f64 {
    f64::from(percent as f32)
}

fn later(one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    one.max(other)
}

fn earlier(one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(field: Field, comparison: Comparison, value: Value) -> Condition {
        Condition::Test(Test::Compare(field, comparison, value))
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn moment(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).map_or_else(|_| unreachable!("{text}"), Into::into)
    }

    #[test]
    fn what_the_index_knows_is_taken_out_of_all_that_must_hold() {
        let day = moment("2024-05-01T00:00:00Z");
        let next = moment("2024-05-02T00:00:00Z");
        let part = Condition::All(vec![
            Condition::Meets(3, Vec::new()),
            Condition::Test(Test::In(Field::Platform, vec![text("GF-1"), text("GF-2")])),
            Condition::All(vec![
                compare(
                    Field::CloudCover,
                    Comparison::LessOrEqual,
                    Value::Number(20.1),
                ),
                compare(
                    Field::CloudCover,
                    Comparison::LessOrEqual,
                    Value::Number(30.0),
                ),
                compare(Field::Instruments, Comparison::Equal, text("PMS")),
            ]),
            compare(
                Field::Datetime,
                Comparison::GreaterOrEqual,
                Value::Time(day),
            ),
            compare(Field::Datetime, Comparison::LessOrEqual, Value::Time(next)),
        ])
        .index_part();
        assert_eq!(
            part,
            IndexPart {
                from: Some(day),
                to: Some(next),
                satellites: vec!["GF-1".to_owned(), "GF-2".to_owned()],
                sensors: vec!["PMS".to_owned()],
                cloud_max: Some(f64::from(20.1_f32)),
                shape: Some(3),
                is_whole: true,
            }
        );
        let filter = part.narrowed(SceneFilter {
            from: Some(next),
            ..SceneFilter::default()
        });
        assert_eq!((filter.from, filter.to), (Some(next), Some(next)));
    }

    #[test]
    fn what_it_does_not_know_is_left() {
        let day = moment("2024-05-01T00:00:00Z");
        for (left, is_narrower) in [
            (Condition::Any(vec![Condition::Meets(0, Vec::new())]), false),
            (
                Condition::Not(Box::new(Condition::Meets(0, Vec::new()))),
                false,
            ),
            (Condition::Test(Test::IsNull(Field::CloudCover)), false),
            (compare(Field::Title, Comparison::Equal, text("x")), false),
            (
                compare(Field::Platform, Comparison::Different, text("x")),
                false,
            ),
            (
                Condition::Test(Test::In(Field::Platform, Vec::new())),
                false,
            ),
            (Condition::Test(Test::In(Field::Id, vec![text("x")])), false),
            (
                compare(Field::CloudCover, Comparison::Less, Value::Number(5.0)),
                true,
            ),
            (
                compare(Field::Datetime, Comparison::Greater, Value::Time(day)),
                true,
            ),
            (
                compare(Field::Datetime, Comparison::Different, Value::Time(day)),
                false,
            ),
            (
                compare(
                    Field::Datetime,
                    Comparison::Equal,
                    Value::Time(day + chrono::TimeDelta::nanoseconds(1)),
                ),
                false,
            ),
        ] {
            let everything = Condition::All(Vec::new()).index_part();
            let part = left.index_part();
            assert!(!part.is_whole, "{left:?}");
            let without = IndexPart {
                is_whole: true,
                ..part
            };
            assert_eq!(without != everything, is_narrower, "{left:?}");
        }
        let twice = Condition::All(vec![
            compare(Field::Platform, Comparison::Equal, text("GF-1")),
            compare(Field::Platform, Comparison::Equal, text("GF-2")),
        ]);
        assert!(!twice.index_part().is_whole);
        let shapes = Condition::All(vec![
            Condition::Meets(0, Vec::new()),
            Condition::Meets(1, Vec::new()),
        ]);
        assert_eq!(
            (shapes.index_part().shape, shapes.index_part().is_whole),
            (Some(0), false)
        );
    }
}
