//! A result as it is answered.

use chrono::{DateTime, Utc};
use domain::research_result::{ResultKind, ResultState, number_text};
use serde::Serialize;
use storage::db::research_results::{ProvidedOrder, ResearchResult};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::orders::codes;

/// A result that somebody made with data.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResearchResult)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResultView {
    id: Uuid,
    /// By which people name it: `C000012`.
    number: String,
    /// Name of whose it is.
    owner: String,
    /// That person's unit when it was reported.
    unit: String,
    #[schema(value_type = codes::ResultKind)]
    kind: ResultKind,
    title: String,
    authors: String,
    /// When it came out, `yyyy-MM`.
    month: String,
    /// Where it came out, or empty.
    venue: String,
    /// DOI, or empty.
    doi: String,
    /// Address of the publication, or empty.
    link: String,
    /// Free remark, or empty.
    note: String,
    /// What it is based on.
    orders: Vec<ProvidedOrderView>,
    /// Codes of the satellites whose scenes these orders handed out.
    satellites: Vec<String>,
    #[schema(value_type = codes::ResultState)]
    state: ResultState,
    /// Why it was refused, or empty.
    reason: String,
    /// Name of who decided, or empty.
    decided_by: String,
    #[schema(required)]
    decided_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    /// What a decision names: it goes up with every change and decision.
    version: i32,
}

/// An order of which data were handed out.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProvidedOrder)]
pub(super) struct ProvidedOrderView {
    id: Uuid,
    ordername: String,
    /// Name of the project that it was for.
    project: String,
}

impl From<ProvidedOrder> for ProvidedOrderView {
    fn from(order: ProvidedOrder) -> Self {
        Self {
            id: order.id.0,
            ordername: order.ordername,
            project: order.project,
        }
    }
}

impl From<ResearchResult> for ResultView {
    fn from(result: ResearchResult) -> Self {
        let form = result.form;
        Self {
            id: result.id.0,
            number: number_text(result.number),
            owner: result.owner_name,
            unit: result.unit,
            kind: form.kind,
            title: form.title,
            authors: form.authors,
            month: form.month.format("%Y-%m").to_string(),
            venue: form.venue,
            doi: form.doi,
            link: form.link,
            note: form.note,
            orders: result.orders.into_iter().map(Into::into).collect(),
            satellites: result.satellites,
            state: result.state,
            reason: result.reason,
            decided_by: result.decided_by,
            decided_at: result.decided,
            created_at: result.created,
            version: result.version,
        }
    }
}
