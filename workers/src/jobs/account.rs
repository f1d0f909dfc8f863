//! Accounts of the FTP gateway that nobody can guess.

use storage::db::deliveries::FtpAccount;
use storage::sealed::ServerKey;

use super::outcome::storage_fault;
use crate::fault::Fault;

/// A new account whose name begins with `prefix`, its password sealed under `key`.
pub(super) fn new_account(prefix: &str, key: &ServerKey) -> Result<FtpAccount, Fault> {
    FtpAccount::fresh(prefix, key).map_err(|error| storage_fault(&error))
}
