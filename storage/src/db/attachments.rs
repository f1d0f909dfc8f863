//! Uploaded papers.

mod earlier;
mod sealing;
mod subscribed;

use chrono::{DateTime, Utc};
use domain::attachment::{AttachmentKind, PaperFormat};
use domain::ids::{AttachmentId, OrderId, SubscriptionId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

pub use earlier::{EarlierFilter, EarlierPaper, earlier};
pub(crate) use earlier::{loose, reusable};
pub(crate) use sealing::{UnsealedPaper, latest_keys, unsealed};
pub use sealing::{mark_sealed, under_other_keys};
pub(crate) use subscribed::{attachable_to_subscription, of_subscriptions, put_into_subscription};

use super::known;
use crate::StorageError;
use crate::sealed::KeyId;

/// A paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub id: AttachmentId,
    /// Account that uploaded the paper.
    pub uploader: UserId,
    /// The order that holds it, once one does.
    pub order: Option<OrderId>,
    /// The subscription that holds it, once one does; never beside an order.
    pub subscription: Option<SubscriptionId>,
    /// Slot of the paper.
    pub kind: AttachmentKind,
    /// `fDataName`: 19 characters of prefix, then the name as uploaded.
    pub stored_name: String,
    /// What it is, by content.
    pub format: PaperFormat,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
    /// Path in the object store. Papers of cloned orders name the same one.
    pub object_key: String,
    /// When it was uploaded.
    pub created: DateTime<Utc>,
    /// When it was taken out of its slot.
    pub replaced: Option<DateTime<Utc>>,
    /// The key that its object is sealed under. `None`: a version before this one stored it, and the object tells.
    pub sealed_under: Option<KeyId>,
}

/// Every column of `attachment`, so that its statements may say `*`.
struct AttachmentRow {
    id: Uuid,
    user_id: Uuid,
    order_id: Option<Uuid>,
    kind: i16,
    stored_name: String,
    format: String,
    size: i64,
    sha256: Vec<u8>,
    object_key: String,
    created_at: DateTime<Utc>,
    replaced_at: Option<DateTime<Utc>>,
    sealed_under: Option<Vec<u8>>,
    subscription_id: Option<Uuid>,
}

const fn word(format: PaperFormat) -> &'static str {
    match format {
        PaperFormat::Jpeg => "jpeg",
        PaperFormat::Png => "png",
        PaperFormat::Pdf => "pdf",
        PaperFormat::Docx => "docx",
    }
}

fn format_of(stored: String) -> Result<PaperFormat, StorageError> {
    [
        PaperFormat::Jpeg,
        PaperFormat::Png,
        PaperFormat::Pdf,
        PaperFormat::Docx,
    ]
    .into_iter()
    .find(|format| word(*format) == stored)
    .ok_or(StorageError::UnknownValue {
        column: "attachment.format",
        value: stored,
    })
}

impl TryFrom<AttachmentRow> for Attachment {
    type Error = StorageError;

    fn try_from(row: AttachmentRow) -> Result<Self, StorageError> {
        Ok(Self {
            id: AttachmentId(row.id),
            uploader: UserId(row.user_id),
            order: row.order_id.map(OrderId),
            subscription: row.subscription_id.map(SubscriptionId),
            kind: known("attachment.kind", row.kind)?,
            stored_name: row.stored_name,
            format: format_of(row.format)?,
            size: row.size,
            sha256: row.sha256,
            object_key: row.object_key,
            created: row.created_at,
            replaced: row.replaced_at,
            sealed_under: row.sealed_under.map(sealing::key_id).transpose()?,
        })
    }
}

/// Slots in the order in which the application form names them.
fn form_order() -> [i16; 5] {
    AttachmentKind::SLOTS.map(AttachmentKind::code)
}

fn papers(rows: Vec<AttachmentRow>) -> Result<Vec<Attachment>, StorageError> {
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Writes the row of a paper whose bytes are already in the object store.
pub async fn insert(db: &mut PgConnection, new: &Attachment) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO attachment (id, user_id, order_id, kind, stored_name, format, size, sha256, \
         object_key, created_at, sealed_under) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        new.id.0,
        new.uploader.0,
        new.order.map(|order| order.0),
        new.kind.code(),
        new.stored_name,
        word(new.format),
        new.size,
        &new.sha256,
        new.object_key,
        new.created,
        new.sealed_under.as_ref().map(|id| &id.0[..])
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The paper.
pub async fn find(
    db: &mut PgConnection,
    id: AttachmentId,
) -> Result<Option<Attachment>, StorageError> {
    let row = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The papers in an order's slots, in the order of the form.
pub async fn of_order(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<Attachment>, StorageError> {
    let rows = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE order_id = $1 AND replaced_at IS NULL AND kind <> $2 \
         ORDER BY array_position($3::smallint[], kind)",
        order.0,
        AttachmentKind::FeedbackDocument.code(),
        &form_order()[..]
    )
    .fetch_all(db)
    .await?;
    papers(rows)
}

/// The papers that were in an order's slots and were replaced or removed, the newest first.
pub async fn history(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<Attachment>, StorageError> {
    let rows = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE order_id = $1 AND replaced_at IS NOT NULL \
         ORDER BY replaced_at DESC, array_position($2::smallint[], kind), id",
        order.0,
        &form_order()[..]
    )
    .fetch_all(db)
    .await?;
    papers(rows)
}

/// Adds a paper to the order's feedback.
pub(crate) async fn add_to_feedback(
    db: &mut PgConnection,
    order: OrderId,
    id: AttachmentId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE attachment SET order_id = $1 WHERE id = $2 AND kind = $3",
        order.0,
        id.0,
        AttachmentKind::FeedbackDocument.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Of `ids`, the papers that `user` may put into `order`: their own, in no other order and no subscription. They are locked
/// until the transaction ends, so that of two orders made at once only one gets them.
pub async fn attachable(
    db: &mut PgConnection,
    user: UserId,
    order: OrderId,
    ids: &[AttachmentId],
) -> Result<Vec<Attachment>, StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE id = ANY($1) \
         AND ((order_id IS NULL AND subscription_id IS NULL AND user_id = $2) OR order_id = $3) ORDER BY id FOR UPDATE",
        &ids[..],
        user.0,
        order.0
    )
    .fetch_all(db)
    .await?;
    papers(rows)
}

/// Makes exactly `ids` the papers in the order's slots; the order keeps what was in them as history.
pub(crate) async fn replace(
    db: &mut PgConnection,
    order: OrderId,
    ids: &[AttachmentId],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE attachment SET replaced_at = $3 \
         WHERE order_id = $1 AND id <> ALL($2) AND replaced_at IS NULL AND kind <> $4",
        order.0,
        &ids[..],
        now,
        AttachmentKind::FeedbackDocument.code()
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE attachment SET order_id = $1, replaced_at = NULL WHERE id = ANY($2)",
        order.0,
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Removes the rows of papers from before `before` that neither an order nor a subscription holds; how many.
pub async fn forget_unused(
    db: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM attachment WHERE order_id IS NULL AND subscription_id IS NULL AND created_at < $1",
        before
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
