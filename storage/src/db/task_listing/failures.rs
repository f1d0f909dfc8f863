//! What failed, by what it failed of.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::task::ListedKind;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Detail;

use crate::StorageError;
use crate::db::detail::detail_of;

/// Groups that are listed at most.
pub const MAX_GROUPS: i64 = 200;
/// Orders that are named of a group.
const EXAMPLES: i32 = 3;

/// An order of which a task failed so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureExample {
    pub order: OrderId,
    pub number: String,
}

/// Tasks whose last error is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureGroup {
    pub kind: ListedKind,
    /// Class of the error: its word.
    pub class: String,
    /// The most exact code that the error has.
    pub code: Option<String>,
    /// On which host the scenes lie.
    pub source: Option<String>,
    /// How many failed for good.
    pub failed: i64,
    /// Of these, how many wait for somebody to decide.
    pub unresolved: i64,
    /// How many failed so and are tried again.
    pub retried: i64,
    /// Number of orders that the tasks belong to.
    pub orders: i64,
    /// When the first of them failed.
    pub first: DateTime<Utc>,
    /// When the latest of them failed.
    pub last: DateTime<Utc>,
    /// The error that they share.
    pub error: Detail,
    /// Some of the orders, newest first.
    pub examples: Vec<FailureExample>,
}

/// Failures since `from`, the latest group first: tasks that failed for good, and those that failed and are tried again.
pub async fn failures(
    db: &mut PgConnection,
    from: DateTime<Utc>,
) -> Result<Vec<FailureGroup>, StorageError> {
    let rows = sqlx::query!(
        "SELECT t.kind AS \"kind!\", t.error_class AS \"class!\", t.error_code AS \"code?\", t.source AS \"source?\", \
         count(*) FILTER (WHERE t.state = 'failed') AS \"failed!\", count(*) FILTER (WHERE t.unresolved) AS \"unresolved!\", \
         count(*) FILTER (WHERE t.state <> 'failed') AS \"retried!\", count(DISTINCT t.order_id) AS \"orders!\", \
         min(t.state_since) AS \"first!\", max(t.state_since) AS \"last!\", \
         (array_agg(t.error_text ORDER BY t.state_since DESC))[1] AS \"text?\", \
         (array_agg(t.error_detail ORDER BY t.state_since DESC))[1] AS \"detail?: Json<Detail>\", \
         (array_agg(t.order_id ORDER BY t.state_since DESC) FILTER (WHERE t.order_id IS NOT NULL))[1:100] AS \"order_ids?\", \
         (array_agg(t.ordername ORDER BY t.state_since DESC) FILTER (WHERE t.order_id IS NOT NULL))[1:100] AS \"numbers?\" \
         FROM task_listing t WHERE t.error_class IS NOT NULL AND t.state IN ('failed', 'waiting', 'released', 'running') \
         AND t.state_since >= $1 \
         GROUP BY t.kind, t.error_class, t.error_code, t.source ORDER BY max(t.state_since) DESC, t.kind LIMIT $2",
        from,
        MAX_GROUPS
    )
    .fetch_all(db)
    .await?;
    let groups = rows.into_iter().map(|row| {
        let named = row.order_ids.unwrap_or_default().into_iter();
        let named = named.zip(row.numbers.unwrap_or_default());
        FailureGroup {
            kind: ListedKind::parse(&row.kind),
            class: row.class,
            code: row.code,
            source: row.source,
            failed: row.failed,
            unresolved: row.unresolved,
            retried: row.retried,
            orders: row.orders,
            first: row.first,
            last: row.last,
            error: detail_of(row.text.unwrap_or_default(), row.detail),
            examples: examples(named.map(|(id, number)| FailureExample {
                order: OrderId(id),
                number,
            })),
        }
    });
    Ok(groups.collect())
}

/// The first few, each once.
fn examples(named: impl Iterator<Item = FailureExample>) -> Vec<FailureExample> {
    let mut examples: Vec<FailureExample> = Vec::new();
    for example in named {
        if examples.len() >= usize::try_from(EXAMPLES).unwrap_or(0) {
            break;
        }
        if !examples.contains(&example) {
            examples.push(example);
        }
    }
    examples
}
