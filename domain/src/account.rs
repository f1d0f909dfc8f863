//! What an account may be called and hold, and what administrators may do to it.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::ProblemText;

use crate::permission::RightsChange;

mod fields;
mod id_number;
pub mod import;
mod mail;
mod profile;

pub use fields::{
    EMAIL_PATTERN, LOGIN_NAME_PATTERN, LONGEST_TEXT, MOBILE_PATTERN, check_email, check_login_name,
    check_mobile, check_optional_text, check_required_text, masked_phone,
};
pub use id_number::{ID_NUMBER_PATTERN, check_id_number, masked_id_number};
pub use mail::AccountMailKind;
pub use profile::{PersonField, Profile, Required};

/// Whether an administrator has let a registered person in.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Approval {
    /// The registration waits for an administrator.
    Waiting,
    /// The person may sign in.
    Approved,
    /// An administrator refused the registration.
    Refused,
}

impl Approval {
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Approved, Self::Refused];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// What sort of user somebody registered as (portal specification, section 3). What a person may do follows from roles.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UserType {
    /// 正式用户, the only one that the specification has.
    Formal,
}

impl UserType {
    pub const ALL: [Self; 1] = [Self::Formal];

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Whether a person may sign in, and why not.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AccountStatus {
    /// The person may sign in.
    Active,
    /// An administrator switched the account off.
    Disabled,
    /// The registration waits for an administrator.
    Waiting,
    /// The registration was refused.
    Refused,
}

impl AccountStatus {
    pub const ALL: [Self; 4] = [Self::Active, Self::Disabled, Self::Waiting, Self::Refused];

    /// Of an account with this approval, switched off or not.
    #[must_use]
    pub const fn new(approval: Approval, disabled: bool) -> Self {
        match (approval, disabled) {
            (Approval::Waiting, _) => Self::Waiting,
            (Approval::Refused, _) => Self::Refused,
            (Approval::Approved, true) => Self::Disabled,
            (Approval::Approved, false) => Self::Active,
        }
    }

    #[must_use]
    pub const fn approval(self) -> Approval {
        match self {
            Self::Active | Self::Disabled => Approval::Approved,
            Self::Waiting => Approval::Waiting,
            Self::Refused => Approval::Refused,
        }
    }

    /// Whether accounts of it are switched off; `None`: some are and some are not.
    #[must_use]
    pub const fn is_disabled(self) -> Option<bool> {
        match self {
            Self::Active => Some(false),
            Self::Disabled => Some(true),
            Self::Waiting | Self::Refused => None,
        }
    }

    /// The word in requests and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// 性别, in the specification's digits (portal specification, section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sex {
    /// 0
    Female,
    /// 1
    Male,
}

impl Sex {
    /// The digit.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::Female => 0,
            Self::Male => 1,
        }
    }

    /// Reads the digit.
    #[must_use]
    pub const fn from_code(code: i16) -> Option<Self> {
        match code {
            0 => Some(Self::Female),
            1 => Some(Self::Male),
            _ => None,
        }
    }
}

/// What happened to an account.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AccountAction {
    /// The first administrator was made with the link of the first start.
    SetUp,
    /// A person registered.
    Register,
    /// An administrator made the account.
    Create,
    /// An administrator let a registered person in.
    Approve,
    /// An administrator refused a registration.
    Refuse,
    /// Name, unit, telephone numbers or address were changed.
    ChangeProfile,
    /// Roles were given or taken away.
    ChangeRole,
    /// The person chose a new password.
    ChangePassword,
    /// An administrator set a password.
    ResetPassword,
    /// The account was switched off.
    Disable,
    /// The account was switched on again.
    Enable,
    /// One session or all were ended before their time.
    EndSessions,
    /// The person set up a second factor.
    EnableSecondFactor,
    /// The person switched the second factor off.
    DisableSecondFactor,
    /// An administrator took the second factor away, because the person has lost it.
    RemoveSecondFactor,
    /// The person signed in, or switched the factor off, with a recovery code.
    UseRecoveryCode,
    /// The person got new recovery codes.
    RenewRecoveryCodes,
    /// The account is valid for another period.
    ExtendValidity,
    /// The person signs in with an account of the identity provider as well.
    LinkProvider,
    /// The person does so no longer.
    UnlinkProvider,
    /// An administrator took such a link away, because somebody else may sign in with it.
    RemoveProviderLink,
    /// Somebody who is not signed in asked for a link to set another password.
    RequestPasswordReset,
    /// The person set another password with such a link.
    ResetPasswordByMail,
}

impl AccountAction {
    pub const ALL: [Self; 23] = [
        Self::SetUp,
        Self::Register,
        Self::Create,
        Self::Approve,
        Self::Refuse,
        Self::ChangeProfile,
        Self::ChangeRole,
        Self::ChangePassword,
        Self::ResetPassword,
        Self::Disable,
        Self::Enable,
        Self::EndSessions,
        Self::EnableSecondFactor,
        Self::DisableSecondFactor,
        Self::RemoveSecondFactor,
        Self::UseRecoveryCode,
        Self::RenewRecoveryCodes,
        Self::ExtendValidity,
        Self::LinkProvider,
        Self::UnlinkProvider,
        Self::RemoveProviderLink,
        Self::RequestPasswordReset,
        Self::ResetPasswordByMail,
    ];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// Whether people do it to their own account, and nobody to another's.
    const fn is_ones_own(self) -> bool {
        matches!(
            self,
            Self::Register
                | Self::ChangePassword
                | Self::EnableSecondFactor
                | Self::DisableSecondFactor
                | Self::UseRecoveryCode
                | Self::RenewRecoveryCodes
                | Self::LinkProvider
                | Self::UnlinkProvider
                | Self::RequestPasswordReset
                | Self::ResetPasswordByMail
        )
    }

    /// Whether an administrator may do it to an account of which `facts` hold.
    pub fn check(self, facts: AccountFacts) -> Result<(), AccountRefusal> {
        let removes_administrator =
            matches!(self, Self::ChangeRole | Self::Disable) && facts.rights.loses_administration();
        let settles = matches!(self, Self::Approve | Self::Refuse);
        let is_for_others = settles
            || matches!(
                self,
                Self::ChangeRole
                    | Self::ResetPassword
                    | Self::Disable
                    | Self::RemoveSecondFactor
                    | Self::RemoveProviderLink
                    | Self::ExtendValidity
            );
        let demo_depends = matches!(
            self,
            Self::ChangeRole
                | Self::ResetPassword
                | Self::ChangePassword
                | Self::Disable
                | Self::Enable
                | Self::EnableSecondFactor
                | Self::LinkProvider
        );
        if demo_depends && facts.is_demo {
            return Err(AccountRefusal::DemoAccount);
        }
        // Setting a password or address gives access to that account's rights.
        if !self.is_ones_own() && facts.exceeds_own_rights {
            return Err(AccountRefusal::BeyondOwnRights);
        }
        if removes_administrator {
            return Err(AccountRefusal::LastAdministrator);
        }
        if is_for_others && facts.is_own {
            return Err(AccountRefusal::OwnAccount);
        }
        let is_decided = match self {
            // Who was refused may be let in after all.
            Self::Approve => facts.approval == Approval::Approved,
            Self::Refuse => facts.approval != Approval::Waiting,
            _ => false,
        };
        if is_decided {
            return Err(AccountRefusal::NotWaiting);
        }
        Ok(())
    }
}

/// What the rules ask of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountFacts {
    /// Whether it is the account of the person who acts.
    pub is_own: bool,
    /// Whether it is one of the demo's: everybody knows its password, and the demo needs it.
    pub is_demo: bool,
    /// Rights of the account and of all others, before and after the change.
    pub rights: RightsChange,
    /// Whether it has, or would gain or lose, a right that the person who acts may not give.
    pub exceeds_own_rights: bool,
    /// Whether somebody has let it in.
    pub approval: Approval,
}

/// Why an administrator may not do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountRefusal {
    /// Nobody takes rights from oneself, or gives them.
    #[error("it is the account of the person who acts")]
    OwnAccount,
    /// The demo would end, or its accounts would come back where none runs.
    #[error("it is an account of the demo")]
    DemoAccount,
    /// Nobody gives, takes or comes by rights that one has not.
    #[error("the change goes beyond the rights of the person who acts")]
    BeyondOwnRights,
    /// The installation keeps at least one administrator.
    #[error("it is the last administrator")]
    LastAdministrator,
    /// Somebody has decided about the registration.
    #[error("the registration is decided already")]
    NotWaiting,
}

impl AccountRefusal {
    /// Message to the administrator.
    #[must_use]
    pub const fn text(self) -> ProblemText {
        match self {
            Self::OwnAccount => ProblemText::OwnAccount,
            Self::DemoAccount => ProblemText::DemoAccount,
            Self::BeyondOwnRights => ProblemText::BeyondOwnRights,
            Self::LastAdministrator => ProblemText::LastAdministrator,
            Self::NotWaiting => ProblemText::RegistrationDecided,
        }
    }
}

#[cfg(test)]
mod tests;
