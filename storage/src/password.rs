//! Passwords: argon2id, a few at a time, never on an async thread.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::Semaphore;

use crate::StorageError;

/// Hashes and checks passwords. One hash takes 19 MiB (argon2's default, OWASP's first choice), so that many
/// sign-ins at once must queue instead of filling the memory.
#[derive(Clone)]
pub struct Passwords {
    permits: Arc<Semaphore>,
    /// What an unknown account is checked against, so that it takes as long as a known one.
    decoy: Arc<str>,
}

impl Passwords {
    /// At most `at_once` hashes are computed at the same time.
    pub fn new(at_once: usize) -> Result<Self, StorageError> {
        Ok(Self {
            permits: Arc::new(Semaphore::new(at_once.max(1))),
            decoy: hash_blocking("no account has this password")?.into(),
        })
    }

    /// A PHC string with a new random salt.
    pub async fn hash(&self, password: String) -> Result<String, StorageError> {
        self.run(move || hash_blocking(&password)).await?
    }

    /// Whether the password is the one that was hashed. `None`: the account does not exist; takes as long.
    pub async fn verify(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, StorageError> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.decoy.to_string());
        let right = self
            .run(move || verify_blocking(&password, &hash))
            .await??;
        Ok(right && known)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StorageError> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|error| StorageError::Setting(error.to_string()))?;
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        })
        .await
        .map_err(|error| StorageError::Setting(format!("password hashing: {error}")))
    }
}

/// For commands that run without a server: hashes on the calling thread.
pub fn hash_blocking(password: &str) -> Result<String, StorageError> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| StorageError::Setting(format!("password hashing: {error}")))
}

fn verify_blocking(password: &str, hash: &str) -> Result<bool, StorageError> {
    let parsed = PasswordHash::new(hash).map_err(|error| StorageError::UnknownValue {
        column: "app_user.password_hash",
        value: error.to_string(),
    })?;
    Ok(Argon2::default()
        .verify_password(password.as_bytes(), &parsed)
        .is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_a_known_account_is_right() {
        let passwords = Passwords::new(2).unwrap();
        let hash = passwords.hash("Scenedock1".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let verify = |password: &str, hash: Option<&String>| {
            passwords.verify(password.to_owned(), hash.cloned())
        };
        assert!(verify("Scenedock1", Some(&hash)).await.unwrap());
        assert!(!verify("scenedock1", Some(&hash)).await.unwrap());
        assert!(
            !verify("no account has this password", None).await.unwrap(),
            "the decoy signs nobody in"
        );
    }

    #[tokio::test]
    async fn the_same_password_hashes_differently() {
        let passwords = Passwords::new(2).unwrap();
        assert_ne!(
            passwords.hash("x".into()).await.unwrap(),
            passwords.hash("x".into()).await.unwrap()
        );
    }
}
