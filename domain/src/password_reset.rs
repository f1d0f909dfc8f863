//! Setting another password with a link that comes by mail: who gets one, and how long it opens.

use chrono::TimeDelta;

use crate::account::Approval;

/// How long a link opens, and how long it is worth sending.
pub const LINK_LIVES: TimeDelta = TimeDelta::minutes(30);

/// Accounts of one address that get a link each when somebody types the address; where more have it, nobody does, and one
/// types the account's name.
pub const MAX_PER_ADDRESS: usize = 5;

/// Links that one account is sent in [`COUNTED_OVER`]: nobody's mailbox is filled by a stranger, nor the link that was sent
/// first ended again and again.
pub const MAX_LINKS: i64 = 3;

/// How long a link that was sent counts.
pub const COUNTED_OVER: TimeDelta = TimeDelta::hours(1);

/// What the rule asks of an account.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that are asked one by one, and never passed by place"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetFacts {
    /// Whether somebody has let it in.
    pub approval: Approval,
    /// Whether it is switched off.
    pub is_disabled: bool,
    /// Whether the period for which it is valid is over.
    pub is_expired: bool,
    /// Whether it is one of the demo's: everybody knows its password, and the demo needs it.
    pub is_demo: bool,
    /// Whether its password is known to nobody: the person signs in at the identity provider.
    pub only_at_provider: bool,
    /// Whether the person has told an address.
    pub has_address: bool,
}

/// Why an account gets no link. Nobody who asks for one is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoLink {
    /// It waits for an administrator, or was refused.
    #[error("the registration is not approved")]
    NotApproved,
    /// The account is switched off.
    #[error("the account is switched off")]
    Disabled,
    /// The account's validity is over.
    #[error("the account is over")]
    Expired,
    /// The account belongs to the demo.
    #[error("it is an account of the demo")]
    Demo,
    /// It has no password of its own.
    #[error("the person signs in at the identity provider")]
    OnlyAtProvider,
    /// There is nowhere to send it.
    #[error("the account has no address")]
    NoAddress,
    /// It was sent enough of them.
    #[error("enough links were sent")]
    Enough,
}

impl ResetFacts {
    /// Whether a link may be sent to it, and opens.
    pub fn check(self) -> Result<(), NoLink> {
        let refusals = [
            (self.approval != Approval::Approved, NoLink::NotApproved),
            (self.is_disabled, NoLink::Disabled),
            (self.is_expired, NoLink::Expired),
            (self.is_demo, NoLink::Demo),
            (self.only_at_provider, NoLink::OnlyAtProvider),
            (!self.has_address, NoLink::NoAddress),
        ];
        match refusals.into_iter().find(|(holds, _)| *holds) {
            Some((_, refusal)) => Err(refusal),
            None => Ok(()),
        }
    }

    /// Whether one more link is sent to it, after so many within [`COUNTED_OVER`].
    pub fn check_another(self, sent_lately: i64) -> Result<(), NoLink> {
        self.check()?;
        if sent_lately >= MAX_LINKS {
            return Err(NoLink::Enough);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABLE: ResetFacts = ResetFacts {
        approval: Approval::Approved,
        is_disabled: false,
        is_expired: false,
        is_demo: false,
        only_at_provider: false,
        has_address: true,
    };

    #[test]
    fn each_refusal_has_its_case() {
        let table = [
            (ABLE, Ok(())),
            (
                ResetFacts {
                    approval: Approval::Waiting,
                    ..ABLE
                },
                Err(NoLink::NotApproved),
            ),
            (
                ResetFacts {
                    approval: Approval::Refused,
                    ..ABLE
                },
                Err(NoLink::NotApproved),
            ),
            (
                ResetFacts {
                    is_disabled: true,
                    ..ABLE
                },
                Err(NoLink::Disabled),
            ),
            (
                ResetFacts {
                    is_expired: true,
                    ..ABLE
                },
                Err(NoLink::Expired),
            ),
            (
                ResetFacts {
                    is_demo: true,
                    ..ABLE
                },
                Err(NoLink::Demo),
            ),
            (
                ResetFacts {
                    only_at_provider: true,
                    ..ABLE
                },
                Err(NoLink::OnlyAtProvider),
            ),
            (
                ResetFacts {
                    has_address: false,
                    ..ABLE
                },
                Err(NoLink::NoAddress),
            ),
        ];
        for (facts, want) in table {
            assert_eq!(facts.check(), want, "{facts:?}");
            assert_eq!(facts.check_another(MAX_LINKS - 1), want, "{facts:?}");
        }
    }

    /// Of all sets of facts one gets a link: nothing outweighs another.
    #[test]
    fn one_fact_is_enough_to_get_none() {
        let mut given = 0;
        for approval in Approval::ALL {
            for bits in 0..32 {
                let facts = ResetFacts {
                    approval,
                    is_disabled: bits & 1 != 0,
                    is_expired: bits & 2 != 0,
                    is_demo: bits & 4 != 0,
                    only_at_provider: bits & 8 != 0,
                    has_address: bits & 16 != 0,
                };
                assert_eq!(facts.check().is_ok(), facts == ABLE, "{facts:?}");
                given += usize::from(facts.check().is_ok());
            }
        }
        assert_eq!(given, 1);
    }

    #[test]
    fn a_mailbox_is_not_filled() {
        for sent in 0..6 {
            let want = if sent < MAX_LINKS {
                Ok(())
            } else {
                Err(NoLink::Enough)
            };
            assert_eq!(ABLE.check_another(sent), want, "{sent}");
        }
    }
}
