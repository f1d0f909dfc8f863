//! What people do to receive tasks: each change is one transaction that locks it, asks the domain, and writes the change with an
//! entry of the audit log. What a task receives is written wherever it belongs, over scenes that are there already, and by the
//! system: so all of it is for who could grant the whole catalogue.

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::{ReceiveRunId, ReceiveTaskId};
use domain::receive::{
    MAX_TASKS, ReceiveAction, ReceiveDefinition, ReceiveRefusal, RunTrigger, next_state,
};
use domain::scope::ScopeRefusal;
use domain::text::looks_alike;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

use super::scope::check_everything;
use super::scopes::changes;
use super::{By, receives};
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::receive_tasks::{self, ReceiveTask, ReceiveTaskForm, TaskChange};
use crate::sealed::ServerKey;

/// Why a receive task is not changed. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// There is none of this id.
    #[error("no such receive task")]
    Unknown,
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] ReceiveRefusal),
    /// Who acts could not grant everything.
    #[error(transparent)]
    Scope(#[from] ScopeRefusal),
    /// Another task has this name.
    #[error("the name is taken")]
    NameTaken,
    /// The number of receive tasks has reached its limit.
    #[error("too many receive tasks")]
    TooMany,
    /// The database failed.
    #[error(transparent)]
    Storage(StorageError),
}

impl From<StorageError> for ReceiveError {
    fn from(error: StorageError) -> Self {
        match error.violated_unique() {
            Some("receive_task_name_key") => Self::NameTaken,
            Some("receive_run_live") => Self::Refused(ReceiveRefusal::RunUnderWay),
            _ => Self::Storage(error),
        }
    }
}

impl From<sqlx::Error> for ReceiveError {
    fn from(error: sqlx::Error) -> Self {
        StorageError::from(error).into()
    }
}

/// Where receive tasks are changed, by whom, and when.
#[derive(Clone, Copy)]
pub struct ReceiveDesk<'a> {
    /// The database.
    pub pool: &'a PgPool,
    /// Seals what tasks sign in with.
    pub key: &'a ServerKey,
    /// Author of the changes.
    pub by: By<'a>,
    pub now: DateTime<Utc>,
}

impl ReceiveDesk<'_> {
    async fn begin(self) -> Result<Transaction<'static, Postgres>, ReceiveError> {
        let mut tx = self.pool.begin().await?;
        check_everything::<ReceiveError>(&mut tx, self.by, self.now).await?;
        Ok(tx)
    }

    /// Whether who acts may try a source out. Nothing is written.
    pub async fn check_scope(self) -> Result<(), ReceiveError> {
        self.begin().await.map(drop)
    }

    /// Makes a task, which runs at once.
    pub async fn create(self, form: &ReceiveTaskForm) -> Result<ReceiveTask, ReceiveError> {
        let mut tx = self.begin().await?;
        let id = ReceiveTaskId::fresh();
        if check_name(&mut tx, id, &form.name).await? >= MAX_TASKS {
            return Err(ReceiveError::TooMany);
        }
        let sealed = self.sealed(id, form)?;
        let written = (form, sealed.as_deref());
        receive_tasks::insert(&mut tx, (id, self.by.user()), written, self.now).await?;
        let made = read(&mut tx, id).await?;
        let changes = differences(None, Some(&made));
        self.write_entry(&mut tx, &made, ReceiveAction::Create, &changes)
            .await?;
        tx.commit().await?;
        Ok(made)
    }

    /// Changes what a task is.
    pub async fn change(
        self,
        id: ReceiveTaskId,
        form: &ReceiveTaskForm,
    ) -> Result<ReceiveTask, ReceiveError> {
        let mut tx = self.begin().await?;
        let before = locked(&mut tx, id).await?;
        check(&before, ReceiveAction::Change)?;
        check_name(&mut tx, id, &form.name).await?;
        let known = receive_tasks::sealed_secret(&mut tx, id).await?;
        let signs_in = form.definition.kind.signs_in();
        let sealed = self.sealed(id, form)?.or(known).filter(|_| signs_in);
        let change = TaskChange {
            form,
            is_another_source: before.definition.is_another_source(&form.definition),
            sealed: sealed.as_deref(),
        };
        receive_tasks::update(&mut tx, id, change, self.now).await?;
        let after = read(&mut tx, id).await?;
        let changes = differences(Some(&before), Some(&after));
        self.write_entry(&mut tx, &after, ReceiveAction::Change, &changes)
            .await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Pauses or resumes a task.
    pub async fn steer(
        self,
        id: ReceiveTaskId,
        action: ReceiveAction,
    ) -> Result<ReceiveTask, ReceiveError> {
        let mut tx = self.begin().await?;
        let before = locked(&mut tx, id).await?;
        let state = next_state(before.state, action, before.live_run.is_some())?;
        receive_tasks::set_state(&mut tx, id, state, self.now).await?;
        self.write_entry(&mut tx, &before, action, &[]).await?;
        let after = read(&mut tx, id).await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Begins a run at once, also of a task that is paused or rests.
    pub async fn run_now(self, id: ReceiveTaskId) -> Result<ReceiveRunId, ReceiveError> {
        let mut tx = self.begin().await?;
        let task = locked(&mut tx, id).await?;
        check(&task, ReceiveAction::RunNow)?;
        let cause = (RunTrigger::Person, self.by.user());
        let (run, _) = receives::insert_run(&mut tx, &task, cause, false, self.now).await?;
        self.write_entry(&mut tx, &task, ReceiveAction::RunNow, &[])
            .await?;
        tx.commit().await?;
        Ok(run)
    }

    /// Lets a task forget what it has seen, so that it looks at everything again.
    pub async fn start_over(self, id: ReceiveTaskId) -> Result<ReceiveTask, ReceiveError> {
        let mut tx = self.begin().await?;
        let task = locked(&mut tx, id).await?;
        check(&task, ReceiveAction::StartOver)?;
        receive_tasks::start_over(&mut tx, id, self.now).await?;
        self.write_entry(&mut tx, &task, ReceiveAction::StartOver, &[])
            .await?;
        let after = read(&mut tx, id).await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Removes a task and its history. The scenes stay.
    pub async fn remove(self, id: ReceiveTaskId) -> Result<(), ReceiveError> {
        let mut tx = self.begin().await?;
        let task = locked(&mut tx, id).await?;
        check(&task, ReceiveAction::Remove)?;
        let changes = differences(Some(&task), None);
        self.write_entry(&mut tx, &task, ReceiveAction::Remove, &changes)
            .await?;
        receive_tasks::delete(&mut tx, id).await?;
        tx.commit().await?;
        Ok(())
    }

    fn sealed(
        self,
        id: ReceiveTaskId,
        form: &ReceiveTaskForm,
    ) -> Result<Option<Vec<u8>>, StorageError> {
        let secret = form.secret.as_deref();
        secret
            .map(|secret| receive_tasks::seal_secret(self.key, id.0, secret))
            .transpose()
    }

    async fn write_entry(
        self,
        db: &mut PgConnection,
        task: &ReceiveTask,
        action: ReceiveAction,
        changes: &[FieldChange],
    ) -> Result<(), StorageError> {
        let entry = NewAuditEntry {
            at: self.now,
            by: self.by.user(),
            action: AuditAction::Receive(action),
            subject_id: &task.id.to_string(),
            subject_name: &task.name,
            outcome: AuditOutcome::Done,
            reason: "",
            changes,
            client_ip: self.by.client_ip(),
            agent: self.by.agent(),
        };
        audit_log::insert(db, &entry).await
    }
}

fn check(task: &ReceiveTask, action: ReceiveAction) -> Result<(), ReceiveRefusal> {
    next_state(task.state, action, task.live_run.is_some()).map(|_| ())
}

/// How many others there are, none of which looks like this name.
async fn check_name(
    db: &mut PgConnection,
    id: ReceiveTaskId,
    name: &str,
) -> Result<u64, ReceiveError> {
    let others = receive_tasks::names_of_others(db, id).await?;
    if others.iter().any(|other| looks_alike(other, name)) {
        return Err(ReceiveError::NameTaken);
    }
    Ok(others.len() as u64)
}

async fn locked(db: &mut PgConnection, id: ReceiveTaskId) -> Result<ReceiveTask, ReceiveError> {
    if !receive_tasks::lock(db, id).await? {
        return Err(ReceiveError::Unknown);
    }
    read(db, id).await
}

async fn read(db: &mut PgConnection, id: ReceiveTaskId) -> Result<ReceiveTask, ReceiveError> {
    let found = receive_tasks::find(db, id).await?;
    found.ok_or(ReceiveError::Unknown)
}

fn corners(definition: &ReceiveDefinition) -> String {
    let corners = definition.area.iter().flatten();
    corners.map(f64::to_string).collect::<Vec<_>>().join(", ")
}

fn taken(definition: &ReceiveDefinition) -> String {
    let day = |time: Option<DateTime<Utc>>| time.map_or_else(String::new, |time| time.to_rfc3339());
    match (definition.taken_from, definition.taken_until) {
        (None, None) => String::new(),
        (from, until) => format!("{}/{}", day(from), day(until)),
    }
}

/// What of a task the log shows; never what it signs in with.
const FIELDS: [&str; 13] = [
    "name",
    "kind",
    "location",
    "collections",
    "verification",
    "settleSeconds",
    "contents",
    "region",
    "loginName",
    "schedule",
    "withFiles",
    "area",
    "taken",
];

/// In the order of [`FIELDS`].
fn fields_of(task: &ReceiveTask) -> [String; FIELDS.len()] {
    let definition = &task.definition;
    let schedule = match (task.schedule.minutes(), &task.cron) {
        (Some(minutes), _) => minutes.to_string(),
        (None, cron) => cron.clone().unwrap_or_default(),
    };
    [
        task.name.clone(),
        definition.kind.as_str().to_owned(),
        definition.location.clone(),
        definition.collections.join(", "),
        definition.verification.as_str().to_owned(),
        definition.settle_seconds.to_string(),
        definition.file_contents().as_str().to_owned(),
        definition.region.clone(),
        definition.login_name.clone(),
        schedule,
        definition.with_files.to_string(),
        corners(definition),
        taken(definition),
    ]
}

/// What became different; of a task that comes or goes, all that it is or was.
fn differences(before: Option<&ReceiveTask>, after: Option<&ReceiveTask>) -> Vec<FieldChange> {
    let fields = |task: Option<&ReceiveTask>| task.map_or_else(Default::default, fields_of);
    let pairs = FIELDS.into_iter().zip(fields(before)).zip(fields(after));
    changes(pairs.map(|((field, before), after)| (field, before, after)))
}
