//! Approving an order without the scenes that nobody can prepare.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::state::{Action, transition};
use sqlx::PgPool;

use super::{By, Deed, LifecycleError, act_on, locked};
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
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, id).await?;
    transition(Some(order.state), Action::Approve, by.actor(order.owner))?;
    let names = order_scenes::remove_catalogued(&mut tx, id).await?;
    if order_scenes::dids(&mut tx, id).await?.is_empty() {
        return Err(LifecycleError::NothingOnline);
    }
    let text = left_out(&names);
    act_on(&mut tx, &order, Deed::ApproveWithout(&text), by, now).await?;
    let after = locked(&mut tx, id).await?;
    tx.commit().await?;
    Ok(after)
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
