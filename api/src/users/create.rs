//! `POST /api/users`

use axum::extract::State;
use axum::http::StatusCode;
use domain::account::{AccountAction, Approval, check_login_name};
use domain::password::{self, PasswordFlaw};
use domain::permission::{Permission, PermissionSet};
use domain::role::{Role, RoleId};
use serde::Deserialize;
use storage::db::users::NewUser;
use storage::db::{handles, roles};
use storage::lifecycle::administration;
use utoipa::ToSchema;

use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::person_form::PersonForm;
use crate::problem::{FieldError, Problem, ProblemBody};

/// An account to make.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewUser)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(super) struct AccountForm {
    /// What the person signs in with; see `/api/auth/rules`.
    #[schema(required)]
    login_name: String,
    /// For the first sign-in; the person is asked to change it.
    #[schema(required)]
    password: String,
    /// The roles that the person gets; none: what everybody gets who registers. Others need `/role/grant`.
    #[schema(value_type = Vec<String>)]
    role_ids: Vec<RoleId>,
    #[serde(flatten)]
    person: PersonForm,
}

/// Makes an account, which may do no more than the caller, or than everybody who registers.
#[utoipa::path(post, path = "/api/users", tag = "users", operation_id = "createUser", request_body = AccountForm,
    responses((status = 201, body = UserView), (status = 400, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<AccountForm>,
) -> Result<(StatusCode, Json<UserView>), Problem> {
    let login_name = form.login_name.trim().to_owned();
    let roles = asked_roles(&caller, form.role_ids)?;
    let mut tx = context.begin().await?;
    let held = roles::with_ids(&mut tx, &roles).await?;
    let held = (held.iter()).fold(PermissionSet::NONE, |all, role| all.with(role.permissions));
    let checks = [
        ("loginName", check_login_name(&login_name).err()),
        (
            "password",
            password::check(&form.password)
                .err()
                .map(PasswordFlaw::text),
        ),
    ];
    let mut errors: Vec<_> = checks
        .into_iter()
        .filter_map(|(field, text)| text.map(|text| FieldError::new(field, text)))
        .collect();
    errors.extend(form.person.errors(held.into()));
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    let profile = form.person.profile();
    let new = NewUser {
        login_name,
        password_hash: context.passwords.hash(form.password).await?,
        roles,
        user_name: profile.user_name.clone(),
        unit: profile.unit.clone(),
        email: profile.email.clone(),
    };
    let (key, now) = (&context.server_key, context.now());
    let account = (&new, &profile, Approval::Approved);
    let by = caller.by(&client);
    let id = administration::create(&mut tx, key, account, AccountAction::Create, by, now).await?;
    let made = find(&context, &mut tx, id).await?;
    handles::commit(tx).await?;
    Ok((StatusCode::CREATED, made))
}

/// What is asked for, once each. Roles other than what registering gives are for those who may give roles.
fn asked_roles(caller: &Caller, mut roles: Vec<RoleId>) -> Result<Vec<RoleId>, Problem> {
    roles.sort();
    roles.dedup();
    let registered = RoleId::from(Role::Applicant);
    if roles.is_empty() {
        roles.push(registered.clone());
    }
    if roles != [registered] && !caller.holds(Permission::GrantRoles) {
        return Err(Problem::needs_one(vec![Permission::GrantRoles]));
    }
    Ok(roles)
}
