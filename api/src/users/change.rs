//! `PUT /api/users/{id}`

use axum::extract::State;
use domain::ids::UserId;
use serde::Deserialize;
use storage::db::people;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use texts::ProblemText;
use utoipa::ToSchema;

use super::scope_check;
use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::person_form::PersonForm;
use crate::problem::{FieldError, Problem, ProblemBody};

/// An account as it is to be.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = UserChange)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct UserChange {
    #[serde(flatten)]
    person: PersonForm,
    /// What whoever changes it had read, masked or whole. Where somebody else has changed that meanwhile, nothing is written
    /// (`changed_meanwhile`). Null: that is not asked.
    person_before: Option<PersonForm>,
}

/// Changes the facts about a person, who may do no more than the caller. Numbers that are sent back masked, as they were
/// shown, stay what they are.
#[utoipa::path(put, path = "/api/users/{id}", tag = "users", operation_id = "changeUser", params(("id" = Uuid, Path)),
    request_body = UserChange, responses((status = 200, body = UserView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Json(form): Json<UserChange>,
) -> Result<Json<UserView>, Problem> {
    let key = &context.server_key;
    let found = people::find(&mut *context.connection().await?, key, id, context.now()).await?;
    let person = found.ok_or_else(Problem::not_found)?;
    let stored = PersonForm::from(person.profile.clone());
    // Numbers are compared as they are shown: an answer must not tell whether somebody has guessed one that is masked.
    let read = form
        .person_before
        .map(|form| form.unmasked(&person.profile).masked());
    if read.is_some_and(|read| read != stored.masked()) {
        return Err(Problem::conflict(ProblemText::ChangedMeanwhile));
    }
    let sent = form.person.unmasked(&person.profile);
    let errors: Vec<FieldError> = sent.errors(person.permissions.into());
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    let profile = sent.profile();
    if profile.email != person.profile.email {
        scope_check::check(&context, &caller, &client, id).await?;
    }
    let by_mail = ByMail::of_installation(context.settings.mail);
    // What was masked is filled in from what was read here, and the rest compared with it: it must be that still.
    let before = Some(&person.profile);
    let changes = [AccountChange::Profile(&profile, before, by_mail)];
    let (by, now) = (caller.by(&client), context.now());
    administration::change(&context.pool, key, id, &changes, by, now).await?;
    find(&context, &mut *context.connection().await?, id).await
}
