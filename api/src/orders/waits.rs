//! `GET /api/orders/{id}/waits`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::rules;
use domain::order::state::{Capability, OrderState};
use domain::wait::{
    Wait, WaitBucket, WaitReader, WaitReason, WaitRemedy, WaitStanding, order_waits,
};
use serde::Serialize;
use storage::PgConnection;
use storage::db::order_scenes;
use storage::db::waits::{self as ledger, WaitSubject};
use utoipa::ToSchema;

use super::access::visible;
use super::codes;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::message::MessageBody;
use crate::ops::dependencies;
use crate::problem::{Problem, ProblemBody};

/// A reason for which something waits.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Wait)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitView {
    #[schema(value_type = codes::WaitReasonWord)]
    reason: &'static str,
    #[schema(value_type = codes::WaitBucketWord)]
    bucket: WaitBucket,
    /// The sentence, in Chinese.
    text: String,
    /// The same as a code with parameters.
    message: MessageBody,
    /// The rule that it follows, in Chinese.
    rule: String,
    rule_message: MessageBody,
    /// Since when; null: nobody has noted it.
    #[schema(required)]
    since: Option<DateTime<Utc>>,
    /// When it ends by itself; null: that is not known.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    /// How many tasks it holds back; 0: the order itself.
    tasks: u64,
    /// What the caller may do now that removes it.
    #[schema(value_type = Vec<codes::WaitRemedyWord>)]
    remedies: Vec<WaitRemedy>,
}

/// Who reads waits, and what that person may do.
pub(crate) struct Reading {
    reader: WaitReader,
    standing: WaitStanding,
}

impl Reading {
    /// Of what belongs to `owner`, and of its order.
    pub(crate) async fn new(
        db: &mut PgConnection,
        caller: &Caller,
        owner: Option<UserId>,
        order: Option<(OrderId, OrderState)>,
    ) -> Result<Self, Problem> {
        let capability = owner.map_or(Capability::Stranger, |owner| caller.capability_for(owner));
        let may_continue = match order {
            Some((id, _)) => {
                let tally = order_scenes::tally(db, id).await?;
                rules::may_continue_without_failed(tally).is_ok()
            }
            None => false,
        };
        Ok(Self {
            reader: match capability {
                Capability::Owner => WaitReader::Applicant,
                Capability::Auditor
                | Capability::Operator
                | Capability::System
                | Capability::Stranger => WaitReader::Staff,
            },
            standing: WaitStanding {
                order: order.map(|(_, state)| state),
                capability,
                held: caller.permissions,
                may_continue,
            },
        })
    }

    pub(crate) fn view(&self, wait: &Wait) -> WaitView {
        let Wait {
            reason,
            since,
            tasks,
        } = wait;
        let (message, rule) = (reason.text(self.reader), reason.rule());
        WaitView {
            reason: reason.word(),
            bucket: reason.bucket(),
            text: message.chinese(),
            message: message.into(),
            rule: rule.chinese(),
            rule_message: rule.into(),
            since: *since,
            until: reason.until(),
            tasks: *tasks,
            remedies: self.remedies(reason),
        }
    }

    fn remedies(&self, reason: &WaitReason) -> Vec<WaitRemedy> {
        let all = reason.remedies().iter().copied();
        all.filter(|remedy| remedy.is_lawful(&self.standing))
            .collect()
    }
}

/// Whether the object store does not answer.
pub(crate) async fn are_objects_away(context: &Context) -> bool {
    let dependencies = dependencies::ask(context).await;
    dependencies
        .iter()
        .any(|one| one.name == dependencies::OBJECTS && one.delay.is_none())
}

/// Every reason for which an order waits, each with the rule that it follows; empty: it does not wait. The applicant reads
/// nobody's name.
#[utoipa::path(get, path = "/api/orders/{id}/waits", tag = "orders", operation_id = "getOrderWaits",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = List<WaitView>), (status = 404, body = ProblemBody)))]
pub(super) async fn waits(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<List<WaitView>>, Problem> {
    // Before a connection is held: it takes one of its own.
    let objects_away = are_objects_away(&context).await;
    let mut db = context.connection().await?;
    let order = visible(&mut db, &caller, id).await?;
    let mut facts = ledger::facts(&mut db, WaitSubject::Order(id)).await?;
    facts.crew.objects_away = objects_away;
    let stands = (order.id, order.state);
    let reading = Reading::new(&mut db, &caller, Some(order.owner), Some(stands)).await?;
    let waits = facts
        .order
        .map(|order| order_waits(&order, &facts.groups, &facts.crew));
    let waits = waits.unwrap_or_default();
    Ok(Json(List::whole(
        waits.iter().map(|wait| reading.view(wait)).collect(),
    )))
}
