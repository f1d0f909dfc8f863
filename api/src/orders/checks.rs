//! `GET /api/orders/{id}/checks`

use axum::extract::State;
use domain::ids::OrderId;
use domain::order::checks::{self, Check, CheckKind, EarlierApplicant, Verdict};
use serde::Serialize;
use storage::db::order_checks::{self, EarlierOrder};
use texts::Message;
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::visible;
use super::codes;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::message::MessageBody;
use crate::problem::{Problem, ProblemBody};

/// What a machine can say of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderChecks {
    /// In the order in which they are read; of `papers` there is one for each that is missing.
    checks: Vec<CheckView>,
    /// Earlier orders of the same account or unit that hold scenes of this one, at most 20.
    earlier: Vec<EarlierOrderView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderCheck)]
struct CheckView {
    #[schema(value_type = codes::CheckKind)]
    kind: CheckKind,
    #[schema(value_type = codes::Verdict)]
    verdict: Verdict,
    /// What it says, in Chinese.
    text: String,
    /// The same as a code with parameters.
    message: MessageBody,
}

/// An earlier order that holds scenes of this one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EarlierOrder)]
#[serde(rename_all = "camelCase")]
struct EarlierOrderView {
    id: Uuid,
    ordername: String,
    #[schema(value_type = codes::OrderStatus)]
    sstatus: i16,
    applyuser: String,
    /// Whether it is the same account's.
    own: bool,
    /// Scenes that both hold.
    scenes: u64,
}

impl From<Check> for CheckView {
    fn from(check: Check) -> Self {
        let message = Message::from(check.text);
        Self {
            kind: check.kind,
            verdict: check.verdict,
            text: message.chinese(),
            message: message.into(),
        }
    }
}

impl From<EarlierOrder> for EarlierOrderView {
    fn from(earlier: EarlierOrder) -> Self {
        Self {
            id: earlier.id.0,
            ordername: earlier.number,
            sstatus: earlier.state.code(),
            applyuser: earlier.applicant,
            own: earlier.shared.applicant == EarlierApplicant::Same,
            scenes: earlier.shared.scenes,
        }
    }
}

/// What a machine can say of an order before somebody decides about it. None of the checks decides.
#[utoipa::path(get, path = "/api/orders/{id}/checks", tag = "audit-desk", operation_id = "getOrderChecks",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = OrderChecks), (status = 404, body = ProblemBody)))]
pub(super) async fn checks(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<OrderChecks>, Problem> {
    let mut db = context.connection().await?;
    let order = visible(&mut db, &caller, id).await?;
    let (facts, earlier) = order_checks::facts(&mut db, &order, context.now()).await?;
    let found = checks::check(&facts).into_iter();
    Ok(Json(OrderChecks {
        checks: found.map(Into::into).collect(),
        earlier: earlier.into_iter().map(Into::into).collect(),
    }))
}
