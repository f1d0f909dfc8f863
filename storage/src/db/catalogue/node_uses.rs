//! What needs a catalogue node, by name.

use domain::catalogue::{NodeUses, STATES_IN_WORK};
use sqlx::PgConnection;

use super::directory;
use crate::StorageError;

/// Most that are named of each sort.
const MAX_NAMED: i64 = 20;

/// Somebody who needs a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeUser {
    /// The unit or the login name; empty: everybody.
    pub who: String,
    /// Number of such uses.
    pub count: i64,
}

/// What needs a node, and the first 20 of each sort by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedNodeUses {
    /// How much there is of each sort.
    pub counts: NodeUses,
    /// What nodes directly below it are called, in their order.
    pub children: Vec<String>,
    /// To whom grants that name it are made.
    pub grants: Vec<NodeUser>,
    /// Who saved searches in it.
    pub searches: Vec<NodeUser>,
    /// Owners of subscriptions that search the node.
    pub subscriptions: Vec<NodeUser>,
    /// Numbers of orders in work with scenes of it, the newest first.
    pub orders: Vec<String>,
    /// Which rules place scenes here, by their place among all, the first is 1.
    pub rules: Vec<i32>,
    /// Whether scenes come here that no rule places.
    pub is_fallback: bool,
}

/// What needs the node, by name.
pub async fn named_uses(db: &mut PgConnection, id: i64) -> Result<NamedNodeUses, StorageError> {
    let counts = directory::uses(&mut *db, id).await?;
    let in_work = STATES_IN_WORK.map(domain::order::state::OrderState::code);
    let row = sqlx::query!(
        "SELECT ARRAY(SELECT label FROM catalogue_node WHERE parent_id = $1 ORDER BY position, id LIMIT $3) AS \"children!\", \
         ARRAY(SELECT o.ordername FROM orders o WHERE o.state = ANY ($2) AND EXISTS (SELECT FROM order_scene os \
               JOIN scene s USING (did) WHERE os.order_id = o.id AND s.nodeid = $1) \
               ORDER BY o.ordername DESC LIMIT $3) AS \"orders!\", \
         ARRAY(SELECT place::integer FROM (SELECT node_id, row_number() OVER (ORDER BY position) AS place FROM ingest_rule) r \
               WHERE node_id = $1 ORDER BY place LIMIT $3) AS \"rules!\", \
         EXISTS (SELECT FROM ingest_rule_set WHERE fallback_id = $1) AS \"is_fallback!\"",
        id,
        &in_work[..],
        MAX_NAMED
    )
    .fetch_one(&mut *db)
    .await?;
    Ok(NamedNodeUses {
        counts,
        children: row.children,
        grants: granted(&mut *db, id).await?,
        searches: searched(&mut *db, id).await?,
        subscriptions: subscribed(db, id).await?,
        orders: row.orders,
        rules: row.rules,
        is_fallback: row.is_fallback,
    })
}

async fn granted(db: &mut PgConnection, id: i64) -> Result<Vec<NodeUser>, StorageError> {
    Ok(sqlx::query_as!(
        NodeUser,
        "SELECT coalesce(n.name, u.login_name, '') AS \"who!\", count(*) AS \"count!\" FROM scope_grant g \
         LEFT JOIN unit n ON n.id = g.unit_id LEFT JOIN app_user u ON u.id = g.user_id \
         WHERE g.node_ids @> ARRAY[$1::bigint] GROUP BY 1 ORDER BY 1 LIMIT $2",
        id,
        MAX_NAMED
    )
    .fetch_all(db)
    .await?)
}

async fn searched(db: &mut PgConnection, id: i64) -> Result<Vec<NodeUser>, StorageError> {
    Ok(sqlx::query_as!(
        NodeUser,
        "SELECT u.login_name AS who, count(*) AS \"count!\" FROM saved_search s JOIN app_user u ON u.id = s.user_id \
         WHERE s.query ~* $1 GROUP BY 1 ORDER BY 1 LIMIT $2",
        directory::search_pattern(id),
        MAX_NAMED
    )
    .fetch_all(db)
    .await?)
}

async fn subscribed(db: &mut PgConnection, id: i64) -> Result<Vec<NodeUser>, StorageError> {
    Ok(sqlx::query_as!(
        NodeUser,
        "SELECT u.login_name AS who, count(*) AS \"count!\" FROM subscription s JOIN app_user u ON u.id = s.user_id \
         WHERE s.state <> 'ended' AND s.criteria -> 'nodeIds' @> to_jsonb($1::bigint) GROUP BY 1 ORDER BY 1 LIMIT $2",
        id,
        MAX_NAMED
    )
    .fetch_all(db)
    .await?)
}
