//! Accounts that somebody may sign in with: one for each delivery that is handed out, for minutes one for its check, and one for
//! each shelf.

use chrono::{DateTime, Utc};
use domain::ids::SignInEpoch;
use storage::db::deliveries::{self, FtpAccount};
use storage::db::ftp_sessions::FtpRoot;
use storage::db::shelves;
use storage::db::transfers::Visitor;
use storage::{PgConnection, StorageError};

/// An FTP account whose delivery or shelf is open now.
pub(crate) struct OpenAccount {
    /// Name and sealed password.
    pub(crate) credential: FtpAccount,
    /// Delivery or shelf that it opens.
    pub(crate) root: FtpRoot,
    /// Of the person whose that is.
    pub(crate) epoch: SignInEpoch,
    /// Kind of person that the account is for.
    pub(crate) visitor: Visitor,
    /// From this moment on it opens nothing.
    pub(crate) expires: DateTime<Utc>,
}

impl OpenAccount {
    /// The account of this name.
    pub(crate) async fn find(
        db: &mut PgConnection,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Self>, StorageError> {
        let delivered = deliveries::find_account(db, name, now).await?;
        if let Some(account) = delivered.filter(|account| account.delivery.is_open(now)) {
            return Ok(Some(Self {
                root: FtpRoot::Delivery(account.delivery.id),
                expires: account.delivery.expires,
                credential: account.credential,
                epoch: account.epoch,
                visitor: account.visitor,
            }));
        }
        let shelf = shelves::find_account(db, name).await?;
        Ok(shelf.map(|account| Self {
            root: FtpRoot::Shelf {
                owner: account.owner,
                password_number: account.password_number,
            },
            // Files go one by one; the shelf stays.
            expires: DateTime::<Utc>::MAX_UTC,
            credential: account.credential,
            epoch: account.epoch,
            visitor: Visitor::Applicant,
        }))
    }
}
