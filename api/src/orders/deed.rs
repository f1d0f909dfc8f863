//! What the endpoints that move an order have in common.

use domain::ids::OrderId;
use storage::lifecycle::{self, Deed};

use super::access::by;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// Does it and answers the order as it then is.
pub(super) async fn done(
    context: &Context,
    caller: &Caller,
    client: &Client,
    id: OrderId,
    deed: Deed<'_>,
) -> Result<Json<OrderView>, Problem> {
    let order = lifecycle::act(&context.pool, id, deed, by(caller, client), context.now()).await?;
    let mut db = context.connection().await?;
    Ok(Json(view::detail(context, &mut db, caller, &order).await?))
}
