//! Papers of a person's own orders, to be used again.

use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId, UserId};
use domain::order::state::OrderState;
use sqlx::PgConnection;

use super::super::{Listing, Page};
use super::{Attachment, AttachmentRow, form_order, papers};
use crate::StorageError;

/// The kind of paper that fills no slot.
const NO_SLOT: i16 = AttachmentKind::FeedbackDocument.code();

/// A paper that lies in a slot of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierPaper {
    /// The paper. `created` is when its bytes were uploaded, for whichever order that was.
    pub paper: Attachment,
    /// Number of the latest order that holds it.
    pub ordername: String,
}

/// Filters of the papers.
#[derive(Debug, Clone, Copy)]
pub struct EarlierFilter {
    /// Applicant whose orders are searched.
    pub owner: UserId,
    /// Of this slot; `None`: of every slot.
    pub kind: Option<AttachmentKind>,
    /// Not of this order, which is being filled in.
    pub except: Option<OrderId>,
}

/// Papers in the slots of the person's orders, those of the latest order first.
pub async fn earlier(
    db: &mut PgConnection,
    filter: EarlierFilter,
    page: Page,
) -> Result<Listing<EarlierPaper>, StorageError> {
    let (kind, except) = (
        filter.kind.map(AttachmentKind::code),
        filter.except.map(|order| order.0),
    );
    let deleted = OrderState::Deleted.code();
    let total = sqlx::query_scalar!(
        "SELECT count(DISTINCT (a.kind, a.sha256)) AS \"count!\" FROM attachment a JOIN orders o ON o.id = a.order_id \
         WHERE o.user_id = $1 AND o.state <> $4 AND a.replaced_at IS NULL AND a.kind <> $5 \
         AND ($2::smallint IS NULL OR a.kind = $2) AND ($3::uuid IS NULL OR o.id <> $3)",
        filter.owner.0,
        kind,
        except,
        deleted,
        NO_SLOT
    )
    .fetch_one(&mut *db)
    .await?;
    // Papers with the same bytes in the same slot are one. A deleted order is no order any more.
    let rows = sqlx::query!(
        "SELECT id, user_id, order_id, kind, stored_name, format, size, sha256, object_key, replaced_at, sealed_under, ordername, \
         created_at AS \"created_at!\" FROM (SELECT DISTINCT ON (a.kind, a.sha256) a.id, a.user_id, a.order_id, a.kind, \
         a.stored_name, a.format, a.size, a.sha256, a.object_key, a.replaced_at, a.sealed_under, o.ordername, \
         o.created_at AS ordered_at, min(a.created_at) OVER (PARTITION BY a.kind, a.sha256) AS created_at \
         FROM attachment a JOIN orders o ON o.id = a.order_id \
         WHERE o.user_id = $1 AND o.state <> $4 AND a.replaced_at IS NULL AND a.kind <> $5 \
         AND ($2::smallint IS NULL OR a.kind = $2) AND ($3::uuid IS NULL OR o.id <> $3) \
         ORDER BY a.kind, a.sha256, o.created_at DESC, a.id) earlier \
         ORDER BY ordered_at DESC, array_position($6::smallint[], kind), id LIMIT $7 OFFSET $8",
        filter.owner.0,
        kind,
        except,
        deleted,
        NO_SLOT,
        &form_order()[..],
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?;
    let items = rows
        .into_iter()
        .map(|row| {
            let ordername = row.ordername;
            let paper = AttachmentRow {
                id: row.id,
                user_id: row.user_id,
                order_id: row.order_id,
                kind: row.kind,
                stored_name: row.stored_name,
                format: row.format,
                size: row.size,
                sha256: row.sha256,
                object_key: row.object_key,
                created_at: row.created_at,
                replaced_at: row.replaced_at,
                sealed_under: row.sealed_under,
                subscription_id: None,
            };
            Ok(EarlierPaper {
                paper: paper.try_into()?,
                ordername,
            })
        })
        .collect::<Result<_, StorageError>>()?;
    Ok(Listing { items, total })
}

/// The paper, if it lies in a slot of one of the person's orders. Until the transaction ends its row stays, and with it
/// the object that it names.
pub(crate) async fn reusable(
    db: &mut PgConnection,
    owner: UserId,
    id: AttachmentId,
) -> Result<Option<Attachment>, StorageError> {
    let row = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE id = $1 AND replaced_at IS NULL AND kind <> $3 \
         AND EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = $2 AND o.state <> $4) FOR SHARE",
        id.0,
        owner.0,
        NO_SLOT,
        OrderState::Deleted.code()
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Rows of the person's that name the same object for the same slot and that nothing holds yet, the newest first.
pub(crate) async fn loose(
    db: &mut PgConnection,
    owner: UserId,
    paper: &Attachment,
) -> Result<Vec<Attachment>, StorageError> {
    let rows = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE object_key = $1 AND kind = $2 AND user_id = $3 AND order_id IS NULL \
         AND subscription_id IS NULL ORDER BY created_at DESC, id",
        paper.object_key,
        paper.kind.code(),
        owner.0
    )
    .fetch_all(db)
    .await?;
    papers(rows)
}
