//! Roles from the command line.

use anyhow::Context as _;
use domain::role::{Role, RoleId};
use storage::clock;
use storage::lifecycle::By;
use storage::lifecycle::administration::AccountChange;
use storage::lifecycle::roles::{self, RoleDraft};

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
    change(parts, user.id, AccountChange::Roles(&roles, None)).await?;
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
    change(parts, user.id, AccountChange::Roles(&roles, None)).await?;
    println!("{login_name} does not have the role {role}");
    Ok(())
}

/// Gives a built-in role its first rights again: the way back where nobody holds a right that nobody could give any more.
pub(super) async fn restore(parts: &ProcessParts, word: &str) -> anyhow::Result<()> {
    let role = Role::parse(word).with_context(|| {
        let words = Role::ALL.map(Role::as_str);
        format!("{word} is none of {}", words.join(", "))
    })?;
    let id = RoleId::from(role);
    let mut db = storage::db::handles::connection(&parts.pool).await?;
    let stored = storage::db::roles::find(&mut db, &id).await?;
    let stored = stored.with_context(|| format!("there is no role {word}"))?;
    drop(db);
    let draft = RoleDraft {
        name: &stored.name,
        note: &stored.note,
        permissions: role.permissions(),
        permissions_before: None,
        second_factor: stored.second_factor,
    };
    roles::change(&parts.pool, &id, draft, By::System, clock::now()).await?;
    println!("{word} allows what it allows in a new installation");
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
