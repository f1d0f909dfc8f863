//! Results that applicants made with the data: reported by them, looked at by administrators, counted by satellite and unit.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ids::{OrderId, ResearchResultId, UserId};
use domain::list_order::ResultOrder;
use domain::research_result::{ResultForm, ResultKind, ResultState};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Listing, Page, containing};
use crate::StorageError;

mod figures;
mod roll_up;
mod writing;

pub use figures::{ResultDimension, ResultFigure, count_states, figures};
pub use roll_up::{ResultDifference, differences, is_due, roll_up_due};
pub use writing::{
    Decided, DecidedResult, Decision, Replaced, Reported, decide, insert, lock, remove, replace,
};

/// An order that a result is based on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvidedOrder {
    /// The order.
    pub id: OrderId,
    /// Order number.
    pub ordername: String,
    /// Name of the project that it was for.
    pub project: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResearchResult {
    pub id: ResearchResultId,
    /// By which people name it.
    pub number: i64,
    /// The person who reported it.
    pub owner: UserId,
    pub owner_name: String,
    /// That person's unit when it was reported.
    pub unit: String,
    /// The result as it was reported.
    pub form: ResultForm,
    /// What it is based on.
    pub orders: Vec<ProvidedOrder>,
    /// Codes of the satellites whose scenes these orders handed out.
    pub satellites: Vec<String>,
    pub state: ResultState,
    /// Why it was refused, or empty.
    pub reason: String,
    /// Name of who decided, or empty.
    pub decided_by: String,
    /// When an administrator decided; `None`: not yet.
    pub decided: Option<DateTime<Utc>>,
    /// When it was reported.
    pub created: DateTime<Utc>,
    /// What a decision names: it goes up with every change and decision.
    pub version: i32,
}

struct ResultRow {
    id: Uuid,
    number: i64,
    user_id: Uuid,
    owner_name: String,
    unit: String,
    kind: String,
    title: String,
    authors: String,
    month: NaiveDate,
    venue: String,
    doi: String,
    link: String,
    note: String,
    state: String,
    reason: String,
    decided_by: String,
    decided_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    version: i32,
    order_ids: Vec<Uuid>,
    order_names: Vec<String>,
    projects: Vec<String>,
    satellites: Vec<String>,
}

fn unknown(column: &'static str, value: &str) -> StorageError {
    StorageError::UnknownValue {
        column,
        value: value.to_owned(),
    }
}

fn result(row: ResultRow) -> Result<ResearchResult, StorageError> {
    let kind =
        ResultKind::parse(&row.kind).ok_or_else(|| unknown("research_result.kind", &row.kind))?;
    let state = ResultState::parse(&row.state)
        .ok_or_else(|| unknown("research_result.state", &row.state))?;
    let names = row.order_names.into_iter().zip(row.projects);
    let orders = row.order_ids.into_iter().zip(names);
    Ok(ResearchResult {
        id: ResearchResultId(row.id),
        number: row.number,
        owner: UserId(row.user_id),
        owner_name: row.owner_name,
        unit: row.unit,
        form: ResultForm {
            kind,
            title: row.title,
            authors: row.authors,
            month: row.month,
            venue: row.venue,
            doi: row.doi,
            link: row.link,
            note: row.note,
        },
        orders: orders
            .map(|(id, (ordername, project))| ProvidedOrder {
                id: OrderId(id),
                ordername,
                project,
            })
            .collect(),
        satellites: row.satellites,
        state,
        reason: row.reason,
        decided_by: row.decided_by,
        decided: row.decided_at,
        created: row.created_at,
        version: row.version,
    })
}

/// Which results; `None` filters nothing.
#[derive(Debug, Clone, Default)]
pub struct ResultFilter {
    /// Only results of this person.
    pub owner: Option<UserId>,
    /// Only the result with this id.
    pub id: Option<ResearchResultId>,
    /// Based on this order.
    pub based_on: Option<OrderId>,
    /// Only results of this sort.
    pub kind: Option<ResultKind>,
    pub state: Option<ResultState>,
    /// Only those that count: none that were refused.
    pub counted: bool,
    /// Only results published in this year.
    pub year: Option<i32>,
    /// Reported from this unit.
    pub unit: Option<String>,
    /// Made with scenes of this satellite.
    pub satellite: Option<String>,
    /// Part of title, authors, venue, DOI or the name of whose it is.
    pub part: Option<String>,
    /// Order of the list.
    pub order: ResultOrder,
}

/// Results, a page of them.
pub async fn list(
    db: &mut PgConnection,
    filter: &ResultFilter,
    page: Page,
) -> Result<Listing<ResearchResult>, StorageError> {
    let found = find(&mut *db, filter, page).await?;
    let rows = sqlx::query_as!(
        ResultRow,
        "SELECT r.id, r.number, r.user_id, u.user_name AS owner_name, r.unit, r.kind, r.title, r.authors, r.month, r.venue, \
         r.doi, r.link, r.note, r.state, r.reason, coalesce(d.user_name, '') AS \"decided_by!\", r.decided_at, r.created_at, \
         r.version, \
         ARRAY(SELECT b.order_id FROM research_result_order b JOIN orders o ON o.id = b.order_id \
             WHERE b.result_id = r.id ORDER BY o.ordername) AS \"order_ids!\", \
         ARRAY(SELECT o.ordername FROM research_result_order b JOIN orders o ON o.id = b.order_id \
             WHERE b.result_id = r.id ORDER BY o.ordername) AS \"order_names!\", \
         ARRAY(SELECT o.product_name FROM research_result_order b JOIN orders o ON o.id = b.order_id \
             WHERE b.result_id = r.id ORDER BY o.ordername) AS \"projects!\", \
         ARRAY(SELECT DISTINCT s.satellite FROM research_result_order b JOIN registry_entry e ON e.order_id = b.order_id \
             JOIN registry_scene s ON s.entry = e.number WHERE b.result_id = r.id ORDER BY 1) AS \"satellites!\" \
         FROM unnest($1::uuid[]) WITH ORDINALITY AS f (id, place) JOIN research_result r ON r.id = f.id \
         JOIN app_user u ON u.id = r.user_id LEFT JOIN app_user d ON d.id = r.decided_by ORDER BY f.place",
        &found.items
    )
    .fetch_all(db)
    .await?;
    Ok(Listing {
        items: rows.into_iter().map(result).collect::<Result<_, _>>()?,
        total: found.total,
    })
}

/// The ids of a page of results, and how many there are on all pages.
async fn find(
    db: &mut PgConnection,
    filter: &ResultFilter,
    page: Page,
) -> Result<Listing<Uuid>, StorageError> {
    let row = sqlx::query!(
        "WITH found AS MATERIALIZED (SELECT r.id, r.number, r.created_at, r.month, r.title, r.unit \
         FROM research_result r JOIN app_user u ON u.id = r.user_id \
         WHERE ($1::uuid IS NULL OR r.user_id = $1) AND ($2::uuid IS NULL OR r.id = $2) \
         AND ($3::uuid IS NULL OR EXISTS (SELECT FROM research_result_order b WHERE b.result_id = r.id AND b.order_id = $3)) \
         AND ($4::text IS NULL OR r.kind = $4) AND ($5::text IS NULL OR r.state = $5) \
         AND (NOT $6 OR r.state <> 'refused') AND ($7::int IS NULL OR extract(year FROM r.month) = $7) \
         AND ($8::text IS NULL OR r.unit = $8) \
         AND ($9::text IS NULL OR EXISTS (SELECT FROM research_result_order b JOIN registry_entry e ON e.order_id = b.order_id \
             JOIN registry_scene s ON s.entry = e.number WHERE b.result_id = r.id AND s.satellite = $9)) \
         AND ($10::text IS NULL OR r.title ILIKE $10 OR r.authors ILIKE $10 OR r.venue ILIKE $10 OR r.doi ILIKE $10 \
             OR u.user_name ILIKE $10)) \
         SELECT (SELECT count(*) FROM found) AS \"total!\", \
         ARRAY(SELECT f.id FROM found f ORDER BY \
             CASE WHEN $13::text = 'created' THEN f.created_at END ASC, CASE WHEN $13 = '-created' THEN f.created_at END DESC, \
             CASE WHEN $13 = 'month' THEN f.month END ASC, CASE WHEN $13 = '-month' THEN f.month END DESC, \
             CASE WHEN $13 = 'title' THEN f.title END ASC, CASE WHEN $13 = '-title' THEN f.title END DESC, \
             CASE WHEN $13 = 'unit' THEN f.unit END ASC, CASE WHEN $13 = '-unit' THEN f.unit END DESC, f.number DESC \
             LIMIT $11 OFFSET $12) AS \"ids!\"",
        filter.owner.map(|owner| owner.0),
        filter.id.map(|id| id.0),
        filter.based_on.map(|order| order.0),
        filter.kind.map(ResultKind::as_str),
        filter.state.map(ResultState::as_str),
        filter.counted,
        filter.year,
        filter.unit,
        filter.satellite,
        filter.part.as_deref().map(containing),
        page.limit(),
        page.offset(),
        filter.order.as_str()
    )
    .fetch_one(db)
    .await?;
    Ok(Listing {
        items: row.ids,
        total: row.total,
    })
}

/// Orders of a person of which data were handed out, those handed out last first.
pub async fn provided_orders(
    db: &mut PgConnection,
    owner: UserId,
    most: i64,
) -> Result<Vec<ProvidedOrder>, StorageError> {
    let rows = sqlx::query!(
        "SELECT e.order_id, max(e.ordername) AS \"ordername!\", max(e.project) AS \"project!\" FROM registry_entry e \
         WHERE e.user_id = $1 GROUP BY e.order_id ORDER BY max(e.number) DESC LIMIT $2",
        owner.0,
        most
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| ProvidedOrder {
        id: OrderId(row.order_id),
        ordername: row.ordername,
        project: row.project,
    });
    Ok(rows.collect())
}
