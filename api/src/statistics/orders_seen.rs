//! Of which orders whoever calls is told how they were served.

use domain::statistics::Period;
use storage::PgConnection;
use storage::db::order_scope::{OrderScope, SceneShare};

use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::problem::Problem;

/// Of all orders, or of those of which the caller may see as much as `share` at this moment.
pub(super) async fn orders_seen(
    context: &Context,
    db: &mut PgConnection,
    (caller, share): (&Caller, SceneShare),
    period: Period,
) -> Result<OrderScope, Problem> {
    let scope = scope_of(context, db, viewer(Some(caller))).await?;
    Ok(OrderScope::read(db, (&scope, share), period).await?)
}
