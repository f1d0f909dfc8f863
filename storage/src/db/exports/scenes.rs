//! The scenes of exports: which were named, and what files show of them.

use std::collections::HashSet;

use domain::ids::OrderId;
use domain::order::scene_state::SceneState;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, FromRow as _, PgConnection, Row};
use texts::Detail;

use crate::StorageError;
use crate::db::detail::detail_of;
use crate::db::known;
use crate::db::scenes::{CARD_COLUMNS, Card};

/// Scenes that were named, and names of no scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedScenes {
    /// Numbers of the scenes, each once.
    pub dids: Vec<i64>,
    /// What is no scene, as it was named.
    pub unknown: Vec<String>,
}

/// Every scene of the order, in the order's order.
pub async fn of_order(db: &mut PgConnection, order: OrderId) -> Result<NamedScenes, StorageError> {
    let dids = sqlx::query_scalar!(
        "SELECT did FROM order_scene WHERE order_id = $1 ORDER BY position, did",
        order.0
    )
    .fetch_all(db)
    .await?;
    Ok(NamedScenes {
        dids,
        unknown: Vec::new(),
    })
}

/// These scenes of the order, in the order's order.
pub async fn some_of_order(
    db: &mut PgConnection,
    order: OrderId,
    named: &[i64],
) -> Result<NamedScenes, StorageError> {
    let dids: Vec<i64> = sqlx::query_scalar!(
        "SELECT did FROM order_scene WHERE order_id = $1 AND did = ANY($2) ORDER BY position, did",
        order.0,
        named
    )
    .fetch_all(db)
    .await?;
    let found: HashSet<i64> = dids.iter().copied().collect();
    let unknown = named.iter().filter(|did| !found.contains(did));
    Ok(NamedScenes {
        unknown: unknown.map(ToString::to_string).collect(),
        dids,
    })
}

/// These scenes of the catalogue, in the order in which they were named.
pub async fn of_catalogue(
    db: &mut PgConnection,
    dataids: &[String],
) -> Result<NamedScenes, StorageError> {
    // One number for each name, in their order: 200,000 names need not come back.
    let found = sqlx::query_scalar!(
        "SELECT s.did AS \"did?\" FROM unnest($1::text[]) WITH ORDINALITY AS wanted (dataid, place) \
         LEFT JOIN scene s ON s.dataid = wanted.dataid ORDER BY place", dataids)
    .fetch_all(db)
    .await?;
    let mut chosen = NamedScenes::default();
    let mut seen = HashSet::new();
    for (dataid, did) in dataids.iter().zip(found) {
        match did {
            Some(did) if seen.insert(did) => chosen.dids.push(did),
            Some(_) => {}
            None => chosen.unknown.push(dataid.clone()),
        }
    }
    Ok(chosen)
}

/// Whether one of these scenes has a footprint.
pub async fn any_footprint(db: &mut PgConnection, dids: &[i64]) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM scene WHERE did = ANY($1) AND outline <> '') AS \"holds!\"",
        dids
    )
    .fetch_one(db)
    .await?)
}

/// Catalogue nodes that these scenes lie in, in the tree's order.
pub async fn nodes_of(db: &mut PgConnection, dids: &[i64]) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT node.id FROM catalogue_node AS node \
         WHERE node.id IN (SELECT nodeid FROM scene WHERE did = ANY($1)) ORDER BY node.position, node.id",
        dids
    )
    .fetch_all(db)
    .await?)
}

/// A scene as an export shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportRow {
    pub scene: Card,
    /// Its extraction for the order.
    pub state: Option<SceneState>,
    /// Why its extraction failed.
    pub flog: Option<Detail>,
}

/// The rows of `dids`, in their order; with what the order says of them, if there is one.
pub async fn rows(
    db: &mut PgConnection,
    order: Option<OrderId>,
    dids: &[i64],
) -> Result<Vec<ExportRow>, StorageError> {
    let sql = format!(
        "SELECT {CARD_COLUMNS}, of_order.state AS extraction, of_order.flog, of_order.flog_detail \
         FROM unnest($2::bigint[]) WITH ORDINALITY AS chosen (did, place) \
         JOIN scene ON scene.did = chosen.did \
         LEFT JOIN order_scene AS of_order ON of_order.order_id = $1 AND of_order.did = scene.did ORDER BY place"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(order.map(|order| order.0))
        .bind(dids)
        .fetch_all(db)
        .await?;
    rows.iter().map(row).collect()
}

fn row(row: &PgRow) -> Result<ExportRow, StorageError> {
    Ok(ExportRow {
        scene: Card::from_row(row)?,
        state: row
            .try_get::<Option<i16>, _>("extraction")?
            .map(|code| known("order_scene.state", code))
            .transpose()?,
        flog: row
            .try_get::<Option<String>, _>("flog")?
            .map(|words| Ok::<_, sqlx::Error>(detail_of(words, row.try_get("flog_detail")?)))
            .transpose()?,
    })
}
