//! Approving an order without the scenes that nobody can prepare.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::rules;
use domain::order::state::Action;
use sqlx::PgPool;

use super::guard::LockedOrder;
use super::{By, Deed, LifecycleError, act_on};
use crate::db::order_scenes;
use crate::db::orders::Order;

/// Names of left-out scenes that the time line says; more are counted.
const NAMED: usize = 20;

/// Approves the order without the scenes that are only in the catalogue; the time line says which. Refused when none
/// would be left.
pub async fn approve_without_catalogued(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    order.ask(Action::Approve)?;
    let (db, _) = order.parts();
    let names = order_scenes::remove_catalogued(db, id).await?;
    let left = order_scenes::dids(db, id).await?;
    rules::may_leave_out_catalogued(left.len())?;
    act_on(&mut order, Deed::ApproveWithout(&left_out(&names))).await?;
    order.commit_and_read().await
}

fn left_out(names: &[String]) -> String {
    let shown = names.get(..NAMED).unwrap_or(names).join("、");
    match names.len() {
        0 => String::new(),
        n if n > NAMED => format!("未纳入仅有目录的{n}景数据：{shown}等"),
        n => format!("未纳入仅有目录的{n}景数据：{shown}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_scenes_are_named_and_many_counted() {
        let names = |n: usize| (0..n).map(|i| format!("景{i}")).collect::<Vec<_>>();
        assert_eq!(left_out(&names(0)), "");
        assert_eq!(left_out(&names(2)), "未纳入仅有目录的2景数据：景0、景1");
        let many = left_out(&names(21));
        assert!(many.starts_with("未纳入仅有目录的21景数据：景0、") && many.ends_with("景19等"));
    }
}
