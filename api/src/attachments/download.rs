//! `GET /api/attachments/{id}`

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderName};
use axum::response::IntoResponse;
use domain::attachment::PaperFormat;
use domain::ids::AttachmentId;
use domain::order::state::Capability;
use domain::permission::Permission;
use storage::PgConnection;
use storage::db::attachments::{self, Attachment};
use storage::db::orders;
use storage::paper_bytes;

use super::name::{display_name, disposition};
use super::opened::record_opened;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::while_signed_in;

/// Nothing in a paper may act in our name, whoever made it.
const IMAGE_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'";
/// The same, but the viewers that browsers have for PDF do not start in a sandbox.
const PDF_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'self'";

/// What is only saved may do nothing at all.
const FILE_POLICY: &str = "sandbox; default-src 'none'; frame-ancestors 'none'";

/// The bytes of a paper, to be shown in the page: for who uploaded it, the owner of its order, and administrators who review orders
/// and subscriptions.
#[utoipa::path(get, path = "/api/attachments/{id}", tag = "attachments", operation_id = "getAttachment",
    params(("id" = Uuid, Path)),
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = ProblemBody)))]
pub(super) async fn download(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<AttachmentId>,
) -> Result<impl IntoResponse, Problem> {
    let paper = {
        let mut db = context.connection().await?;
        let paper = attachments::find(&mut db, id).await?;
        let paper = paper.ok_or_else(Problem::not_found)?;
        if !may_read(&mut db, &caller, &paper).await? {
            return Err(Problem::not_found());
        }
        record_opened(
            &context,
            &mut db,
            (&caller, &client),
            std::slice::from_ref(&paper),
        )
        .await?;
        paper
    };
    let size = paper.size.unsigned_abs();
    let bytes = paper_bytes::open(
        &*context.objects,
        &context.server_key,
        (&paper).into(),
        0..size,
    )
    .await?;
    let policy = match paper.format {
        PaperFormat::Jpeg | PaperFormat::Png => IMAGE_POLICY,
        PaperFormat::Pdf => PDF_POLICY,
        PaperFormat::Docx => FILE_POLICY,
    };
    // What browsers do not show is saved.
    let shown_as = if paper.format == PaperFormat::Docx {
        "attachment"
    } else {
        "inline"
    };
    let headers: [(HeaderName, String); 7] = [
        (header::CONTENT_TYPE, paper.format.media_type().to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (
            header::CONTENT_DISPOSITION,
            disposition(shown_as, &display_name(&paper.stored_name)),
        ),
        (header::CONTENT_SECURITY_POLICY, policy.to_owned()),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    let body = Body::from_stream(while_signed_in(&context, &caller, bytes));
    Ok((headers, body))
}

async fn may_read(
    db: &mut PgConnection,
    caller: &Caller,
    paper: &Attachment,
) -> Result<bool, Problem> {
    if paper.uploader == caller.id && caller.holds(Permission::OwnOrders) {
        return Ok(true);
    }
    // Whose subscription it lies in has uploaded it.
    let Some(order) = paper.order else {
        return Ok(caller.holds(Permission::AuditOrders));
    };
    let order = orders::find(db, order).await?;
    Ok(order.is_some_and(|order| {
        matches!(
            caller.capability_for(order.owner),
            Capability::Owner | Capability::Auditor
        )
    }))
}
