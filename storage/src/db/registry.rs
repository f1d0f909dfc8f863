//! The registry of provided data (登记): one entry for each delivery that was opened. Entries are written by
//! [`crate::lifecycle`] in the transaction that opens the delivery, and by [`super::transfers`] as files are fetched.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::OrderId;
use domain::list_order::RegistryOrder;
use domain::order::feedback::Rating;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::statistics::Period;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{containing, known};
use crate::StorageError;

mod check;
mod choices;
mod contents;
mod figures;
mod fold;
mod served;
mod writing;

pub use check::{ProvidedCount, ProvidedDifference, differences};
pub use choices::{RegistryChoices, choices};
pub use contents::{
    EntryFetch, EntryFile, EntryPaper, EntryScene, fetches, files, papers, papers_of_entries,
    scenes,
};
pub use figures::{ProvidedDimension, ProvidedFigure, figures};
pub use fold::fold_changes;
pub(crate) use served::{served, took};
pub(crate) use writing::{complete, enter, note_fetch};

/// What one delivery handed out to whom, as it was then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryEntry {
    /// 登记号
    pub number: i64,
    pub order: OrderId,
    /// The order's number.
    pub ordername: String,
    /// Which delivery of its order: the first, or after so many reopenings.
    pub round: i32,
    /// When the delivery was opened.
    pub opened: DateTime<Utc>,
    /// When the order was completed.
    pub completed: Option<DateTime<Utc>>,
    /// What sort of order.
    pub kind: OrderKind,
    /// How it was handed out.
    pub get_method: GetMethod,
    /// The account's sign-in name.
    pub login_name: String,
    /// The account's name.
    pub user_name: String,
    /// 申请人
    pub applicant: String,
    /// 申请单位
    pub unit: String,
    /// 数据用途
    pub usage: String,
    /// 项目名称
    pub project: String,
    /// 备注
    pub description: String,
    /// Scenes handed out.
    pub scenes: i32,
    /// Bytes of these scenes.
    pub scene_bytes: i64,
    /// Files of the delivery, packages and lists of checksums too.
    pub files: i32,
    /// Bytes of these files.
    pub file_bytes: i64,
    /// SHA-256 of the signed distribution form, under whose terms the data were handed out.
    pub licence: Option<Vec<u8>>,
    /// Files that were fetched to their end.
    pub fetched_files: i64,
    /// Bytes sent, those of broken transfers too.
    pub fetched_bytes: i64,
    /// When the first of them was begun.
    pub first_fetched: Option<DateTime<Utc>>,
    /// When the last of them ended.
    pub last_fetched: Option<DateTime<Utc>>,
}

impl RegistryEntry {
    /// Since when the entry says what it says.
    #[must_use]
    pub fn as_of(&self) -> DateTime<Utc> {
        let later = [self.completed, self.last_fetched];
        later.into_iter().flatten().fold(self.opened, Ord::max)
    }
}

/// How far a delivery was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchState {
    /// A file of it to its end, or it was completed as an offline copy.
    Fetched,
    /// Something of it, but no file to its end.
    Begun,
    /// Nothing of it.
    Untouched,
}

impl FetchState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Fetched => "fetched",
            Self::Begun => "begun",
            Self::Untouched => "untouched",
        }
    }
}

/// Which entries to read; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct RegistryFilter {
    /// Opened on these days, in China.
    pub period: Period,
    /// Only for this unit.
    pub unit: Option<String>,
    /// Only for this usage.
    pub usage: Option<String>,
    /// Only with scenes of this satellite.
    pub satellite: Option<String>,
    /// Only with scenes that lie in this province now; empty: in none.
    pub region: Option<String>,
    /// Only handed out this way.
    pub get_method: Option<GetMethod>,
    /// Only fetched so far.
    pub fetched: Option<FetchState>,
    /// Only first deliveries of orders.
    pub is_first: bool,
    /// Only first deliveries of which something was promised, and that were opened in time, or late.
    pub promise_kept: Option<bool>,
    /// Only first deliveries of orders that are rated, or that are not.
    pub is_rated: Option<bool>,
    /// Only first deliveries of orders whose rating says that somebody is satisfied, or that somebody is not.
    pub is_satisfied: Option<bool>,
    /// Part of the sign-in name, the account's name or the applicant's.
    pub person: Option<String>,
    /// Part of the order number.
    pub ordername: Option<String>,
    /// Part of the order number, a name, the unit, the usage, the project or the description; or a scene's public id, whole.
    pub part: Option<String>,
    /// Only entries after this one, in the order.
    pub before: Option<i64>,
    /// What comes first.
    pub order: RegistryOrder,
}

/// What the entries of a filter add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegistrySum {
    pub entries: i64,
    /// Scenes of all of them.
    pub scenes: i64,
    /// Bytes of these scenes.
    pub bytes: i64,
}

/// What the statements below read.
struct EntryRow {
    number: i64,
    order_id: Uuid,
    ordername: String,
    round: i32,
    opened_at: DateTime<Utc>,
    completed_at: Option<DateTime<Utc>>,
    kind: i16,
    get_method: i16,
    login_name: String,
    user_name: String,
    applicant: String,
    unit: String,
    usage: String,
    project: String,
    description: String,
    scene_count: i32,
    scene_bytes: i64,
    file_count: i32,
    file_bytes: i64,
    licence: Option<Vec<u8>>,
    fetched_files: i64,
    fetched_bytes: i64,
    first_fetched: Option<DateTime<Utc>>,
    last_fetched: Option<DateTime<Utc>>,
}

impl TryFrom<EntryRow> for RegistryEntry {
    type Error = StorageError;

    fn try_from(row: EntryRow) -> Result<Self, StorageError> {
        Ok(Self {
            number: row.number,
            order: OrderId(row.order_id),
            ordername: row.ordername,
            round: row.round,
            opened: row.opened_at,
            completed: row.completed_at,
            kind: known("registry_entry.kind", row.kind)?,
            get_method: known("registry_entry.get_method", row.get_method)?,
            login_name: row.login_name,
            user_name: row.user_name,
            applicant: row.applicant,
            unit: row.unit,
            usage: row.usage,
            project: row.project,
            description: row.description,
            scenes: row.scene_count,
            scene_bytes: row.scene_bytes,
            files: row.file_count,
            file_bytes: row.file_bytes,
            licence: row.licence,
            fetched_files: row.fetched_files,
            fetched_bytes: row.fetched_bytes,
            first_fetched: row.first_fetched,
            last_fetched: row.last_fetched,
        })
    }
}

/// Codes of the ratings that say so.
fn satisfied_codes() -> Vec<i16> {
    let ratings = Rating::ALL.into_iter();
    let satisfied = ratings.filter(|rating| rating.is_satisfied());
    satisfied.map(Rating::code).collect()
}

/// The first entries, at most `limit` of them.
pub async fn rows(
    db: &mut PgConnection,
    filter: &RegistryFilter,
    limit: i64,
) -> Result<Vec<RegistryEntry>, StorageError> {
    let satisfied = satisfied_codes();
    let rows = sqlx::query_as!(
        EntryRow,
        "SELECT e.number, e.order_id, e.ordername, e.round, e.opened_at, e.completed_at, e.kind, e.get_method, e.login_name, \
         e.user_name, e.applicant, e.unit, e.usage, e.project, e.description, e.scene_count, e.scene_bytes, e.file_count, \
         e.file_bytes, (SELECT p.sha256 FROM registry_paper p WHERE p.entry = e.number AND p.kind = $12 \
             ORDER BY p.uploaded_at DESC LIMIT 1) AS licence, \
         coalesce(f.files, 0) AS \"fetched_files!\", coalesce(f.bytes, 0)::bigint AS \"fetched_bytes!\", \
         f.first_at AS first_fetched, f.last_at AS last_fetched \
         FROM registry_entry e LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE g.times > 0) AS files, sum(g.bytes) AS bytes, \
             min(g.first_at) AS first_at, max(g.last_at) AS last_at FROM registry_fetch g WHERE g.entry = e.number) f ON true \
         WHERE e.opened_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND e.opened_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($3::text IS NULL OR e.unit = $3) AND ($4::text IS NULL OR e.usage = $4) \
         AND ($5::text IS NULL OR EXISTS (SELECT FROM registry_scene s WHERE s.entry = e.number AND s.satellite = $5)) \
         AND ($6::smallint IS NULL OR e.get_method = $6) \
         AND ($7::text IS NULL OR e.login_name ILIKE $7 OR e.user_name ILIKE $7 OR e.applicant ILIKE $7) \
         AND ($8::text IS NULL OR e.ordername LIKE $8) \
         AND ($9::text IS NULL OR e.ordername LIKE $9 OR e.login_name ILIKE $9 OR e.user_name ILIKE $9 OR e.applicant ILIKE $9 \
             OR e.unit ILIKE $9 OR e.usage ILIKE $9 OR e.project ILIKE $9 OR e.description ILIKE $9 \
             OR e.number IN (SELECT s.entry FROM registry_scene s WHERE s.dataid = $20)) \
         AND ($14::text IS NULL OR $14 = CASE \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number AND g.times > 0) \
                 OR (e.get_method = $15 AND e.completed_at IS NOT NULL) THEN 'fetched' \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number) THEN 'begun' ELSE 'untouched' END) \
         AND (NOT $16 OR e.round = 1) \
         AND ($17::boolean IS NULL OR (e.round = 1 \
             AND $17 = (e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours)))) \
         AND ($18::boolean IS NULL OR (e.round = 1 \
             AND $18 = EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id))) \
         AND ($21::boolean IS NULL OR (e.round = 1 AND EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id \
             AND $21 = (b.appraise = ANY ($22::smallint[]))))) \
         AND ($19::text IS NULL OR EXISTS (SELECT FROM registry_scene s LEFT JOIN scene c ON c.dataid = s.dataid \
             LEFT JOIN scene_region r ON r.did = c.did WHERE s.entry = e.number AND coalesce(r.region, '') = $19)) \
         AND ($10::bigint IS NULL OR CASE $13::text \
             WHEN 'opened' THEN e.number > $10 \
             WHEN '-opened' THEN e.number < $10 \
             WHEN 'applicant' THEN (e.applicant, e.number) > (SELECT c.applicant, c.number FROM registry_entry c WHERE c.number = $10) \
             WHEN '-applicant' THEN (e.applicant, e.number) < (SELECT c.applicant, c.number FROM registry_entry c WHERE c.number = $10) \
             WHEN 'unit' THEN (e.unit, e.number) > (SELECT c.unit, c.number FROM registry_entry c WHERE c.number = $10) \
             WHEN '-unit' THEN (e.unit, e.number) < (SELECT c.unit, c.number FROM registry_entry c WHERE c.number = $10) \
             WHEN 'scenes' THEN (e.scene_count, e.number) > (SELECT c.scene_count, c.number FROM registry_entry c WHERE c.number = $10) \
             WHEN '-scenes' THEN (e.scene_count, e.number) < (SELECT c.scene_count, c.number FROM registry_entry c WHERE c.number = $10) \
             WHEN 'size' THEN (e.scene_bytes, e.number) > (SELECT c.scene_bytes, c.number FROM registry_entry c WHERE c.number = $10) \
             WHEN '-size' THEN (e.scene_bytes, e.number) < (SELECT c.scene_bytes, c.number FROM registry_entry c WHERE c.number = $10) END) \
         ORDER BY CASE WHEN $13 = 'opened' THEN e.number END ASC, CASE WHEN $13 = '-opened' THEN e.number END DESC, \
         CASE WHEN $13 = 'applicant' THEN e.applicant END ASC, CASE WHEN $13 = '-applicant' THEN e.applicant END DESC, \
         CASE WHEN $13 = 'unit' THEN e.unit END ASC, CASE WHEN $13 = '-unit' THEN e.unit END DESC, \
         CASE WHEN $13 = 'scenes' THEN e.scene_count END ASC, CASE WHEN $13 = '-scenes' THEN e.scene_count END DESC, \
         CASE WHEN $13 = 'size' THEN e.scene_bytes END ASC, CASE WHEN $13 = '-size' THEN e.scene_bytes END DESC, \
         CASE WHEN left($13, 1) = '-' THEN e.number END DESC, e.number LIMIT $11",
        filter.period.first(),
        filter.period.last(),
        filter.unit,
        filter.usage,
        filter.satellite,
        filter.get_method.map(GetMethod::code),
        filter.person.as_deref().map(containing),
        filter.ordername.as_deref().map(containing),
        filter.part.as_deref().map(containing),
        filter.before,
        limit,
        AttachmentKind::DistributionForm.code(),
        filter.order.as_str(),
        filter.fetched.map(FetchState::as_str),
        GetMethod::OfflineCopy.code(),
        filter.is_first,
        filter.promise_kept,
        filter.is_rated,
        filter.region,
        filter.part,
        filter.is_satisfied,
        &satisfied[..]
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// What all entries add up to that [`rows`] would read without a place to begin.
pub async fn sum(
    db: &mut PgConnection,
    filter: &RegistryFilter,
) -> Result<RegistrySum, StorageError> {
    let satisfied = satisfied_codes();
    Ok(sqlx::query_as!(
        RegistrySum,
        "SELECT count(*) AS \"entries!\", coalesce(sum(e.scene_count), 0)::bigint AS \"scenes!\", \
         coalesce(sum(e.scene_bytes), 0)::bigint AS \"bytes!\" FROM registry_entry e \
         WHERE e.opened_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND e.opened_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($3::text IS NULL OR e.unit = $3) AND ($4::text IS NULL OR e.usage = $4) \
         AND ($5::text IS NULL OR EXISTS (SELECT FROM registry_scene s WHERE s.entry = e.number AND s.satellite = $5)) \
         AND ($6::smallint IS NULL OR e.get_method = $6) \
         AND ($7::text IS NULL OR e.login_name ILIKE $7 OR e.user_name ILIKE $7 OR e.applicant ILIKE $7) \
         AND ($8::text IS NULL OR e.ordername LIKE $8) \
         AND ($9::text IS NULL OR e.ordername LIKE $9 OR e.login_name ILIKE $9 OR e.user_name ILIKE $9 OR e.applicant ILIKE $9 \
             OR e.unit ILIKE $9 OR e.usage ILIKE $9 OR e.project ILIKE $9 OR e.description ILIKE $9 \
             OR e.number IN (SELECT s.entry FROM registry_scene s WHERE s.dataid = $16)) \
         AND ($10::text IS NULL OR $10 = CASE \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number AND g.times > 0) \
                 OR (e.get_method = $11 AND e.completed_at IS NOT NULL) THEN 'fetched' \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number) THEN 'begun' ELSE 'untouched' END) \
         AND (NOT $12 OR e.round = 1) \
         AND ($13::boolean IS NULL OR (e.round = 1 \
             AND $13 = (e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours)))) \
         AND ($14::boolean IS NULL OR (e.round = 1 \
             AND $14 = EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id))) \
         AND ($17::boolean IS NULL OR (e.round = 1 AND EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id \
             AND $17 = (b.appraise = ANY ($18::smallint[]))))) \
         AND ($15::text IS NULL OR EXISTS (SELECT FROM registry_scene s LEFT JOIN scene c ON c.dataid = s.dataid \
             LEFT JOIN scene_region r ON r.did = c.did WHERE s.entry = e.number AND coalesce(r.region, '') = $15))",
        filter.period.first(),
        filter.period.last(),
        filter.unit,
        filter.usage,
        filter.satellite,
        filter.get_method.map(GetMethod::code),
        filter.person.as_deref().map(containing),
        filter.ordername.as_deref().map(containing),
        filter.part.as_deref().map(containing),
        filter.fetched.map(FetchState::as_str),
        GetMethod::OfflineCopy.code(),
        filter.is_first,
        filter.promise_kept,
        filter.is_rated,
        filter.region,
        filter.part,
        filter.is_satisfied,
        &satisfied[..]
    )
    .fetch_one(db)
    .await?)
}

/// One entry.
pub async fn find(
    db: &mut PgConnection,
    number: i64,
) -> Result<Option<RegistryEntry>, StorageError> {
    let found = sqlx::query_as!(
        EntryRow,
        "SELECT e.number, e.order_id, e.ordername, e.round, e.opened_at, e.completed_at, e.kind, e.get_method, e.login_name, \
         e.user_name, e.applicant, e.unit, e.usage, e.project, e.description, e.scene_count, e.scene_bytes, e.file_count, \
         e.file_bytes, (SELECT p.sha256 FROM registry_paper p WHERE p.entry = e.number AND p.kind = $2 \
             ORDER BY p.uploaded_at DESC LIMIT 1) AS licence, \
         coalesce(f.files, 0) AS \"fetched_files!\", coalesce(f.bytes, 0)::bigint AS \"fetched_bytes!\", \
         f.first_at AS first_fetched, f.last_at AS last_fetched \
         FROM registry_entry e LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE g.times > 0) AS files, sum(g.bytes) AS bytes, \
             min(g.first_at) AS first_at, max(g.last_at) AS last_at FROM registry_fetch g WHERE g.entry = e.number) f ON true \
         WHERE e.number = $1",
        number,
        AttachmentKind::DistributionForm.code()
    )
    .fetch_optional(db)
    .await?;
    found.map(TryInto::try_into).transpose()
}

/// The entries of an order, the newest first.
pub async fn of_order(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<RegistryEntry>, StorageError> {
    let numbers = sqlx::query_scalar!(
        "SELECT number FROM registry_entry WHERE order_id = $1 ORDER BY round DESC",
        order.0
    )
    .fetch_all(&mut *db)
    .await?;
    let mut entries = Vec::with_capacity(numbers.len());
    for number in numbers {
        entries.extend(find(db, number).await?);
    }
    Ok(entries)
}

/// Whether the entry is of a delivery that an old portal made: this installation knows of it by hearsay.
pub async fn is_of_old_portal(
    db: &mut PgConnection,
    entry: &RegistryEntry,
) -> Result<bool, StorageError> {
    // Whatever was handed out after the order was taken over, was handed out here.
    Ok(sqlx::query_scalar!(
        "SELECT $2 = 1 AND EXISTS (SELECT FROM order_event WHERE order_id = $1 AND imported AND to_state = $3) AS \"imported!\"",
        entry.order.0,
        entry.round,
        OrderState::Prepared.code()
    )
    .fetch_one(db)
    .await?)
}
