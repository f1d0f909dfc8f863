//! `GET`, `POST /api/subscriptions/{id}/backfills`, `POST /api/subscriptions/{id}/backfills/preview`,
//! `POST /api/subscriptions/{id}/backfills/{backfill}/cancel`, `POST /api/subscriptions/backfill-preview`

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::ids::{BackfillId, SubscriptionId, UserId};
use domain::subscription::{
    BackfillBasis, BackfillRange, BackfillState, MAX_BACKFILLED, SubscriptionCriteria,
};
use serde::{Deserialize, Serialize};
use storage::db::subscriptions::{self, Backfill};
use storage::lifecycle::backfills;
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use super::list::visible;
use super::save::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::geometry::pool::GeometryPermit;
use crate::json::{Json, Path};
use crate::moment::{PeriodBegin, PeriodEnd};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::scenes::request::Search;
use crate::scenes::standing_search::standing_criteria;

/// Which scenes that were there before are asked for.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = BackfillForm)]
pub(super) struct BackfillBody {
    #[schema(value_type = codes::BackfillBasis)]
    basis: BackfillBasis,
    /// Not before: RFC 3339, or a date in China, which begins with its first moment.
    #[schema(value_type = String)]
    from: PeriodBegin,
    /// Not after: RFC 3339, or a date in China, which ends with its last moment.
    #[schema(value_type = String)]
    to: PeriodEnd,
}

impl BackfillBody {
    fn range(&self) -> Result<BackfillRange, Problem> {
        BackfillRange::new(self.basis, self.from.0, self.to.0)
            .ok_or_else(|| Problem::invalid_field("to", FieldText::TimesTurned))
    }
}

/// Which of the scenes that a search finds are asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BackfillOfSearch)]
pub(super) struct SearchedBackfillBody {
    search: Search,
    range: BackfillBody,
}

/// What a backfill would bring.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BackfillPreview)]
pub(super) struct BackfillPreview {
    /// Scenes that match.
    scenes: i64,
    /// Of these, those that would be sent: not known yet, or given up. Of more than `most`, of those taken last.
    new: i64,
    /// Bytes of the new.
    bytes: i64,
    /// The most that one backfill has.
    most: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionBackfill)]
#[serde(rename_all = "camelCase")]
pub(super) struct BackfillView {
    id: Uuid,
    #[schema(value_type = codes::BackfillBasis)]
    basis: BackfillBasis,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
    #[schema(value_type = codes::BackfillState)]
    state: BackfillState,
    /// Scenes that were found.
    found: i64,
    /// Of these, those that are matched: all, up to the bound.
    chosen: i64,
    /// Of the chosen, those that were looked at.
    looked: i64,
    /// Of these, those that are sent because of it; the others were known already, or are no longer wanted.
    matched: i64,
    /// Of the matched, those that lie at the target.
    delivered: i64,
    /// Of the matched, those that are on their way.
    waiting: i64,
    /// Of the matched, those that never come.
    missed: i64,
    created_at: DateTime<Utc>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Whether its owner cancelled it; else its subscription was over.
    taken_back: bool,
}

impl From<Backfill> for BackfillView {
    fn from(one: Backfill) -> Self {
        let (from, to) = one.range.bounds();
        Self {
            id: one.id.0,
            basis: one.range.basis(),
            from,
            to,
            state: one.state,
            found: one.found,
            chosen: one.chosen,
            looked: one.looked,
            matched: one.delivered + one.waiting + one.missed,
            delivered: one.delivered,
            waiting: one.waiting,
            missed: one.missed,
            created_at: one.created,
            ended_at: one.ended,
            taken_back: one.was_taken_back,
        }
    }
}

/// Backfills of a subscription, newest first, twenty at most.
#[utoipa::path(get, path = "/api/subscriptions/{id}/backfills", tag = "subscriptions", operation_id = "backfillList",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Vec<BackfillView>), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<SubscriptionId>,
) -> Result<Json<Vec<BackfillView>>, Problem> {
    let mut db = context.connection().await?;
    visible(&context, &mut db, &caller, id).await?;
    let all = subscriptions::backfills(&mut db, id).await?;
    Ok(Json(all.into_iter().map(Into::into).collect()))
}

/// Asks for scenes that were in the catalogue before one's own subscription. Workers match them once it is approved.
#[utoipa::path(post, path = "/api/subscriptions/{id}/backfills", tag = "subscriptions", operation_id = "backfillSave",
    params(("id" = Uuid, Path)), request_body = BackfillBody,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn begin(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<SubscriptionId>,
    Json(body): Json<BackfillBody>,
) -> Result<StatusCode, Problem> {
    let range = body.range()?;
    desk(&context, &caller, &client).backfill(id, range).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Cancels a backfill of one's own: what is not on its way yet is given up.
#[utoipa::path(post, path = "/api/subscriptions/{id}/backfills/{backfill}/cancel", tag = "subscriptions",
    operation_id = "backfillCancel", params(("id" = Uuid, Path), ("backfill" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn cancel(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path((id, backfill)): Path<(SubscriptionId, BackfillId)>,
) -> Result<StatusCode, Problem> {
    let desk = desk(&context, &caller, &client);
    desk.cancel_backfill(id, backfill).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a backfill of a subscription would bring.
#[utoipa::path(post, path = "/api/subscriptions/{id}/backfills/preview", tag = "subscriptions", operation_id = "backfillPreview",
    params(("id" = Uuid, Path)), request_body = BackfillBody,
    responses((status = 200, body = BackfillPreview), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn dry_run(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<SubscriptionId>,
    Json(body): Json<BackfillBody>,
) -> Result<Json<BackfillPreview>, Problem> {
    let range = body.range()?;
    let mut db = context.connection().await?;
    let found = visible(&context, &mut db, &caller, id).await?;
    drop(db);
    let search = (found.owner, &found.form.criteria);
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    count(&context, &permit, search, Some(id), range).await
}

/// What a backfill would bring of a search that nobody has subscribed to yet.
#[utoipa::path(post, path = "/api/subscriptions/backfill-preview", tag = "subscriptions", operation_id = "backfillPreviewOfSearch",
    request_body = SearchedBackfillBody,
    responses((status = 200, body = BackfillPreview), (status = 400, body = ProblemBody)))]
pub(super) async fn dry_run_of_search(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(body): Json<SearchedBackfillBody>,
) -> Result<Json<BackfillPreview>, Problem> {
    let range = body.range.range()?;
    let criteria = standing_criteria(&context, &caller, &client, body.search).await?;
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    count(&context, &permit, (caller.id, &criteria), None, range).await
}

async fn count(
    context: &Context,
    permit: &GeometryPermit,
    search: (UserId, &SubscriptionCriteria),
    subscription: Option<SubscriptionId>,
    range: BackfillRange,
) -> Result<Json<BackfillPreview>, Problem> {
    let (now, budget) = (context.now(), Some(permit.budget()));
    let look = async {
        let mut tx = context.begin_search().await?;
        let found = backfills::find(&context.scenes, &mut tx, search, range, budget, now).await?;
        let (new, bytes) = subscriptions::unmatched(&mut tx, subscription, &found.dids).await?;
        tx.commit().await?;
        Ok::<_, Problem>(BackfillPreview {
            scenes: i64::try_from(found.total).unwrap_or(i64::MAX),
            new,
            bytes,
            most: i64::try_from(MAX_BACKFILLED).unwrap_or(i64::MAX),
        })
    };
    permit.within(look).await.map(Json)
}
