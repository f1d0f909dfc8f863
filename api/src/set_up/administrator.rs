//! `POST /api/set-up`

use axum::extract::State;
use axum::http::StatusCode;
use domain::account::check_login_name;
use domain::password::{self, PasswordFlaw};
use serde::{Deserialize, Serialize};
use storage::db::users::NewUser;
use storage::lifecycle::By;
use storage::lifecycle::first_start;
use storage::link_token::LinkToken;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Client;
use crate::context::Context;
use crate::json::Json;
use crate::person_form::{PersonForm, Required};
use crate::problem::{FieldError, Problem, ProblemBody};

/// Account of the first administrator, and the set-up link's code.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = FirstAdministrator)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct AdministratorForm {
    /// What stands behind the `#` of the link.
    #[schema(required)]
    token: String,
    /// See `/api/auth/rules`.
    #[schema(required)]
    login_name: String,
    #[schema(required)]
    password: String,
    #[serde(flatten)]
    person: PersonForm,
}

/// The account was made.
#[derive(Serialize, ToSchema)]
pub(super) struct SetUp {
    id: Uuid,
}

/// Makes the first administrator and uses the link up.
#[utoipa::path(post, path = "/api/set-up", tag = "auth", operation_id = "makeFirstAdministrator",
    request_body = AdministratorForm, responses((status = 201, body = SetUp), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(super) async fn create_administrator(
    State(context): State<Context>,
    client: Client,
    Json(form): Json<AdministratorForm>,
) -> Result<(StatusCode, Json<SetUp>), Problem> {
    let now = context.now();
    context.paces.sign_up.step(client.network, now)?;
    let token = LinkToken::presented(&form.token);
    // Nobody has a password hashed here without the link.
    first_start::check(&mut *context.connection().await?, &token, now).await?;
    let errors = form.errors();
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    let profile = form.person.profile();
    let new = NewUser {
        login_name: form.login_name.trim().to_owned(),
        password_hash: context.passwords.hash(form.password).await?,
        roles: Vec::new(),
        user_name: profile.user_name.clone(),
        unit: profile.unit.clone(),
        email: profile.email.clone(),
    };
    let by = By::Registrant {
        client_ip: &client.ip,
        agent: &client.agent,
    };
    let (pool, key) = (&context.pool, &context.server_key);
    let id = first_start::make_administrator(pool, key, &token, (new, &profile), by, now).await?;
    Ok((StatusCode::CREATED, Json(SetUp { id: id.0 })))
}

impl AdministratorForm {
    fn errors(&self) -> Vec<FieldError> {
        let password = password::check(&self.password).err();
        let checks = [
            ("loginName", check_login_name(self.login_name.trim()).err()),
            ("password", password.map(PasswordFlaw::text)),
        ];
        let own = checks
            .into_iter()
            .filter_map(|(field, fault)| fault.map(|text| FieldError::new(field, text)));
        own.chain(self.person.errors(Required::Name)).collect()
    }
}
