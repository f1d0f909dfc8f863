//! The registry of provided data (登记): one entry for each delivery that was opened. Entries are written by
//! [`crate::lifecycle`] in the transaction that opens the delivery, and by [`super::transfers`] as files are fetched or pushed.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::OrderId;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use sqlx::PgConnection;
use uuid::Uuid;

use super::known;
use crate::StorageError;

mod check;
mod choices;
mod contents;
mod figures;
mod fold;
mod rows;
mod served;
mod totals;
mod writing;

pub use check::{ProvidedCount, ProvidedDifference, differences};
pub use choices::{RegistryChoices, choices, units};
pub use contents::{
    EntryFetch, EntryFile, EntryPaper, EntryPush, EntryScene, fetches, files, papers,
    papers_of_entries, pushes, scenes,
};
pub use figures::{ProvidedDimension, ProvidedFigure, figures};
pub use fold::fold_changes;
pub use rows::{FetchState, PromiseState, RegistryFilter, RegistrySum, rows};
pub(crate) use served::{served, took};
pub use totals::sum;
pub(crate) use writing::{add_fetch, complete, enter, note_fetch};

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
    /// Kind of the order.
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
    /// How often a file was fetched to its end that had been before: the entries of a unit add up to its `repeated`.
    pub repeated_fetches: i64,
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
    repeated_fetches: i64,
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
            repeated_fetches: row.repeated_fetches,
            fetched_bytes: row.fetched_bytes,
            first_fetched: row.first_fetched,
            last_fetched: row.last_fetched,
        })
    }
}

/// An entry by its number.
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
         coalesce(f.files, 0) AS \"fetched_files!\", coalesce(f.repeated, 0)::bigint AS \"repeated_fetches!\", \
         coalesce(f.bytes, 0)::bigint AS \"fetched_bytes!\", f.first_at AS first_fetched, f.last_at AS last_fetched \
         FROM registry_entry e LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE g.times > 0) AS files, \
             sum(g.times - 1) FILTER (WHERE g.times > 1) AS repeated, sum(g.bytes) AS bytes, \
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
