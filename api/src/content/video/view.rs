//! `GET /api/content/video`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::content::ContentLanguage;
use serde::Serialize;
use storage::PgConnection;
use storage::db::content::video::{self, CurrentVideo};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::context::Context;
use crate::json::Json;
use crate::orders::codes;
use crate::problem::Problem;

/// The video of the guide, and how large one may be.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuideVideoState {
    /// Null: there is none.
    #[schema(required)]
    video: Option<GuideVideoView>,
    /// Largest video, bytes.
    max_bytes: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GuideVideo)]
#[serde(rename_all = "camelCase")]
struct GuideVideoView {
    id: Uuid,
    file_name: String,
    media_type: &'static str,
    /// Bytes.
    size: i64,
    /// Lower-case hexadecimal.
    sha256: String,
    uploaded_at: DateTime<Utc>,
    uploaded_by: String,
    /// Languages in which it has captions.
    #[schema(value_type = Vec<codes::ContentLanguage>)]
    captions: Vec<ContentLanguage>,
}

impl From<CurrentVideo> for GuideVideoView {
    fn from(current: CurrentVideo) -> Self {
        let video = current.video;
        Self {
            id: video.id.0,
            file_name: video.file_name,
            media_type: video.format.media_type(),
            size: video.size,
            sha256: hex::encode(video.sha256),
            uploaded_at: video.uploaded,
            uploaded_by: current.uploaded_by,
            captions: current.captions,
        }
    }
}

impl GuideVideoState {
    /// The video that the guide shows now.
    pub(super) async fn read(context: &Context, db: &mut PgConnection) -> Result<Self, Problem> {
        Ok(Self {
            video: video::find(db).await?.map(GuideVideoView::from),
            max_bytes: context.settings.guide_video_max_bytes,
        })
    }
}

/// The video of the guide, for those who replace it.
#[utoipa::path(get, path = "/api/content/video", tag = "content", operation_id = "getGuideVideoState",
    responses((status = 200, body = GuideVideoState)))]
pub(super) async fn view(State(context): State<Context>) -> Result<Json<GuideVideoState>, Problem> {
    let mut db = context.connection().await?;
    Ok(Json(GuideVideoState::read(&context, &mut db).await?))
}
