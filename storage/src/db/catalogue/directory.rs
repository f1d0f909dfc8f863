//! The catalogue's nodes as administrators see and change them.

use domain::catalogue::{NodeDraft, NodeKind, NodeUses, STATES_IN_WORK};
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::known;

/// A node with its labels, field list and version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryNode {
    pub id: i64,
    /// The node above; `None` at the top.
    pub parent_id: Option<i64>,
    /// What it is called, and what lies in it.
    pub draft: NodeDraft,
    /// The field list of its own.
    pub field_list: Option<String>,
    /// How often it was changed.
    pub version: i64,
    /// Scenes that lie directly in it.
    pub count: i64,
}

struct DirectoryRow {
    id: i64,
    parent_id: Option<i64>,
    label: String,
    label_en: String,
    obj_type: String,
    datatype: i16,
    collection: Option<String>,
    field_list: Option<String>,
    version: i64,
    count: i64,
}

impl TryFrom<DirectoryRow> for DirectoryNode {
    type Error = StorageError;
    fn try_from(row: DirectoryRow) -> Result<Self, StorageError> {
        let kind = NodeKind::parse(&row.obj_type).ok_or_else(|| StorageError::UnknownValue {
            column: "catalogue_node.obj_type",
            value: row.obj_type.clone(),
        })?;
        Ok(Self {
            id: row.id,
            parent_id: row.parent_id,
            draft: NodeDraft {
                label: row.label,
                label_en: row.label_en,
                kind,
                scene_type: known("catalogue_node.datatype", row.datatype)?,
                collection: row.collection,
            },
            field_list: row.field_list,
            version: row.version,
            count: row.count,
        })
    }
}

/// Every node, siblings in their order.
pub async fn all(db: &mut PgConnection) -> Result<Vec<DirectoryNode>, StorageError> {
    let rows = sqlx::query_as!(
        DirectoryRow,
        "SELECT n.id, n.parent_id, n.label, n.label_en, n.obj_type, n.datatype, n.collection, n.field_list, n.version, \
         coalesce(c.count, 0)::bigint AS \"count!\" FROM catalogue_node n \
         LEFT JOIN (SELECT nodeid, sum(count) AS count FROM scene_tally GROUP BY nodeid) c ON c.nodeid = n.id \
         ORDER BY n.position, n.id"
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The node of this id.
pub async fn find(db: &mut PgConnection, id: i64) -> Result<Option<DirectoryNode>, StorageError> {
    let row = sqlx::query_as!(
        DirectoryRow,
        "SELECT n.id, n.parent_id, n.label, n.label_en, n.obj_type, n.datatype, n.collection, n.field_list, n.version, \
         (SELECT coalesce(sum(t.count), 0) FROM scene_tally t WHERE t.nodeid = n.id)::bigint AS \"count!\" \
         FROM catalogue_node n WHERE n.id = $1",
        id
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Waits until nobody else changes nodes, and makes others wait until the transaction ends. Scenes are written meanwhile.
pub async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("LOCK TABLE catalogue_node IN SHARE ROW EXCLUSIVE MODE")
        .execute(db)
        .await?;
    Ok(())
}

/// Makes a node behind its siblings, under the lock; answers its id.
pub async fn insert(
    db: &mut PgConnection,
    parent: Option<i64>,
    draft: &NodeDraft,
) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "INSERT INTO catalogue_node (id, parent_id, label, label_en, obj_type, datatype, collection, position) \
         SELECT greatest(coalesce(max(id), 0), 100015) + 1, $1, $2, $3, $4, $5, $6, \
         coalesce(max(position) FILTER (WHERE parent_id IS NOT DISTINCT FROM $1 AND position < 2147483647), -1) + 1 \
         FROM catalogue_node RETURNING id",
        parent,
        draft.label,
        draft.label_en,
        draft.kind.as_str(),
        draft.scene_type.code(),
        draft.collection
    )
    .fetch_one(db)
    .await?)
}

/// Writes what a node is called and what lies in it. Its scenes follow.
pub async fn update(db: &mut PgConnection, id: i64, draft: &NodeDraft) -> Result<(), StorageError> {
    super::set_scene_type(db, id, draft.scene_type).await?;
    sqlx::query!(
        "UPDATE catalogue_node SET label = $2, label_en = $3, obj_type = $4, collection = $5, version = version + 1 \
         WHERE id = $1",
        id,
        draft.label,
        draft.label_en,
        draft.kind.as_str(),
        draft.collection
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts a node below another one, or at the top.
pub async fn set_parent(
    db: &mut PgConnection,
    id: i64,
    parent: Option<i64>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE catalogue_node SET parent_id = $2, version = version + 1 WHERE id = $1",
        id,
        parent
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Nodes directly below this one, or at the top, in their order.
pub async fn children(
    db: &mut PgConnection,
    parent: Option<i64>,
) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT id FROM catalogue_node WHERE parent_id IS NOT DISTINCT FROM $1 ORDER BY position, id",
        parent
    )
    .fetch_all(db)
    .await?)
}

/// What the nodes directly below this one are called.
pub async fn labels_below(
    db: &mut PgConnection,
    parent: Option<i64>,
) -> Result<Vec<(i64, String)>, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, label FROM catalogue_node WHERE parent_id IS NOT DISTINCT FROM $1",
        parent
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.label)).collect())
}

/// Gives siblings this order.
pub async fn arrange(db: &mut PgConnection, siblings: &[i64]) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE catalogue_node n SET position = o.place::integer FROM unnest($1::bigint[]) WITH ORDINALITY o (id, place) \
         WHERE n.id = o.id AND n.position <> o.place",
        siblings
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Which saved searches name the node, as a regular expression over their query string.
pub(super) fn search_pattern(id: i64) -> String {
    // The page's address names nodes as `node=1,2`, the comma also encoded.
    format!("(^|[?&])node=([0-9]+(,|%2C))*{id}(,|%2C|&|$)")
}

/// Everything that refers to the node.
pub async fn uses(db: &mut PgConnection, id: i64) -> Result<NodeUses, StorageError> {
    let in_work = STATES_IN_WORK.map(domain::order::state::OrderState::code);
    let row = sqlx::query!(
        "SELECT (SELECT coalesce(sum(count), 0) FROM scene_tally WHERE nodeid = $1)::bigint AS \"scenes!\", \
         (SELECT count(*) FROM catalogue_node WHERE parent_id = $1) AS \"children!\", \
         (SELECT count(*) FROM scope_grant WHERE node_ids @> ARRAY[$1]) AS \"grants!\", \
         (SELECT count(*) FROM saved_search WHERE query ~* $2) AS \"searches!\", \
         (SELECT count(*) FROM subscription WHERE state <> 'ended' \
          AND criteria -> 'nodeIds' @> to_jsonb($1::bigint)) AS \"subscriptions!\", \
         (SELECT count(*) FROM catalogue_node WHERE id = $1 AND field_list IS NOT NULL) AS \"field_lists!\", \
         (SELECT count(*) FROM orders o WHERE o.state = ANY ($3) AND EXISTS (SELECT FROM order_scene os \
          JOIN scene s USING (did) WHERE os.order_id = o.id AND s.nodeid = $1)) AS \"orders!\", \
         (SELECT count(*) FROM ingest_rule WHERE node_id = $1) \
         + (SELECT count(*) FROM ingest_rule_set WHERE fallback_id = $1) AS \"rules!\"",
        id,
        search_pattern(id),
        &in_work[..]
    )
    .fetch_one(db)
    .await?;
    Ok(NodeUses {
        scenes: row.scenes,
        children: row.children,
        grants: row.grants,
        searches: row.searches,
        subscriptions: row.subscriptions,
        field_lists: row.field_lists,
        orders: row.orders,
        rules: row.rules,
    })
}

/// Removes a node that nothing needs.
pub async fn remove(db: &mut PgConnection, id: i64) -> Result<(), StorageError> {
    // What is kept of scenes that were there once.
    sqlx::query!(
        "DELETE FROM scene_tally WHERE nodeid = $1 AND count = 0",
        id
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("DELETE FROM scene_extent WHERE nodeid = $1", id)
        .execute(&mut *db)
        .await?;
    sqlx::query!("DELETE FROM catalogue_node WHERE id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}
