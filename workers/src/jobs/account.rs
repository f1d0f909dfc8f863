//! Accounts of the FTP gateway that nobody can guess.

use storage::db::deliveries::{FTP_ACCOUNT_LETTERS, FTP_PASSWORD_LETTERS, FtpAccount, letters};
use storage::sealed::ServerKey;

use super::storage_fault;
use crate::fault::Fault;

/// A new account whose name begins with `prefix`, its password sealed under `key`.
pub(super) fn new_account(prefix: &str, key: &ServerKey) -> Result<FtpAccount, Fault> {
    let name = format!("{prefix}-{}", letters(FTP_ACCOUNT_LETTERS));
    let password_sealed = key
        .seal(letters(FTP_PASSWORD_LETTERS).as_bytes(), name.as_bytes())
        .map_err(|error| storage_fault(&error))?;
    Ok(FtpAccount {
        name,
        password_sealed,
    })
}
