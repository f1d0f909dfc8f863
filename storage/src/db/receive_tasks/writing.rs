//! Receive tasks made, changed and removed.

use chrono::{DateTime, Utc};
use domain::ids::{ReceiveTaskId, UserId};
use domain::receive::ReceiveState;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::ReceiveTaskForm;
use crate::StorageError;

/// Writes a task, which runs at once. `sealed`: what it signs in with, by [`seal_secret`].
pub async fn insert(
    db: &mut PgConnection,
    (id, by): (ReceiveTaskId, Option<UserId>),
    (form, sealed): (&ReceiveTaskForm, Option<&[u8]>),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO receive_task (id, name, definition, every_minutes, cron, state, next_run_at, created_by, created_at, \
         secret_sealed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9)",
        id.0,
        form.name,
        Json(&form.definition) as _,
        form.schedule.minutes(),
        form.cron,
        ReceiveState::Running.as_str(),
        now,
        by.map(|by| by.0),
        sealed
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What is written over a task.
#[derive(Clone, Copy)]
pub struct TaskChange<'a> {
    /// Fields that the form writes.
    pub form: &'a ReceiveTaskForm,
    /// Whether it begins from nothing.
    pub is_another_source: bool,
    /// What it signs in with, by [`seal_secret`]; `None`: nothing.
    pub sealed: Option<&'a [u8]>,
}

/// Writes what a form says over a task.
pub async fn update(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    change: TaskChange<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let TaskChange {
        form,
        is_another_source,
        sealed,
    } = change;
    sqlx::query!(
        "UPDATE receive_task SET name = $2, secret_sealed = $8, definition = $3, every_minutes = $4, cron = $5, next_run_at = $6, \
         failures = 0, rests_until = NULL, failure_class = NULL, failure_detail = NULL, \
         updated_until = CASE WHEN $7 THEN NULL ELSE updated_until END, \
         walk = CASE WHEN $7 THEN NULL ELSE walk END WHERE id = $1",
        id.0,
        form.name,
        Json(&form.definition) as _,
        form.schedule.minutes(),
        form.cron,
        form.schedule.next_after(now),
        is_another_source,
        sealed
    )
    .execute(&mut *db)
    .await?;
    if is_another_source {
        sqlx::query!("DELETE FROM receive_seen WHERE receive_task_id = $1", id.0)
            .execute(db)
            .await?;
    }
    Ok(())
}

/// Pauses or resumes it. A resumed one forgets its failures and runs at once.
pub async fn set_state(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    state: ReceiveState,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE receive_task SET state = $2, \
         next_run_at = CASE WHEN $2 = 'running' THEN $3 ELSE next_run_at END, \
         failures = CASE WHEN $2 = 'running' THEN 0 ELSE failures END, \
         rests_until = CASE WHEN $2 = 'running' THEN NULL ELSE rests_until END WHERE id = $1",
        id.0,
        state.as_str(),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets what it has seen: its next run, at once, looks at everything.
pub async fn start_over(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE receive_task SET updated_until = NULL, walk = NULL, next_run_at = $2, failures = 0, rests_until = NULL WHERE id = $1",
        id.0,
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("DELETE FROM receive_seen WHERE receive_task_id = $1", id.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Removes it with its runs, and what was seen. The scenes stay.
pub async fn delete(db: &mut PgConnection, id: ReceiveTaskId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM receive_task WHERE id = $1", id.0)
        .execute(db)
        .await?;
    Ok(())
}
