//! What mails say: those about orders around their notices, those about accounts by themselves.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Detail, Text};

/// The subjects of mails, and what stands in them. `what` is a subject, `said` a notice, or what is told of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "mail.")]
pub enum MailText {
    Subject {
        what: Detail,
        site: String,
    },
    Body {
        name: String,
        said: Detail,
        site: String,
        order: String,
        unsubscribe: String,
    },
    Order {
        number: String,
    },
    SubscriptionDigest,
    Submitted {
        number: String,
    },
    Approved {
        number: String,
    },
    Rejected {
        number: String,
    },
    Cancelled {
        number: String,
    },
    PreparationStuck {
        number: String,
    },
    Prepared {
        number: String,
    },
    Completed {
        number: String,
    },
    Overdue {
        number: String,
    },
    DownloadEndsIn3Days {
        number: String,
    },
    PickUpEndsIn3Days {
        number: String,
    },
    DownloadEndsIn1Day {
        number: String,
    },
    PickUpEndsIn1Day {
        number: String,
    },
    DownloadEnded {
        number: String,
    },
    PickUpEnded {
        number: String,
    },
    ExtensionRequested {
        number: String,
    },
    DownloadExtended {
        number: String,
    },
    PickUpExtended {
        number: String,
    },
    ResultRefused {
        number: String,
    },
    AccountBody {
        name: String,
        account: String,
        said: Detail,
        site: String,
        page: String,
    },
    RegistrationApproved,
    RegistrationApprovedBody,
    RegistrationRefused,
    RegistrationRefusedBody {
        reason: String,
    },
    RegistrationWaits,
    RegistrationWaitsBody {
        count: u64,
    },
    PasswordReset,
    PasswordResetBody {
        link: String,
        minutes: u64,
    },
    PasswordChanged,
    PasswordChangedBody {
        time: String,
    },
    EmailChanged,
    EmailChangedBody {
        time: String,
    },
    SecondFactorRemoved,
    SecondFactorRemovedBody {
        time: String,
    },
    SecondFactorOff,
    SecondFactorOffBody {
        time: String,
    },
    RecoveryCodesRenewed,
    RecoveryCodesRenewedBody {
        time: String,
    },
    ProviderLinked,
    ProviderLinkedBody {
        time: String,
    },
    ProviderUnlinked,
    ProviderUnlinkedBody {
        time: String,
    },
    ProviderLinkRemoved,
    ProviderLinkRemovedBody {
        time: String,
    },
    Unsubscribe,
    UnsubscribeQuestion,
    Unsubscribed,
}

impl Text for MailText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
