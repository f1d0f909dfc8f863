//! Questions of those who run the system.

use sqlx::{PgConnection, PgPool};

use crate::StorageError;

/// Whether the database answers.
pub async fn ping(pool: &PgPool) -> Result<(), StorageError> {
    sqlx::query!("SELECT").execute(pool).await?;
    Ok(())
}

/// How many tasks of one kind are in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskCount {
    /// The kind's word.
    pub kind: String,
    /// The state's word.
    pub state: String,
    /// Number of tasks.
    pub count: i64,
}

/// How many scenes have pictures, wait for them, or cannot have any.
pub async fn previews_by_state(
    connection: &mut PgConnection,
) -> Result<Vec<(String, i64)>, StorageError> {
    let rows = sqlx::query!(
        "SELECT state, count(*) AS \"count!\" FROM scene_preview GROUP BY state ORDER BY state"
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.state, row.count)).collect())
}

/// Tasks by kind and state.
pub async fn tasks_by_state(connection: &mut PgConnection) -> Result<Vec<TaskCount>, StorageError> {
    Ok(sqlx::query_as!(TaskCount,
        "SELECT kind, state, count(*) AS \"count!\" FROM task GROUP BY kind, state ORDER BY kind, state")
    .fetch_all(connection)
    .await?)
}
