//! `POST /api/scopes`, `PUT` and `DELETE /api/scopes/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ScopeGrantId;
use storage::db::regions::RegionOverlays;
use storage::db::scopes::{self, GrantDraft};

use super::desk;
use super::form::GrantForm;
use super::view::{GrantView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Lets everybody, a unit or a person see something, which the caller must see too: one grant of the caller's own has to
/// cover it.
#[utoipa::path(post, path = "/api/scopes", tag = "scopes", operation_id = "grantScope", request_body = GrantForm,
    responses((status = 201, body = GrantView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn grant(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<GrantForm>,
) -> Result<(StatusCode, Json<GrantView>), Problem> {
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let made = async {
        let draft = form.draft(&context, &permit, None).await?;
        let desk = desk(&context, &caller, &client);
        let made = desk.grant(&draft, is_current(&context, &draft), permit.budget());
        Ok::<_, Problem>(made.await?)
    };
    let id = permit.within(made).await?;
    Ok((StatusCode::CREATED, find(&context, id).await?))
}

/// Changes a grant, as far as what it let see and what it is to let see are the caller's to give. It holds within a second.
#[utoipa::path(put, path = "/api/scopes/{id}", tag = "scopes", operation_id = "changeScopeGrant",
    params(("id" = Uuid, Path)), request_body = GrantForm,
    responses((status = 200, body = GrantView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ScopeGrantId>,
    Json(form): Json<GrantForm>,
) -> Result<Json<GrantView>, Problem> {
    let version = form.version;
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let changed = async {
        let before = scopes::find(&mut *context.connection().await?, id).await?;
        let draft = form.draft(&context, &permit, before.as_ref()).await?;
        let desk = desk(&context, &caller, &client);
        let is_current = is_current(&context, &draft);
        let changed = desk.change((id, version), &draft, is_current, permit.budget());
        Ok::<_, Problem>(changed.await?)
    };
    permit.within(changed).await?;
    find(&context, id).await
}

/// Whether the region that a grant names, if any, has the outline of the grant.
fn is_current(context: &Context, draft: &GrantDraft) -> impl FnOnce(&RegionOverlays) -> bool {
    let named = draft.region.as_deref().zip(draft.extent.area.as_deref());
    move |overlays: &RegionOverlays| {
        named.is_none_or(|named| context.regions.has_outline(overlays, named))
    }
}

/// Takes a grant back. What was approved before is still delivered.
#[utoipa::path(delete, path = "/api/scopes/{id}", tag = "scopes", operation_id = "revokeScopeGrant",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn revoke(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ScopeGrantId>,
) -> Result<StatusCode, Problem> {
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let revoked = async {
        let desk = desk(&context, &caller, &client);
        Ok::<_, Problem>(desk.revoke(id, permit.budget()).await?)
    };
    permit.within(revoked).await?;
    Ok(StatusCode::NO_CONTENT)
}
