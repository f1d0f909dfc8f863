//! `scenedock admin count-figures`: counts days of the statistics of orders anew, beside a running server or alone.

use std::time::Duration;

use chrono::NaiveDate;
use domain::statistics::Period;
use storage::db::{handles, order_figures};

use crate::parts::ProcessParts;

/// How long a server that counts meanwhile is waited for before the next look.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) async fn count(
    parts: &ProcessParts,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> anyhow::Result<()> {
    let period = Period::new(from.unwrap_or(NaiveDate::MIN), to.unwrap_or(NaiveDate::MAX));
    let mut db = handles::connection(&parts.pool).await?;
    let days = order_figures::mark_due(&mut db, period).await?;
    while order_figures::is_due(&mut db, period).await? {
        let mut tx = handles::begin(&parts.pool).await?;
        let is_more = order_figures::roll_up_due(&mut tx).await?;
        handles::commit(tx).await?;
        if !is_more {
            tokio::time::sleep(PAUSE).await;
        }
    }
    println!("{days} days of the statistics of orders are counted anew");
    Ok(())
}
