//! Why an account is not made or changed.

use domain::account::AccountRefusal;
use domain::separation::SeparationRefusal;

use crate::StorageError;

/// Why an account is not made or changed.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    /// There is no such account.
    #[error("no such account")]
    NotFound,
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] AccountRefusal),
    /// Administrators would not be apart.
    #[error(transparent)]
    Apart(#[from] SeparationRefusal),
    /// The person of the identity provider has another account, or the account another such person.
    #[error("the account of the identity provider is linked already")]
    ProviderTaken,
    /// Somebody has the login name.
    #[error("the login name is taken")]
    NameTaken,
    /// A role that it is to have does not exist.
    #[error("there is no such role")]
    UnknownRole,
    /// Somebody else has given it other roles or facts.
    #[error("the account was changed meanwhile")]
    ChangedMeanwhile,
    /// The person's own account is no longer the one that was signed in to: what the person had opened has ended.
    #[error("the person's account was changed meanwhile")]
    OwnChangedMeanwhile,
    /// Another code has confirmed a second factor first, whose recovery codes are those that count.
    #[error("the second factor is on already")]
    SecondFactorOn,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for AdministrationError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}
