//! `GET /api/orders/{id}/stream`

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use futures::Stream;
use serde::Serialize;
use storage::StorageError;
use storage::db::order_scenes;
use storage::db::sessions::{self, SessionToken};
use storage::db::users;
use tokio::time::{Instant, sleep_until, timeout};
use utoipa::ToSchema;

use super::access::visible;
use super::feed::Changes;
use super::view::DataPercent;
use crate::caller::{Caller, presented_token};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::ASK_EVERY;

/// The order is read at most this often, however much is heard.
const SHORTEST: Duration = Duration::from_millis(300);
/// The order is read at least this often, though nothing is heard.
const LONGEST: Duration = Duration::from_secs(5);
/// How long to listen before the session is looked at again.
const LISTEN: Duration = ASK_EVERY;
/// A comment is sent after this much silence, so that proxies keep the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How far an order is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OrderProgress)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProgressEvent {
    #[schema(value_type = super::codes::OrderStatus)]
    sstatus: i16,
    data_percent: DataPercent,
    updatetime: DateTime<Utc>,
}

/// Server-sent events `progress`: one at once, then one whenever something has changed. Ends when the order is
/// deleted, the session is over or its person has lost rights.
#[utoipa::path(get, path = "/api/orders/{id}/stream", tag = "orders", operation_id = "streamOrder",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = ProgressEvent, content_type = "text/event-stream"),
        (status = 404, body = ProblemBody)))]
pub(super) async fn stream(
    State(context): State<Context>,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<OrderId>,
) -> Result<Response, Problem> {
    visible(&mut *context.connection().await?, &caller, id).await?;
    let token = presented_token(&Method::GET, &headers, context.settings.https)
        .ok_or_else(Problem::not_signed_in)?;
    let watch = OrderStream {
        changes: context.progress.subscribe(id),
        context,
        caller,
        token,
        order: id,
        sent: None,
        read_at: None,
    };
    let events = Sse::new(watch.events()).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Proxies that buffer would hold the events back.
    Ok(([("x-accel-buffering", "no")], events).into_response())
}

/// An open event stream of an order.
struct OrderStream {
    context: Context,
    caller: Caller,
    token: SessionToken,
    order: OrderId,
    changes: Changes,
    sent: Option<ProgressEvent>,
    read_at: Option<Instant>,
}

impl OrderStream {
    fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        futures::stream::unfold(self, |mut watch| async move {
            let progress = watch.next().await?;
            let event = Event::default().event("progress").json_data(&progress);
            Some((Ok(event.ok()?), watch))
        })
    }

    /// The next progress that differs from the one shown; `None` when the stream is over.
    async fn next(&mut self) -> Option<ProgressEvent> {
        loop {
            if !self.wait().await {
                return None;
            }
            match self.read().await {
                Ok(None) => return None,
                Ok(progress) if progress != self.sent => {
                    self.sent.clone_from(&progress);
                    return progress;
                }
                Ok(_) => {}
                Err(problem) if problem.status().is_server_error() => {
                    tracing::debug!(order = %self.order, "progress could not be read; trying again");
                }
                Err(_) => return None,
            }
        }
    }

    /// Until the order has changed, or it is time to read it; false when the session is over.
    async fn wait(&mut self) -> bool {
        if let Some(read_at) = self.read_at {
            // Silence is no error: then the order is read because it is time.
            while timeout(LISTEN, self.changes.next()).await.is_err() && read_at.elapsed() < LONGEST
            {
                if !self.is_signed_in().await {
                    return false;
                }
            }
            sleep_until(read_at + SHORTEST).await;
        }
        self.changes.forget();
        self.read_at = Some(Instant::now());
        true
    }

    /// A database that is away for a moment ends no stream.
    async fn is_signed_in(&self) -> bool {
        self.is_open().await.unwrap_or(true)
    }

    /// Whether the session lives, and its person still has the rights that the stream was opened with.
    async fn is_open(&self) -> Result<bool, StorageError> {
        let mut db = self.context.connection().await?;
        Ok(
            sessions::lives(&mut db, &self.token, self.context.now()).await?
                && users::is_signed_in(&mut db, self.caller.id, self.caller.epoch).await?,
        )
    }

    /// How far the order is now; `None` when the session is over.
    async fn read(&self) -> Result<Option<ProgressEvent>, Problem> {
        if !self.is_open().await? {
            return Ok(None);
        }
        let mut db = self.context.connection().await?;
        let order = visible(&mut db, &self.caller, self.order).await?;
        let counts = order_scenes::counts(&mut db, &[order.id]).await?;
        let counts = counts
            .first()
            .map(|(_, counts)| *counts)
            .unwrap_or_default();
        Ok(Some(ProgressEvent {
            sstatus: order.state.code(),
            data_percent: DataPercent::from_counts(order.state, counts),
            updatetime: order.updated,
        }))
    }
}
