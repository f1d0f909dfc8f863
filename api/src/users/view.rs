//! An account as administrators see it, and `GET /api/users/{id}`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::account::{AccountStatus, masked_phone};
use domain::ids::UserId;
use domain::role::Role;
use serde::Serialize;
use storage::PgConnection;
use storage::db::people::{self, Person};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::person_form::PersonForm;
use crate::problem::{Problem, ProblemBody};

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = User)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserView {
    id: Uuid,
    login_name: String,
    #[schema(value_type = codes::Role)]
    role: Role,
    #[schema(value_type = codes::AccountStatus)]
    status: AccountStatus,
    /// Why the registration was refused, or empty.
    refusal_reason: String,
    /// What the person has told. In lists the telephone numbers are masked: `138****5678`.
    person: PersonForm,
    created_at: DateTime<Utc>,
    /// When the person last signed in.
    #[schema(required)]
    last_signed_in_at: Option<DateTime<Utc>>,
    /// How many sessions live.
    sessions: i64,
    /// Whether it is one of the demo's, which stay as they are.
    demo: bool,
}

impl From<Person> for UserView {
    fn from(person: Person) -> Self {
        Self {
            id: person.id.0,
            login_name: person.login_name,
            role: person.role,
            status: person.status,
            refusal_reason: person.refusal_reason,
            person: person.profile.into(),
            created_at: person.created,
            last_signed_in_at: person.signed_in,
            sessions: person.sessions,
            demo: person.demo,
        }
    }
}

impl UserView {
    /// For a list, which many people see over one's shoulder.
    pub(super) fn masked(mut self) -> Self {
        for phone in [&mut self.person.phone_mobile, &mut self.person.phone_work] {
            *phone = masked_phone(phone);
        }
        self
    }
}

pub(super) async fn find(
    db: &mut PgConnection,
    id: UserId,
    now: DateTime<Utc>,
) -> Result<Json<UserView>, Problem> {
    let found = people::find(db, id, now).await?;
    Ok(Json(found.ok_or_else(Problem::not_found)?.into()))
}

/// One account, with whole telephone numbers.
#[utoipa::path(get, path = "/api/users/{id}", tag = "users", operation_id = "getUser", params(("id" = Uuid, Path)),
    responses((status = 200, body = UserView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    Path(id): Path<UserId>,
) -> Result<Json<UserView>, Problem> {
    find(&mut *context.connection().await?, id, context.now()).await
}
