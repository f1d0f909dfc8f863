//! Sets of permissions.

use std::fmt;

use super::Permission;

/// A set of permissions: what a role is, and what a person holds through all roles together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PermissionSet(u64);

impl PermissionSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The set of all permissions.
    #[must_use]
    pub fn all() -> Self {
        Self::from_permissions(&Permission::ALL)
    }

    /// What everybody who registers may have, whatever the role of applicants allows at the moment.
    #[must_use]
    pub fn of_applicants() -> Self {
        let applying = Permission::ALL.into_iter();
        applying.filter(|one| one.belongs_to_applicants()).collect()
    }

    /// These, with what they imply.
    #[must_use]
    pub fn from_permissions(permissions: &[Permission]) -> Self {
        permissions.iter().copied().collect()
    }

    /// Whether it is among them.
    #[must_use]
    pub const fn holds(self, permission: Permission) -> bool {
        self.0 & permission.bit() != 0
    }

    /// Whether one of these is among them.
    #[must_use]
    pub fn holds_any(self, permissions: &[Permission]) -> bool {
        permissions.iter().any(|one| self.holds(*one))
    }

    /// Whether all of these are among them.
    #[must_use]
    pub const fn includes(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in exactly one of them: what a change from one to the other gives and takes.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// What is in both. What one of them implies may be in neither.
    #[must_use]
    pub const fn shared_with(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The permissions of `self` that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Of these, what makes somebody an administrator.
    #[must_use]
    pub fn administering(self) -> Self {
        let kept = self.iter().filter(|one| one.administrator().is_some());
        // One by one: what they imply is no administrator's.
        Self(kept.fold(0, |bits, one| bits | one.bit()))
    }

    /// Of these, what a client system's token may allow.
    #[must_use]
    pub fn suiting_tokens(self) -> Self {
        let suiting = self.iter().filter(|one| one.suits_tokens());
        // One by one, as above.
        Self(suiting.fold(0, |bits, one| bits | one.bit()))
    }

    /// Of these, what the scope of somebody bounds: whoever lists all that was handed out sees every scene by that.
    #[must_use]
    pub fn bounded_by_scope(self) -> Self {
        let bounded = self.iter().filter(|one| {
            *one == Permission::AllScenes
                || !Self::from_permissions(&[*one]).holds(Permission::AllScenes)
        });
        Self(bounded.fold(0, |bits, one| bits | one.bit()))
    }

    /// Codes of what holds this one, itself among them: a role that was saved by an earlier version may lack what its permissions
    /// imply.
    #[must_use]
    pub fn codes_that_hold(permission: Permission) -> Vec<String> {
        let holding = Permission::ALL.into_iter();
        let holding = holding.filter(|one| Self::from_permissions(&[*one]).holds(permission));
        holding.map(|one| one.code().to_owned()).collect()
    }

    /// Adds it with what it implies.
    fn add(&mut self, permission: Permission) {
        self.0 |= permission.bit();
        for implied in permission.implied() {
            self.add(*implied);
        }
    }

    /// The single permissions, in the order that lists show them.
    pub fn iter(self) -> impl Iterator<Item = Permission> {
        Permission::ALL
            .into_iter()
            .filter(move |one| self.holds(*one))
    }

    /// Their codes, as they are stored and sent.
    #[must_use]
    pub fn codes(self) -> Vec<&'static str> {
        self.iter().map(Permission::code).collect()
    }

    /// Reads stored codes. One that this version does not know gives nothing.
    #[must_use]
    pub fn of_codes(codes: &[String]) -> Self {
        codes
            .iter()
            .filter_map(|code| Permission::parse(code))
            .collect()
    }
}

impl FromIterator<Permission> for PermissionSet {
    fn from_iter<I: IntoIterator<Item = Permission>>(permissions: I) -> Self {
        let mut set = Self::NONE;
        for permission in permissions {
            set.add(permission);
        }
        set
    }
}

impl fmt::Debug for PermissionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.codes()).finish()
    }
}
