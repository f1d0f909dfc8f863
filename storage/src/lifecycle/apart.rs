//! Whether administrators are apart, where they are to be.

use domain::permission::PermissionSet;
use domain::separation::{self, Holder, SeparationRefusal};
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::{roles, separation as stored};

/// Whether what the transaction has written keeps administrators apart, where they are to be.
pub(super) async fn verdict(
    db: &mut PgConnection,
) -> Result<Result<(), SeparationRefusal>, StorageError> {
    if stored::since(db).await?.is_none() {
        return Ok(Ok(()));
    }
    let roles = roles::allowing_any(db, &stored::administration()).await?;
    let roles: Vec<Holder> = roles
        .iter()
        .map(|role| Holder {
            name: match role.id.built_in() {
                Some(known) => known.as_str().to_owned(),
                None => role.name.clone(),
            },
            held: role.permissions,
        })
        .collect();
    let people = stored::administrators(db).await?;
    let able: Vec<PermissionSet> = (people.iter().filter(|one| one.able))
        .map(|one| one.held)
        .collect();
    let people: Vec<Holder> = people.iter().map(Holder::from).collect();
    Ok(separation::check(&roles, &people, &able))
}
