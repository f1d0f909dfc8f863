//! Subscriptions, as people see them and as they are changed.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, PushTargetId, SubscriptionId, UserId};
use domain::list_order::SubscriptionOrder;
use domain::push_target::Breaker;
use domain::subscription::{
    Delay, Frequency, SendWindow, Standing, StandingFacts, SubscriptionCriteria, SubscriptionState,
};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::attachments::Attachment;
use super::{Listing, Page};
use crate::StorageError;

mod arrivals;
mod arriving;
mod backfills;
mod book;
mod digests;
mod ended;
mod field_tests;
mod matches;
mod papers;
mod sending;
mod standing;
mod state;
mod version;
mod withdrawals;
mod writing;

pub use arrivals::{ArrivedScene, arrivals, finish_arrivals};
pub use arriving::{NewMatch, insert_matches, rounds};
pub use backfills::{Backfill, BackfillBatch, UnsearchedBackfill, backfills, unmatched};
pub(crate) use backfills::{
    advance_backfill, cancel_backfill, cancel_of_over, claim_unsearched, insert_backfill,
    insert_backfilled, keep_found, miss_cancelled, next_batch, received_within, revisions,
};
pub(crate) use book::searched_area;
pub use book::{BookedSubscription, MetScene, SceneBranch, SubscriptionBook};
pub(crate) use digests::{DayCount, DayOutcome, begin_digest, day_counts, tell_digest};
pub(crate) use ended::miss_ended;
pub(crate) use field_tests::pairs_that_hold;
pub use matches::{
    FlowDay, MatchedScene, Withdrawal, flow_days, miss_withdrawn, scenes, total_size,
};
pub(crate) use matches::{
    lock_match, mark_delivered, mark_failed, mark_missed, mark_whole, miss_since_change, put_off,
    target_of_match,
};
pub use sending::{DueMatch, PushJob, due_backfilled, due_matches};
pub(crate) use sending::{Sender, begin_push, forget_whole, note_target, reserve, sendable};
pub(crate) use state::{StateStep, set_state};
pub use withdrawals::{WithdrawalJob, WithdrawnScenes};
pub(crate) use withdrawals::{
    begin_withdrawal, delete_scenes, due_withdrawals, lock_withdrawal, mark_withdrawal_failed,
    mark_withdrawal_missed, mark_withdrawn, miss_withdrawals, target_of_withdrawal,
};
pub(crate) use writing::{insert, update};

/// What its owner says of a subscription.
#[derive(Debug, Clone, PartialEq)]
pub struct SubscriptionForm {
    pub name: String,
    /// What the data are for, in the applicant's words.
    pub purpose: String,
    pub target: PushTargetId,
    /// Conditions that scenes must meet.
    pub criteria: SubscriptionCriteria,
    /// The portal's address of the same search.
    pub query: String,
    /// When what came in goes out; `None`: at once.
    pub frequency: Option<Frequency>,
    /// How long files wait after that, so that a correction can overtake them.
    pub delay: Delay,
    /// Until when scenes are matched.
    pub valid_until: DateTime<Utc>,
    /// Bytes a day; `None`: any.
    pub daily_bytes: Option<i64>,
    /// At which hours; `None`: at all.
    pub window: Option<SendWindow>,
    /// Whether its owner is told each day what it brought.
    pub digest: bool,
    /// Its papers, by slot. `None`, where it is changed: as they are.
    pub papers: Option<Vec<(AttachmentKind, AttachmentId)>>,
}

impl SubscriptionForm {
    /// Whether somebody has to approve this in place of what was before.
    #[must_use]
    pub fn needs_approval_after(&self, before: &Self) -> bool {
        self.criteria != before.criteria
            || self.target != before.target
            || self.purpose != before.purpose
            || self.valid_until > before.valid_until
            || (self.papers.is_some() && self.papers != before.papers)
    }
}

/// How many scenes became what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchCounts {
    /// Scenes that matched, whatever their outcome.
    pub matched: i64,
    /// Those that lie at the target.
    pub delivered: i64,
    /// Those that lay there and were taken out of the catalogue since.
    pub withdrawn: i64,
    /// Scenes that are not delivered yet, and not given up.
    pub waiting: i64,
    /// Those that never come, each with its reason.
    pub missed: i64,
    /// Bytes that were delivered, withdrawn ones among them.
    pub delivered_bytes: i64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Subscription {
    pub id: SubscriptionId,
    /// By which people name it.
    pub number: i64,
    /// The person who subscribed.
    pub owner: UserId,
    pub owner_name: String,
    /// Unit of the owner.
    pub unit: String,
    /// What it is. Of one that has ended whose target was removed, the target is the nil id.
    pub form: SubscriptionForm,
    /// Its papers, in the order of the form.
    pub papers: Vec<Attachment>,
    /// Name of the target, or empty.
    pub target_name: String,
    /// Bytes a day that the target takes, of all subscriptions together; `None`: any.
    pub target_daily_bytes: Option<i64>,
    pub state: SubscriptionState,
    /// What decides its standing besides the state.
    pub facts: StandingFacts,
    /// Why it was refused or suspended, or empty.
    pub reason: String,
    /// Name of who decided, or empty.
    pub decided_by: String,
    /// When an administrator decided; `None`: not yet.
    pub decided: Option<DateTime<Utc>>,
    pub created: DateTime<Utc>,
    /// Outcomes of its scenes.
    pub counts: MatchCounts,
}

impl Subscription {
    /// Where it stands, as people see it.
    #[must_use]
    pub const fn standing(&self) -> Standing {
        Standing::from_facts(self.state, self.facts)
    }

    /// Why its files that are due do not go out; `None`: nothing holds them back.
    #[must_use]
    pub const fn held_by(&self) -> Option<Standing> {
        Standing::of_due_file(self.state, self.facts)
    }
}

struct SubscriptionRow {
    id: Uuid,
    number: i64,
    user_id: Uuid,
    owner_name: String,
    unit: String,
    account_off: bool,
    name: String,
    purpose: String,
    target_id: Option<Uuid>,
    target_name: String,
    target_daily_bytes: Option<i64>,
    failures: Option<i32>,
    rests_until: Option<DateTime<Utc>>,
    criteria: Json<SubscriptionCriteria>,
    query: String,
    frequency: Option<String>,
    delay_hours: i16,
    valid_until: DateTime<Utc>,
    daily_bytes: Option<i64>,
    window_from: Option<i16>,
    window_to: Option<i16>,
    digest: bool,
    state: String,
    reason: String,
    decided_by: String,
    decided_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    matched: i64,
    delivered: i64,
    withdrawn: i64,
    waiting: i64,
    missed: i64,
    delivered_bytes: i64,
}

pub(crate) fn unknown(column: &'static str, value: &(impl ToString + ?Sized)) -> StorageError {
    StorageError::UnknownValue {
        column,
        value: value.to_string(),
    }
}

pub(super) fn rhythm(
    frequency: Option<&str>,
    delay_hours: i16,
) -> Result<(Option<Frequency>, Delay), StorageError> {
    let frequency = frequency
        .map(|word| Frequency::parse(word).ok_or_else(|| unknown("subscription.frequency", word)))
        .transpose()?;
    let delay = Delay::from_hours(delay_hours);
    let delay = delay.ok_or_else(|| unknown("subscription.delay_hours", &delay_hours))?;
    Ok((frequency, delay))
}

fn subscription(row: SubscriptionRow, now: DateTime<Utc>) -> Result<Subscription, StorageError> {
    let (frequency, delay) = rhythm(row.frequency.as_deref(), row.delay_hours)?;
    let state = SubscriptionState::parse(&row.state)
        .ok_or_else(|| unknown("subscription.state", &row.state))?;
    let breaker = Breaker {
        failures: row.failures.unwrap_or_default(),
        rests_until: row.rests_until,
    };
    let window = row.window_from.zip(row.window_to);
    Ok(Subscription {
        id: SubscriptionId(row.id),
        number: row.number,
        owner: UserId(row.user_id),
        owner_name: row.owner_name,
        unit: row.unit,
        facts: StandingFacts {
            expired: row.valid_until <= now,
            target_down: breaker.is_down(),
            account_off: row.account_off,
            ..StandingFacts::default()
        },
        form: SubscriptionForm {
            name: row.name,
            purpose: row.purpose,
            target: PushTargetId(row.target_id.unwrap_or_default()),
            criteria: row.criteria.0,
            query: row.query,
            frequency,
            delay,
            valid_until: row.valid_until,
            daily_bytes: row.daily_bytes,
            window: window.and_then(|(from, to)| SendWindow::new(from, to)),
            digest: row.digest,
            papers: None,
        },
        papers: Vec::new(),
        target_name: row.target_name,
        target_daily_bytes: row.target_daily_bytes,
        state,
        reason: row.reason,
        decided_by: row.decided_by,
        decided: row.decided_at,
        created: row.created_at,
        counts: MatchCounts {
            matched: row.matched,
            delivered: row.delivered,
            withdrawn: row.withdrawn,
            waiting: row.waiting,
            missed: row.missed,
            delivered_bytes: row.delivered_bytes,
        },
    })
}

/// Which subscriptions; `None` filters nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct SubscriptionQuery {
    /// Only subscriptions of this person.
    pub owner: Option<UserId>,
    /// Only the subscription with this id.
    pub id: Option<SubscriptionId>,
    pub state: Option<SubscriptionState>,
    /// Order of the list.
    pub order: SubscriptionOrder,
}

/// Subscriptions. The day began at `times.1`.
pub async fn list(
    db: &mut PgConnection,
    query: SubscriptionQuery,
    (now, day_begin): (DateTime<Utc>, DateTime<Utc>),
    page: Page,
) -> Result<Listing<Subscription>, StorageError> {
    let owner = query.owner.map(|owner| owner.0);
    let id = query.id.map(|id| id.0);
    let state = query.state.map(SubscriptionState::as_str);
    let rows = sqlx::query_as!(
        SubscriptionRow,
        "SELECT s.id, s.number, s.user_id, u.user_name AS owner_name, u.unit, u.disabled_at IS NOT NULL AS \"account_off!\", \
         s.name, s.purpose, s.target_id, coalesce(t.name, '') AS \"target_name!\", t.daily_bytes AS \"target_daily_bytes?\", t.failures AS \"failures?\", \
         t.rests_until AS \"rests_until?\", s.criteria AS \"criteria: Json<SubscriptionCriteria>\", s.query, s.frequency, \
         s.delay_hours, s.valid_until, s.daily_bytes, s.window_from, s.window_to, s.digest, s.state, s.reason, \
         coalesce(d.user_name, '') AS \"decided_by!\", s.decided_at, s.created_at, c.matched AS \"matched!\", \
         c.delivered AS \"delivered!\", c.withdrawn AS \"withdrawn!\", c.waiting AS \"waiting!\", c.missed AS \"missed!\", \
         c.delivered_bytes AS \"delivered_bytes!\" \
         FROM subscription s JOIN app_user u ON u.id = s.user_id LEFT JOIN push_target t ON t.id = s.target_id \
         LEFT JOIN app_user d ON d.id = s.decided_by, \
         LATERAL (SELECT count(*) AS matched, count(*) FILTER (WHERE m.state = 'delivered' AND w.match_id IS NULL) AS delivered, \
             count(*) FILTER (WHERE m.state = 'delivered' AND w.match_id IS NOT NULL) AS withdrawn, \
             count(*) FILTER (WHERE m.state = 'waiting') AS waiting, count(*) FILTER (WHERE m.state = 'missed') AS missed, \
             coalesce(sum(m.size) FILTER (WHERE m.state = 'delivered'), 0)::bigint AS delivered_bytes \
             FROM subscription_match m LEFT JOIN subscription_withdrawal w ON w.match_id = m.id WHERE m.subscription_id = s.id) c \
         WHERE ($1::uuid IS NULL OR s.user_id = $1) AND ($2::uuid IS NULL OR s.id = $2) AND ($3::text IS NULL OR s.state = $3) \
         ORDER BY CASE WHEN $6::text = 'created' THEN s.created_at END ASC, CASE WHEN $6 = '-created' THEN s.created_at END DESC, \
         CASE WHEN $6 = 'name' THEN s.name END ASC, CASE WHEN $6 = '-name' THEN s.name END DESC, \
         CASE WHEN $6 = 'owner' THEN u.user_name END ASC, CASE WHEN $6 = '-owner' THEN u.user_name END DESC, \
         CASE WHEN $6 = 'validUntil' THEN s.valid_until END ASC, CASE WHEN $6 = '-validUntil' THEN s.valid_until END DESC, s.id DESC LIMIT $4 OFFSET $5",
        owner,
        id,
        state,
        page.limit(),
        page.offset(),
        query.order.as_str()
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM subscription s \
         WHERE ($1::uuid IS NULL OR s.user_id = $1) AND ($2::uuid IS NULL OR s.id = $2) AND ($3::text IS NULL OR s.state = $3)",
        owner,
        id,
        state
    )
    .fetch_one(&mut *db)
    .await?;
    let items = rows.into_iter().map(|row| subscription(row, now));
    let mut items = items.collect::<Result<Vec<_>, _>>()?;
    Subscription::note_standings(&mut *db, &mut items, (now, day_begin)).await?;
    Subscription::note_papers(db, &mut items).await?;
    Ok(Listing { items, total })
}

/// How many subscriptions each state has, of everybody.
pub async fn count_states(
    db: &mut PgConnection,
) -> Result<Vec<(SubscriptionState, i64)>, StorageError> {
    let rows =
        sqlx::query!("SELECT state, count(*) AS \"count!\" FROM subscription GROUP BY state")
            .fetch_all(db)
            .await?;
    rows.into_iter()
        .map(|row| {
            let state = SubscriptionState::parse(&row.state);
            let state = state.ok_or_else(|| unknown("subscription.state", &row.state))?;
            Ok((state, row.count))
        })
        .collect()
}

/// Subscriptions of a person that have not ended.
pub(crate) async fn count_live(db: &mut PgConnection, owner: UserId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM subscription WHERE user_id = $1 AND state <> 'ended'",
        owner.0
    )
    .fetch_one(db)
    .await?)
}

/// Locks a subscription until the transaction ends; false when there is none.
pub(crate) async fn lock(db: &mut PgConnection, id: SubscriptionId) -> Result<bool, StorageError> {
    let row = sqlx::query!("SELECT FROM subscription WHERE id = $1 FOR UPDATE", id.0)
        .fetch_optional(db)
        .await?;
    Ok(row.is_some())
}

/// Whether the target is this person's. It stays until the transaction ends.
pub(crate) async fn holds_target(
    db: &mut PgConnection,
    owner: UserId,
    target: PushTargetId,
) -> Result<bool, StorageError> {
    let row = sqlx::query!(
        "SELECT FROM push_target WHERE id = $1 AND user_id = $2 FOR SHARE",
        target.0,
        owner.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.is_some())
}
