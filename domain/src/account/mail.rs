//! Mails about accounts.

use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::MailText;

/// The occasion of an account mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, EnumString, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum AccountMailKind {
    /// The registered person may sign in.
    RegistrationApproved,
    /// The registration was refused, for a reason.
    RegistrationRefused,
    /// A link with which another password is set.
    PasswordReset,
    /// The password is another, whoever set it.
    PasswordChanged,
    /// The e-mail address is another: to the former one.
    EmailChanged,
    /// An administrator took the second factor away.
    SecondFactorRemoved,
    /// The person switched the second factor off.
    SecondFactorOff,
    /// The person has other recovery codes.
    RecoveryCodesRenewed,
    /// Somebody of an identity provider signs in to the account as well.
    ProviderLinked,
    /// The person took the link to an identity provider away.
    ProviderUnlinked,
    /// An administrator took it away.
    ProviderLinkRemoved,
    /// Registrations wait: to those who decide.
    RegistrationWaits,
}

impl AccountMailKind {
    pub const ALL: [Self; 12] = [
        Self::RegistrationApproved,
        Self::RegistrationRefused,
        Self::PasswordReset,
        Self::PasswordChanged,
        Self::EmailChanged,
        Self::SecondFactorRemoved,
        Self::SecondFactorOff,
        Self::RecoveryCodesRenewed,
        Self::ProviderLinked,
        Self::ProviderUnlinked,
        Self::ProviderLinkRemoved,
        Self::RegistrationWaits,
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

    /// The kinds whose mails say nothing true any more once one of this kind is on its way.
    #[must_use]
    pub const fn overtakes(self) -> &'static [Self] {
        match self {
            Self::RegistrationApproved | Self::RegistrationRefused => {
                &[Self::RegistrationApproved, Self::RegistrationRefused]
            }
            Self::PasswordReset | Self::PasswordChanged => &[Self::PasswordReset],
            // Each address is told that it is left. How many wait is counted when the mail goes out: the earlier one is not
            // untrue.
            Self::EmailChanged
            | Self::SecondFactorRemoved
            | Self::SecondFactorOff
            | Self::RecoveryCodesRenewed
            | Self::ProviderLinked
            | Self::ProviderUnlinked
            | Self::ProviderLinkRemoved
            | Self::RegistrationWaits => &[],
        }
    }

    /// Whether it warns of another way into the account, or of one that is gone: whoever has come by somebody's account keeps
    /// its person out of it with either. Such a mail goes to the address that the person had when it happened, and
    /// goes out even where the account is switched off: whoever may change accounts could else keep it back by switching the
    /// account off and on.
    #[must_use]
    pub const fn is_warning(self) -> bool {
        matches!(
            self,
            Self::PasswordChanged
                | Self::EmailChanged
                | Self::SecondFactorRemoved
                | Self::SecondFactorOff
                | Self::RecoveryCodesRenewed
                | Self::ProviderLinked
                | Self::ProviderUnlinked
                | Self::ProviderLinkRemoved
        )
    }

    #[must_use]
    pub const fn subject(self) -> MailText {
        match self {
            Self::RegistrationApproved => MailText::RegistrationApproved,
            Self::RegistrationRefused => MailText::RegistrationRefused,
            Self::PasswordReset => MailText::PasswordReset,
            Self::PasswordChanged => MailText::PasswordChanged,
            Self::EmailChanged => MailText::EmailChanged,
            Self::SecondFactorRemoved => MailText::SecondFactorRemoved,
            Self::SecondFactorOff => MailText::SecondFactorOff,
            Self::RecoveryCodesRenewed => MailText::RecoveryCodesRenewed,
            Self::ProviderLinked => MailText::ProviderLinked,
            Self::ProviderUnlinked => MailText::ProviderUnlinked,
            Self::ProviderLinkRemoved => MailText::ProviderLinkRemoved,
            Self::RegistrationWaits => MailText::RegistrationWaits,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn words_are_read_back() {
        assert!(AccountMailKind::iter().eq(AccountMailKind::ALL));
        for kind in AccountMailKind::ALL {
            assert_eq!(AccountMailKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(AccountMailKind::parse("birthday"), None);
    }

    #[test]
    fn what_opens_or_shuts_a_way_into_the_account_is_a_warning() {
        use AccountMailKind::{
            EmailChanged, PasswordChanged, ProviderLinkRemoved, ProviderLinked, ProviderUnlinked,
            RecoveryCodesRenewed, SecondFactorOff, SecondFactorRemoved,
        };
        let warnings = AccountMailKind::iter().filter(|kind| kind.is_warning());
        assert!(warnings.eq([
            PasswordChanged,
            EmailChanged,
            SecondFactorRemoved,
            SecondFactorOff,
            RecoveryCodesRenewed,
            ProviderLinked,
            ProviderUnlinked,
            ProviderLinkRemoved,
        ]));
    }

    /// What was sent tells what holds: of two decisions the later one, of two links the later one, and no link once the
    /// password is another. That it is another is told each time.
    #[test]
    fn a_later_mail_overtakes_what_it_makes_untrue() {
        use AccountMailKind::{
            PasswordChanged, PasswordReset, RegistrationApproved, RegistrationRefused,
        };
        let overtaken = [
            (RegistrationApproved, RegistrationApproved),
            (RegistrationApproved, RegistrationRefused),
            (RegistrationRefused, RegistrationApproved),
            (RegistrationRefused, RegistrationRefused),
            (PasswordReset, PasswordReset),
            (PasswordChanged, PasswordReset),
        ];
        for later in AccountMailKind::ALL {
            for earlier in AccountMailKind::ALL {
                assert_eq!(
                    later.overtakes().contains(&earlier),
                    overtaken.contains(&(later, earlier)),
                    "{later:?} {earlier:?}"
                );
            }
        }
    }
}
