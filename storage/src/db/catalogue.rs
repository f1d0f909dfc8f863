//! The tree of catalogue nodes.

use sqlx::PgConnection;

use crate::StorageError;

mod tree;

pub use tree::Tree;

/// A catalogue node (目录节点).
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Node {
    /// Its id.
    pub id: i64,
    /// The node above; `None` at the top.
    pub parent_id: Option<i64>,
    /// What the tree shows.
    pub label: String,
    /// `WX` satellite imagery, `ZL` archives, `BZCP` standard products.
    pub obj_type: String,
    /// The STAC collection whose items belong here.
    pub collection: Option<String>,
    /// Order among its siblings.
    pub position: i32,
    /// Scenes that lie directly in this node.
    pub count: i64,
}

/// A node to be made.
#[derive(Debug, Clone)]
pub struct NewNode<'a> {
    /// Its id; `None` takes the next free one.
    pub id: Option<i64>,
    /// The node above.
    pub parent_id: Option<i64>,
    /// What the tree shows.
    pub label: &'a str,
    /// `WX`, `ZL` or `BZCP`.
    pub obj_type: &'a str,
    /// The STAC collection whose items belong here.
    pub collection: Option<&'a str>,
    /// Order among its siblings.
    pub position: i32,
}

/// Every node with the number of scenes directly in it, parents and siblings in display order.
pub async fn nodes(connection: &mut PgConnection) -> Result<Vec<Node>, StorageError> {
    Ok(sqlx::query_as(
        "SELECT n.id, n.parent_id, n.label, n.obj_type, n.collection, n.position, coalesce(c.count, 0)::bigint AS count
         FROM catalogue_node n
         LEFT JOIN (SELECT nodeid, sum(count) AS count FROM scene_tally GROUP BY nodeid) c ON c.nodeid = n.id
         ORDER BY n.position, n.id",
    )
    .fetch_all(connection)
    .await?)
}

/// Makes a node unless there is one with its id or its collection; answers the id of the one there is.
pub async fn ensure(connection: &mut PgConnection, new: &NewNode<'_>) -> Result<i64, StorageError> {
    let made: Option<i64> = sqlx::query_scalar(
        "INSERT INTO catalogue_node (id, parent_id, label, obj_type, collection, position)
         VALUES (coalesce($1, (SELECT greatest(coalesce(max(id), 0), 100015) + 1 FROM catalogue_node)),
                 $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(new.id)
    .bind(new.parent_id)
    .bind(new.label)
    .bind(new.obj_type)
    .bind(new.collection)
    .bind(new.position)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(id) = made {
        return Ok(id);
    }
    Ok(sqlx::query_scalar(
        "SELECT id FROM catalogue_node WHERE collection = $1 OR id = $2 ORDER BY collection = $1 DESC LIMIT 1",
    )
    .bind(new.collection)
    .bind(new.id)
    .fetch_one(connection)
    .await?)
}
