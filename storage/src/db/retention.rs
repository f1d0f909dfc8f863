//! Rows that go by themselves. docs/operations.md lists every table with what bounds it; a test compares.

use chrono::{DateTime, TimeDelta, Utc};
use domain::client_system::USE_KEPT;
use domain::order::state::OrderState;
use domain::password_reset::LINK_LIVES;
use domain::receive::{DRY_RUNS_KEPT, EMPTY_RUNS_KEPT, REPORTS_KEPT, RUNS_KEPT, SEEN_KEPT};
use domain::scene_copy::{KEPT_READ, KEPT_UNREAD};
use sqlx::PgConnection;

use super::behaviours;
use super::sessions::{IDLE, LONGEST};
use super::sign_in::LOCKED_FOR;
use crate::StorageError;

/// Rows of one table that go when they are old enough.
struct Sweep {
    table: &'static str,
    age: TimeDelta,
    /// What is true of a row that is older than `$1`.
    over: &'static str,
}

/// Most rows that one statement removes: a table that nobody has swept for years holds up nobody.
const BATCH: i64 = 20_000;

const SWEEPS: [Sweep; 26] = [
    Sweep {
        table: "sign_in_failure",
        age: LOCKED_FOR,
        over: "coalesce(locked_until, last_at) < $1",
    },
    Sweep {
        table: "session",
        age: IDLE,
        over: "last_seen_at < $1 OR expires_at < $1",
    },
    // Of a gateway that died; all others remove their own.
    Sweep {
        table: "ftp_session",
        age: TimeDelta::hours(1),
        over: "seen_at < $1",
    },
    Sweep {
        table: "captcha",
        age: TimeDelta::minutes(1),
        over: "expires_at < $1",
    },
    Sweep {
        table: "sign_in_ticket",
        age: TimeDelta::minutes(1),
        over: "expires_at < $1",
    },
    Sweep {
        table: "provider_flow",
        age: TimeDelta::minutes(1),
        over: "expires_at < $1",
    },
    // No session of it lives longer.
    Sweep {
        table: "provider_sign_in",
        age: LONGEST,
        over: "at < $1",
    },
    Sweep {
        table: "call_count",
        age: TimeDelta::hours(1),
        over: "minute < $1",
    },
    // As long as a client may reasonably repeat a request whose answer it did not hear.
    Sweep {
        table: "idempotency",
        age: TimeDelta::days(7),
        over: "created_at < $1",
    },
    // Who has not come to the desk for so long has seen in the list what became of the order.
    Sweep {
        table: "dropped_decision",
        age: TimeDelta::days(30),
        over: "at < $1",
    },
    // Mails go with their notice.
    Sweep {
        table: "notice",
        age: TimeDelta::days(365),
        over: "at < $1",
    },
    Sweep {
        table: "task_attempt",
        age: TimeDelta::days(365),
        over: "ended_at < $1",
    },
    // Those that no worker has sent, too.
    Sweep {
        table: "account_mail",
        age: TimeDelta::days(30),
        over: "coalesce(ended_at, next_at) < $1",
    },
    // Where no worker sends mails, nobody answers them.
    Sweep {
        table: "password_reset_request",
        age: LINK_LIVES,
        over: "at < $1",
    },
    Sweep {
        table: "password_reset_link",
        age: TimeDelta::minutes(1),
        over: "expires_at < $1",
    },
    // Those that a switched-off address never heard, too.
    Sweep {
        table: "webhook_delivery",
        age: TimeDelta::days(30),
        over: "coalesce(ended_at, next_at) < $1",
    },
    Sweep {
        table: "receive_run",
        age: RUNS_KEPT,
        over: "ended_at < $1",
    },
    Sweep {
        table: "receive_run",
        age: EMPTY_RUNS_KEPT,
        over: "ended_at < $1 AND state = 'done' AND added + updated + refused + waiting = 0",
    },
    Sweep {
        table: "receive_run",
        age: DRY_RUNS_KEPT,
        over: "ended_at < $1 AND cause = 'dry_run'",
    },
    Sweep {
        table: "receive_file",
        age: REPORTS_KEPT,
        over: "at < $1",
    },
    Sweep {
        table: "receive_seen",
        age: SEEN_KEPT,
        over: "looked_at < $1",
    },
    // So that whoever looks for one that does not work any more finds it.
    Sweep {
        table: "access_token",
        age: TimeDelta::days(30),
        over: "expires_at < $1",
    },
    Sweep {
        table: "client_use",
        age: USE_KEPT,
        over: "day < ($1::timestamptz AT TIME ZONE 'Asia/Shanghai')::date",
    },
    Sweep {
        table: "open_service_use",
        age: USE_KEPT,
        over: "day < ($1::timestamptz AT TIME ZONE 'Asia/Shanghai')::date",
    },
    // What lies in the object store is an orphan then.
    Sweep {
        table: "scene_copy",
        age: KEPT_UNREAD,
        over: "asked_at < $1 AND state <> 'waiting'",
    },
    Sweep {
        table: "scene_copy",
        age: KEPT_READ,
        over: "read_at < $1 AND state <> 'waiting'",
    },
];

/// What was fetched; an installation says for how long it is kept, as what people did.
const TRANSFERS: (&str, &str) = ("transfer", "started_at < $1 AND outcome IS NOT NULL");

/// Removes what is over from every such table, a batch of each; how many rows. Records stay for `records`; months of what people did that are
/// over go whole, and are not among these rows.
pub async fn sweep(
    db: &mut PgConnection,
    records: TimeDelta,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let mut swept = 0;
    for Sweep { table, age, over } in &SWEEPS {
        swept += remove(db, table, over, now - *age).await?;
    }
    // As long as time has been counted, and longer: for ever.
    if let Some(before) = now.checked_sub_signed(records) {
        behaviours::drop_months(db, before).await?;
        swept += behaviours::remove(db, before, BATCH).await?;
        swept += remove(db, TRANSFERS.0, TRANSFERS.1, before).await?;
    }
    Ok(swept)
}

async fn remove(
    db: &mut PgConnection,
    table: &str,
    over: &str,
    before: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let sql = format!(
        "DELETE FROM {table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM {table} WHERE {over} LIMIT {BATCH}))"
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(before)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

/// Removes what drafts leave behind that were deleted, or changed, before an administrator decided about them: papers
/// that nobody will look at, and of drafts that were never handed in the list of scenes. The tombstone stays. Papers that
/// left their slot in a draft stay until `before`. So do those of subscriptions that nobody has decided about. How many rows.
pub async fn forget_dropped_drafts(
    db: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let papers = sqlx::query!(
        "DELETE FROM attachment a USING orders o WHERE o.id = a.order_id AND o.auditor_id IS NULL \
         AND (o.state = $2 OR (o.state = $3 AND a.replaced_at < $1))",
        before,
        OrderState::Deleted.code(),
        OrderState::PendingSubmission.code()
    )
    .execute(&mut *db)
    .await?;
    let scenes = sqlx::query!(
        "DELETE FROM order_scene s USING orders o WHERE o.id = s.order_id AND o.state = $1 \
         AND o.auditor_id IS NULL AND o.submitted_at IS NULL",
        OrderState::Deleted.code()
    )
    .execute(&mut *db)
    .await?;
    let subscribed = sqlx::query!(
        "DELETE FROM attachment a USING subscription s WHERE s.id = a.subscription_id AND s.decided_at IS NULL \
         AND (s.state = 'ended' OR (s.state = 'pending' AND a.replaced_at < $1))",
        before
    )
    .execute(db)
    .await?;
    Ok(papers.rows_affected() + scenes.rows_affected() + subscribed.rows_affected())
}
