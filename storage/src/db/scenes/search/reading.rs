//! What every way of searching reads of the database alike.

use chrono::{DateTime, Utc};
use futures::TryStreamExt as _;
use scene_index::Order;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::super::summary::Kind;
use super::super::{Card, Footprint, SceneFilter, Sort, Summary};
use super::narrow::narrow;
use crate::StorageError;
use crate::db::Page;

/// Which of the found are on the page, and what of all.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResultWindow {
    pub(super) sort: Sort,
    pub(super) page: Page,
    pub(super) with_summary: bool,
}

impl ResultWindow {
    /// The order, where the index alone knows it and all that is asked.
    pub(super) fn index_order(self, filter: &SceneFilter) -> Option<Order> {
        self.sort.order().filter(|_| filter.conditions.is_empty())
    }
}

impl Sort {
    pub(in crate::db::scenes) const fn sql(self) -> &'static str {
        match self {
            Self::NewestFirst => "acquired DESC, did DESC",
            Self::PicturesFirst => {
                "archive_url IS NULL AND image_url IS NULL, \
                 date_trunc('day', acquired AT TIME ZONE INTERVAL '8 hours') DESC, \
                 archive_url IS NULL, acquired DESC, did DESC"
            }
            Self::OldestFirst => "acquired, did",
            Self::Name => "dataname COLLATE \"C\", did",
            Self::NameBackwards => "dataname COLLATE \"C\" DESC, did DESC",
            Self::Clearest => "cloud NULLS LAST, did",
            Self::Cloudiest => "cloud DESC NULLS LAST, did DESC",
            Self::Satellite => "satellite COLLATE \"C\", acquired DESC, did",
            Self::SatelliteBackwards => "satellite COLLATE \"C\" DESC, acquired DESC, did DESC",
            Self::Largest => "size DESC, did DESC",
            Self::Smallest => "size, did",
        }
    }
}

/// A page of what a query without an order finds.
pub(super) async fn read_page(
    connection: &mut PgConnection,
    mut reading: QueryBuilder<Postgres>,
    sort: Sort,
    page: Page,
) -> Result<Vec<Card>, StorageError> {
    reading.push(" ORDER BY ").push(sort.sql());
    reading.push(" LIMIT ").push_bind(page.limit());
    reading.push(" OFFSET ").push_bind(page.offset());
    Ok(reading.build_query_as().fetch_all(connection).await?)
}

/// What [`summarize`] reads of each row: footprints, which are most of it, only where there is an area.
pub(super) fn summarized(filter: &SceneFilter) -> &'static str {
    if filter.has_areas() {
        "nodeid, satellite, sensor, archive_url IS NOT NULL, acquired, cloud, outline"
    } else {
        "nodeid, satellite, sensor, archive_url IS NOT NULL, acquired, cloud, ''::bytea"
    }
}

/// What those rows of a query are that meet the filter's area.
pub(super) async fn summarize(
    connection: &mut PgConnection,
    mut query: QueryBuilder<Postgres>,
    filter: &SceneFilter,
) -> Result<Summary, StorageError> {
    type CardRow = (
        i64,
        String,
        String,
        bool,
        DateTime<Utc>,
        Option<f32>,
        Vec<u8>,
    );
    let mut summary = Summary::default();
    let mut rows = query.build_query_as::<CardRow>().fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let (node, satellite, sensor, online, acquired, cloud, outline) = row;
        if meets(filter, node, &outline) {
            let kind = Kind {
                node,
                satellite: &satellite,
                sensor: &sensor,
                online,
            };
            summary.add(kind, acquired, cloud);
        }
    }
    Ok(summary)
}

/// Every row that may be wanted.
pub(in crate::db::scenes) fn select_narrowed(
    filter: &SceneFilter,
    columns: &str,
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("SELECT {columns} FROM scene WHERE true"));
    narrow(&mut query, filter);
    query
}

/// Whether a stored footprint is where the filter asks; one that cannot be read meets nothing.
pub(in crate::db::scenes) fn meets(filter: &SceneFilter, node: i64, outline: &[u8]) -> bool {
    if !filter.has_areas() {
        return true;
    }
    Footprint::try_from(outline).is_ok_and(|footprint| filter.takes_place(node, footprint.view()))
}
