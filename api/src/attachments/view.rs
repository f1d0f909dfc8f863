//! A paper as it is shown.

use chrono::{DateTime, Utc};
use serde::Serialize;
use storage::db::attachments::Attachment;
use utoipa::ToSchema;
use uuid::Uuid;

use super::name;

/// A paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Attachment)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentView {
    attachment_id: Uuid,
    #[serde(rename = "type")]
    #[schema(value_type = crate::orders::codes::AttachmentType)]
    kind: i16,
    /// Name to show.
    file_name: String,
    /// Stored name: a prefix of 19 characters, then the name to show.
    f_data_name: String,
    /// Where its bytes can be read.
    f_data_path: String,
    /// Bytes.
    size: i64,
    #[schema(example = "application/pdf")]
    media_type: &'static str,
    creattime: DateTime<Utc>,
}

impl From<Attachment> for AttachmentView {
    fn from(paper: Attachment) -> Self {
        Self {
            attachment_id: paper.id.0,
            kind: paper.kind.code(),
            file_name: name::display_name(&paper.stored_name),
            f_data_path: format!("/api/attachments/{}", paper.id),
            f_data_name: paper.stored_name,
            size: paper.size,
            media_type: paper.format.media_type(),
            creattime: paper.created,
        }
    }
}
