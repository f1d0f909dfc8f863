//! `POST /api/monitor/sources/{id}/probe` and `PUT /api/monitor/sources/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::archive_source::{SourceBounds, SourceId};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::push_bounds::LEAST_RATE;
use domain::push_target::Gate;
use serde::{Deserialize, Serialize};
use storage::db::account_events::FieldChange;
use storage::db::archive_sources::{self, WatchedSource};
use storage::db::handles;
use texts::{Detail, FieldText};
use utoipa::ToSchema;

use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::message::MessageBody;
use crate::problem::{Problem, ProblemBody};

/// Whether a source is read from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SourceGate {
    /// The source is read from.
    Open,
    /// It has rested, and one task tries whether it works again.
    Probe,
    /// It failed again and again, and is left alone for a while.
    Shut,
}

/// Where files of scenes lie: a folder, a bucket or a server.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ArchiveSource)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArchiveSourceView {
    id: i32,
    /// Address of the source.
    name: String,
    gate: SourceGate,
    /// Tasks of it that are released or running.
    live: u64,
    /// How many may be at once; null: as many as there is room for.
    #[schema(required)]
    cap: Option<u64>,
    /// Percent of the slots that somebody set; null: the usual share.
    #[schema(required)]
    share: Option<u8>,
    /// Bytes a second that are read from it, by all workers together; null: any.
    #[schema(required)]
    bytes_per_second: Option<i64>,
    /// Whether those who read from it wait for that.
    at_bandwidth: bool,
    /// Failures in a row.
    failures: i32,
    /// Until when it is left alone; null: it is not.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    /// Why it failed last, in Chinese; null: it works, or whoever asks may not see every scene, whose file this may name.
    #[schema(required)]
    text: Option<String>,
    /// The same as a code with parameters; null: the other side's own words.
    #[schema(required)]
    message: Option<MessageBody>,
}

impl From<WatchedSource> for ArchiveSourceView {
    fn from(watched: WatchedSource) -> Self {
        let (gate, until) = match watched.gate {
            Gate::Open => (SourceGate::Open, None),
            Gate::Probe => (SourceGate::Probe, None),
            Gate::Shut(until) => (SourceGate::Shut, Some(until)),
        };
        Self {
            id: watched.source.id.0,
            name: watched.source.name,
            gate,
            live: watched.live,
            cap: watched.cap,
            share: watched.source.bounds.share,
            bytes_per_second: watched.source.bounds.bytes_per_second,
            at_bandwidth: watched.is_at_bandwidth,
            failures: watched.source.breaker.failures,
            until,
            text: watched.failure.as_ref().map(Detail::chinese),
            message: watched.failure.and_then(MessageBody::from_detail),
        }
    }
}

/// Bounds of a source that operators set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SourceLimits {
    /// Percent of the slots, 1 to 100; left out: the usual share.
    share: Option<u8>,
    /// Bytes a second that are read from it, by all workers together, 65,536 or more; left out: any.
    bytes_per_second: Option<i64>,
}

impl SourceLimits {
    fn checked(&self) -> Result<SourceBounds, Problem> {
        let Self {
            share,
            bytes_per_second,
        } = *self;
        if share.is_some_and(|share| !(1..=100).contains(&share)) {
            return Err(Problem::invalid_field("share", FieldText::ShareWrong));
        }
        if bytes_per_second.is_some_and(|rate| rate < LEAST_RATE) {
            let text = FieldText::RateTooLow;
            return Err(Problem::invalid_field("bytesPerSecond", text));
        }
        Ok(SourceBounds {
            share,
            bytes_per_second,
        })
    }
}

/// What became different, for the audit log.
fn changes(before: SourceBounds, after: SourceBounds) -> Vec<FieldChange> {
    fn written<T: ToString>(bound: Option<T>) -> String {
        bound.map(|bound| bound.to_string()).unwrap_or_default()
    }
    let pairs = [
        ("share", written(before.share), written(after.share)),
        (
            "bytesPerSecond",
            written(before.bytes_per_second),
            written(after.bytes_per_second),
        ),
    ];
    let changed = pairs
        .into_iter()
        .filter(|(_, before, after)| before != after);
    let changed = changed.map(|(field, before, after)| FieldChange {
        field: field.into(),
        before,
        after,
    });
    changed.collect()
}

/// Has a source of scenes tried at once that is left alone: one task reads from it, and the others follow if that works.
#[utoipa::path(post, path = "/api/monitor/sources/{id}/probe", tag = "operations", operation_id = "probeArchiveSource",
    params(("id" = i32, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn probe(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i32>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let found = archive_sources::probe_now(&mut tx, SourceId(id)).await?;
    let name = found.ok_or_else(Problem::not_found)?;
    let audited = Audited {
        by: Some(caller.id),
        action: AuditAction::ProbeArchiveSource,
        subject: (&id.to_string(), &name),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[],
    };
    audit_log::record(&context, &mut tx, &client, &audited).await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says how much of the slots a source of scenes may have, and how fast it may be read.
#[utoipa::path(put, path = "/api/monitor/sources/{id}", tag = "operations", operation_id = "setArchiveSourceLimits",
    params(("id" = i32, Path)), request_body = SourceLimits,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn set_limits(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i32>,
    Json(limits): Json<SourceLimits>,
) -> Result<StatusCode, Problem> {
    let bounds = limits.checked()?;
    let mut tx = context.begin().await?;
    let found = archive_sources::set_bounds(&mut tx, SourceId(id), bounds).await?;
    let (name, before) = found.ok_or_else(Problem::not_found)?;
    let changes = changes(before, bounds);
    if !changes.is_empty() {
        let audited = Audited {
            by: Some(caller.id),
            action: AuditAction::ChangeArchiveSource,
            subject: (&id.to_string(), &name),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &changes,
        };
        audit_log::record(&context, &mut tx, &client, &audited).await?;
    }
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
