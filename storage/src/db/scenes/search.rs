//! Searching: what SQL can decide. Whether a footprint really meets the searched area is for the caller.

use chrono::{DateTime, Utc};
use futures::TryStreamExt as _;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::super::{Listing, Page};
use super::{COLUMNS, Scene, SceneRow};
use crate::StorageError;

/// A rectangle of degrees that does not cross the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Western edge.
    pub west: f64,
    /// Southern edge.
    pub south: f64,
    /// Eastern edge.
    pub east: f64,
    /// Northern edge.
    pub north: f64,
}

/// What to search for; `None`, or an empty list of areas or satellites, does not narrow.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Catalogue nodes, those below them not included (see [`super::super::catalogue::with_descendants`]). An
    /// empty list finds nothing.
    pub node_ids: Option<Vec<i64>>,
    /// The footprint's bounding box meets one of these.
    pub areas: Vec<Bounds>,
    /// The areas are all there is to the searched area: a footprint whose box lies inside one needs no refining.
    pub areas_are_exact: bool,
    /// Taken at or after.
    pub from: Option<DateTime<Utc>>,
    /// Taken at or before.
    pub to: Option<DateTime<Utc>>,
    /// Satellites, exact names.
    pub satellites: Vec<String>,
    /// At most this cloud cover, percent; scenes of unknown cloud cover are left out.
    pub cloud_max: Option<f64>,
    /// Part of the name or the public id, without regard to case; taken literally.
    pub text: Option<String>,
}

/// How found scenes are ordered. Ties are broken by the internal number, so that pages do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Last taken first.
    #[default]
    NewestFirst,
    /// First taken first.
    OldestFirst,
    /// By name.
    Name,
    /// By name, backwards.
    NameBackwards,
    /// Clearest first, unknown last.
    Clearest,
    /// Cloudiest first, unknown last.
    Cloudiest,
    /// By satellite.
    Satellite,
    /// By satellite, backwards.
    SatelliteBackwards,
    /// Largest file first.
    Largest,
    /// Smallest file first.
    Smallest,
}

impl Sort {
    const fn sql(self) -> &'static str {
        match self {
            Self::NewestFirst => "acquired DESC, did DESC",
            Self::OldestFirst => "acquired, did",
            Self::Name => "dataname, did",
            Self::NameBackwards => "dataname DESC, did DESC",
            Self::Clearest => "cloud NULLS LAST, did",
            Self::Cloudiest => "cloud DESC NULLS LAST, did DESC",
            Self::Satellite => "satellite, acquired DESC, did",
            Self::SatelliteBackwards => "satellite DESC, acquired DESC, did DESC",
            Self::Largest => "size DESC, did DESC",
            Self::Smallest => "size, did",
        }
    }
}

/// One page of what the filter finds, taking bounding boxes for footprints.
pub async fn page(
    connection: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    page: Page,
) -> Result<Listing<Scene>, StorageError> {
    found_page(connection, filter, &[], sort, page).await
}

async fn found_page(
    connection: &mut PgConnection,
    filter: &Filter,
    without: &[i64],
    sort: Sort,
    page: Page,
) -> Result<Listing<Scene>, StorageError> {
    let mut counting = QueryBuilder::new("SELECT count(*) FROM scene WHERE true");
    narrow(&mut counting, filter);
    let found: i64 = counting
        .build_query_scalar()
        .fetch_one(&mut *connection)
        .await?;
    let mut reading = QueryBuilder::new(format!("SELECT {COLUMNS} FROM scene WHERE true"));
    narrow(&mut reading, filter);
    if !without.is_empty() {
        reading
            .push(" AND did <> ALL(")
            .push_bind(without)
            .push(")");
    }
    reading.push(" ORDER BY ").push(sort.sql());
    reading.push(" LIMIT ").push_bind(page.limit());
    reading.push(" OFFSET ").push_bind(page.offset());
    let rows: Vec<SceneRow> = reading.build_query_as().fetch_all(connection).await?;
    Ok(Listing {
        items: rows.into_iter().map(Scene::from).collect(),
        total: found - i64::try_from(without.len()).unwrap_or(0),
    })
}

/// One page of what the filter finds and `meets` holds of its footprint.
pub async fn refined_page(
    connection: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    page: Page,
    meets: impl Fn(&str) -> bool,
) -> Result<Listing<Scene>, StorageError> {
    match filter.areas.as_slice() {
        [only] if filter.areas_are_exact => {
            page_of_rectangle(connection, filter, *only, sort, page, meets).await
        }
        _ => page_of_any_shape(connection, filter, sort, page, meets).await,
    }
}

/// Of a rectangle only the scenes on its rim are in doubt. Those that do not meet it are few: the database counts and
/// pages the rest.
async fn page_of_rectangle(
    connection: &mut PgConnection,
    filter: &Filter,
    rectangle: Bounds,
    sort: Sort,
    page: Page,
    meets: impl Fn(&str) -> bool,
) -> Result<Listing<Scene>, StorageError> {
    let mut doubtful = QueryBuilder::new("SELECT did, footprint FROM scene WHERE NOT bounds <@ ");
    push_box(&mut doubtful, rectangle);
    narrow(&mut doubtful, filter);
    let mut missed: Vec<i64> = Vec::new();
    {
        let mut rows = doubtful
            .build_query_as::<(i64, String)>()
            .fetch(&mut *connection);
        while let Some((did, footprint)) = rows.try_next().await? {
            if !meets(&footprint) {
                missed.push(did);
            }
        }
    }
    found_page(connection, filter, &missed, sort, page).await
}

/// Every found row passes by in order, only the page is kept.
async fn page_of_any_shape(
    connection: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    page: Page,
    meets: impl Fn(&str) -> bool,
) -> Result<Listing<Scene>, StorageError> {
    let mut query = QueryBuilder::new("SELECT did, footprint FROM scene WHERE true");
    narrow(&mut query, filter);
    query.push(" ORDER BY ").push(sort.sql());
    let wanted = page.offset()..page.offset() + page.limit();
    let (mut total, mut dids) = (0, Vec::new());
    {
        let mut rows = query
            .build_query_as::<(i64, String)>()
            .fetch(&mut *connection);
        while let Some((did, footprint)) = rows.try_next().await? {
            if meets(&footprint) {
                if wanted.contains(&total) {
                    dids.push(did);
                }
                total += 1;
            }
        }
    }
    let items = super::by_dids(connection, &dids).await?;
    Ok(Listing { items, total })
}

/// Ends a search that takes too long; for the rest of the transaction.
pub async fn limit_time(connection: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query("SET LOCAL statement_timeout = '10s'")
        .execute(connection)
        .await?;
    Ok(())
}

fn narrow(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
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
    if let Some(most) = filter.cloud_max {
        query.push(" AND cloud <= ").push_bind(most);
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
    narrow_time(query, filter);
    narrow_place(query, &filter.areas);
}

fn narrow_time(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
    if filter.from.is_none() && filter.to.is_none() {
        return;
    }
    // Said twice: the range for the index over place and time, the comparisons for the one over time.
    if !filter.areas.is_empty() {
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

fn narrow_place(query: &mut QueryBuilder<Postgres>, areas: &[Bounds]) {
    let Some((first, others)) = areas.split_first() else {
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

fn push_box(query: &mut QueryBuilder<Postgres>, area: Bounds) {
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
