//! Passwords that were before.

use domain::ids::UserId;
use storage::db::former_passwords;
use texts::FieldText;

use crate::context::Context;
use crate::problem::Problem;
use crate::system::configured;

/// Whether somebody may choose this password: it is none of the last ones that the person had. The present one is compared
/// by who calls.
pub(super) async fn check(context: &Context, user: UserId, password: &str) -> Result<(), Problem> {
    let count = configured::refresh(context)
        .await?
        .sign_in_policy()
        .former_passwords;
    let former = {
        let mut db = context.connection().await?;
        former_passwords::latest(&mut db, user, count).await?
    };
    for hash in former {
        let passwords = &context.passwords;
        if passwords.verify(password.to_owned(), Some(hash)).await? {
            let text = FieldText::PasswordUsedBefore {
                count: count.into(),
            };
            return Err(Problem::invalid_field("password", text));
        }
    }
    Ok(())
}
