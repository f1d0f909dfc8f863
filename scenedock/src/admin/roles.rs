//! Roles from the command line.

use domain::role::RoleId;
use storage::lifecycle::administration::AccountChange;

use super::known_roles::named;
use super::people::{account, change};
use crate::parts::ProcessParts;

pub(super) async fn grant(
    parts: &ProcessParts,
    login_name: &str,
    role: &str,
) -> anyhow::Result<()> {
    let (user, id) = user_and_role(parts, login_name, role).await?;
    let mut roles = user.roles.clone();
    if !roles.contains(&id) {
        roles.push(id);
    }
    change(parts, user.id, AccountChange::Roles(&roles)).await?;
    println!("{login_name} has the role {role}");
    Ok(())
}

pub(super) async fn take(parts: &ProcessParts, login_name: &str, role: &str) -> anyhow::Result<()> {
    let (user, id) = user_and_role(parts, login_name, role).await?;
    let roles: Vec<RoleId> = user
        .roles
        .iter()
        .filter(|held| **held != id)
        .cloned()
        .collect();
    anyhow::ensure!(
        !roles.is_empty() || user.roles.is_empty(),
        "{login_name} would have no role; give another one first, or switch the account off"
    );
    change(parts, user.id, AccountChange::Roles(&roles)).await?;
    println!("{login_name} does not have the role {role}");
    Ok(())
}

async fn user_and_role(
    parts: &ProcessParts,
    login_name: &str,
    role: &str,
) -> anyhow::Result<(storage::db::users::User, RoleId)> {
    let user = account(parts, login_name).await?;
    let mut db = storage::db::handles::connection(&parts.pool).await?;
    let role = named(&mut db, role).await?;
    Ok((user, role.id))
}
