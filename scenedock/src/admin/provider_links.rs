//! Links of accounts to an identity provider, from the command line.

use anyhow::anyhow;
use storage::db::handles;
use storage::db::provider_links::{self, ProviderPerson};
use storage::lifecycle::administration::{AccountChange, AdministrationError};

use super::people::{account, by_mail, change};
use crate::parts::ProcessParts;

/// One line a link, its fields parted by tabs.
pub(super) async fn list(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let mut db = handles::connection(&parts.pool).await?;
    for link in provider_links::of_user(&mut db, user.id).await? {
        println!(
            "{}\t{}\t{}",
            link.issuer,
            link.subject,
            link.linked_at.to_rfc3339()
        );
    }
    Ok(())
}

pub(super) async fn remove(
    parts: &ProcessParts,
    login_name: &str,
    person: &ProviderPerson,
) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let removal = AccountChange::RemoveProviderLink(person, by_mail(parts));
    let removed = change(parts, user.id, removal).await;
    let renewed = removed.map_err(|error| {
        // The account is there.
        let is_missing = matches!(
            error.downcast_ref::<AdministrationError>(),
            Some(AdministrationError::NotFound)
        );
        if is_missing {
            anyhow!("{login_name} has no such link; see `scenedock admin list-provider-links`")
        } else {
            error
        }
    })?;
    println!(
        "{login_name} is not linked to it any more, and signed out everywhere; {renewed} FTP accounts have new passwords"
    );
    Ok(())
}
