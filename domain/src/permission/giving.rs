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

    /// Whether some right would be held by nobody any more. What belongs to applicants does not count: whoever changes roles
    /// gives it back.
    #[must_use]
    pub fn loses_right(self) -> bool {
        let gone = self.before.without(self.after);
        let lost = gone.without(self.held_by_others);
        lost.iter().any(|one| !one.belongs_to_applicants())
    }
}

/// How far somebody may give rights away: no further than one's own go, and what belongs to applicants. What the role of
/// applicants allows at the moment says nothing here: emptied, nobody could fill it again; filled with more, everybody could
/// give that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantLimit(PermissionSet);

impl GrantLimit {
    /// The limit of a person who holds these permissions.
    #[must_use]
    pub fn new(own: PermissionSet) -> Self {
        Self(own.with(PermissionSet::of_applicants()))
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
