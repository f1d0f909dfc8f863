//! The entries that a filter leaves, and what they add up to.

use domain::attachment::AttachmentKind;
use domain::list_order::RegistryOrder;
use domain::order::feedback::Rating;
use domain::order::get_method::GetMethod;
use domain::statistics::Period;
use sqlx::PgConnection;
use strum::{EnumIter, IntoStaticStr};

use super::{EntryRow, RegistryEntry};
use crate::StorageError;
use crate::db::containing;

/// How far a delivery was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum FetchState {
    /// A file of it to its end, or it was completed as an offline copy.
    Fetched,
    /// Something of it, but no file to its end.
    Begun,
    /// Nothing was fetched, not even part of a file.
    Untouched,
}

impl FetchState {
    fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Whether first deliveries were opened within what was promised of them, where anything was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PromiseState {
    /// Ready in time or late.
    Any,
    /// Ready within the promised time.
    Kept,
    /// Later.
    Late,
}

impl PromiseState {
    fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Which entries to read; `None` filters nothing, an empty unit, usage or satellite asks for what has none.
#[derive(Debug, Clone)]
pub struct RegistryFilter {
    /// Opened on these days, in China.
    pub period: Period,
    /// Only entries of this unit.
    pub unit: Option<String>,
    /// Only entries with this usage.
    pub usage: Option<String>,
    /// Only with scenes of this satellite.
    pub satellite: Option<String>,
    /// Only with scenes that lie in this province now; an empty one: in none.
    pub region: Option<String>,
    /// Only handed out this way.
    pub get_method: Option<GetMethod>,
    /// Only entries that were fetched this far.
    pub fetched: Option<FetchState>,
    /// Only first deliveries of orders.
    pub is_first: bool,
    /// Only deliveries of which a file was fetched to its end more than once, or of which none was.
    pub is_repeated: Option<bool>,
    /// Only first deliveries of which something was promised, and of these only those.
    pub promise: Option<PromiseState>,
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
    /// Order of the list.
    pub order: RegistryOrder,
}

/// What the entries of a filter add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegistrySum {
    pub entries: i64,
    /// Scenes of all entries together.
    pub scenes: i64,
    /// Bytes of these scenes.
    pub bytes: i64,
    /// Whether that is all. If not there are more entries, and what they have is not among it.
    pub is_whole: bool,
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
         coalesce(f.files, 0) AS \"fetched_files!\", coalesce(f.repeated, 0)::bigint AS \"repeated_fetches!\", \
         coalesce(f.bytes, 0)::bigint AS \"fetched_bytes!\", f.first_at AS first_fetched, f.last_at AS last_fetched \
         FROM registry_entry e LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE g.times > 0) AS files, \
             sum(g.times - 1) FILTER (WHERE g.times > 1) AS repeated, sum(g.bytes) AS bytes, \
             min(g.first_at) AS first_at, max(g.last_at) AS last_at FROM registry_fetch g WHERE g.entry = e.number) f ON true \
         WHERE e.opened_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND e.opened_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($3::text IS NULL OR e.unit = $3) AND ($4::text IS NULL OR e.usage = $4) \
         AND ($5::text IS NULL OR EXISTS (SELECT FROM registry_scene s WHERE s.entry = e.number AND s.satellite = $5)) \
         AND ($6::smallint IS NULL OR e.get_method = $6) \
         AND ($7::text IS NULL OR e.login_name ILIKE $7 OR e.user_name ILIKE $7 OR e.applicant ILIKE $7) AND ($8::text IS NULL OR e.ordername LIKE $8) \
         AND ($9::text IS NULL OR e.ordername LIKE $9 OR e.login_name ILIKE $9 OR e.user_name ILIKE $9 OR e.applicant ILIKE $9 \
             OR e.unit ILIKE $9 OR e.usage ILIKE $9 OR e.project ILIKE $9 OR e.description ILIKE $9 \
             OR e.number IN (SELECT s.entry FROM registry_scene s WHERE s.dataid = $20)) \
         AND ($14::text IS NULL OR $14 = CASE \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number AND g.times > 0) \
                 OR (e.get_method = $15 AND e.completed_at IS NOT NULL) THEN 'fetched' \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number) THEN 'begun' ELSE 'untouched' END) \
         AND ($23::boolean IS NULL OR $23 = EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number AND g.times > 1)) \
         AND (NOT $16 OR e.round = 1) AND ($17::text IS NULL OR (e.round = 1 \
             AND CASE e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours) \
                 WHEN true THEN $17 IN ('any', 'kept') WHEN false THEN $17 IN ('any', 'late') ELSE false END)) \
         AND ($18::boolean IS NULL OR (e.round = 1 AND $18 = EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id))) \
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
        filter.promise.map(PromiseState::as_str),
        filter.is_rated,
        filter.region,
        filter.part,
        filter.is_satisfied,
        &satisfied[..],
        filter.is_repeated
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// What the entries add up to that [`rows`] would read without a place to begin, counted one by one; at most `most` of them.
pub(super) async fn counted(
    db: &mut PgConnection,
    filter: &RegistryFilter,
    most: i64,
) -> Result<RegistrySum, StorageError> {
    let satisfied = satisfied_codes();
    Ok(sqlx::query_as!(
        RegistrySum,
        "SELECT count(*) AS \"entries!\", coalesce(sum(n.scene_count), 0)::bigint AS \"scenes!\", \
         coalesce(sum(n.scene_bytes), 0)::bigint AS \"bytes!\", count(*) < $20 AS \"is_whole!\" \
         FROM (SELECT e.scene_count, e.scene_bytes FROM registry_entry e \
         WHERE e.opened_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND e.opened_at < ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' \
         AND ($3::text IS NULL OR e.unit = $3) AND ($4::text IS NULL OR e.usage = $4) \
         AND ($5::text IS NULL OR EXISTS (SELECT FROM registry_scene s WHERE s.entry = e.number AND s.satellite = $5)) \
         AND ($6::smallint IS NULL OR e.get_method = $6) \
         AND ($7::text IS NULL OR e.login_name ILIKE $7 OR e.user_name ILIKE $7 OR e.applicant ILIKE $7) AND ($8::text IS NULL OR e.ordername LIKE $8) \
         AND ($9::text IS NULL OR e.ordername LIKE $9 OR e.login_name ILIKE $9 OR e.user_name ILIKE $9 OR e.applicant ILIKE $9 \
             OR e.unit ILIKE $9 OR e.usage ILIKE $9 OR e.project ILIKE $9 OR e.description ILIKE $9 \
             OR e.number IN (SELECT s.entry FROM registry_scene s WHERE s.dataid = $16)) \
         AND ($10::text IS NULL OR $10 = CASE \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number AND g.times > 0) \
                 OR (e.get_method = $11 AND e.completed_at IS NOT NULL) THEN 'fetched' \
             WHEN EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number) THEN 'begun' ELSE 'untouched' END) \
         AND ($19::boolean IS NULL \
             OR $19 = EXISTS (SELECT FROM registry_fetch g WHERE g.entry = e.number AND g.times > 1)) \
         AND (NOT $12 OR e.round = 1) AND ($13::text IS NULL OR (e.round = 1 \
             AND CASE e.opened_at <= e.approved_at + make_interval(hours => e.promised_hours) \
                 WHEN true THEN $13 IN ('any', 'kept') WHEN false THEN $13 IN ('any', 'late') ELSE false END)) \
         AND ($14::boolean IS NULL OR (e.round = 1 \
             AND $14 = EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id))) \
         AND ($17::boolean IS NULL OR (e.round = 1 AND EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id \
             AND $17 = (b.appraise = ANY ($18::smallint[]))))) \
         AND ($15::text IS NULL OR EXISTS (SELECT FROM registry_scene s LEFT JOIN scene c ON c.dataid = s.dataid \
             LEFT JOIN scene_region r ON r.did = c.did WHERE s.entry = e.number AND coalesce(r.region, '') = $15)) LIMIT $20) n",
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
        filter.promise.map(PromiseState::as_str),
        filter.is_rated,
        filter.region,
        filter.part,
        filter.is_satisfied,
        &satisfied[..],
        filter.is_repeated,
        most
    )
    .fetch_one(db)
    .await?)
}
