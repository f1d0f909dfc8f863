//! Conditions on items: what of them SQL decides, and what is left for those who know footprints.
//!
//! A condition is three-valued as in SQL: what compares with a value that is not there is unknown, and unknown does
//! not hold, nor does its negation.

use chrono::{DateTime, Utc};
use sqlx::{Postgres, QueryBuilder};

use super::super::scenes::Bounds;

/// A field that conditions can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// Public id.
    Id,
    /// The STAC collection.
    Collection,
    /// When the picture was taken.
    Datetime,
    /// When the survey received it, or else first wrote it down.
    Created,
    /// When its metadata was last written.
    Updated,
    /// Name.
    Title,
    /// Satellite.
    Platform,
    /// Sensor.
    Instruments,
    /// Cloud cover, percent.
    CloudCover,
    /// Ground sample distance, metres.
    Gsd,
    /// A further metadata field.
    Other(String),
}

/// What values a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Number,
    /// Moments.
    Time,
    /// Whatever the archive wrote.
    Any,
}

impl Field {
    /// Type of the field's values.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Id | Self::Collection | Self::Title | Self::Platform | Self::Instruments => {
                Kind::Text
            }
            Self::Datetime | Self::Created | Self::Updated => Kind::Time,
            Self::CloudCover | Self::Gsd => Kind::Number,
            Self::Other(_) => Kind::Any,
        }
    }

    pub(super) const fn may_be_empty(&self) -> bool {
        matches!(self, Self::CloudCover | Self::Gsd | Self::Other(_))
    }

    pub(super) const fn sql_type(&self) -> &'static str {
        match self.kind() {
            Kind::Text | Kind::Any => "text",
            // As stored: 12.3 of a request is the 12.3 of the row.
            Kind::Number => "real",
            Kind::Time => "timestamptz",
        }
    }

    /// Its value. A further field that tells where files lie has none.
    pub(super) fn push_sql(&self, query: &mut QueryBuilder<Postgres>) {
        let sql = match self {
            Self::Id => "dataid",
            Self::Collection => {
                "(SELECT coalesce(n.collection, n.id::text) FROM catalogue_node n WHERE n.id = nodeid)"
            }
            Self::Datetime => "acquired",
            Self::Created => "scene_received(received, entered_at, ingested_at)",
            Self::Updated => "ingested_at",
            Self::Title => "dataname",
            Self::Platform => "satellite",
            Self::Instruments => "sensor",
            Self::CloudCover => "cloud",
            Self::Gsd => "gsd",
            Self::Other(name) => {
                query.push("(SELECT v FROM (SELECT properties->>");
                query.push_bind(name.clone());
                query.push(" AS v) AS f WHERE v NOT LIKE '/%' AND v NOT LIKE '%://%')");
                return;
            }
        };
        query.push(sql);
    }
}

/// A value of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Number(f64),
    /// A moment.
    Time(DateTime<Utc>),
    /// True or false.
    Bool(bool),
}

/// Operator between field and value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`
    Different,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    const fn sql(self) -> &'static str {
        match self {
            Self::Equal => " = ",
            Self::Different => " <> ",
            Self::Less => " < ",
            Self::LessOrEqual => " <= ",
            Self::Greater => " > ",
            Self::GreaterOrEqual => " >= ",
        }
    }
}

/// What SQL decides of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Compares with a value.
    Compare(Field, Comparison, Value),
    /// The field has one of these values.
    In(Field, Vec<Value>),
    /// Fits a pattern of `%`, `_` and `\`, which must not end with a single `\`; the switch ignores case.
    Like(Field, String, bool),
    /// Has no value.
    IsNull(Field),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// All hold; true of none.
    All(Vec<Condition>),
    /// One holds; false of none.
    Any(Vec<Condition>),
    /// Does not hold.
    Not(Box<Condition>),
    /// Decided by SQL.
    Test(Test),
    /// The footprint meets the shape of this number, which lies in these boxes.
    Meets(usize, Vec<Bounds>),
}

impl Condition {
    /// Whether footprints must be looked at.
    #[must_use]
    pub fn has_shapes(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::has_shapes),
            Self::Not(part) => part.has_shapes(),
            Self::Test(_) => false,
            Self::Meets(..) => true,
        }
    }

    /// The largest parts that SQL decides alone, in reading order.
    fn decided<'a>(&'a self, into: &mut Vec<&'a Self>) {
        match self {
            Self::Meets(..) => {}
            whole if !whole.has_shapes() => into.push(whole),
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.decided(into);
                }
            }
            Self::Not(part) => part.decided(into),
            Self::Test(_) => into.push(self),
        }
    }

    /// An array of what [`Self::decided`] lists; NULL where nothing is left to decide.
    pub(super) fn push_tests(&self, query: &mut QueryBuilder<Postgres>) {
        if !self.has_shapes() {
            query.push("NULL::bool[]");
            return;
        }
        let mut decided = Vec::new();
        self.decided(&mut decided);
        query.push("ARRAY[");
        for (position, part) in decided.into_iter().enumerate() {
            query.push(if position > 0 { ", " } else { "" });
            part.push_whole(query);
        }
        query.push("]::bool[]");
    }

    /// Whether it holds, given what SQL decided.
    pub(super) fn holds(&self, tests: &[Option<bool>], meets: impl Fn(usize) -> bool) -> bool {
        let mut tests = tests.iter().copied();
        self.value(&mut tests, &meets) == Some(true)
    }

    fn value(
        &self,
        tests: &mut impl Iterator<Item = Option<bool>>,
        meets: &impl Fn(usize) -> bool,
    ) -> Option<bool> {
        match self {
            Self::Meets(shape, _) => Some(meets(*shape)),
            whole if !whole.has_shapes() => tests.next().flatten(),
            Self::All(parts) => joined(parts.iter().map(|part| part.value(tests, meets)), false),
            Self::Any(parts) => joined(parts.iter().map(|part| part.value(tests, meets)), true),
            Self::Not(part) => part.value(tests, meets).map(|value| !value),
            Self::Test(_) => tests.next().flatten(),
        }
    }

    /// True of everything that the condition may hold of.
    pub(super) fn push_possible(&self, query: &mut QueryBuilder<Postgres>) {
        self.push_relaxed(query, false);
    }

    fn push_relaxed(&self, query: &mut QueryBuilder<Postgres>, negated: bool) {
        match self {
            Self::Meets(_, boxes) if !negated => push_boxes(query, boxes),
            Self::Meets(..) => {
                query.push("true");
            }
            whole if !whole.has_shapes() => {
                query.push(if negated { "NOT " } else { "" });
                whole.push_whole(query);
            }
            Self::All(parts) => push_list(query, parts, negated, |query, part| {
                part.push_relaxed(query, negated);
            }),
            Self::Any(parts) => push_list(query, parts, !negated, |query, part| {
                part.push_relaxed(query, negated);
            }),
            Self::Not(part) => part.push_relaxed(query, !negated),
            Self::Test(_) => {
                query.push("true");
            }
        }
    }

    /// A part without shapes.
    fn push_whole(&self, query: &mut QueryBuilder<Postgres>) {
        match self {
            Self::All(parts) => {
                push_list(query, parts, false, |query, part| part.push_whole(query));
            }
            Self::Any(parts) => push_list(query, parts, true, |query, part| part.push_whole(query)),
            Self::Not(part) => {
                query.push("(NOT ");
                part.push_whole(query);
                query.push(")");
            }
            Self::Test(test) => test.push_sql(query),
            Self::Meets(..) => {
                query.push("true");
            }
        }
    }
}

/// `AND` (`OR` where `any`) of three-valued parts. Every part is asked: each takes its tests.
fn joined(parts: impl Iterator<Item = Option<bool>>, any: bool) -> Option<bool> {
    let (mut decided, mut unknown) = (false, false);
    for part in parts {
        match part {
            Some(value) => decided |= value == any,
            None => unknown = true,
        }
    }
    match (decided, unknown) {
        (true, _) => Some(any),
        (false, true) => None,
        (false, false) => Some(!any),
    }
}

fn push_list(
    query: &mut QueryBuilder<Postgres>,
    parts: &[Condition],
    any: bool,
    push: impl Fn(&mut QueryBuilder<Postgres>, &Condition),
) {
    query.push(if any { "(false" } else { "(true" });
    for part in parts {
        query.push(if any { " OR " } else { " AND " });
        push(query, part);
    }
    query.push(")");
}

fn push_boxes(query: &mut QueryBuilder<Postgres>, boxes: &[Bounds]) {
    query.push("(false");
    for part in boxes {
        query
            .push(" OR bounds && box(point(")
            .push_bind(part.west)
            .push(", ")
            .push_bind(part.south)
            .push("), point(")
            .push_bind(part.east)
            .push(", ")
            .push_bind(part.north)
            .push("))");
    }
    query.push(")");
}

impl Test {
    fn push_sql(&self, query: &mut QueryBuilder<Postgres>) {
        match self {
            // The node is looked up once, not for every row.
            Self::Compare(Field::Collection, Comparison::Equal, Value::Text(id)) => {
                query
                    .push("(nodeid = (SELECT n.id FROM catalogue_node n WHERE coalesce(n.collection, n.id::text) = ")
                    .push_bind(id.clone())
                    .push(" ORDER BY n.collection IS NULL, n.id LIMIT 1) IS TRUE)");
            }
            Self::Compare(field, comparison, value) => {
                query.push("(");
                push_typed(query, field, value);
                query.push(comparison.sql());
                push_bound(query, field, value);
                query.push(")");
            }
            Self::In(field, values) => {
                query.push("(false");
                for value in values {
                    query.push(" OR ");
                    Self::Compare(field.clone(), Comparison::Equal, value.clone()).push_sql(query);
                }
                query.push(")");
            }
            Self::Like(field, pattern, ignore_case) => {
                query.push("((");
                field.push_sql(query);
                query.push(if *ignore_case { ") ILIKE " } else { ") LIKE " });
                query.push_bind(pattern.clone()).push(")");
            }
            Self::IsNull(field) => {
                query.push("((");
                field.push_sql(query);
                query.push(") IS NULL)");
            }
        }
    }
}

/// The field as the type of the value it is compared with; a further field of another type has no value.
fn push_typed(query: &mut QueryBuilder<Postgres>, field: &Field, value: &Value) {
    let Field::Other(name) = field else {
        field.push_sql(query);
        return;
    };
    let json_type = match value {
        Value::Number(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Text(_) | Value::Time(_) => {
            field.push_sql(query);
            return;
        }
    };
    query.push("(CASE WHEN jsonb_typeof(properties->");
    query.push_bind(name.clone());
    query.push(format!(") = '{json_type}' THEN (properties->>"));
    query.push_bind(name.clone());
    query.push(if json_type == "number" {
        ")::float8 END)"
    } else {
        ")::bool END)"
    });
}

fn push_bound(query: &mut QueryBuilder<Postgres>, field: &Field, value: &Value) {
    match value {
        Value::Text(text) => query.push_bind(text.clone()),
        Value::Number(number) if field.kind() == Kind::Number => {
            query.push_bind(*number).push("::real")
        }
        Value::Number(number) => query.push_bind(*number),
        Value::Bool(value) => query.push_bind(*value),
        // Times of further fields are text in one form: comparable as text when both are written in UTC.
        Value::Time(time) if matches!(field, Field::Other(_)) => {
            query.push_bind(time.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true))
        }
        Value::Time(time) => query.push_bind(*time),
    };
}
