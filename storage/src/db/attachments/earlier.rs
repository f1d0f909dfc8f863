//! Papers of a person's own orders, to be used again.

use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId, UserId};
use sqlx::{PgConnection, Row};

use super::super::{Listing, Page};
use super::{Attachment, COLUMNS, attachment};
use crate::StorageError;

/// A paper that lies in a slot of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierPaper {
    /// The paper. `created` is when its bytes were uploaded, for whichever order that was.
    pub paper: Attachment,
    /// Number of the latest order that holds it.
    pub ordername: String,
}

/// Which papers to list.
#[derive(Debug, Clone, Copy)]
pub struct EarlierFilter {
    /// Whose orders.
    pub owner: UserId,
    /// Of this slot; `None`: of every slot.
    pub kind: Option<AttachmentKind>,
    /// Not of this order, which is being filled in.
    pub except: Option<OrderId>,
}

/// Papers with the same bytes in the same slot are one. A deleted order is no order any more.
const EARLIER: &str = "SELECT DISTINCT ON (a.kind, a.sha256) a.id, a.user_id, a.order_id, a.kind, a.stored_name, \
     a.format, a.size, a.sha256, a.object_key, a.replaced_at, o.ordername, o.created_at AS ordered_at, \
     min(a.created_at) OVER (PARTITION BY a.kind, a.sha256) AS created_at \
     FROM attachment a JOIN orders o ON o.id = a.order_id \
     WHERE o.user_id = $1 AND o.state <> -2 AND a.replaced_at IS NULL AND a.kind <> 8 \
     AND ($2::smallint IS NULL OR a.kind = $2) AND ($3::uuid IS NULL OR o.id <> $3) \
     ORDER BY a.kind, a.sha256, o.created_at DESC, a.id";

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
    let total = format!("SELECT count(*) FROM ({EARLIER}) earlier");
    let total = sqlx::query_scalar(sqlx::AssertSqlSafe(total))
        .bind(filter.owner.0)
        .bind(kind)
        .bind(except)
        .fetch_one(&mut *db)
        .await?;
    let rows = format!(
        "SELECT {COLUMNS}, ordername FROM ({EARLIER}) earlier \
         ORDER BY ordered_at DESC, array_position('{{6,7,2,1,4}}'::smallint[], kind), id LIMIT $4 OFFSET $5"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(rows))
        .bind(filter.owner.0)
        .bind(kind)
        .bind(except)
        .bind(page.limit())
        .bind(page.offset())
        .fetch_all(db)
        .await?;
    let items = rows
        .iter()
        .map(|row| {
            Ok(EarlierPaper {
                paper: attachment(row)?,
                ordername: row.try_get("ordername")?,
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
    let sql = format!(
        "SELECT {COLUMNS} FROM attachment WHERE id = $1 AND replaced_at IS NULL AND kind <> 8 \
         AND EXISTS (SELECT FROM orders o WHERE o.id = order_id AND o.user_id = $2 AND o.state <> -2) FOR SHARE"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(id.0)
        .bind(owner.0)
        .fetch_optional(db)
        .await?;
    row.as_ref().map(attachment).transpose()
}

/// Rows of the person's that name the same object for the same slot and that no order holds yet, the newest first.
pub(crate) async fn loose(
    db: &mut PgConnection,
    owner: UserId,
    paper: &Attachment,
) -> Result<Vec<Attachment>, StorageError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM attachment WHERE object_key = $1 AND kind = $2 AND user_id = $3 AND order_id IS NULL \
         ORDER BY created_at DESC, id"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(&paper.object_key)
        .bind(paper.kind.code())
        .bind(owner.0)
        .fetch_all(db)
        .await?;
    rows.iter().map(attachment).collect()
}
