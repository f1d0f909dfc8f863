//! Roles as the command line names them.

use anyhow::Context;
use domain::account::import::OfferedRole;
use storage::PgConnection;
use storage::lifecycle::{By, import};

/// Every role.
pub(super) async fn all(db: &mut PgConnection) -> anyhow::Result<Vec<OfferedRole>> {
    Ok(import::rules(db, By::System).await?.roles)
}

/// A role by its name or id.
pub(super) async fn named(db: &mut PgConnection, name: &str) -> anyhow::Result<OfferedRole> {
    let roles = all(db).await?;
    let by_id = roles.iter().find(|role| role.id.0 == name);
    let found = OfferedRole::named(&roles, name).or(by_id);
    found.cloned().with_context(|| {
        let names: Vec<&str> = (roles.iter())
            .map(|role| {
                if role.name.is_empty() {
                    role.id.0.as_str()
                } else {
                    &role.name
                }
            })
            .collect();
        format!("there is no role {name}; there are {}", names.join(", "))
    })
}
