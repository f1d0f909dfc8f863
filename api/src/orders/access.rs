//! Whose orders a caller sees.

use domain::ids::OrderId;
use domain::order::state::{Capability, OrderState, Refusal};
use storage::PgConnection;
use storage::db::orders::{self, Order};

use crate::caller::Caller;
use crate::problem::Problem;

/// The order, if the caller may see it: their own, or any for administrators and operators. A tombstone is seen by
/// nobody.
pub(crate) async fn visible(
    db: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<Order, Problem> {
    let order = orders::find(db, id).await?;
    order
        .filter(|order| order.state != OrderState::Deleted)
        .filter(|order| caller.capability_for(order.owner) != Capability::Stranger)
        .ok_or_else(|| Refusal::Invisible.into())
}

/// The order for whom its papers, the applicant's telephone and what was prepared are: its owner, and administrators. A
/// route lets in who has orders of their own; that somebody also watches all orders opens none of these to them.
pub(crate) async fn visible_with_papers(
    db: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<Order, Problem> {
    let order = visible(db, caller, id).await?;
    match caller.capability_for(order.owner) {
        Capability::Owner | Capability::Auditor => Ok(order),
        _ => Err(Refusal::Invisible.into()),
    }
}
