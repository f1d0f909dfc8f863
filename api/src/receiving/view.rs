//! Receive tasks, runs and reports as they are answered.

use chrono::{DateTime, Utc};
use domain::receive::{
    ItemOutcome, ItemReason, ReceiveDefinition, ReceiveStanding, RunState, RunTrigger,
    SourceContents, SourceKind, Verification,
};
use serde::Serialize;
use storage::db::receive_files::ReadReport;
use storage::db::receive_runs::ReceiveRun;
use storage::db::receive_tasks::ReceiveTask;
use texts::Detail;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::message::MessageBody;
use crate::orders::codes;

/// From where scenes come, and how.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiveDefinition)]
#[serde(rename_all = "camelCase")]
pub(super) struct DefinitionView {
    #[schema(value_type = codes::ReceiveSourceKind)]
    kind: SourceKind,
    /// A folder, the address of an API's first page, or the address of a bucket or a server's folder.
    location: String,
    /// Of an API: only these; none: all. Of GeoTIFFs: the one that they belong to.
    collections: Vec<String>,
    #[schema(value_type = codes::ReceiveVerification)]
    verification: Verification,
    /// How long a file lies unchanged before it is taken, seconds.
    settle_seconds: i32,
    /// Of S3 and FTP: what the files are; null: its kind says it.
    #[schema(required, value_type = Option<codes::ReceiveContents>)]
    contents: Option<SourceContents>,
    /// Region of a bucket, or empty.
    region: String,
    /// Of S3 and FTP: the user, or the access key. What one signs in with is never answered.
    login_name: String,
    /// Of another installation: whether the files of its scenes are copied too.
    with_files: bool,
    /// Of another installation: only scenes in this box, degrees west, south, east and north; null: everywhere.
    #[schema(required)]
    area: Option<[f64; 4]>,
    /// Of another installation: only scenes taken from then on; null: all.
    #[schema(required)]
    taken_from: Option<DateTime<Utc>>,
    /// Of another installation: only scenes taken until then; null: all.
    #[schema(required)]
    taken_until: Option<DateTime<Utc>>,
}

impl From<ReceiveDefinition> for DefinitionView {
    fn from(definition: ReceiveDefinition) -> Self {
        Self {
            kind: definition.kind,
            location: definition.location,
            collections: definition.collections,
            verification: definition.verification,
            settle_seconds: definition.settle_seconds,
            contents: definition.contents,
            region: definition.region,
            login_name: definition.login_name,
            with_files: definition.with_files,
            area: definition.area,
            taken_from: definition.taken_from,
            taken_until: definition.taken_until,
        }
    }
}

/// Why something failed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiveFailure)]
#[serde(rename_all = "camelCase")]
pub(super) struct FailureView {
    /// The class of the error.
    class: String,
    /// The failure in Chinese words.
    text: String,
    /// The same as a code with parameters; null: the words of a system.
    #[schema(required)]
    message: Option<MessageBody>,
}

impl From<(String, Detail)> for FailureView {
    fn from((class, detail): (String, Detail)) -> Self {
        Self {
            class,
            text: detail.chinese(),
            message: MessageBody::from_detail(detail),
        }
    }
}

/// A receive task.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiveTask)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskView {
    id: Uuid,
    name: String,
    definition: DefinitionView,
    /// Minutes between the end of a run and the next one; null: it runs by cron.
    #[schema(required)]
    every_minutes: Option<i32>,
    /// Five fields of cron, in Chinese time; null: it runs by an interval.
    #[schema(required)]
    cron: Option<String>,
    #[schema(value_type = codes::ReceiveStanding)]
    standing: ReceiveStanding,
    /// Whether somebody paused it; a run by hand may be under way nevertheless.
    paused: bool,
    /// When it runs next; null: it is paused.
    #[schema(required)]
    next_run_at: Option<DateTime<Utc>>,
    /// Failures of its source in a row.
    failures: i32,
    /// Until when it rests because its source fails; null: it does not.
    #[schema(required)]
    rests_until: Option<DateTime<Utc>>,
    /// Why its source last failed; null: it works.
    #[schema(required)]
    failure: Option<FailureView>,
    /// Of an API: the moment of change up to which everything was received; null: nothing was, or it is a folder.
    #[schema(required)]
    updated_until: Option<DateTime<Utc>>,
    /// Name of who made it.
    created_by: String,
    created_at: DateTime<Utc>,
    /// Its run that is under way.
    #[schema(required)]
    live_run: Option<Uuid>,
    /// When its last run was over; null: none was.
    #[schema(required)]
    last_run_at: Option<DateTime<Utc>>,
    /// Whether that run failed.
    last_run_failed: bool,
    /// Scenes that were new or changed in the runs that are kept.
    received: i64,
}

impl TaskView {
    pub(super) fn new(task: ReceiveTask, now: DateTime<Utc>) -> Self {
        let standing = task.standing(now);
        let paused = task.state == domain::receive::ReceiveState::Paused;
        let last = task.last_run;
        Self {
            id: task.id.0,
            name: task.name,
            every_minutes: task.schedule.minutes(),
            cron: task.cron,
            standing,
            paused,
            next_run_at: (!paused).then_some(task.next_run),
            failures: task.breaker.failures,
            rests_until: task.breaker.rests_until,
            failure: task.failure.map(Into::into),
            updated_until: task.updated_until,
            created_by: task.created_by,
            created_at: task.created,
            live_run: task.live_run.map(|run| run.0),
            last_run_at: last.map(|(_, _, ended)| ended),
            last_run_failed: last.is_some_and(|(_, state, _)| state == RunState::Failed),
            received: task.received,
            definition: task.definition.into(),
        }
    }
}

/// A run of a receive task, or a dry run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiveRun)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunView {
    id: Uuid,
    /// Of which task; null: a dry run.
    #[schema(required)]
    task_id: Option<Uuid>,
    definition: DefinitionView,
    #[schema(value_type = codes::ReceiveRunTrigger)]
    trigger: RunTrigger,
    /// Name of who asked for it, or empty.
    requested_by: String,
    #[schema(value_type = codes::ReceiveRunState)]
    state: RunState,
    created_at: DateTime<Utc>,
    /// When a worker first began it.
    #[schema(required)]
    begun_at: Option<DateTime<Utc>>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Scenes that the catalogue did not have.
    added: i64,
    /// Scenes that were another before.
    updated: i64,
    /// Scenes that the catalogue had as they are.
    same: i64,
    /// Items that were refused.
    refused: i64,
    /// Items that are looked at again.
    waiting: i64,
    /// Bytes of the scenes that are new or changed.
    bytes: i64,
    /// Files that were as they were taken in before, and not looked into.
    known: i64,
    /// Whether the next run goes on with what this one left.
    more: bool,
    /// Why it failed; null: it did not.
    #[schema(required)]
    failure: Option<FailureView>,
}

impl From<ReceiveRun> for RunView {
    fn from(run: ReceiveRun) -> Self {
        let figures = run.figures;
        Self {
            id: run.id.0,
            task_id: run.task.map(|task| task.0),
            definition: run.definition.into(),
            trigger: run.trigger,
            requested_by: run.requested_by,
            state: run.state,
            created_at: run.created,
            begun_at: run.begun,
            ended_at: run.ended,
            added: figures.added,
            updated: figures.updated,
            same: figures.same,
            refused: figures.refused,
            waiting: figures.waiting,
            bytes: figures.bytes,
            known: figures.known,
            more: run.more,
            failure: run.failure.map(Into::into),
        }
    }
}

/// What became of an item of a run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiveFile)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileView {
    id: i64,
    /// A path below the folder, or what an API calls it; empty: whoever asks may not see its scene.
    name: String,
    /// The scene's public id; null: it could not be read, or whoever asks may not see it.
    #[schema(required)]
    data_id: Option<String>,
    /// Bytes of its file.
    size: i64,
    #[schema(value_type = codes::ReceiveOutcome)]
    outcome: ItemOutcome,
    /// Why it was refused, or waits.
    #[schema(required, value_type = Option<codes::ReceiveReason>)]
    reason: Option<ItemReason>,
    /// The same in words, or empty.
    text: String,
    /// And as a code with parameters; null: the words of a system.
    #[schema(required)]
    message: Option<MessageBody>,
    at: DateTime<Utc>,
}

impl From<ReadReport> for FileView {
    fn from(read: ReadReport) -> Self {
        let report = read.report;
        let (reason, detail) = report.reason.unzip();
        Self {
            id: read.id,
            name: report.name,
            data_id: report.dataid,
            size: report.size,
            outcome: report.outcome,
            reason,
            text: detail.as_ref().map(Detail::chinese).unwrap_or_default(),
            message: detail.and_then(MessageBody::from_detail),
            at: read.at,
        }
    }
}
