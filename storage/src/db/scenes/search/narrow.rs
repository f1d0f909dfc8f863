//! What a filter says, in SQL.

use sqlx::{Postgres, QueryBuilder};

use super::super::{Bounds, Filter, SearchArea};

pub(super) fn narrow(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
    if let Some(node_ids) = &filter.node_ids {
        query
            .push(" AND nodeid = ANY(")
            .push_bind(node_ids.clone())
            .push(")");
    }
    if !filter.satellites.is_empty() {
        query
            .push(" AND satellite = ANY(")
            .push_bind(filter.satellites.clone())
            .push(")");
    }
    if !filter.sensors.is_empty() {
        query
            .push(" AND sensor = ANY(")
            .push_bind(filter.sensors.clone())
            .push(")");
    }
    if let Some(most) = filter.cloud_max {
        query.push(" AND cloud <= ").push_bind(most);
    }
    if filter.online_only {
        query.push(" AND archive_url IS NOT NULL");
    }
    if let Some(text) = &filter.text {
        let pattern = format!("%{}%", escape_like(text));
        query
            .push(" AND (dataname ILIKE ")
            .push_bind(pattern.clone())
            .push(" OR dataid ILIKE ")
            .push_bind(pattern)
            .push(")");
    }
    narrow_fields(query, filter);
    narrow_time(query, filter);
    narrow_place(query, filter.area.as_deref());
}

pub(super) fn narrow_fields(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
    for condition in &filter.conditions {
        condition.push(query);
    }
}

fn narrow_time(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
    if filter.from.is_none() && filter.to.is_none() {
        return;
    }
    // Said twice: the range for the index over place and time, the comparisons for the one over time.
    // A range that ends before it begins is an error.
    let is_range = filter
        .from
        .zip(filter.to)
        .is_none_or(|(from, to)| from <= to);
    if filter.area.is_some() && is_range {
        query
            .push(" AND tstzrange(acquired, acquired, '[]') && tstzrange(")
            .push_bind(filter.from)
            .push(", ")
            .push_bind(filter.to)
            .push(", '[]')");
    }
    if let Some(from) = filter.from {
        query.push(" AND acquired >= ").push_bind(from);
    }
    if let Some(to) = filter.to {
        query.push(" AND acquired <= ").push_bind(to);
    }
}

fn narrow_place(query: &mut QueryBuilder<Postgres>, area: Option<&SearchArea>) {
    let Some((first, others)) = area.and_then(|area| area.boxes().split_first()) else {
        return;
    };
    query.push(" AND (");
    push_meets(query, *first);
    for area in others {
        query.push(" OR ");
        push_meets(query, *area);
    }
    query.push(")");
}

fn push_meets(query: &mut QueryBuilder<Postgres>, area: Bounds) {
    query.push("bounds && ");
    push_box(query, area);
}

pub(super) fn push_box(query: &mut QueryBuilder<Postgres>, area: Bounds) {
    query
        .push("box(point(")
        .push_bind(area.west)
        .push(", ")
        .push_bind(area.south)
        .push("), point(")
        .push_bind(area.east)
        .push(", ")
        .push_bind(area.north)
        .push("))");
}

/// Takes the meaning from `%`, `_` and `\` in a LIKE pattern.
fn escape_like(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_patterns_are_taken_literally() {
        assert_eq!(escape_like(r"100%_GF\1"), r"100\%\_GF\\1");
    }
}
