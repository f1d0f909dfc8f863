//! Three administrators apart (三员分立): no role and nobody is more than one kind of administrator.

use texts::ProblemText;

use crate::administrator::AdministratorKind;
use crate::permission::{Permission, PermissionSet};
use crate::role::RoleId;

/// The id of the role that is made for a kind.
#[must_use]
pub fn own_role(kind: AdministratorKind) -> RoleId {
    RoleId(format!("{}administrator", kind.as_str()))
}

/// What that role allows: all that makes this kind, and nothing that makes another. Who says who may see what sees all of it:
/// nobody gives what is beyond the own scope, so that whoever takes a grant back could not give it again.
#[must_use]
pub fn permissions(kind: AdministratorKind) -> PermissionSet {
    let sees = (kind == AdministratorKind::Security).then_some(Permission::AllScenes);
    Permission::ALL
        .into_iter()
        .filter(|one| one.administrator() == Some(kind))
        .chain(sees)
        .collect()
}

/// What nobody else can do: somebody who may sign in must hold it.
#[must_use]
pub const fn essential(kind: AdministratorKind) -> Permission {
    match kind {
        AdministratorKind::System => Permission::ManageUsers,
        AdministratorKind::Security => Permission::GrantRoles,
        AdministratorKind::Audit => Permission::AuditLog,
    }
}

/// What kinds of administrator these permissions make.
pub fn kinds(held: PermissionSet) -> Vec<AdministratorKind> {
    let mut kinds: Vec<_> = held.iter().filter_map(Permission::administrator).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether they make more than one.
#[must_use]
pub fn combines(held: PermissionSet) -> bool {
    kinds(held).len() > 1
}

/// What is left without what makes an administrator.
#[must_use]
pub fn without_administration(held: PermissionSet) -> PermissionSet {
    held.iter()
        .filter(|one| one.administrator().is_none())
        .collect()
}

/// Whose permissions are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// What people call the role or the person.
    pub name: String,
    /// What it allows, or what the person holds.
    pub held: PermissionSet,
}

/// Why administrators would not be apart.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeparationRefusal {
    /// These would be more than one kind of administrator.
    #[error("{} would be more than one kind of administrator", .0.join(", "))]
    Combined(Vec<String>),
    /// Nobody who may sign in would be this kind.
    #[error("nobody would be {}", .0.as_str())]
    Vacant(AdministratorKind),
}

impl SeparationRefusal {
    /// Message to the administrator.
    #[must_use]
    pub fn text(self) -> ProblemText {
        match self {
            Self::Combined(names) => ProblemText::AdministratorsCombined {
                names: names.into_iter().collect(),
            },
            Self::Vacant(AdministratorKind::System) => ProblemText::SystemAdministratorMissing,
            Self::Vacant(AdministratorKind::Security) => ProblemText::SecurityAdministratorMissing,
            Self::Vacant(AdministratorKind::Audit) => ProblemText::AuditAdministratorMissing,
        }
    }
}

/// Names that a refusal tells of those who combine.
const MAX_NAMED: usize = 5;

/// Whether administrators are apart: no role and nobody is two kinds, and somebody who may sign in is each of them.
///
/// # Errors
///
/// Whoever combines, or the kind that nobody is.
pub fn check(
    roles: &[Holder],
    people: &[Holder],
    able: &[PermissionSet],
) -> Result<(), SeparationRefusal> {
    let mut names: Vec<String> = roles
        .iter()
        .chain(people)
        .filter(|holder| combines(holder.held))
        .map(|holder| holder.name.clone())
        .collect();
    if !names.is_empty() {
        names.truncate(MAX_NAMED);
        return Err(SeparationRefusal::Combined(names));
    }
    let vacant = AdministratorKind::ALL
        .into_iter()
        .find(|kind| !able.iter().any(|held| held.holds(essential(*kind))));
    vacant.map_or(Ok(()), |kind| Err(SeparationRefusal::Vacant(kind)))
}

#[cfg(test)]
mod tests;
