//! The caller's password once more, before something changes with which the account could be taken over.

use domain::account::AccountAction;
use serde::Deserialize;
use storage::db::provider_links::is_password_known;
use storage::db::sign_in::{self, Attempt};
use storage::db::users;
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use super::guesses;
use super::login::locked;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;

/// The password again: whoever sits down at somebody's open browser does not know it.
#[derive(Deserialize, ToSchema)]
pub(super) struct PasswordAgain {
    #[serde(default)]
    #[schema(required)]
    pub(super) password: String,
}

/// A password to confirm, and the change that it authorises.
pub(super) struct TypedPassword {
    /// Where it stands in the form.
    pub(super) field: &'static str,
    pub(super) password: String,
    /// Change of the account that the password authorises.
    pub(super) action: AccountAction,
}

impl TypedPassword {
    /// Of a form that has one password.
    pub(super) const fn again(password: String, action: AccountAction) -> Self {
        Self {
            field: "password",
            password,
            action,
        }
    }
}

/// Guessed no faster than at the door, and as often. What is done with it afterwards asks whether the caller's epoch is the account's
/// still: it was read before the password was, so that of a password that is another meanwhile nothing follows.
pub(super) async fn check(
    context: &Context,
    caller: &Caller,
    client: &Client,
    typed: TypedPassword,
) -> Result<(), Problem> {
    let TypedPassword {
        field,
        password,
        action,
    } = typed;
    let wrong = |text| Problem::invalid_field(field, text);
    if password.is_empty() {
        return Err(wrong(FieldText::PasswordMissing));
    }
    let (paces, now) = (&context.paces, context.now());
    let one = paces.sign_in.enter(client.network, now).await?;
    let (stored, is_last) = {
        let mut db = context.connection().await?;
        // Counted before it is looked at.
        let attempt = sign_in::attempt_own_password(&mut db, caller.id, now).await?;
        if let Attempt::LockedUntil(until) = attempt {
            return Err(locked((until - now).num_seconds(), ProblemText::Locked));
        }
        let stored = users::with_password_hash(&mut db, &caller.login_name).await?;
        (stored, attempt == Attempt::LastAllowed)
    };
    let hash = stored.map(|(_, hash)| hash);
    if !context.passwords.verify(password, hash).await? {
        let (by, guess) = ((caller, client), (action, is_last));
        let problem = wrong(FieldText::OldPasswordWrong);
        return Err(guesses::refuse(context, by, guess, problem).await?);
    }
    one.give_back();
    let mut db = context.connection().await?;
    Ok(sign_in::succeed_own_password(&mut db, caller.id).await?)
}

/// The same, of those who have a password: who signs in at the identity provider alone knows none, and has no link sent with
/// which one is set.
pub(super) async fn check_if_any(
    context: &Context,
    caller: &Caller,
    client: &Client,
    typed: TypedPassword,
) -> Result<(), Problem> {
    if is_password_known(caller.password_set) {
        check(context, caller, client, typed).await
    } else {
        Ok(())
    }
}
