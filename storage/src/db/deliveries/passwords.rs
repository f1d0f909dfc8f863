//! Passwords of FTP accounts: made, and made anew.

use domain::ids::UserId;
use rand::Rng as _;
use sqlx::PgConnection;

use super::FtpAccount;
use crate::StorageError;
use crate::sealed::ServerKey;

/// Base32 without what people confuse; 5 bits a letter.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Of a password: 26 letters of 5 bits, 130 bits.
pub const FTP_PASSWORD_LETTERS: usize = 26;
/// Of an account, beside the order's number: 10 letters of 5 bits, so that accounts cannot be guessed either.
pub const FTP_ACCOUNT_LETTERS: usize = 10;

/// `count` random letters.
#[must_use]
pub fn letters(count: usize) -> String {
    let mut bytes = vec![0_u8; count];
    rand::rng().fill_bytes(&mut bytes);
    bytes
        .into_iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

impl FtpAccount {
    /// A new account that nobody can guess; its name begins with `prefix`.
    pub fn fresh(prefix: &str, key: &ServerKey) -> Result<Self, StorageError> {
        Self::named(format!("{prefix}-{}", letters(FTP_ACCOUNT_LETTERS)), key)
    }

    /// The account of this name with a new password.
    pub fn named(name: String, key: &ServerKey) -> Result<Self, StorageError> {
        let password = letters(FTP_PASSWORD_LETTERS);
        let password_sealed = key.seal(password.as_bytes(), name.as_bytes())?;
        Ok(Self {
            name,
            password_sealed,
        })
    }
}

/// Gives every open FTP account of the person's orders a new password: who read the old one signs in no more. Those that
/// are still being checked keep theirs: nobody has seen it but the worker that checks.
pub async fn renew_passwords(
    db: &mut PgConnection,
    key: &ServerKey,
    owner: UserId,
) -> Result<usize, StorageError> {
    let accounts = sqlx::query!(
        "SELECT d.id, d.account AS \"account!\" FROM delivery d JOIN orders o ON o.id = d.order_id \
         WHERE o.user_id = $1 AND d.state = 'active' AND d.account IS NOT NULL ORDER BY d.id FOR UPDATE OF d", owner.0)
    .fetch_all(&mut *db)
    .await?;
    for row in &accounts {
        let renewed = FtpAccount::named(row.account.clone(), key)?;
        sqlx::query!(
            "UPDATE delivery SET password_sealed = $2 WHERE id = $1",
            row.id,
            renewed.password_sealed
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(accounts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_distinct_and_new_every_time() {
        let mut sorted = LETTERS.to_vec();
        sorted.dedup();
        assert_eq!(sorted.len(), 32);
        assert_eq!(letters(FTP_PASSWORD_LETTERS).len(), FTP_PASSWORD_LETTERS);
        assert_ne!(letters(FTP_PASSWORD_LETTERS), letters(FTP_PASSWORD_LETTERS));
    }
}
