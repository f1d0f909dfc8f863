//! The tree of catalogue nodes.

use domain::catalogue::NodeKind;
use domain::catalogue::scene_type::SceneType;
use sqlx::PgConnection;

use super::known;
use crate::StorageError;

pub mod directory;
pub mod ingest_rules;
pub mod instruments;
pub mod node_uses;
mod tree;

pub use tree::Tree;

/// A catalogue node (目录节点).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub id: i64,
    /// The node above; `None` at the top.
    pub parent_id: Option<i64>,
    /// Label in the tree, Chinese.
    pub label: String,
    /// The same in English, or empty.
    pub label_en: String,
    /// `WX` satellite imagery, `ZL` archives, `BZCP` standard products.
    pub obj_type: String,
    /// The STAC collection whose items belong here.
    pub collection: Option<String>,
    /// Order among its siblings.
    pub position: i32,
    /// Type of the node's scenes.
    pub scene_type: SceneType,
    /// Scenes that lie directly in this node.
    pub count: i64,
}

/// A node to insert.
#[derive(Debug, Clone)]
pub struct NewNode<'a> {
    /// Its id; `None` takes the next free one.
    pub id: Option<i64>,
    /// The node above.
    pub parent_id: Option<i64>,
    /// Label in the tree, Chinese.
    pub label: &'a str,
    /// Sort of data that the node holds.
    pub kind: NodeKind,
    /// The STAC collection whose items belong here.
    pub collection: Option<&'a str>,
    /// Order among its siblings.
    pub position: i32,
}

/// Every node with the number of scenes directly in it, parents and siblings in display order.
pub async fn nodes(connection: &mut PgConnection) -> Result<Vec<Node>, StorageError> {
    let rows = sqlx::query!(
        "SELECT n.id, n.parent_id, n.label, n.label_en, n.obj_type, n.collection, n.position, n.datatype, coalesce(c.count, 0)::bigint AS \"count!\"
         FROM catalogue_node n
         LEFT JOIN (SELECT nodeid, sum(count) AS count FROM scene_tally GROUP BY nodeid) c ON c.nodeid = n.id
         ORDER BY n.position, n.id")
    .fetch_all(connection)
    .await?;
    let nodes = rows.into_iter().map(|row| {
        Ok(Node {
            id: row.id,
            parent_id: row.parent_id,
            label: row.label,
            label_en: row.label_en,
            obj_type: row.obj_type,
            collection: row.collection,
            position: row.position,
            scene_type: known("catalogue_node.datatype", row.datatype)?,
            count: row.count,
        })
    });
    nodes.collect()
}

/// Says what the scenes of a node are; those that are there already follow.
pub async fn set_scene_type(
    connection: &mut PgConnection,
    id: i64,
    scene_type: SceneType,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE catalogue_node SET datatype = $2 WHERE id = $1 AND datatype <> $2",
        id,
        scene_type.code()
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE scene SET datatype = $2 WHERE nodeid = $1 AND datatype <> $2",
        id,
        scene_type.code()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes a node unless there is one with its id or its collection; answers the id of the one there is.
pub async fn ensure(connection: &mut PgConnection, new: &NewNode<'_>) -> Result<i64, StorageError> {
    let made: Option<i64> = sqlx::query_scalar!(
        "INSERT INTO catalogue_node (id, parent_id, label, obj_type, collection, position, datatype)
         VALUES (coalesce($1, (SELECT greatest(coalesce(max(id), 0), 100015) + 1 FROM catalogue_node)),
                 $2, $3, $4, $5, $6, $7)
         ON CONFLICT DO NOTHING RETURNING id", new.id, new.parent_id, new.label, new.kind.as_str(), new.collection, new.position, new.kind.usual_scene_type().code())
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(id) = made {
        return Ok(id);
    }
    Ok(sqlx::query_scalar!(
        "SELECT id FROM catalogue_node WHERE collection = $1 OR id = $2 ORDER BY collection = $1 DESC LIMIT 1", new.collection, new.id)
    .fetch_one(connection)
    .await?)
}
