//! What an applicant changed since the order was rejected: for who changes it, and for who audits it again.

use domain::attachment::AttachmentKind;
use domain::order::changes::{Changes, FieldChange};
use domain::order::state::OrderState;
use serde::Serialize;
use storage::db::orders::Order;
use storage::lifecycle::content_of;
use storage::sealed::ServerKey;
use storage::{PgConnection, StorageError};
use utoipa::ToSchema;

use super::codes;

/// What differs from the order as it was rejected.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderChanges)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangesView {
    /// Fields of the form.
    fields: Vec<FieldChangeView>,
    scenes_added: usize,
    /// Scenes taken out.
    scenes_removed: usize,
    /// Slots whose paper was added, replaced or taken out.
    #[schema(value_type = Vec<codes::AttachmentType>)]
    papers: Vec<i16>,
}

/// One field of the form.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderFieldChange)]
struct FieldChangeView {
    /// Its name in the form.
    #[schema(example = "productName")]
    field: &'static str,
    /// What it said; of `getMethod` the code.
    before: String,
    /// Value of the field after the change.
    after: String,
}

impl From<FieldChange> for FieldChangeView {
    fn from(change: FieldChange) -> Self {
        Self {
            field: change.field,
            before: change.before,
            after: change.after,
        }
    }
}

impl From<Changes> for ChangesView {
    fn from(changes: Changes) -> Self {
        Self {
            fields: changes.fields.into_iter().map(Into::into).collect(),
            scenes_added: changes.scenes_added,
            scenes_removed: changes.scenes_removed,
            papers: changes
                .papers
                .into_iter()
                .map(AttachmentKind::code)
                .collect(),
        }
    }
}

/// What was changed since, of an order that stands as rejected or has been handed in again after that.
pub(super) async fn since_rejection(
    db: &mut PgConnection,
    key: &ServerKey,
    order: &Order,
) -> Result<Option<ChangesView>, StorageError> {
    let rejected = order.rejected.as_ref().filter(|_| {
        matches!(
            order.state,
            OrderState::Rejected | OrderState::PendingReview
        )
    });
    let Some(before) = rejected else {
        return Ok(None);
    };
    let now = content_of(db, key, order).await?;
    Ok(Some(Changes::between(&before.open(key), &now).into()))
}
