//! An account as administrators see it, and `GET /api/users/{id}`

use std::collections::BTreeSet;

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::account::{AccountStatus, masked_phone};
use domain::ids::UserId;
use domain::role::Role;
use serde::Serialize;
use storage::PgConnection;
use storage::db::Listing;
use storage::db::people::{self, Person};
use storage::db::roles::{self, StoredRole};
use utoipa::ToSchema;
use uuid::Uuid;

use super::rights::RoleName;
use crate::context::Context;
use crate::json::{Json, List, Path};
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
    /// The roles that the person has.
    roles: Vec<RoleName>,
    /// Where the person begins.
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

impl UserView {
    /// With the names of the person's roles, which are among `roles`.
    fn new(person: Person, roles: &[StoredRole]) -> Self {
        let own = roles.iter().filter(|role| person.roles.contains(&role.id));
        Self {
            id: person.id.0,
            login_name: person.login_name,
            roles: own.map(RoleName::from).collect(),
            role: Role::nearest(person.permissions),
            status: person.status,
            refusal_reason: person.refusal_reason,
            person: person.profile.into(),
            created_at: person.created,
            last_signed_in_at: person.signed_in,
            sessions: person.sessions,
            demo: person.demo,
        }
    }

    /// For a list, which many people see over one's shoulder.
    fn masked(mut self) -> Self {
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
    let person = found.ok_or_else(Problem::not_found)?;
    let roles = roles::with_ids(db, &person.roles).await?;
    Ok(Json(UserView::new(person, &roles)))
}

/// Many accounts, with masked telephone numbers.
pub(super) async fn rows(
    db: &mut PgConnection,
    found: Listing<Person>,
) -> Result<List<UserView>, Problem> {
    let ids: BTreeSet<_> = (found.items.iter())
        .flat_map(|person| person.roles.iter().cloned())
        .collect();
    let roles = roles::with_ids(db, &ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(List::from_rows(found, |person| {
        UserView::new(person, &roles).masked()
    }))
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
