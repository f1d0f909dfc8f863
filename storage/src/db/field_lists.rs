//! Lists of fields, and which node has which.

use domain::field::{ARCHIVE_LIST, DEFAULT_LIST, Field, Source};
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::scenes::push_text;
use crate::StorageError;

/// Most values that a choice offers.
const MAX_OPTIONS: i64 = 100;
/// Scenes that are looked at for the values of a further metadata field, at each end of time.
const LOOKED_AT: i64 = 20_000;
/// Of each node, however many nodes there are.
const LOOKED_AT_EACH: i64 = 100;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldList {
    pub name: String,
    /// Name of the list, for administrators.
    pub label: String,
    /// What is shown, in order.
    pub display: Vec<Field>,
    /// What is searched by, in order.
    pub query: Vec<Field>,
    /// Nodes that have it by themselves, not through a node above.
    pub node_ids: Vec<i64>,
    /// Counts the changes of what it holds, from 1.
    pub version: i64,
}

struct FieldListRow {
    name: String,
    label: String,
    display: Json<Vec<Field>>,
    query: Json<Vec<Field>>,
    node_ids: Vec<i64>,
    version: i64,
}

impl From<FieldListRow> for FieldList {
    fn from(row: FieldListRow) -> Self {
        Self {
            name: row.name,
            label: row.label,
            display: row.display.0,
            query: row.query.0,
            node_ids: row.node_ids,
            version: row.version,
        }
    }
}

/// Every list by name, the default one first.
pub async fn all(db: &mut PgConnection) -> Result<Vec<FieldList>, StorageError> {
    let rows = sqlx::query_as!(
        FieldListRow,
        "SELECT l.name, l.label, l.display AS \"display: Json<Vec<Field>>\", l.query AS \"query: Json<Vec<Field>>\", \
         ARRAY(SELECT n.id FROM catalogue_node n WHERE n.field_list = l.name ORDER BY n.id) AS \"node_ids!\", \
         l.version FROM field_list l ORDER BY l.name <> $1, l.name",
        DEFAULT_LIST
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(FieldList::from).collect())
}

/// The list of this name.
pub async fn find(db: &mut PgConnection, name: &str) -> Result<Option<FieldList>, StorageError> {
    let row = sqlx::query_as!(
        FieldListRow,
        "SELECT l.name, l.label, l.display AS \"display: Json<Vec<Field>>\", l.query AS \"query: Json<Vec<Field>>\", \
         ARRAY(SELECT n.id FROM catalogue_node n WHERE n.field_list = l.name ORDER BY n.id) AS \"node_ids!\", \
         l.version FROM field_list l WHERE l.name = $1",
        name
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(FieldList::from))
}

/// Makes a list, or replaces what it holds.
pub async fn upsert(
    db: &mut PgConnection,
    name: &str,
    label: &str,
    display: &[Field],
    query: &[Field],
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO field_list AS l (name, label, display, query) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (name) DO UPDATE SET label = excluded.label, display = excluded.display, query = excluded.query, \
         version = l.version + 1",
        name,
        label,
        Json(display) as _,
        Json(query) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What became of a removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Removed {
    /// The list was removed.
    Done,
    /// There is none of this name.
    Missing,
    /// These nodes have it: their ids, and what they are called.
    InUse(Vec<(i64, String)>),
}

/// Removes a list that no node has. In a transaction: until it ends nobody assigns the list.
pub async fn remove(db: &mut PgConnection, name: &str) -> Result<Removed, StorageError> {
    let there = sqlx::query!("SELECT FROM field_list WHERE name = $1 FOR UPDATE", name)
        .fetch_optional(&mut *db)
        .await?;
    if there.is_none() {
        return Ok(Removed::Missing);
    }
    let nodes = sqlx::query!(
        "SELECT id, label FROM catalogue_node WHERE field_list = $1 ORDER BY label, id",
        name
    )
    .fetch_all(&mut *db)
    .await?;
    if !nodes.is_empty() {
        let nodes = nodes.into_iter().map(|node| (node.id, node.label));
        return Ok(Removed::InUse(nodes.collect()));
    }
    sqlx::query!("DELETE FROM field_list WHERE name = $1", name)
        .execute(db)
        .await?;
    Ok(Removed::Done)
}

/// What became of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assigned {
    /// The node has it.
    Done,
    /// There is no such node.
    NoNode,
    /// There is no such list.
    NoList,
}

/// Gives a node a list of its own; `None`: that of the node above. In a transaction.
pub async fn assign(
    db: &mut PgConnection,
    node: i64,
    list: Option<&str>,
) -> Result<Assigned, StorageError> {
    if let Some(name) = list {
        let there = sqlx::query!("SELECT FROM field_list WHERE name = $1 FOR KEY SHARE", name)
            .fetch_optional(&mut *db)
            .await?;
        if there.is_none() {
            return Ok(Assigned::NoList);
        }
    }
    let done = sqlx::query!(
        "UPDATE catalogue_node SET field_list = $2 WHERE id = $1",
        node,
        list
    )
    .execute(db)
    .await?;
    Ok(if done.rows_affected() == 0 {
        Assigned::NoNode
    } else {
        Assigned::Done
    })
}

/// The list that holds for a node, and whether the node has it from above; `None`: there is no such node.
pub async fn of_node(
    db: &mut PgConnection,
    node: i64,
) -> Result<Option<(FieldList, bool)>, StorageError> {
    // A loop in the data ends: `UNION` takes no node twice.
    let chain = sqlx::query!(
        "WITH RECURSIVE up AS (
            SELECT id, parent_id, field_list, obj_type FROM catalogue_node WHERE id = $1
            UNION
            SELECT n.id, n.parent_id, n.field_list, n.obj_type FROM catalogue_node n JOIN up ON n.id = up.parent_id)
         SELECT field_list, obj_type AS \"obj_type!\" FROM up", node)
    .fetch_all(&mut *db)
    .await?;
    let Some(first) = chain.first() else {
        return Ok(None);
    };
    let inherited = first.field_list.is_none();
    let assigned = chain.iter().find_map(|row| row.field_list.as_deref());
    let by_kind = (first.obj_type == "ZL").then_some(ARCHIVE_LIST);
    for name in [assigned, by_kind, Some(DEFAULT_LIST)]
        .into_iter()
        .flatten()
    {
        if let Some(list) = find(db, name).await? {
            return Ok(Some((list, inherited)));
        }
    }
    Err(StorageError::Setting(
        "the default list of fields is gone".into(),
    ))
}

/// Values that scenes in these nodes have, in order, at most a hundred. Satellites and sensors are exact. Further
/// metadata is looked for in the newest and the oldest scenes of each node: of small nodes that is all of them.
pub async fn options(
    db: &mut PgConnection,
    nodes: &[i64],
    source: &Source,
) -> Result<Vec<String>, StorageError> {
    use domain::field::Column::{Satellite, Sensor};
    let values = match source {
        Source::Column(Satellite) => {
            sqlx::query_scalar!(
                "SELECT DISTINCT satellite AS \"v!\" FROM scene_tally \
                 WHERE count > 0 AND satellite <> '' AND nodeid = ANY($1) ORDER BY 1 LIMIT $2",
                nodes,
                MAX_OPTIONS
            )
            .fetch_all(db)
            .await?
        }
        Source::Column(Sensor) => {
            sqlx::query_scalar!(
                "WITH RECURSIVE found AS (SELECT id, 1 AS step, (SELECT min(sensor) FROM scene WHERE nodeid = id) AS v \
                   FROM unnest($1::bigint[]) AS id \
                 UNION ALL SELECT id, step + 1, (SELECT min(sensor) FROM scene WHERE nodeid = id AND sensor > v) \
                   FROM found WHERE v IS NOT NULL AND step < 1000) \
                 SELECT DISTINCT v AS \"v!\" FROM found WHERE v <> '' ORDER BY 1 LIMIT $2",
                nodes,
                MAX_OPTIONS
            )
            .fetch_all(db)
            .await?
        }
        other => {
            let mut query = sample_values(nodes, other);
            query.push(" ORDER BY 1 LIMIT ").push_bind(MAX_OPTIONS);
            query.build_query_scalar().fetch_all(db).await?
        }
    };
    Ok(values)
}

fn sample_values(nodes: &[i64], source: &Source) -> QueryBuilder<Postgres> {
    let among = i64::try_from(nodes.len()).unwrap_or(i64::MAX).max(1);
    let each = (LOOKED_AT / among).max(LOOKED_AT_EACH);
    let mut query = QueryBuilder::new("SELECT DISTINCT v FROM (SELECT ");
    push_text(&mut query, source);
    query.push(" AS v FROM unnest(").push_bind(nodes.to_vec());
    query.push(") AS id CROSS JOIN LATERAL (");
    for (order, between) in [("DESC", ") UNION ALL ("), ("", ")")] {
        query.push(if order.is_empty() { "" } else { "(" });
        query.push(format!(
            "SELECT * FROM scene WHERE nodeid = id ORDER BY acquired {order} LIMIT "
        ));
        query.push_bind(each).push(between);
    }
    query.push(") AS scene) AS seen WHERE v <> '' AND length(v) <= 200");
    query
}
