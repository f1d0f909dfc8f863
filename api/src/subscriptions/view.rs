//! A subscription as it is answered.

use chrono::{DateTime, Utc};
use domain::subscription::{Frequency, Standing, SubscriptionCriteria, SubscriptionState};
use serde::Serialize;
use storage::db::subscriptions::{MatchCounts, Subscription};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::attachments::AttachmentView;
use crate::orders::codes;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscription)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubscriptionView {
    id: Uuid,
    /// By which people name it: `S000012`.
    number: String,
    name: String,
    /// What for.
    purpose: String,
    /// Name of whose it is.
    owner: String,
    /// That person's unit.
    unit: String,
    /// Null: the target of one that has ended was removed.
    #[schema(required)]
    target_id: Option<Uuid>,
    target_name: String,
    criteria: CriteriaView,
    /// The query string of the portal's search page with the same search.
    query: String,
    /// When what came in goes out; null: at once.
    #[schema(required, value_type = Option<codes::SubscriptionFrequency>)]
    frequency: Option<Frequency>,
    /// And so many hours later.
    delaytime: i16,
    valid_until: DateTime<Utc>,
    /// Bytes a day; null: any.
    #[schema(required)]
    daily_bytes: Option<i64>,
    /// First hour of the day, in China, at which files go out; null: at any.
    #[schema(required)]
    window_from: Option<i16>,
    /// The hour at which no more begin.
    #[schema(required)]
    window_to: Option<i16>,
    /// Whether its owner is told each day what it brought.
    digest: bool,
    #[schema(value_type = codes::SubscriptionState)]
    state: SubscriptionState,
    /// Where it stands, with what else decides that.
    #[schema(value_type = codes::SubscriptionStanding)]
    standing: Standing,
    /// Why it was refused or suspended, or empty.
    reason: String,
    /// Name of who decided, or empty.
    decided_by: String,
    #[schema(required)]
    decided_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    counts: CountsView,
    /// Its papers, in the order of the form; none of one that was made before subscriptions had papers.
    attachments: Vec<AttachmentView>,
    /// Names what it says, its papers and where it stands. A decision gives it back.
    version: String,
}

/// What is searched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionCriteria)]
#[serde(rename_all = "camelCase")]
struct CriteriaView {
    node_ids: Vec<i64>,
    /// Whether scenes have to lie somewhere; where is in the query.
    has_area: bool,
    satellites: Vec<String>,
    sensors: Vec<String>,
    #[schema(required)]
    cloud_max: Option<f64>,
    #[schema(required)]
    text: Option<String>,
}

/// Scenes that matched: those delivered, on their way, never to come, and withdrawn after they had been delivered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionCounts)]
#[serde(rename_all = "camelCase")]
struct CountsView {
    matched: i64,
    delivered: i64,
    waiting: i64,
    missed: i64,
    withdrawn: i64,
    delivered_bytes: i64,
}

/// By which people name it: `S000012`.
pub(super) fn number_of(subscription: &Subscription) -> String {
    format!("S{:06}", subscription.number)
}

impl From<SubscriptionCriteria> for CriteriaView {
    fn from(criteria: SubscriptionCriteria) -> Self {
        Self {
            node_ids: criteria.node_ids,
            has_area: criteria.area.is_some(),
            satellites: criteria.satellites,
            sensors: criteria.sensors,
            cloud_max: criteria.cloud_max,
            text: criteria.text,
        }
    }
}

impl From<MatchCounts> for CountsView {
    fn from(counts: MatchCounts) -> Self {
        Self {
            matched: counts.matched,
            delivered: counts.delivered,
            waiting: counts.waiting,
            missed: counts.missed,
            withdrawn: counts.withdrawn,
            delivered_bytes: counts.delivered_bytes,
        }
    }
}

impl From<Subscription> for SubscriptionView {
    fn from(subscription: Subscription) -> Self {
        let standing = subscription.standing();
        let version = subscription.version();
        let number = number_of(&subscription);
        let form = subscription.form;
        let window = form.window.map(domain::subscription::SendWindow::hours);
        Self {
            id: subscription.id.0,
            number,
            name: form.name,
            purpose: form.purpose,
            owner: subscription.owner_name,
            unit: subscription.unit,
            target_id: Some(form.target.0).filter(|id| !id.is_nil()),
            target_name: subscription.target_name,
            criteria: form.criteria.into(),
            query: form.query,
            frequency: form.frequency,
            delaytime: form.delay.hours(),
            valid_until: form.valid_until,
            daily_bytes: form.daily_bytes,
            window_from: window.map(|hours| hours.0),
            window_to: window.map(|hours| hours.1),
            digest: form.digest,
            state: subscription.state,
            standing,
            reason: subscription.reason,
            decided_by: subscription.decided_by,
            decided_at: subscription.decided,
            created_at: subscription.created,
            counts: subscription.counts.into(),
            attachments: subscription.papers.into_iter().map(Into::into).collect(),
            version,
        }
    }
}
