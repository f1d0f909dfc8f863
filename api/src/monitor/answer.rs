//! What is answered.

use chrono::{DateTime, Utc};
use domain::task::ListedKind;
use serde::Serialize;
use storage::db::ftp_sessions::FtpSession;
use storage::db::monitor::{
    Holdings, KindQueue, MinuteOfTasks, OpenTransfer, RunningTask, WorkerProcess,
};
use storage::db::resting_places::RestingPlace;
use storage::db::task_attempts::MinuteOfWaits;
use texts::Detail;
use utoipa::ToSchema;
use uuid::Uuid;

use super::archive_source::ArchiveSourceView;
use super::head_state::AuditHeadState;
use super::process::ServerProcess;
use crate::message::MessageBody;
use crate::ops::dependencies::Dependency;
use crate::orders::codes;

/// What goes on at this moment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Monitor {
    /// The moment.
    pub at: DateTime<Utc>,
    pub dependencies: Vec<DependencyDelay>,
    pub audit_head: AuditHeadState,
    pub process: ServerProcess,
    /// Worker processes that are alive, by name.
    pub workers: Vec<WorkerState>,
    /// Tasks that are not over, a row for each kind.
    pub queues: Vec<TaskQueue>,
    /// Tasks that ended in each minute of the last hour; the running minute is the last.
    pub throughput: Vec<TasksEnded>,
    /// How long tasks of orders had waited that ended in each minute of the last hour; the running minute is the last.
    pub waits: Vec<WaitsOfMinute>,
    /// Where files of scenes lie, those that fail and those with most to do first; 100 at most.
    pub sources: Vec<ArchiveSourceView>,
    /// Sources and targets that failed several times in a row and are left alone for a while; 100 at most.
    pub resting: Vec<RestingPlaceView>,
    /// What is being fetched, longest first; 200 at most.
    pub transfers: Vec<TransferState>,
    /// FTP sessions of applicants, longest first; 200 at most.
    pub ftp_sessions: Vec<FtpSessionState>,
    pub holdings: HoldingFigures,
}

/// Something that the server cannot work without.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DependencyDelay {
    name: &'static str,
    /// How long its answer took, milliseconds; null: it is away.
    #[schema(required)]
    millis: Option<f64>,
}

/// A worker process and what it is at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorkerState {
    name: String,
    /// Tasks it takes at once.
    slots: i32,
    /// Tasks of emergency orders that it takes beside them.
    emergency_slots: i32,
    seen_at: DateTime<Utc>,
    /// Longest first.
    tasks: Vec<TaskState>,
}

/// A task in work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskState {
    id: Uuid,
    #[schema(value_type = codes::ListedKindWord)]
    kind: ListedKind,
    /// Its order; exports and pictures have none.
    #[schema(required)]
    order: Option<OrderName>,
    /// Name of its scene, when it is about one that whoever asks may see.
    #[schema(required)]
    scene: Option<String>,
    /// Whether it is in a slot for emergency orders.
    in_emergency_slot: bool,
    /// How often it was claimed, this time included.
    attempt: i32,
    /// Since its first claim.
    started_at: DateTime<Utc>,
    bytes_done: i64,
    /// 0: unknown.
    bytes_all: i64,
}

/// An order by its number.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderName {
    pub(crate) id: Uuid,
    pub(crate) ordername: String,
}

/// Tasks of one kind that are not over.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TaskQueue {
    #[schema(value_type = codes::ListedKindWord)]
    kind: ListedKind,
    /// Waiting for their turn.
    waiting: i64,
    /// For the next free slot.
    released: i64,
    running: i64,
    /// Since when the one waits that waits longest.
    #[schema(required)]
    oldest: Option<DateTime<Utc>>,
}

/// Tasks that ended in one minute.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TasksEnded {
    at: DateTime<Utc>,
    done: i64,
    failed: i64,
}

/// How long tasks of orders had waited, from when they might begin to when a worker took them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WaitsOfMinute {
    at: DateTime<Utc>,
    /// Seconds that half of the attempts had waited at most that ended in this minute; null: none ended.
    #[schema(required)]
    median_seconds: Option<f64>,
    /// Seconds that 95 of 100 had waited at most.
    #[schema(required)]
    p95_seconds: Option<f64>,
}

impl From<MinuteOfWaits> for WaitsOfMinute {
    fn from(minute: MinuteOfWaits) -> Self {
        Self {
            at: minute.at,
            median_seconds: minute.median_seconds,
            p95_seconds: minute.p95_seconds,
        }
    }
}

/// A source or a target that is left alone for a while.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RestingPlace)]
#[serde(rename_all = "camelCase")]
pub(super) struct RestingPlaceView {
    /// Whether scenes come in from it; else they are pushed to it.
    is_source: bool,
    /// Of the receive task, or the push target.
    id: Uuid,
    name: String,
    /// Whose target it is; null of a source.
    #[schema(required)]
    owner: Option<String>,
    /// Failures in a row.
    failures: i32,
    /// When it is tried again.
    until: DateTime<Utc>,
    /// Why, in Chinese; null: that is not known, or whoever asks may not see every scene, whose file this may name.
    #[schema(required)]
    text: Option<String>,
    /// The same as a code with parameters; null: the other side's own words.
    #[schema(required)]
    message: Option<MessageBody>,
}

impl From<RestingPlace> for RestingPlaceView {
    fn from(resting: RestingPlace) -> Self {
        Self {
            is_source: resting.is_source,
            id: resting.id,
            name: resting.name,
            owner: resting.owner,
            failures: resting.failures,
            until: resting.until,
            text: resting.failure.as_ref().map(Detail::chinese),
            message: resting.failure.and_then(MessageBody::from_detail),
        }
    }
}

/// A transfer in progress.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TransferState {
    /// `ftp`, `ftps` or `https`.
    protocol: String,
    #[schema(required)]
    order: Option<OrderName>,
    /// Empty: whoever asks may not see every scene.
    path: String,
    client_ip: String,
    started_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FtpSessionState {
    id: Uuid,
    account: String,
    /// Null: files of a shelf are fetched.
    #[schema(required)]
    order: Option<OrderName>,
    client_ip: String,
    /// Whether the control connection is encrypted.
    encrypted: bool,
    /// Since when it is signed in.
    since: DateTime<Utc>,
    /// Bytes that it has fetched, those under way included.
    bytes: i64,
    /// The file that it fetches now; null: none; empty: whoever asks may not see every scene.
    #[schema(required)]
    path: Option<String>,
    /// Whether somebody has ended it, which its gateway does within two seconds.
    is_ending: bool,
}

/// How much is stored, and who is here.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HoldingFigures {
    database_bytes: i64,
    /// What open deliveries hold in the object store.
    delivered_bytes: i64,
    deliveries: i64,
    /// Of these, deliveries that close within a week.
    closing: i64,
    closing_bytes: i64,
    /// Files on people's shelves.
    shelf_files: i64,
    /// What these hold in the object store.
    shelf_bytes: i64,
    signed_in: i64,
    /// Of these, people who did something within five minutes.
    online: i64,
}

pub(super) fn each<Row, Answer: From<Row>>(rows: Vec<Row>) -> Vec<Answer> {
    rows.into_iter().map(Answer::from).collect()
}

/// Each process with its tasks. A task whose process has fallen silent stands under that process's name, without slots.
pub(super) fn workers(alive: Vec<WorkerProcess>, running: Vec<RunningTask>) -> Vec<WorkerState> {
    let mut workers: Vec<WorkerState> = alive
        .into_iter()
        .map(|process| WorkerState {
            name: process.name,
            slots: process.slots,
            emergency_slots: process.emergency_slots,
            seen_at: process.seen_at,
            tasks: Vec::new(),
        })
        .collect();
    for task in running {
        let name = task.worker.clone();
        let started_at = task.started_at;
        if let Some(worker) = workers.iter_mut().find(|worker| worker.name == name) {
            worker.tasks.push(task.into());
        } else {
            workers.push(WorkerState {
                name,
                slots: 0,
                emergency_slots: 0,
                seen_at: started_at,
                tasks: vec![task.into()],
            });
        }
    }
    workers
}

impl From<Dependency> for DependencyDelay {
    fn from(dependency: Dependency) -> Self {
        Self {
            name: dependency.name,
            millis: dependency.delay.map(|delay| delay.as_secs_f64() * 1000.0),
        }
    }
}

fn order_name((id, number): (domain::ids::OrderId, String)) -> OrderName {
    OrderName {
        id: id.0,
        ordername: number,
    }
}

impl From<RunningTask> for TaskState {
    fn from(task: RunningTask) -> Self {
        Self {
            id: task.id.0,
            kind: task.kind,
            order: task.order.map(order_name),
            scene: task.scene,
            in_emergency_slot: task.in_emergency_slot,
            attempt: task.attempt,
            started_at: task.started_at,
            bytes_done: task.bytes_done,
            bytes_all: task.bytes_all,
        }
    }
}

impl From<KindQueue> for TaskQueue {
    fn from(queue: KindQueue) -> Self {
        Self {
            kind: queue.kind,
            waiting: queue.waiting,
            released: queue.released,
            running: queue.running,
            oldest: queue.oldest,
        }
    }
}

impl From<MinuteOfTasks> for TasksEnded {
    fn from(minute: MinuteOfTasks) -> Self {
        Self {
            at: minute.at,
            done: minute.done,
            failed: minute.failed,
        }
    }
}

impl From<OpenTransfer> for TransferState {
    fn from(transfer: OpenTransfer) -> Self {
        Self {
            protocol: transfer.protocol,
            order: transfer.order.map(order_name),
            path: transfer.path,
            client_ip: transfer.client_ip,
            started_at: transfer.started_at,
        }
    }
}

impl From<FtpSession> for FtpSessionState {
    fn from(session: FtpSession) -> Self {
        Self {
            id: session.id,
            account: session.account,
            order: session.order.map(order_name),
            client_ip: session.client_ip,
            encrypted: session.encrypted,
            since: session.since,
            bytes: session.bytes,
            path: session.path,
            is_ending: session.is_ending,
        }
    }
}

impl From<Holdings> for HoldingFigures {
    fn from(held: Holdings) -> Self {
        Self {
            database_bytes: held.database_bytes,
            delivered_bytes: held.delivered_bytes,
            deliveries: held.deliveries,
            closing: held.closing,
            closing_bytes: held.closing_bytes,
            shelf_files: held.shelf_files,
            shelf_bytes: held.shelf_bytes,
            signed_in: held.signed_in,
            online: held.online,
        }
    }
}
