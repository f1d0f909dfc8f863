//! The order of found items, and places in it.

use sqlx::{Postgres, QueryBuilder};

use super::condition::Field;

/// One key of an order. What has no value comes last, whichever the direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortKey {
    /// Field whose values are compared.
    pub field: Field,
    /// Largest first.
    pub descending: bool,
}

/// A place in an order: the values of its keys as Postgres writes them, and the internal number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Values of the keys, one each.
    pub keys: Vec<Option<String>>,
    /// The scene there.
    pub did: i64,
}

pub(super) fn push_place(query: &mut QueryBuilder<Postgres>, keys: &[SortKey]) {
    query.push("ARRAY[");
    for (position, key) in keys.iter().enumerate() {
        if position > 0 {
            query.push(", ");
        }
        query.push("(");
        key.field.push_sql(query);
        query.push(")::text");
    }
    query.push("]::text[]");
}

/// Ties are broken in the direction of the first key, so that an index serves both ways.
fn backwards(keys: &[SortKey]) -> bool {
    keys.first().is_some_and(|key| key.descending)
}

pub(super) fn push_order(query: &mut QueryBuilder<Postgres>, keys: &[SortKey]) {
    query.push(" ORDER BY ");
    for key in keys {
        key.field.push_sql(query);
        query.push(if key.descending { " DESC" } else { "" });
        // Said only where it says something: an index of a column that is never empty would not fit otherwise.
        query.push(if key.field.may_be_empty() {
            " NULLS LAST, "
        } else {
            ", "
        });
    }
    query.push(if backwards(keys) { "did DESC" } else { "did" });
}

/// What lies behind the cursor: for each key in turn, all keys before it equal and this one beyond.
pub(super) fn push_after(query: &mut QueryBuilder<Postgres>, keys: &[SortKey], cursor: &Cursor) {
    if let [only] = keys
        && !only.field.may_be_empty()
        && let [Some(value)] = cursor.keys.as_slice()
    {
        push_after_row(query, only, value, cursor.did);
        return;
    }
    query.push("(");
    for last in 0..=keys.len() {
        if last > 0 {
            query.push(" OR ");
        }
        query.push("(true");
        for (key, value) in keys.iter().zip(&cursor.keys).take(last) {
            query.push(" AND ");
            push_equal(query, key, value.as_deref());
        }
        query.push(" AND ");
        match keys.get(last).zip(cursor.keys.get(last)) {
            Some((key, value)) => push_beyond(query, key, value.as_deref()),
            None => {
                query
                    .push(if backwards(keys) { "did < " } else { "did > " })
                    .push_bind(cursor.did);
            }
        }
        query.push(")");
    }
    query.push(")");
}

/// The form that an index over the key and the number answers.
fn push_after_row(query: &mut QueryBuilder<Postgres>, key: &SortKey, value: &str, did: i64) {
    query.push("(");
    key.field.push_sql(query);
    query.push(", did) ");
    query.push(if key.descending { "< (" } else { "> (" });
    push_value(query, key, value);
    query.push(", ").push_bind(did).push(")");
}

fn push_value(query: &mut QueryBuilder<Postgres>, key: &SortKey, value: &str) {
    query
        .push_bind(value.to_owned())
        .push("::")
        .push(key.field.sql_type());
}

fn push_equal(query: &mut QueryBuilder<Postgres>, key: &SortKey, value: Option<&str>) {
    key.field.push_sql(query);
    match value {
        Some(value) => {
            query.push(" = ");
            push_value(query, key, value);
        }
        None => {
            query.push(" IS NULL");
        }
    }
}

fn push_beyond(query: &mut QueryBuilder<Postgres>, key: &SortKey, value: Option<&str>) {
    let Some(value) = value else {
        query.push("false");
        return;
    };
    query.push("(");
    key.field.push_sql(query);
    query.push(if key.descending { " < " } else { " > " });
    push_value(query, key, value);
    query.push(" OR ");
    key.field.push_sql(query);
    query.push(" IS NULL)");
}
