//! `POST /api/roles`, `PUT /api/roles/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::account::check_optional_text;
use domain::permission::{Permission, PermissionSet};
use domain::role::{RoleId, check_name};
use serde::Deserialize;
use storage::lifecycle::roles::{self, RoleDraft};
use texts::FieldText;
use utoipa::ToSchema;

use super::view::{RoleView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{FieldError, Problem, ProblemBody};

/// A role as it is to be. What it allows has to be said: a role whose permissions are forgotten, or misspelt, must not lose
/// them.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RoleDraft)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RoleForm {
    /// At most 40 characters. Of a role that every installation has it is not looked at.
    #[schema(required)]
    #[serde(default)]
    name: String,
    /// What it is for, or empty.
    #[serde(default)]
    note: String,
    /// What it allows. What these imply is added.
    #[schema(value_type = Vec<codes::Permission>)]
    permissions: Vec<String>,
    /// Whether those who have it need a second factor.
    #[serde(default)]
    second_factor: bool,
    /// What it allowed when whoever changes it began to. Where somebody else has changed that meanwhile, nothing is written
    /// (`changed_meanwhile`). A change has to say it; of a new role it is not looked at.
    #[schema(value_type = Option<Vec<codes::Permission>>)]
    permissions_before: Option<Vec<String>>,
}

/// These codes with what they imply; `None`: one of them is not known.
pub(super) fn known_permissions(codes: &[String]) -> Option<PermissionSet> {
    codes.iter().map(|code| Permission::parse(code)).collect()
}

impl RoleForm {
    /// What it allows, or what is wrong with it.
    fn checked(&self, named: bool, changes: bool) -> Result<PermissionSet, Problem> {
        let known = known_permissions(&self.permissions);
        let before = self.permissions_before.as_deref().map(known_permissions);
        let checks = [
            (
                "name",
                named.then(|| check_name(&self.name).err()).flatten(),
            ),
            ("note", check_optional_text(&self.note).err()),
            (
                "permissions",
                known.is_none().then_some(FieldText::PermissionWrong),
            ),
            (
                "permissionsBefore",
                match before {
                    Some(None) => Some(FieldText::PermissionWrong),
                    None if changes => Some(FieldText::PermissionsBeforeMissing),
                    _ => None,
                },
            ),
        ];
        let errors: Vec<_> = checks
            .into_iter()
            .filter_map(|(field, text)| text.map(|text| FieldError::new(field, text)))
            .collect();
        match known {
            Some(permissions) if errors.is_empty() => Ok(permissions),
            _ => Err(Problem::invalid(errors)),
        }
    }

    fn draft(&self, permissions: PermissionSet) -> RoleDraft<'_> {
        RoleDraft {
            name: self.name.trim(),
            note: self.note.trim(),
            permissions,
            permissions_before: self
                .permissions_before
                .as_deref()
                .and_then(known_permissions),
            second_factor: self.second_factor,
        }
    }
}

/// Makes a role, which allows no more than the caller may do, or everybody who registers.
#[utoipa::path(post, path = "/api/roles", tag = "roles", operation_id = "createRole", request_body = RoleForm,
    responses((status = 201, body = RoleView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<RoleForm>,
) -> Result<(StatusCode, Json<RoleView>), Problem> {
    let draft = form.draft(form.checked(true, false)?);
    let (by, now) = (caller.by(&client), context.now());
    let id = roles::create(&context.pool, draft, by, now).await?;
    let role = find(&mut *context.connection().await?, &id).await?;
    Ok((StatusCode::CREATED, role))
}

/// Changes a role, as far as what it allowed and what it is to allow differ by what the caller may do. It holds at once for
/// everybody who has the role.
#[utoipa::path(put, path = "/api/roles/{id}", tag = "roles", operation_id = "changeRole", params(("id" = String, Path)),
    request_body = RoleForm, responses((status = 200, body = RoleView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<RoleId>,
    Json(form): Json<RoleForm>,
) -> Result<Json<RoleView>, Problem> {
    let draft = form.draft(form.checked(id.built_in().is_none(), true)?);
    let (by, now) = (caller.by(&client), context.now());
    roles::change(&context.pool, &id, draft, by, now).await?;
    find(&mut *context.connection().await?, &id).await
}
