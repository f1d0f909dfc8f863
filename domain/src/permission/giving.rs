//! How far rights are given and taken.

use super::PermissionSet;

/// A change of what somebody, or whoever has some role, may do, seen by what others hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RightsChange {
    /// What could be done before; nothing, where nobody could sign in to do it.
    pub before: PermissionSet,
    /// What can be done afterwards.
    pub after: PermissionSet,
    /// What everybody else holds together who may sign in.
    pub held_by_others: PermissionSet,
}

impl RightsChange {
    /// Whether an administrator's right would be held by nobody any more. Nobody gives what nobody has, so it would be lost
    /// for good: a change that does this is the removal of the last administrator.
    #[must_use]
    pub fn loses_administration(self) -> bool {
        let gone = self.before.without(self.after);
        let kept = gone.without(self.held_by_others);
        kept.administering() != PermissionSet::NONE
    }
}

/// How far somebody may give rights away: no further than one's own go, and what the portal gives to everybody who
/// registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantLimit(PermissionSet);

impl GrantLimit {
    /// Of somebody who holds `own`, where everybody who registers gets `registered`.
    #[must_use]
    pub const fn new(own: PermissionSet, registered: PermissionSet) -> Self {
        Self(own.with(registered))
    }

    /// Of the command line: who reads the server's data folder needs nobody's leave.
    #[must_use]
    pub fn none() -> Self {
        Self(PermissionSet::all())
    }

    /// Of somebody who appoints others where administrators are kept apart: holding nothing that is appointed.
    #[must_use]
    pub fn appointing() -> Self {
        Self::none()
    }

    /// Whether rights may be changed from `before` to `after`: whatever is given or taken must lie within.
    #[must_use]
    pub const fn allows(self, before: PermissionSet, after: PermissionSet) -> bool {
        self.0.includes(before.difference(after))
    }

    /// Whether somebody with these rights may be steered: whose password one sets, that person's rights one has.
    #[must_use]
    pub const fn covers(self, held: PermissionSet) -> bool {
        self.0.includes(held)
    }
}
