//! What is changed of an account.

use domain::account::{AccountAction, Approval};
use domain::ids::SessionId;
use domain::role::RoleId;

use crate::db::provider_links::ProviderPerson;
use crate::db::users::Profile;
use crate::sealed::CODE_BYTES;

/// Whether people are told of something by mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByMail {
    /// They are, if they have an address.
    Sent,
    /// No mails are sent here: none would ever leave the queue.
    NotSent,
}

impl ByMail {
    /// Whether anybody is told depends on whether there is a mail server.
    #[must_use]
    pub const fn of_installation(sends: bool) -> Self {
        if sends { Self::Sent } else { Self::NotSent }
    }
}

#[derive(Debug, Clone, Copy)]
pub enum AccountChange<'a> {
    /// The registered person is let in while the registration stands as it was seen, and told by mail where mails are sent.
    Approve(Approval, ByMail),
    /// The registration is refused, for this reason, while it stands as it was seen, and the person told.
    Refuse(&'a str, Approval, ByMail),
    /// Other facts about the person, where the second is there only while those are known; a former address is told by mail that
    /// it is left, where mails are sent.
    Profile(&'a Profile, Option<&'a Profile>, ByMail),
    /// These roles, and no others; where the second is there, only while the person has those.
    Roles(&'a [RoleId], Option<&'a [RoleId]>),
    /// The person's own new password, hashed; the person is told by mail, as of each other way into the account.
    OwnPassword(&'a str, ByMail),
    /// A password that an administrator chose, hashed.
    ResetPassword(&'a str, ByMail),
    /// Switched off.
    Disable,
    /// Switched on again.
    Enable,
    /// Ends this session; `None`: all of them.
    EndSessions(Option<SessionId>),
    /// The second factor is on: a code has confirmed it.
    SecondFactorOn(ConfirmedFactor<'a>),
    /// The person does without a second factor.
    SecondFactorOff(ByMail),
    /// The person has lost the second factor.
    RemoveSecondFactor(ByMail),
    /// Other recovery codes, hashed.
    RecoveryCodes(&'a [[u8; CODE_BYTES]], ByMail),
    /// Valid for another period from now.
    ExtendValidity,
    /// This person of the identity provider signs in to it as well.
    LinkProvider(&'a ProviderPerson, ByMail),
    /// Nobody of this provider does any longer; sessions that were opened so end, but for one.
    UnlinkProvider(&'a str, Option<SessionId>, ByMail),
    /// This person of the identity provider may be somebody else, and signs in no longer.
    RemoveProviderLink(&'a ProviderPerson, ByMail),
}

/// A second factor that is switched on.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmedFactor<'a> {
    /// The time step of the code that confirmed it.
    pub step: i64,
    /// The recovery codes, hashed.
    pub recovery: &'a [[u8; CODE_BYTES]],
    /// The session that stays: the others were opened with less.
    pub session: Option<SessionId>,
}

impl AccountChange<'_> {
    pub(super) const fn action(self) -> AccountAction {
        match self {
            Self::Approve(..) => AccountAction::Approve,
            Self::Refuse(..) => AccountAction::Refuse,
            Self::Profile(..) => AccountAction::ChangeProfile,
            Self::Roles(..) => AccountAction::ChangeRole,
            Self::OwnPassword(..) => AccountAction::ChangePassword,
            Self::ResetPassword(..) => AccountAction::ResetPassword,
            Self::Disable => AccountAction::Disable,
            Self::Enable => AccountAction::Enable,
            Self::EndSessions(_) => AccountAction::EndSessions,
            Self::SecondFactorOn(_) => AccountAction::EnableSecondFactor,
            Self::SecondFactorOff(_) => AccountAction::DisableSecondFactor,
            Self::RemoveSecondFactor(_) => AccountAction::RemoveSecondFactor,
            Self::RecoveryCodes(..) => AccountAction::RenewRecoveryCodes,
            Self::ExtendValidity => AccountAction::ExtendValidity,
            Self::LinkProvider(..) => AccountAction::LinkProvider,
            Self::UnlinkProvider(..) => AccountAction::UnlinkProvider,
            Self::RemoveProviderLink(..) => AccountAction::RemoveProviderLink,
        }
    }

    pub(super) const fn reason(&self) -> &str {
        match self {
            Self::Refuse(reason, ..) => reason,
            _ => "",
        }
    }

    /// Whether afterwards there may be an administrator less.
    pub(super) const fn may_remove_administrator(self) -> bool {
        matches!(self, Self::Roles(..) | Self::Disable)
    }
}
