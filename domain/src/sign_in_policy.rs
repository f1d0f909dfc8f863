//! What an installation asks of passwords, accounts and of how many come at once.

use chrono::{DateTime, TimeDelta, Utc};
use texts::{Message, NoticeText};

use crate::password::MAX_FORMER_PASSWORDS;
use crate::permission::{Permission, PermissionSet};
use crate::system::{ON, SysKey};

/// Former passwords that may not come again until somebody says how many.
pub const FORMER_PASSWORDS: u32 = 5;
/// Days before a password is over in which it is told.
const TOLD_BEFORE: i64 = 7;

/// The policy; what is `None` has no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SignInPolicy {
    /// How long a password is valid.
    pub password_validity: Option<TimeDelta>,
    /// How many passwords of before may not be chosen again.
    pub former_passwords: u32,
    /// Whether a password that is over, or that an administrator chose, is changed before anything else.
    pub forces_change: bool,
    /// How long an account is valid.
    pub account_validity: Option<TimeDelta>,
    /// Most people with a session at the same time.
    pub people_online: Option<u32>,
    /// Most calls of a person a minute.
    pub calls_a_minute: Option<u32>,
}

impl SignInPolicy {
    /// As the system configuration says; what is empty or 0 limits nothing, and of former passwords the usual number.
    #[must_use]
    pub fn of_entries<'a>(text: impl Fn(SysKey) -> &'a str) -> Self {
        let number = |key| text(key).trim().parse::<u32>().ok();
        let limit = |key| number(key).filter(|most| *most > 0);
        let days = |key| limit(key).map(|days| TimeDelta::days(days.into()));
        Self {
            password_validity: days(SysKey::PasswordValidity),
            former_passwords: number(SysKey::PasswordHistory)
                .unwrap_or(FORMER_PASSWORDS)
                .min(MAX_FORMER_PASSWORDS),
            forces_change: text(SysKey::PasswordForce) == ON,
            account_validity: days(SysKey::AccountValidity),
            people_online: limit(SysKey::OnlineUsers),
            calls_a_minute: limit(SysKey::Frequency),
        }
    }

    /// How old a password is that was set then.
    #[must_use]
    pub fn password_age(
        self,
        set: DateTime<Utc>,
        kind: PasswordKind,
        now: DateTime<Utc>,
    ) -> PasswordAge {
        let Some(validity) = self.password_validity else {
            return PasswordAge::Young;
        };
        if kind == PasswordKind::OfDemo {
            return PasswordAge::Young;
        }
        let left = set + validity - now;
        if left <= TimeDelta::zero() {
            PasswordAge::Over
        } else if left <= TimeDelta::days(TOLD_BEFORE) {
            // A day that has begun counts.
            let days = (left - TimeDelta::nanoseconds(1)).num_days() + 1;
            PasswordAge::Ending {
                days: days.unsigned_abs(),
            }
        } else {
            PasswordAge::Young
        }
    }

    /// Whether a password that was set then is to be changed before anything else.
    #[must_use]
    pub fn password_due(self, set: DateTime<Utc>, kind: PasswordKind, now: DateTime<Utc>) -> bool {
        let is_over = self.password_age(set, kind, now) == PasswordAge::Over;
        self.forces_change && (is_over || kind == PasswordKind::Temporary)
    }

    /// Until when an account is valid whose period began then; `None`: for ever, as of those whom [`is_never_shut_out`],
    /// and of administrators of every kind: where they are kept apart, each kind is promised somebody who may sign in.
    #[must_use]
    pub fn account_valid_until(
        self,
        begun: DateTime<Utc>,
        held: PermissionSet,
    ) -> Option<DateTime<Utc>> {
        let validity = self.account_validity?;
        let is_spared = is_never_shut_out(held) || held.administering() != PermissionSet::NONE;
        (!is_spared).then(|| begun + validity)
    }

    /// Whether an account is over whose period began then.
    #[must_use]
    pub fn is_account_over(
        self,
        begun: DateTime<Utc>,
        held: PermissionSet,
        now: DateTime<Utc>,
    ) -> bool {
        self.account_valid_until(begun, held)
            .is_some_and(|until| until <= now)
    }

    /// Whether one more may be online, beside so many others.
    #[must_use]
    pub fn has_room(self, others: u64, held: PermissionSet) -> bool {
        let most = self.people_online;
        is_never_shut_out(held) || most.is_none_or(|most| others < most.into())
    }

    /// Whether somebody may call who has called so often in this minute, this call included.
    #[must_use]
    pub fn may_call(self, calls: u32, held: PermissionSet) -> bool {
        is_never_shut_out(held) || self.calls_a_minute.is_none_or(|most| calls <= most)
    }
}

/// Whether no limit of the policy shuts out who holds this: those who could lift it. A limit that was set too low would
/// else lock everybody out for good.
#[must_use]
pub fn is_never_shut_out(held: PermissionSet) -> bool {
    held.holds_any(&[Permission::Configuration, Permission::ManageUsers])
}

/// Who chose a password, which decides whether it is to be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordKind {
    /// The person's, or nobody's who signs in with it.
    Own,
    /// An administrator chose it.
    Temporary,
    /// An account's of the demo: everybody knows it, and nobody can change it.
    OfDemo,
}

impl PasswordKind {
    #[must_use]
    pub const fn of_account(is_temporary: bool, is_demo: bool) -> Self {
        match (is_demo, is_temporary) {
            (true, _) => Self::OfDemo,
            (false, true) => Self::Temporary,
            (false, false) => Self::Own,
        }
    }
}

/// How old a password is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordAge {
    /// Not worth a word.
    Young,
    /// It is over in so many days.
    Ending {
        /// Age in days, the first day counted as 1.
        days: u64,
    },
    Over,
}

impl PasswordAge {
    /// What the person is told.
    #[must_use]
    pub fn message(self) -> Option<Message> {
        match self {
            Self::Young => None,
            Self::Ending { days } => Some(NoticeText::PasswordEnding { days }.into()),
            Self::Over => Some(NoticeText::PasswordOver.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::Role;

    fn policy(entries: &[(SysKey, &'static str)]) -> SignInPolicy {
        SignInPolicy::of_entries(|key| {
            let found = entries.iter().find(|(name, _)| *name == key);
            found.map_or("", |(_, text)| text)
        })
    }

    fn start() -> DateTime<Utc> {
        "2026-03-01T08:00:00Z".parse().unwrap()
    }

    #[test]
    fn nothing_and_zero_limit_nothing() {
        for value in ["", "0", "nonsense"] {
            let read = policy(&[
                (SysKey::PasswordValidity, value),
                (SysKey::AccountValidity, value),
                (SysKey::OnlineUsers, value),
                (SysKey::Frequency, value),
                (SysKey::PasswordForce, value),
            ]);
            let unlimited = SignInPolicy {
                former_passwords: FORMER_PASSWORDS,
                ..SignInPolicy::default()
            };
            assert_eq!(read, unlimited, "{value}");
        }
        for (history, kept) in [("0", 0), ("3", 3), ("", 5), ("100", 24)] {
            let read = policy(&[(SysKey::PasswordHistory, history)]);
            assert_eq!(read.former_passwords, kept, "{history}");
        }
    }

    #[test]
    fn passwords_are_told_of_a_week_before() {
        let read = policy(&[
            (SysKey::PasswordValidity, "90"),
            (SysKey::PasswordForce, "on"),
        ]);
        let hour = TimeDelta::hours(1);
        for (age, found) in [
            (TimeDelta::zero(), PasswordAge::Young),
            (TimeDelta::days(83) - hour, PasswordAge::Young),
            (TimeDelta::days(83), PasswordAge::Ending { days: 7 }),
            (TimeDelta::days(83) + hour, PasswordAge::Ending { days: 7 }),
            (TimeDelta::days(84), PasswordAge::Ending { days: 6 }),
            (TimeDelta::days(90) - hour, PasswordAge::Ending { days: 1 }),
            (TimeDelta::days(90), PasswordAge::Over),
            (TimeDelta::days(900), PasswordAge::Over),
        ] {
            let now = start() + age;
            let aged = |kind| read.password_age(start(), kind, now);
            assert_eq!(aged(PasswordKind::Own), found, "{age}");
            assert_eq!(aged(PasswordKind::OfDemo), PasswordAge::Young, "{age}");
            let due = found == PasswordAge::Over;
            let is_due = |kind| read.password_due(start(), kind, now);
            assert_eq!(is_due(PasswordKind::Own), due, "{age}");
            assert!(is_due(PasswordKind::Temporary), "{age}");
            assert!(!is_due(PasswordKind::OfDemo), "{age}");
        }
        let only_told = policy(&[(SysKey::PasswordValidity, "90")]);
        let late = start() + TimeDelta::days(900);
        assert!(!only_told.password_due(start(), PasswordKind::Temporary, late));
    }

    /// Whoever makes an administrator of any kind outlives the period; nobody else does but who could lift it.
    #[test]
    fn no_kind_of_administrator_expires() {
        let read = policy(&[(SysKey::AccountValidity, "30")]);
        let end = start() + TimeDelta::days(30);
        for permission in Permission::ALL {
            let held = PermissionSet::from_permissions(&[Permission::Cart, permission]);
            let until = read.account_valid_until(start(), held);
            let expected = permission.administrator().is_none().then_some(end);
            assert_eq!(until, expected, "{permission:?}");
            assert_eq!(
                read.is_account_over(start(), held, end),
                expected.is_some(),
                "{permission:?}"
            );
        }
    }

    #[test]
    fn who_could_lift_a_limit_is_not_shut_out_by_it() {
        let read = policy(&[
            (SysKey::AccountValidity, "30"),
            (SysKey::OnlineUsers, "2"),
            (SysKey::Frequency, "60"),
        ]);
        let [applicant, admin, operator] = Role::ALL.map(Role::permissions);
        let end = start() + TimeDelta::days(30);
        for (held, until, never) in [
            (applicant, Some(end), false),
            (operator, Some(end), false),
            (admin, None, true),
        ] {
            assert_eq!(read.account_valid_until(start(), held), until);
            for (others, room) in [(0, true), (1, true), (2, false), (3, false)] {
                assert_eq!(read.has_room(others, held), room || never);
            }
            for (calls, may) in [(1, true), (60, true), (61, false)] {
                assert_eq!(read.may_call(calls, held), may || never);
            }
        }
    }
}
