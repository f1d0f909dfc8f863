//! The caller's password once more, before something changes with which the account could be taken over.

use serde::Deserialize;
use storage::db::provider_links::is_password_known;
use storage::db::users;
use texts::FieldText;
use utoipa::ToSchema;

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

/// Guessed no faster than at the door.
pub(super) async fn check(
    context: &Context,
    caller: &Caller,
    client: &Client,
    password: String,
) -> Result<(), Problem> {
    let wrong = |text| Problem::invalid_field("password", text);
    if password.is_empty() {
        return Err(wrong(FieldText::PasswordMissing));
    }
    let paces = &context.paces;
    let one = paces.sign_in.enter(client.network, context.now()).await?;
    let stored = {
        let mut db = context.connection().await?;
        users::with_password_hash(&mut db, &caller.login_name).await?
    };
    let hash = stored.map(|(_, hash)| hash);
    if !context.passwords.verify(password, hash).await? {
        return Err(wrong(FieldText::OldPasswordWrong));
    }
    one.give_back();
    Ok(())
}

/// The same, of those who have a password: who signs in at the identity provider alone knows none, and has no link sent with
/// which one is set.
pub(super) async fn check_if_any(
    context: &Context,
    caller: &Caller,
    client: &Client,
    password: String,
) -> Result<(), Problem> {
    if is_password_known(caller.password_set) {
        check(context, caller, client, password).await
    } else {
        Ok(())
    }
}
