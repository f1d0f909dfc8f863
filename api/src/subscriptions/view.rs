//! A subscription as it is answered.

use chrono::{DateTime, Utc};
use domain::catalogue::NodeKind;
use domain::subscription::{
    Frequency, Standing, SubscriptionCriteria, SubscriptionState, UnknownCloudRule,
};
use serde::Serialize;
use storage::PgConnection;
use storage::db::subscriptions::{MatchCounts, Subscription};
use utoipa::ToSchema;
use uuid::Uuid;

use super::condition_view::ConditionView;
use super::searched_names::{SearchedNames, SearchedNode};
use crate::attachments::AttachmentView;
use crate::caller::Caller;
use crate::context::Context;
use crate::orders::codes;
use crate::problem::Problem;
use crate::scenes::request::UnknownCloudWord;

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscription)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubscriptionView {
    id: Uuid,
    /// By which people name it: `S000012`.
    number: String,
    name: String,
    /// What the data are for, in the applicant's words.
    purpose: String,
    /// Name of whose it is.
    owner: String,
    /// Unit of the owner.
    unit: String,
    /// Null: the target of one that has ended was removed.
    #[schema(required)]
    target_id: Option<Uuid>,
    target_name: String,
    /// Bytes a day that its target takes, of all subscriptions together; null: any.
    #[schema(required)]
    target_daily_bytes: Option<i64>,
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
    /// Whether it takes scenes now and, if not, why: its state, its validity, its papers and its target together.
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

/// Conditions that scenes must meet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionCriteria)]
#[serde(rename_all = "camelCase")]
struct CriteriaView {
    node_ids: Vec<i64>,
    /// Of these nodes the ones that the reader may see anything of.
    nodes: Vec<SearchedNode>,
    /// Whether scenes have to lie somewhere; where says `GET /api/subscriptions/{id}/area`.
    has_area: bool,
    /// Name of the administrative region that the area is; null: it was drawn, or was saved before regions were noted.
    #[schema(required)]
    region_name: Option<String>,
    satellites: Vec<String>,
    sensors: Vec<String>,
    #[schema(required)]
    cloud_max: Option<f64>,
    /// What becomes of scenes whose cloud cover nobody knows.
    #[schema(value_type = UnknownCloudWord)]
    unknown_cloud: UnknownCloudRule,
    #[schema(required)]
    text: Option<String>,
    /// Object types of the nodes; none: any.
    #[schema(value_type = Vec<codes::CatalogKind>)]
    obj_types: Vec<NodeKind>,
    /// Taken at or after.
    #[schema(required)]
    from: Option<DateTime<Utc>>,
    /// Taken at or before.
    #[schema(required)]
    to: Option<DateTime<Utc>>,
    /// Only scenes whose file is online.
    online_only: bool,
    /// What must hold of single fields; all of it holds.
    conditions: Vec<ConditionView>,
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

/// A subscription as the caller is answered.
pub(super) async fn view(
    context: &Context,
    caller: &Caller,
    one: Subscription,
) -> Result<SubscriptionView, Problem> {
    let mut db = context.connection().await?;
    let node_ids = &one.form.criteria.node_ids;
    let names = SearchedNames::read(context, &mut db, caller, node_ids).await?;
    Ok(SubscriptionView::new(one, &names))
}

/// Several of them.
pub(super) async fn views(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    all: Vec<Subscription>,
) -> Result<Vec<SubscriptionView>, Problem> {
    let searches = all.iter().map(|one| &one.form.criteria);
    let node_ids: Vec<i64> = searches
        .flat_map(|criteria| criteria.node_ids.iter().copied())
        .collect();
    let names = SearchedNames::read(context, db, caller, &node_ids).await?;
    let views = all
        .into_iter()
        .map(|one| SubscriptionView::new(one, &names));
    Ok(views.collect())
}

impl CriteriaView {
    fn new(criteria: SubscriptionCriteria, names: &SearchedNames) -> Self {
        Self {
            nodes: names.nodes_of(&criteria),
            region_name: names.region_of(&criteria),
            node_ids: criteria.node_ids,
            has_area: criteria.area.is_some(),
            satellites: criteria.satellites,
            sensors: criteria.sensors,
            cloud_max: criteria.cloud_max,
            unknown_cloud: criteria.unknown_cloud,
            text: criteria.text,
            obj_types: criteria.obj_types,
            from: criteria.from,
            to: criteria.to,
            online_only: criteria.online_only,
            conditions: criteria.conditions.into_iter().map(Into::into).collect(),
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

impl SubscriptionView {
    fn new(subscription: Subscription, names: &SearchedNames) -> Self {
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
            target_daily_bytes: subscription.target_daily_bytes,
            criteria: CriteriaView::new(form.criteria, names),
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
