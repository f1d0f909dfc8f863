//! `POST /api/users`

use axum::extract::State;
use axum::http::StatusCode;
use domain::account::{AccountAction, Approval, check_login_name, check_role};
use domain::password::{self, PasswordFlaw};
use serde::Deserialize;
use storage::db::handles;
use storage::db::users::NewUser;
use storage::lifecycle::administration;
use utoipa::ToSchema;

use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::orders::codes;
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
    #[schema(required, value_type = codes::Role)]
    role: String,
    #[serde(flatten)]
    person: PersonForm,
}

/// Makes an account of any role.
#[utoipa::path(post, path = "/api/users", tag = "users", operation_id = "createUser", request_body = AccountForm,
    responses((status = 201, body = UserView), (status = 400, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<AccountForm>,
) -> Result<(StatusCode, Json<UserView>), Problem> {
    let login_name = form.login_name.trim().to_owned();
    let role = check_role(&form.role);
    let checks = [
        ("loginName", check_login_name(&login_name).err()),
        (
            "password",
            password::check(&form.password)
                .err()
                .map(PasswordFlaw::text),
        ),
        ("role", role.clone().err()),
    ];
    let mut errors: Vec<_> = checks
        .into_iter()
        .filter_map(|(field, text)| text.map(|text| FieldError::new(field, text)))
        .collect();
    // Without a role nothing is known of what else is required.
    errors.extend(
        role.iter()
            .flat_map(|role| form.person.errors((*role).into())),
    );
    let (Ok(role), true) = (role, errors.is_empty()) else {
        return Err(Problem::invalid(errors));
    };
    let profile = form.person.profile();
    let new = NewUser {
        login_name,
        password_hash: context.passwords.hash(form.password).await?,
        role,
        user_name: profile.user_name.clone(),
        unit: profile.unit.clone(),
        phone: profile.phone.clone(),
        email: profile.email.clone(),
    };
    let now = context.now();
    let mut tx = context.begin().await?;
    let account = (&new, &profile, Approval::Approved);
    let by = caller.by(&client);
    let id = administration::create(&mut tx, account, AccountAction::Create, by, now).await?;
    let made = find(&mut tx, id, now).await?;
    handles::commit(tx).await?;
    Ok((StatusCode::CREATED, made))
}
