//! `GET /api/registry`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use serde::Serialize;
use storage::db::registry::{self, RegistryEntry, RegistrySum};
use utoipa::ToSchema;

use super::query::RegistryQuery;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::statistics::PeriodQuery;

/// Entries on a page.
const PAGE: u8 = 50;

/// What one delivery handed out to whom, as it was then.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistryEntry)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegistryEntryView {
    /// Its number in the registry.
    number: i64,
    #[schema(value_type = uuid::Uuid)]
    order_id: OrderId,
    ordername: String,
    /// Which delivery of its order: 1, or more after it was reopened.
    round: i32,
    opened_at: DateTime<Utc>,
    /// When the order was completed; null: it is not.
    #[schema(required)]
    completed_at: Option<DateTime<Utc>>,
    #[schema(value_type = codes::OrderType)]
    r#type: OrderKind,
    #[schema(value_type = codes::GetMethod)]
    get_method: GetMethod,
    login_name: String,
    user_name: String,
    applicant: String,
    unit: String,
    usage: String,
    project: String,
    description: String,
    scene_count: i32,
    /// Bytes of the scenes.
    scene_bytes: i64,
    file_count: i32,
    /// Bytes of the files, packages too.
    file_bytes: i64,
    /// SHA-256 of the signed distribution form, hexadecimal; null: there was none.
    #[schema(required)]
    licence_sha256: Option<String>,
    /// Files that were fetched to their end.
    fetched_files: i64,
    /// How often a file was fetched to its end that had been before.
    repeated_fetches: i64,
    /// Bytes sent, those of broken downloads too.
    fetched_bytes: i64,
    #[schema(required)]
    first_fetched_at: Option<DateTime<Utc>>,
    #[schema(required)]
    last_fetched_at: Option<DateTime<Utc>>,
}

impl From<RegistryEntry> for RegistryEntryView {
    fn from(entry: RegistryEntry) -> Self {
        Self {
            number: entry.number,
            order_id: entry.order,
            ordername: entry.ordername,
            round: entry.round,
            opened_at: entry.opened,
            completed_at: entry.completed,
            r#type: entry.kind,
            get_method: entry.get_method,
            login_name: entry.login_name,
            user_name: entry.user_name,
            applicant: entry.applicant,
            unit: entry.unit,
            usage: entry.usage,
            project: entry.project,
            description: entry.description,
            scene_count: entry.scenes,
            scene_bytes: entry.scene_bytes,
            file_count: entry.files,
            file_bytes: entry.file_bytes,
            licence_sha256: entry.licence.map(hex::encode),
            fetched_files: entry.fetched_files,
            repeated_fetches: entry.repeated_fetches,
            fetched_bytes: entry.fetched_bytes,
            first_fetched_at: entry.first_fetched,
            last_fetched_at: entry.last_fetched,
        }
    }
}

/// What all entries of a search add up to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistrySum)]
#[serde(rename_all = "camelCase")]
struct RegistrySumView {
    entries: i64,
    scenes: i64,
    /// Bytes of the scenes.
    bytes: i64,
    /// `false`: there are more entries than could be counted, and the sum is of so many of them.
    is_whole: bool,
}

impl From<RegistrySum> for RegistrySumView {
    fn from(sum: RegistrySum) -> Self {
        Self {
            entries: sum.entries,
            scenes: sum.scenes,
            bytes: sum.bytes,
            is_whole: sum.is_whole,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RegistryPage {
    items: Vec<RegistryEntryView>,
    /// Where the next entries begin; null: there are none.
    #[schema(required)]
    next: Option<i64>,
    /// Of the whole search, whatever page this is.
    sum: RegistrySumView,
}

/// What was provided: one entry for each delivery that was opened, those of deleted orders too. Days (of
/// opening) as in `/api/stats/orders`.
#[utoipa::path(get, path = "/api/registry", tag = "registry", operation_id = "listRegistry",
    params(PeriodQuery, RegistryQuery),
    responses((status = 200, body = RegistryPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<RegistryQuery>,
) -> Result<Json<RegistryPage>, Problem> {
    let filter = query.filter(days.period(context.now()));
    let mut db = context.connection().await?;
    // One more than is shown: whether there are older ones.
    let mut rows = registry::rows(&mut db, &filter, i64::from(PAGE) + 1).await?;
    let has_older = rows.len() > usize::from(PAGE);
    rows.truncate(usize::from(PAGE));
    let next = rows.last().filter(|_| has_older).map(|row| row.number);
    Ok(Json(RegistryPage {
        items: rows.into_iter().map(Into::into).collect(),
        next,
        sum: registry::sum(&mut db, &filter).await?.into(),
    }))
}
