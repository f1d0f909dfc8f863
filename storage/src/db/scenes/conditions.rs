//! Conditions on single fields, in SQL. Names of further metadata fields are bound, never part of the statement, and a
//! value of another type than is asked for is no value rather than an error.

use domain::field::{Column, FieldCondition, FieldTest, Source};
use sqlx::{Postgres, QueryBuilder};

/// The value as text, as an expression over a row of `scene`. A further field that tells where files lie has none.
pub(in crate::db) fn push_text(query: &mut QueryBuilder<Postgres>, source: &Source) {
    match source {
        Source::Column(column) => {
            query.push("scene.").push(name(*column)).push("::text");
        }
        Source::Derived(_) => {
            query.push("NULL::text");
        }
        Source::Properties(names) => {
            query.push("(SELECT p FROM (SELECT coalesce(NULL");
            for name in names {
                query.push(", scene.properties->>").push_bind(name.clone());
            }
            query.push(") AS p) AS f WHERE p NOT LIKE '/%' AND p NOT LIKE '%://%')");
        }
    }
}

const fn name(column: Column) -> &'static str {
    match column {
        Column::Name => "dataname",
        Column::Id => "dataid",
        Column::Satellite => "satellite",
        Column::Sensor => "sensor",
        Column::FileName => "file_name",
        Column::Acquired => "acquired",
        Column::Received => "received",
        Column::Cloud => "cloud",
        Column::Gsd => "gsd",
        Column::Size => "size",
    }
}

const fn is_single_precision(source: &Source) -> bool {
    matches!(source, Source::Column(Column::Cloud | Column::Gsd))
}

/// The value as a number without limits of size.
fn push_number(query: &mut QueryBuilder<Postgres>, source: &Source) {
    match source {
        Source::Column(column @ (Column::Cloud | Column::Gsd)) => {
            query.push("scene.").push(name(*column));
        }
        Source::Column(Column::Size) => {
            query.push("scene.size::numeric");
        }
        Source::Column(_) | Source::Derived(_) => {
            query.push("NULL::numeric");
        }
        Source::Properties(names) => {
            query.push("coalesce(NULL");
            for name in names {
                query.push(", CASE WHEN jsonb_typeof(scene.properties->");
                query.push_bind(name.clone());
                query.push(") = 'number' THEN (scene.properties->>");
                query.push_bind(name.clone());
                query.push(")::numeric END");
            }
            query.push(")");
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "as the column stores it: 12.3 of a request is the 12.3 of the row"
)]
fn push_bound(query: &mut QueryBuilder<Postgres>, source: &Source, number: f64) {
    if is_single_precision(source) {
        query.push_bind(number as f32);
    } else {
        query.push_bind(number).push("::numeric");
    }
}

/// ` AND …`
pub(in crate::db) fn push_condition(
    query: &mut QueryBuilder<Postgres>,
    condition: &FieldCondition,
) {
    let source = &condition.source;
    query.push(" AND (true");
    match &condition.test {
        FieldTest::AnyOf(texts) => {
            query.push(" AND ");
            push_text(query, source);
            query.push(" = ANY(").push_bind(texts.clone()).push(")");
        }
        FieldTest::AnyNumber(numbers) => {
            query.push(" AND (false");
            for number in numbers {
                query.push(" OR ");
                push_number(query, source);
                query.push(" = ");
                push_bound(query, source, *number);
            }
            query.push(")");
        }
        FieldTest::Range(min, max) => {
            for (bound, sign) in [(min, " >= "), (max, " <= ")] {
                let Some(bound) = bound else { continue };
                query.push(" AND ");
                push_number(query, source);
                query.push(sign);
                push_bound(query, source, *bound);
            }
        }
        FieldTest::Times(from, to) => {
            for (bound, sign) in [(from, " >= "), (to, " <= ")] {
                let Some(bound) = bound else { continue };
                query.push(" AND ");
                push_time(query, source);
                query.push(sign).push_bind(*bound);
            }
        }
        FieldTest::Contains(text) => {
            query.push(" AND ");
            push_text(query, source);
            query.push(" ILIKE ").push_bind(crate::db::containing(text));
        }
    }
    query.push(")");
}

fn push_time(query: &mut QueryBuilder<Postgres>, source: &Source) {
    match source {
        Source::Column(column @ (Column::Acquired | Column::Received)) => {
            query.push("scene.").push(name(*column));
        }
        _ => {
            query.push("NULL::timestamptz");
        }
    }
}
