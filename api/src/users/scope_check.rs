//! Whose password one sets, or whose address one changes, that person's view of the catalogue one can have.

use domain::ids::UserId;
use domain::permission::Permission;
use domain::scope::ScopeSubject;
use storage::db::{separation, users};

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;
use crate::scopes;

/// Refuses where the person sees more than the caller could grant. Not where administrators are kept apart: whoever keeps
/// accounts there sees no scenes, and nobody could help anybody (decision 0068). Who sees all scenes by a permission has more
/// rights than the caller, which is refused with those.
pub(super) async fn check(
    context: &Context,
    caller: &Caller,
    client: &Client,
    person: UserId,
) -> Result<(), Problem> {
    let known = {
        let mut db = context.connection().await?;
        if separation::since(&mut db).await?.is_some() {
            return Ok(());
        }
        users::by_id(&mut db, person).await?
    };
    let sees_all = known.is_none_or(|user| user.permissions.holds(Permission::AllScenes));
    if sees_all {
        return Ok(());
    }
    check_grants(context, caller, client, person).await
}

/// Refuses where grants show the person more than the caller could grant, also where administrators are kept apart: for what
/// one uses oneself, such as a token that looks as the person does.
pub(crate) async fn check_grants(
    context: &Context,
    caller: &Caller,
    client: &Client,
    person: UserId,
) -> Result<(), Problem> {
    if caller.holds(Permission::AllScenes) {
        return Ok(());
    }
    let subject = ScopeSubject::Person(person);
    let permit = context.geometry.admit(Some(caller), client).await?;
    let checked = async {
        let desk = scopes::desk(context, caller, client);
        Ok::<_, Problem>(desk.check_view(subject, false, permit.budget()).await?)
    };
    permit.within(checked).await?;
    Ok(())
}
