//! Steps of an order's life that old clients asked for by the status that they wished: each is the action that leads there,
//! with everything that the action checks.

use serde_json::{Value, json};
use texts::ProblemText;

use super::call::{Call, address, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::order_list::{order_id, order_ids};
use super::records;
use crate::router::{OWN_OR_AUDITED, RouteAccess};
use domain::permission::Permission;

const AUDIT: RouteAccess = RouteAccess::Needs(Permission::AuditOrders);
const OWN: RouteAccess = RouteAccess::Needs(Permission::OwnOrders);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}Order/{product}Audit"),
        "{product}Audit",
        "approves an order or rejects it",
        AUDIT,
        "auditOrder, rejectOrder",
        handler!(audit),
    ),
    does(
        ("POST", "/mj/{product}Order/auditOrder"),
        "auditOrder",
        "approves an order or rejects it",
        AUDIT,
        "auditOrder, rejectOrder",
        handler!(audit),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Order/updateStatusByOrderId"),
        "updateStatusByOrderId",
        "takes the action that leads to a raw status",
        OWN_OR_AUDITED,
        "withdrawOrder, submitOrder, auditOrder, rejectOrder, markOverdue, completeOrder, userFeedback, getUpdateOrderStatus",
        handler!(set_status),
    )
    .writing_on_get(),
    does(
        ("POST", "/mj/{product}Order/stateOrder"),
        "stateOrder",
        "takes the action that leads to a raw status",
        OWN_OR_AUDITED,
        "withdrawOrder, submitOrder, auditOrder, rejectOrder, markOverdue, completeOrder, userFeedback, getUpdateOrderStatus",
        handler!(state_order),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Order/getUpdateOrderStatus"),
        "getUpdateOrderStatus",
        "deletes orders, all of them or none",
        OWN_OR_AUDITED,
        "getUpdateOrderStatus",
        handler!(delete),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Order/{product}OrderFeedBack"),
        "{product}OrderFeedBack",
        "rates a finished order",
        OWN,
        "userFeedback",
        handler!(rate),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Order/userFeedback"),
        "userFeedback",
        "rates a finished order",
        OWN,
        "userFeedback",
        handler!(rate),
    )
    .at_our_path(),
];

/// A status that an action leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Deleted,
    Draft,
    Pending,
    Approved,
    Rejected,
    Overdue,
    Completed,
    Rated,
}

impl Status {
    /// 3 and 6 are the system's own.
    pub(super) fn parse(text: &str) -> Result<Self, Refused> {
        Ok(match text.trim() {
            "-2" => Self::Deleted,
            "-1" => Self::Draft,
            "0" => Self::Pending,
            "1" => Self::Approved,
            "2" => Self::Rejected,
            "5" => Self::Overdue,
            "7" => Self::Completed,
            "8" => Self::Rated,
            other => {
                return Err(ProblemText::StatusNotSet {
                    status: other.chars().take(20).collect(),
                }
                .into());
            }
        })
    }
}

/// Takes the step that leads to a status.
pub(super) async fn step(call: &Call, id: &str, status: Status) -> Result<Value, Refused> {
    let path = |verb: &str| format!("/api/orders/{}/{verb}", part(id));
    let sent = &call.params;
    let choice = [("catalogueOnly", sent.given(&["catalogueOnly"]))];
    match status {
        Status::Deleted => call.delete("/api/orders", Some(json!({"ids": [id]}))).await,
        Status::Draft => call.post(&path("withdraw"), Value::Null).await,
        Status::Pending => {
            call.post(&address(&path("submit"), &choice), Value::Null)
                .await
        }
        Status::Approved => {
            call.post(&address(&path("approve"), &choice), Value::Null)
                .await
        }
        Status::Rejected => {
            let body = json!({"cause": sent.text(&["cause"])});
            call.post(&path("reject"), body).await
        }
        Status::Overdue => call.post(&path("overdue"), Value::Null).await,
        Status::Completed => call.post(&path("complete"), Value::Null).await,
        Status::Rated => call.post(&path("feedback"), rating(call)).await,
    }
}

/// Who audits is who is signed in, whatever `auditor` says.
async fn audit(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let word = call.params.needed(&["status", "sstatus"])?;
    let status = Status::parse(&word)?;
    if !matches!(status, Status::Approved | Status::Rejected) {
        return Err(ProblemText::StatusNotSet { status: word }.into());
    }
    step(&call, &id, status).await?;
    Ok(Reply::yes())
}

async fn to_status(call: &Call) -> Result<(), Refused> {
    let word = call.params.needed(&["orderStatus", "sstatus", "status"])?;
    let status = Status::parse(&word)?;
    let id = order_id(call).await?;
    step(call, &id, status).await?;
    Ok(())
}

async fn set_status(call: Call) -> Result<Reply, Refused> {
    to_status(&call).await?;
    Ok(Reply::yes())
}

async fn state_order(call: Call) -> Result<Reply, Refused> {
    to_status(&call).await?;
    Ok(Value::from("1").into())
}

/// All of them, or, when one refuses, none.
async fn delete(call: Call) -> Result<Reply, Refused> {
    let word = call.params.text(&["sstatus"]);
    if Status::parse(&word)? != Status::Deleted {
        return Err(ProblemText::StatusNotSet { status: word }.into());
    }
    let ids = order_ids(&call).await?;
    call.delete("/api/orders", Some(json!({"ids": ids})))
        .await?;
    Ok(Reply::yes())
}

/// Three ratings, or one score with a text, as numbers or as the words that were shown.
fn rating(call: &Call) -> Value {
    let sent = &call.params;
    let mut body = records::texts(sent, &["feedBack", "content"]);
    for name in ["appraise", "responseSpeed", "serviceAttitude", "score"] {
        if let Some(rating) = sent.given(&[name]).as_deref().and_then(grade) {
            body.insert(name.to_owned(), rating.into());
        }
    }
    if let Some(file) = sent.given(&["feedBackUpload"]) {
        let (path, _) = file.split_once('?').unwrap_or((&file, ""));
        let id = path.rsplit('/').next().unwrap_or_default();
        body.insert("feedBackUpload".to_owned(), id.into());
    }
    body.into()
}

/// The words of the detail screen (orders, section 3).
fn grade(text: &str) -> Option<i64> {
    Some(match text {
        "非常满意" => 0,
        "满意" => 1,
        "一般" => 2,
        "不满意" => 3,
        "非常不满意" => 4,
        number => return number.trim().parse().ok(),
    })
}

async fn rate(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    step(&call, &id, Status::Rated).await?;
    Ok(Reply::yes())
}
