//! `GET /api/stats/downloads/transfers`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use serde::{Deserialize, Serialize};
use storage::db::downloads::{self, EndedTransfer, TransferCursor, TransferEnd, TransferFilter};
use storage::db::transfers::{Outcome, Protocol};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::super::period::PeriodQuery;
use crate::context::Context;
use crate::exact_filter::exact;
use crate::json::{Json, Query};
use crate::moment::cursor;
use crate::problem::{Problem, ProblemBody};

/// Transfers on a page.
const PAGE: usize = 50;

/// Over what a file went.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = TransferProtocol)]
#[serde(rename_all = "lowercase")]
enum ProtocolName {
    Ftp,
    Ftps,
    Https,
    /// Sent to a server or bucket of the applicant's.
    Push,
}

/// How a transfer ended.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = TransferOutcome)]
#[serde(rename_all = "lowercase")]
enum OutcomeName {
    /// Everything asked for was sent.
    Done,
    /// The receiver broke it off.
    Aborted,
    /// A fault of this side.
    Failed,
    /// Done, with the last byte of the file: what figures count as a file.
    Whole,
    /// Aborted or failed: what figures count as broken.
    Broken,
}

impl OutcomeName {
    const fn end(self) -> TransferEnd {
        match self {
            Self::Done => TransferEnd::Outcome(Outcome::Done),
            Self::Aborted => TransferEnd::Outcome(Outcome::Aborted),
            Self::Failed => TransferEnd::Outcome(Outcome::Failed),
            Self::Whole => TransferEnd::Whole,
            Self::Broken => TransferEnd::Broken,
        }
    }
}

/// What an order may leave empty.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = EmptyTransferField)]
#[serde(rename_all = "lowercase")]
enum EmptyField {
    /// The applying unit.
    Unit,
}

/// Which transfers to list. Empty texts ask for nothing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct TransferQuery {
    /// Only for this applying unit.
    unit: Option<String>,
    /// Only of orders in which this is not filled in, whatever the filter of that name says.
    #[param(inline)]
    without: Option<EmptyField>,
    /// Only transfers over this protocol.
    #[param(inline)]
    protocol: Option<ProtocolName>,
    /// Only those that ended so.
    #[param(inline)]
    outcome: Option<OutcomeName>,
    /// `next` of the page before.
    #[serde(deserialize_with = "cursor")]
    #[param(value_type = Option<String>)]
    before: Option<TransferCursor>,
}

/// A download that ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EndedTransfer)]
#[serde(rename_all = "camelCase")]
struct EndedTransferView {
    id: Uuid,
    started_at: DateTime<Utc>,
    ended_at: DateTime<Utc>,
    #[schema(value_type = Uuid)]
    order_id: OrderId,
    ordername: String,
    /// The applying unit.
    unit: String,
    /// The FTP account, or the sign-in name; of a push, of whoever pushed the order.
    account: String,
    /// Path of the file in its delivery.
    path: String,
    /// `ftp`, `ftps`, `https` or `push`.
    protocol: String,
    /// `done`, `aborted` or `failed`.
    outcome: String,
    /// First byte asked for.
    offset: u64,
    /// Bytes sent.
    bytes: u64,
    /// Whether it brought the file to its end.
    is_whole: bool,
    /// From where it was fetched; of a push, the target's host.
    client_ip: String,
}

impl From<EndedTransfer> for EndedTransferView {
    fn from(transfer: EndedTransfer) -> Self {
        Self {
            id: transfer.id,
            started_at: transfer.started,
            ended_at: transfer.ended,
            order_id: transfer.order,
            ordername: transfer.ordername,
            unit: transfer.unit,
            account: transfer.account,
            path: transfer.path,
            protocol: transfer.protocol,
            outcome: transfer.outcome,
            offset: transfer.offset.0,
            bytes: transfer.bytes.0,
            is_whole: transfer.is_whole,
            client_ip: transfer.client_ip,
        }
    }
}

/// A page of ended transfers, latest end first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EndedTransferPage {
    items: Vec<EndedTransferView>,
    /// Where the next ones begin; null: there are none.
    #[schema(required)]
    next: Option<String>,
}

/// The downloads that figures of the same days, unit and protocol count, the last to end first: all of them, or those that count
/// as `files` (`outcome=whole`) or as `broken`. Single downloads are kept for a time only (`RECORD_DAYS`); their figures stay.
#[utoipa::path(get, path = "/api/stats/downloads/transfers", tag = "statistics", operation_id = "getDownloads",
    params(TransferQuery, PeriodQuery),
    responses((status = 200, body = EndedTransferPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<TransferQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<EndedTransferPage>, Problem> {
    let filter = TransferFilter {
        period: days.period(context.now()),
        unit: exact(query.unit, query.without.is_some()),
        protocol: query.protocol.map(|name| match name {
            ProtocolName::Ftp => Protocol::Ftp,
            ProtocolName::Ftps => Protocol::Ftps,
            ProtocolName::Https => Protocol::Https,
            ProtocolName::Push => Protocol::Push,
        }),
        end: query.outcome.map(OutcomeName::end),
        before: query.before,
    };
    let mut db = context.connection().await?;
    let page = downloads::transfers(&mut db, &filter, PAGE).await?;
    Ok(Json(EndedTransferPage {
        items: page.items.into_iter().map(Into::into).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}
