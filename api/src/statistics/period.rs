//! Which days statistics are about, and whether the roll-ups of these days are up to date.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::calendar::china_day;
use domain::statistics::Period;
use serde::Deserialize;
use storage::db::{order_figures, research_results};
use storage::{PgConnection, StorageError};
use utoipa::IntoParams;

use crate::context::Context;
use crate::moment::{PeriodBegin, PeriodEnd, none_if_empty};
use crate::problem::Problem;

/// How long an answer waits for the workers to count what was written just now.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it looks meanwhile.
const LOOK: Duration = Duration::from_millis(50);

/// Days in China, the first and the last counted; when `to` is earlier than `from` there is nothing to count.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeriodQuery {
    /// The first day; 1 January of this year when left out.
    #[serde(deserialize_with = "none_if_empty")]
    #[param(value_type = Option<String>)]
    from: Option<PeriodBegin>,
    /// The last day; today when left out.
    #[serde(deserialize_with = "none_if_empty")]
    #[param(value_type = Option<String>)]
    to: Option<PeriodEnd>,
}

impl PeriodQuery {
    pub(crate) fn period(&self, now: DateTime<Utc>) -> Period {
        let year = Period::year_until(china_day(now));
        Period::new(
            self.from.map_or(year.first(), |from| china_day(from.0)),
            self.to.map_or(year.last(), |to| china_day(to.0)),
        )
    }
}

/// Whose marks say that something is to be counted anew.
#[derive(Debug, Clone, Copy)]
enum Marked {
    /// Orders of these days.
    Orders(Period),
    Results,
}

impl Marked {
    async fn is_due(self, db: &mut PgConnection) -> Result<bool, StorageError> {
        match self {
            Self::Orders(period) => order_figures::is_due(db, period).await,
            Self::Results => research_results::is_due(db).await,
        }
    }
}

/// Waits a little until everything of the period that was written before now is counted; whether it is.
pub(crate) async fn wait_until_counted(context: &Context, period: Period) -> Result<bool, Problem> {
    wait_while_due(context, Marked::Orders(period)).await
}

/// Waits a little until all results that were written before now are counted; whether they are.
pub(crate) async fn wait_until_results_counted(context: &Context) -> Result<bool, Problem> {
    wait_while_due(context, Marked::Results).await
}

async fn wait_while_due(context: &Context, marked: Marked) -> Result<bool, Problem> {
    let begun = tokio::time::Instant::now();
    loop {
        // The connection goes back before the pause.
        let is_due = marked.is_due(&mut *context.connection().await?).await?;
        if !is_due || begun.elapsed() >= PATIENCE {
            return Ok(!is_due);
        }
        tokio::time::sleep(LOOK).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_the_year_so_far() {
        let now: DateTime<Utc> = "2026-12-31T16:30:00Z".parse().unwrap();
        let read = |json: serde_json::Value| {
            let query: PeriodQuery = serde_json::from_value(json).unwrap();
            let period = query.period(now);
            format!("{} {}", period.first(), period.last())
        };
        let table = [
            (serde_json::json!({}), "2027-01-01 2027-01-01"),
            (serde_json::json!({"from": ""}), "2027-01-01 2027-01-01"),
            (
                serde_json::json!({"from": "2026-02-03", "to": "2026-02-28"}),
                "2026-02-03 2026-02-28",
            ),
            (
                serde_json::json!({"from": "2026-02-03T17:00:00Z", "to": "2026-02-28T15:59:59Z"}),
                "2026-02-04 2026-02-28",
            ),
            (
                serde_json::json!({"from": "2026-03-01", "to": "2026-02-28"}),
                "2026-03-01 2026-02-28",
            ),
        ];
        for (json, period) in table {
            assert_eq!(read(json.clone()), period, "{json}");
        }
    }
}
