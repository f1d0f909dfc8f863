//! The catalogue as STAC sees it: items found by any condition, page after page without gaps or repeats, and the
//! extents of collections.

use chrono::{DateTime, Utc};
use domain::order::get_method::GetMethod;
use domain::order::scene_state::SceneState;
use domain::order::state::OrderState;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::known;
use super::scenes::{Bounds, Footprint, SceneScope};
use crate::StorageError;

mod condition;
mod count;
mod index_part;
mod order;

pub use condition::{Comparison, Condition, Field, Kind, Test, Value};
pub use count::count;
pub use index_part::IndexPart;
pub use order::{Cursor, SortKey};

/// Rows looked at in the first step of a search whose footprints must be compared; each further step takes double.
const FIRST_STEP: i64 = 200;
/// Most rows in one step.
const LARGEST_STEP: i64 = 5000;

/// Conditions, order and page of a search.
#[derive(Debug, Clone)]
pub struct Search {
    /// Catalogue nodes; `None` does not narrow.
    pub nodes: Option<Vec<i64>>,
    /// What whoever searches may see.
    pub scope: SceneScope,
    /// Taken at or after.
    pub from: Option<DateTime<Utc>>,
    /// Taken at or before.
    pub to: Option<DateTime<Utc>>,
    /// Among these numbers, which are all that [`Self::nodes`], the times and [`Condition::index_part`] let through;
    /// `None`: nobody has looked.
    pub among: Option<Vec<i64>>,
    /// Conditions on the items.
    pub condition: Condition,
    /// In this order; ties are broken by the internal number.
    pub order: Vec<SortKey>,
    /// Cursor behind the last item of the page before.
    pub after: Option<Cursor>,
    /// Most items.
    pub limit: i64,
}

impl Search {
    /// Whether footprints must be compared, because of a shape or of what may be seen.
    fn compares_footprints(&self) -> bool {
        self.condition.has_shapes() || self.scope.has_areas()
    }

    /// Whether a scene that the database lets through is found.
    fn takes(
        &self,
        node: i64,
        footprint: &Footprint,
        tests: &[Option<bool>],
        meets: impl Fn(usize, &Footprint) -> bool,
    ) -> bool {
        // Without shapes the database has decided.
        (!self.condition.has_shapes()
            || self.condition.holds(tests, |shape| meets(shape, footprint)))
            && (!self.scope.has_areas() || self.scope.holds(node, footprint.view()))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundItem {
    /// The scene's internal number.
    pub did: i64,
    /// When the survey received it.
    pub created: DateTime<Utc>,
    /// When its metadata was last written.
    pub updated: DateTime<Utc>,
    /// Where the next page begins if this is the last item of this one.
    pub cursor: Cursor,
}

/// A page of found items and whether there are more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPage {
    /// Items in the order of the search.
    pub items: Vec<FoundItem>,
    /// Whether another page follows.
    pub more: bool,
}

#[derive(sqlx::FromRow)]
struct ItemRow {
    did: i64,
    nodeid: i64,
    created: DateTime<Utc>,
    updated: DateTime<Utc>,
    keys: Vec<Option<String>>,
    tests: Option<Vec<Option<bool>>>,
    outline: Option<Vec<u8>>,
}

/// One page. `meets` answers whether a footprint meets the shape of that number (see [`Condition::Meets`]).
pub async fn page(
    connection: &mut PgConnection,
    search: &Search,
    meets: impl Fn(usize, &Footprint) -> bool,
) -> Result<FoundPage, StorageError> {
    let most = usize::try_from(search.limit).unwrap_or(usize::MAX);
    let spatial = search.compares_footprints();
    let mut step = if spatial {
        FIRST_STEP.max(search.limit + 1)
    } else {
        search.limit + 1
    };
    let mut items: Vec<FoundItem> = Vec::new();
    let mut after = search.after.clone();
    loop {
        let rows = rows(connection, search, after.as_ref(), step).await?;
        let last_step = i64::try_from(rows.len()).unwrap_or(i64::MAX) < step;
        for row in rows {
            let cursor = Cursor {
                keys: row.keys,
                did: row.did,
            };
            after = Some(cursor.clone());
            let outline = row.outline.unwrap_or_default();
            let footprint = Footprint::try_from(outline).unwrap_or_default();
            let tests = row.tests.unwrap_or_default();
            if spatial && !search.takes(row.nodeid, &footprint, &tests, &meets) {
                continue;
            }
            if items.len() == most {
                return Ok(FoundPage { items, more: true });
            }
            items.push(FoundItem {
                did: row.did,
                created: row.created,
                updated: row.updated,
                cursor,
            });
        }
        if last_step {
            return Ok(FoundPage { items, more: false });
        }
        step = (step * 2).min(LARGEST_STEP);
    }
}

async fn rows(
    connection: &mut PgConnection,
    search: &Search,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<Vec<ItemRow>, StorageError> {
    let mut query: QueryBuilder<Postgres> = QueryBuilder::new("SELECT did, nodeid, ");
    Field::Created.push_sql(&mut query);
    query.push(" AS created, ingested_at AS updated, ");
    order::push_place(&mut query, &search.order);
    query.push(" AS keys, ");
    search.condition.push_tests(&mut query);
    query.push(" AS tests, ");
    query.push(if search.compares_footprints() {
        "outline"
    } else {
        "NULL::bytea AS outline"
    });
    query.push(" FROM scene WHERE ");
    push_narrowed(&mut query, search);
    if let Some(cursor) = after {
        query.push(" AND ");
        order::push_after(&mut query, &search.order, cursor);
    }
    order::push_order(&mut query, &search.order);
    query.push(" LIMIT ").push_bind(limit);
    Ok(query.build_query_as().fetch_all(connection).await?)
}

/// What may be found, wherever the page begins.
fn push_narrowed(query: &mut QueryBuilder<Postgres>, search: &Search) {
    search.condition.push_possible(query);
    if let Some(dids) = &search.among {
        query
            .push(" AND did = ANY(")
            .push_bind(dids.clone())
            .push(")");
    }
    if let Some(nodes) = &search.nodes {
        query
            .push(" AND nodeid = ANY(")
            .push_bind(nodes.clone())
            .push(")");
    }
    if !search.scope.is_everything() {
        query.push(" AND ");
        super::scenes::push_possible(&search.scope, query);
    }
    if let Some(from) = search.from {
        query.push(" AND acquired >= ").push_bind(from);
    }
    if let Some(to) = search.to {
        query.push(" AND acquired <= ").push_bind(to);
    }
}

/// Where and when the scenes of a node lie.
#[derive(Debug, Clone, PartialEq)]
pub struct Extent {
    /// The node.
    pub nodeid: i64,
    /// The box around all footprints.
    pub bounds: Bounds,
    /// First and last time of acquisition.
    pub times: (DateTime<Utc>, DateTime<Utc>),
}

/// Extents of all nodes that hold scenes. They may be larger than what the nodes hold now.
pub async fn extents(connection: &mut PgConnection) -> Result<Vec<Extent>, StorageError> {
    let rows = sqlx::query!(
        "SELECT nodeid, west, south, east, north, first, last FROM scene_extent ORDER BY nodeid"
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Extent {
            nodeid: row.nodeid,
            bounds: Bounds {
                west: row.west,
                south: row.south,
                east: row.east,
                north: row.north,
            },
            times: (row.first, row.last),
        })
        .collect())
}

/// Node, satellite and the number of its scenes there.
pub async fn satellites_of_nodes(
    connection: &mut PgConnection,
) -> Result<Vec<(i64, String, i64)>, StorageError> {
    let rows = sqlx::query!(
        "SELECT nodeid, satellite, count FROM scene_tally WHERE count > 0 ORDER BY nodeid, satellite")
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.nodeid, row.satellite, row.count))
        .collect())
}

/// Somebody's order of a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnOrder {
    /// The scene's internal number.
    pub did: i64,
    /// The order number.
    pub ordername: String,
    /// When it was handed in.
    pub submitted: DateTime<Utc>,
    pub state: OrderState,
    /// How it is handed out.
    pub method: Option<GetMethod>,
    /// The state of the scene in it.
    pub scene: Option<SceneState>,
}

/// The newest order of each of the scenes that this person has handed in. Drafts and deleted orders do not count.
pub async fn own_orders(
    connection: &mut PgConnection,
    user: domain::ids::UserId,
    dids: &[i64],
) -> Result<Vec<OwnOrder>, StorageError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (s.did) s.did, o.ordername, coalesce(o.submitted_at, o.created_at) AS \"submitted!\", o.state,
                o.get_method, s.state AS scene_state
         FROM order_scene s JOIN orders o ON o.id = s.order_id
         WHERE o.user_id = $1 AND o.state <> ALL($3) AND s.did = ANY($2)
         ORDER BY s.did, o.created_at DESC, o.id DESC", user.0, dids, &[OrderState::Deleted, OrderState::PendingSubmission].map(OrderState::code)[..])
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(OwnOrder {
                did: row.did,
                ordername: row.ordername,
                submitted: row.submitted,
                state: known("orders.state", row.state)?,
                method: row
                    .get_method
                    .map(|code| known("orders.get_method", code))
                    .transpose()?,
                scene: row
                    .scene_state
                    .map(|code| known("order_scene.state", code))
                    .transpose()?,
            })
        })
        .collect()
}
