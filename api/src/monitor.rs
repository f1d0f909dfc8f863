//! `GET /api/monitor`: what goes on at this moment, as operators watch it.

mod answer;
mod archive_source;
mod ftp_session;
mod head_state;
mod naming;
mod process;
#[cfg(test)]
mod tests;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use domain::permission::Permission;
use storage::db::{monitor, task_attempts};
use utoipa_axum::routes;

use self::answer::Monitor;
pub(crate) use self::answer::OrderName;
use self::naming::NamingRows;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::ops::audit_head;
use crate::ops::dependencies::{self, Dependency};
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Needs(Permission::Monitor), routes!(monitor));
    // It only asks anew what would be asked a little later.
    let watch = RouteAccess::Needs(Permission::Monitor);
    routes.add(watch, routes!(archive_source::probe));
    // As everybody else's orders are steered.
    let steer = RouteAccess::Needs(Permission::AuditOrders);
    routes.add(steer, routes!(ftp_session::end));
    let steer = RouteAccess::Needs(Permission::AuditOrders);
    routes.add(steer, routes!(archive_source::set_limits));
}

/// What goes on: dependencies, workers and what they are at, what waits, what ended within the last hour, transfers, what
/// is stored.
#[utoipa::path(get, path = "/api/monitor", tag = "operations", operation_id = "getMonitor",
    responses((status = 200, body = Monitor)))]
async fn monitor(
    State(context): State<Context>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let (mut dependencies, head) =
        tokio::join!(dependencies::ask(&context), audit_head::look(&context));
    if head.is_wrong() == Some(true) {
        dependencies.push(Dependency {
            name: audit_head::AUDIT_HEAD,
            delay: None,
        });
    }
    let mut db = context.connection().await?;
    let now = context.now();
    let rows = NamingRows::read(&context, &mut db, &caller).await?;
    let found = Monitor {
        at: now,
        dependencies: dependencies.into_iter().map(Into::into).collect(),
        audit_head: head.into(),
        process: process::process(&context),
        workers: answer::workers(monitor::workers(&mut db).await?, rows.running),
        queues: answer::each(monitor::queues(&mut db).await?),
        throughput: answer::each(monitor::throughput(&mut db).await?),
        waits: answer::each(task_attempts::waits_by_minute(&mut db).await?),
        sources: answer::each(rows.sources),
        resting: answer::each(rows.resting),
        transfers: answer::each(rows.transfers),
        ftp_sessions: answer::each(rows.sessions),
        holdings: monitor::holdings(&mut db, now).await?.into(),
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(found)))
}
