//! `GET /api/feedback/template`

use axum::http::header;
use axum::response::IntoResponse;
use domain::attachment::PaperFormat;

use super::name::disposition;

/// Made by `feedback_template.py` beside it.
pub(super) const DOCUMENT: &[u8] = include_bytes!("../../assets/feedback-template.docx");
const NAME: &str = "数据服务反馈表.docx";

/// An empty feedback form (数据服务反馈表), a Word document to fill in, sign and upload.
#[utoipa::path(get, path = "/api/feedback/template", tag = "attachments", operation_id = "getFeedbackTemplate",
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document")))]
pub(super) async fn template() -> impl IntoResponse {
    let headers = [
        (
            header::CONTENT_TYPE,
            PaperFormat::Docx.media_type().to_owned(),
        ),
        (header::CONTENT_DISPOSITION, disposition("attachment", NAME)),
        (header::CACHE_CONTROL, "public, max-age=3600".to_owned()),
    ];
    (headers, DOCUMENT)
}
