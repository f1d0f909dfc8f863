//! `PUT /api/orders/{id}`

use axum::extract::State;
use domain::ids::OrderId;
use domain::order::state::{Capability, Refusal};
use domain::permission::Permission;
use storage::db::orders::Order;
use storage::lifecycle::By;
use storage::lifecycle::application::{self, Application};
use texts::ProblemText;

use super::access::visible;
use super::payload::{self, ChangedOrderPayload};
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Replaces the application of an order that is not handed in (owner), or the papers of a prepared order
/// (administrator).
#[utoipa::path(put, path = "/api/orders/{id}", tag = "orders", operation_id = "getagrsUpdateSave",
    params(("id" = Uuid, Path)), request_body = ChangedOrderPayload,
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn update(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(changed): Json<ChangedOrderPayload>,
) -> Result<Json<OrderView>, Problem> {
    let order = visible(&mut *context.connection().await?, &caller, id).await?;
    let by = caller.by(&client);
    let after = match caller.capability_for(order.owner) {
        Capability::Owner if !caller.holds(Permission::CreateOrders) => {
            return Err(Problem::needs_one(vec![Permission::CreateOrders]));
        }
        Capability::Owner => save_application(&context, &order, by, changed).await?,
        Capability::Auditor => save_papers(&context, &order, by, &changed).await?,
        Capability::Operator | Capability::System | Capability::Stranger => {
            return Err(Refusal::Invisible.into());
        }
    };
    view::answer(&context, &caller, &after).await
}

async fn save_application(
    context: &Context,
    order: &Order,
    by: By<'_>,
    changed: ChangedOrderPayload,
) -> Result<Order, Problem> {
    let (Some(form), Some(data_ids), Some(attachments)) =
        (changed.form, changed.data_ids, changed.attachments)
    else {
        return Err(Problem::bad_request(ProblemText::Partial));
    };
    let papers = payload::papers(&attachments)?;
    let application = Application {
        // An order keeps the kind it was made with, whatever the request says.
        kind: order.kind,
        data_type: &order.data_type,
        form: payload::form(form)?,
        scenes: payload::scenes(&data_ids)?,
        papers: &papers,
        intent: changed.action.into(),
        catalogue_only: changed.catalogue_only.map(Into::into),
    };
    Ok(application::update(
        (&context.pool, &context.server_key),
        order.id,
        application,
        by,
        context.now(),
    )
    .await?)
}

async fn save_papers(
    context: &Context,
    order: &Order,
    by: By<'_>,
    changed: &ChangedOrderPayload,
) -> Result<Order, Problem> {
    let Some(attachments) = &changed.attachments else {
        return Err(Problem::bad_request(ProblemText::PartialPapers));
    };
    let papers = payload::papers(attachments)?;
    Ok(application::save_papers(&context.pool, order.id, &papers, by, context.now()).await?)
}
