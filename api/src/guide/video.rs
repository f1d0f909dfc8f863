//! `GET /api/guide/video`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::content::ContentLanguage;
use serde::Serialize;
use storage::db::content::video::{self, CurrentVideo};
use utoipa::ToSchema;

use crate::context::Context;
use crate::orders::codes;
use crate::problem::Problem;
use crate::public_answer;

/// The video of the guide, if there is one.
#[derive(Debug, Serialize, ToSchema)]
struct GuideVideoAnswer {
    /// Null: there is none.
    #[schema(required)]
    video: Option<ShownVideo>,
}

/// The video of the guide.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShownVideo {
    /// Another one after each replacement.
    url: String,
    media_type: &'static str,
    /// Bytes.
    size: i64,
    captions: Vec<CaptionsLink>,
}

/// Captions in a language.
#[derive(Debug, Serialize, ToSchema)]
struct CaptionsLink {
    #[schema(value_type = codes::ContentLanguage)]
    language: ContentLanguage,
    url: String,
}

impl From<CurrentVideo> for ShownVideo {
    fn from(current: CurrentVideo) -> Self {
        let id = current.video.id;
        let link = |language: ContentLanguage| CaptionsLink {
            language,
            url: format!("/api/guide/video/captions/{}?v={id}", language.as_str()),
        };
        Self {
            url: format!("/api/guide/video/file?v={id}"),
            media_type: current.video.format.media_type(),
            size: current.video.size,
            captions: current.captions.into_iter().map(link).collect(),
        }
    }
}

/// Where the video of the guide and its captions are.
#[utoipa::path(get, path = "/api/guide/video", tag = "guide", operation_id = "getGuideVideo",
    responses((status = 200, body = GuideVideoAnswer), (status = 304)))]
pub(super) async fn video(
    State(context): State<Context>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let video = video::find(&mut db).await?.map(ShownVideo::from);
    public_answer::json(&headers, &GuideVideoAnswer { video })
}
