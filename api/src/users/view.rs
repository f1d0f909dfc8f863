//! An account as administrators see it, and `GET /api/users/{id}`

use std::collections::BTreeSet;

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::account::{AccountStatus, UserType};
use domain::ids::UserId;
use domain::role::Role;
use domain::sign_in_policy::SignInPolicy;
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
use crate::system::configured;

/// An account.
#[derive(Serialize, ToSchema)]
#[schema(as = User)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserView {
    id: Uuid,
    login_name: String,
    /// The roles that the person has.
    roles: Vec<RoleName>,
    /// What sort of user the person registered as.
    #[serde(rename = "type")]
    #[schema(value_type = codes::UserType)]
    user_type: UserType,
    /// Role that decides which app the person starts in.
    #[schema(value_type = codes::Role)]
    role: Role,
    #[schema(value_type = codes::AccountStatus)]
    status: AccountStatus,
    /// Why the registration was refused, or empty.
    refusal_reason: String,
    /// What the person has told. Telephone and identity numbers are masked, `138****5678`; `openPersonalData` has them whole.
    person: PersonForm,
    created_at: DateTime<Utc>,
    /// When the person last signed in.
    #[schema(required)]
    last_signed_in_at: Option<DateTime<Utc>>,
    /// Number of live sessions.
    sessions: i64,
    /// Whether it is one of the demo's, which stay as they are.
    demo: bool,
    /// Whether the person proves a second factor on signing in.
    second_factor: bool,
    /// Until when the account is valid; null: as long as it is not switched off.
    #[schema(required)]
    valid_until: Option<DateTime<Utc>>,
}

impl UserView {
    /// With the names of the person's roles, which are among `roles`.
    fn new(person: Person, roles: &[StoredRole], policy: SignInPolicy) -> Self {
        let own = roles.iter().filter(|role| person.roles.contains(&role.id));
        Self {
            id: person.id.0,
            login_name: person.login_name,
            roles: own.map(RoleName::from).collect(),
            user_type: person.user_type,
            role: Role::nearest(person.permissions),
            status: person.status,
            refusal_reason: person.refusal_reason,
            person: person.profile.into(),
            created_at: person.created,
            last_signed_in_at: person.signed_in,
            sessions: person.sessions,
            demo: person.demo,
            second_factor: person.second_factor,
            valid_until: policy.account_valid_until(person.valid_from, person.permissions),
        }
    }

    /// For a list, which many people see over one's shoulder.
    fn masked(mut self) -> Self {
        self.person = self.person.masked();
        self
    }
}

pub(super) async fn find(
    context: &Context,
    db: &mut PgConnection,
    id: UserId,
) -> Result<Json<UserView>, Problem> {
    let policy = configured::current(context).await.sign_in_policy();
    let now = context.now();
    let found = people::find(db, &context.server_key, id, now).await?;
    let person = found.ok_or_else(Problem::not_found)?;
    let roles = roles::with_ids(db, &person.roles).await?;
    Ok(Json(UserView::new(person, &roles, policy).masked()))
}

/// Many accounts, with masked telephone and identity numbers.
pub(super) async fn rows(
    context: &Context,
    db: &mut PgConnection,
    found: Listing<Person>,
) -> Result<List<UserView>, Problem> {
    let policy = configured::current(context).await.sign_in_policy();
    let ids: BTreeSet<_> = (found.items.iter())
        .flat_map(|person| person.roles.iter().cloned())
        .collect();
    let roles = roles::with_ids(db, &ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(List::from_rows(found, |person| {
        UserView::new(person, &roles, policy).masked()
    }))
}

/// One account, with masked telephone and identity numbers.
#[utoipa::path(get, path = "/api/users/{id}", tag = "users", operation_id = "getUser", params(("id" = Uuid, Path)),
    responses((status = 200, body = UserView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    Path(id): Path<UserId>,
) -> Result<Json<UserView>, Problem> {
    find(&context, &mut *context.connection().await?, id).await
}
