//! What of refused requests stands in the audit log, and how much of one person's.

use chrono::TimeDelta;
use strum::{EnumIter, EnumString, IntoStaticStr};

/// How a request would have changed something: its method (RFC 9110, section 9.3; RFC 5789).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, EnumString, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum ChangingMethod {
    /// Something is sent in.
    Post,
    /// Something is replaced.
    Put,
    /// Something is changed in part.
    Patch,
    /// Something is removed.
    Delete,
}

impl ChangingMethod {
    pub const ALL: [Self; 4] = [Self::Post, Self::Put, Self::Patch, Self::Delete];

    /// Reads the method as a request names it; `None`: it changes nothing.
    #[must_use]
    pub fn of_request(name: &str) -> Option<Self> {
        match name {
            "POST" => Some(Self::Post),
            "PUT" => Some(Self::Put),
            "PATCH" => Some(Self::Patch),
            "DELETE" => Some(Self::Delete),
            _ => None,
        }
    }
}

/// Why a request was refused for the sake of rights or safety, by the code of its answer. No other refusal is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, EnumString, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum AuditedRefusal {
    /// The person does not hold the permission.
    Forbidden,
    /// A client system's token does not do what only people do.
    TokenNotEnough,
    /// It gives, takes or steers rights that the person does not hold.
    BeyondOwnRights,
    /// It gives everybody who registers more than belongs to applicants.
    BeyondApplicants,
    /// It gives or takes data that the person does not see.
    ScopeBeyondOwn,
    /// It brings two kinds of administrators together.
    AdministratorsCombined,
    /// It leaves nobody who administers, or who holds some other right.
    LastAdministrator,
    /// It does to the own account what only another administrator does.
    OwnAccount,
    /// It moves what people see by moving a node, without the right to say what they see.
    MoveChangesScopes,
}

impl AuditedRefusal {
    /// Reads the code of an answer.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        code.parse().ok()
    }

    /// The code, which is the entry's reason.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// What the log has of one person's refused requests, of the last [`WINDOW`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecentEntries {
    /// Number of entries in the window.
    pub count: i64,
    /// Whether this very one is there: method, address and reason.
    pub has_same: bool,
}

/// How long one entry speaks for all that are the same.
pub const WINDOW: TimeDelta = TimeDelta::minutes(10);
/// Most entries of one person in [`WINDOW`]: whoever tries more is seen by these.
pub const MAX_IN_WINDOW: i64 = 30;

/// Whether one more is kept.
#[must_use]
pub const fn may_add(recent: RecentEntries) -> bool {
    !recent.has_same && recent.count < MAX_IN_WINDOW
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn only_methods_that_change_something_are_read() {
        for method in ChangingMethod::iter() {
            let word: &str = method.into();
            assert_eq!(
                ChangingMethod::of_request(&word.to_uppercase()),
                Some(method)
            );
        }
        for reading in ["GET", "HEAD", "OPTIONS", "post", ""] {
            assert_eq!(ChangingMethod::of_request(reading), None, "{reading}");
        }
    }

    #[test]
    fn only_refusals_of_rights_and_safety_are_kept() {
        for refusal in AuditedRefusal::iter() {
            assert_eq!(AuditedRefusal::of_code(refusal.code()), Some(refusal));
        }
        for other in ["invalid", "not_found", "wrong_state", "not_signed_in", ""] {
            assert_eq!(AuditedRefusal::of_code(other), None, "{other}");
        }
    }

    #[test]
    fn the_same_is_kept_once_and_no_more_than_the_most() {
        let kept = |count, has_same| may_add(RecentEntries { count, has_same });
        assert!(kept(0, false) && kept(MAX_IN_WINDOW - 1, false));
        assert!(!kept(MAX_IN_WINDOW, false) && !kept(1, true));
    }
}
