//! What a filter says, in SQL.

use domain::keyword::Keyword;
use sqlx::{Postgres, QueryBuilder};

use super::super::{Bounds, SceneFilter, SceneScope, SearchArea, UnknownCloud, push_condition};

pub(super) fn narrow(query: &mut QueryBuilder<Postgres>, filter: &SceneFilter) {
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
    narrow_cloud(query, filter);
    if filter.online_only {
        query.push(" AND archive_url IS NOT NULL");
    }
    narrow_names(query, filter);
    narrow_fields(query, filter);
    narrow_time(query, filter);
    narrow_place(query, filter.area.as_deref());
    if !filter.scope.is_everything() {
        query.push(" AND ");
        push_possible(&filter.scope, query);
    }
}

fn narrow_cloud(query: &mut QueryBuilder<Postgres>, filter: &SceneFilter) {
    match (filter.unknown_cloud, filter.cloud_max) {
        (UnknownCloud::Only, _) => {
            query.push(" AND cloud IS NULL");
        }
        (_, None) => {}
        (UnknownCloud::Exclude, Some(most)) => {
            query.push(" AND cloud <= ").push_bind(most);
        }
        (UnknownCloud::Include, Some(most)) => {
            query.push(" AND (cloud IS NULL OR cloud <= ");
            query.push_bind(most).push(")");
        }
    }
}

/// Folded as `domain::keyword::fold` does it: signs between two digits stay, as one underscore.
const NAMES: &str = "regexp_replace(regexp_replace(lower(concat_ws(E'\n', translate(dataname, E'\n', ' '), dataid, \
     satellite, sensor)), '[-_ ]+', '_', 'g'), '(?<![0-9])_|_(?![0-9])', '', 'g')";

fn narrow_names(query: &mut QueryBuilder<Postgres>, filter: &SceneFilter) {
    for term in filter.keyword.iter().flat_map(Keyword::terms) {
        query.push(" AND ").push(NAMES).push(" ~ ");
        query.push_bind(term.pattern());
    }
}

pub(super) fn narrow_fields(query: &mut QueryBuilder<Postgres>, filter: &SceneFilter) {
    for condition in &filter.conditions {
        push_condition(query, condition);
    }
}

fn narrow_time(query: &mut QueryBuilder<Postgres>, filter: &SceneFilter) {
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

/// A condition that every scene of a scope meets; where it has areas, others may meet it too.
pub(in crate::db) fn push_possible(scope: &SceneScope, query: &mut QueryBuilder<Postgres>) {
    let Some(parts) = scope.parts() else {
        query.push("true");
        return;
    };
    query.push("(false");
    for part in parts {
        query.push(" OR (true");
        if let Some(nodes) = &part.nodes {
            query.push(" AND nodeid = ANY(");
            query.push_bind(nodes.clone()).push(")");
        }
        for area in &part.areas {
            query.push(" AND (false");
            for bounds in area.boxes() {
                query.push(" OR ");
                push_meets(query, *bounds);
            }
            query.push(")");
        }
        query.push(")");
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
