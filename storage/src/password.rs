//! Passwords: argon2id, a few at a time, never on an async thread.

use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};
use std::thread;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _};
use rand::RngExt as _;
use sha2::{Digest as _, Sha256};
use tokio::sync::{Semaphore, oneshot};

use crate::StorageError;

type Work = Box<dyn FnOnce() + Send>;

/// Hashes and checks passwords. One hash takes 19 MiB (argon2's default, OWASP's first choice), so that many
/// sign-ins at once must queue instead of filling the memory. Threads of their own do it: an allocator keeps what a thread
/// has freed for that thread, so that on any thread of a large pool those 19 MiB would add up.
#[derive(Clone)]
pub struct Passwords {
    permits: Arc<Semaphore>,
    work: mpsc::Sender<Work>,
    /// What an unknown account is checked against, so that it takes as long as a known one.
    decoy: Arc<str>,
}

impl Passwords {
    /// At most `at_once` hashes are computed at the same time.
    pub fn new(at_once: usize) -> Result<Self, StorageError> {
        let at_once = at_once.max(1);
        Ok(Self {
            permits: Arc::new(Semaphore::new(at_once)),
            work: start(at_once)?,
            decoy: decoy()?,
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
        let decoy = Arc::clone(&self.decoy);
        let hash = hash.unwrap_or_else(|| decoy.to_string());
        let right = self
            .run(move || verify_blocking(&password, &hash, &decoy))
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
        let (answer, answered) = oneshot::channel();
        let gone = || StorageError::Setting("password hashing: its threads are gone".into());
        let work = move || {
            // Nobody hears the answer to a request that was dropped.
            let _ = answer.send(work());
            drop(permit);
        };
        self.work.send(Box::new(work)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())
    }
}

/// One for the whole process: making it takes as long as a sign-in.
static DECOY: LazyLock<Option<Arc<str>>> =
    LazyLock::new(|| Some(hash_blocking("no account has this password").ok()?.into()));

fn decoy() -> Result<Arc<str>, StorageError> {
    let made = DECOY.clone();
    made.ok_or_else(|| StorageError::Setting("password hashing: no hash can be made".into()))
}

/// Threads that work until the last sender is gone.
fn start(count: usize) -> Result<mpsc::Sender<Work>, StorageError> {
    let (sender, queue) = mpsc::channel::<Work>();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..count {
        let queue = Arc::clone(&queue);
        let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let thread = thread::Builder::new().name("password".into());
        let started = thread.spawn(move || {
            while let Ok(work) = next() {
                work();
            }
        });
        started.map_err(|error| StorageError::Setting(format!("password hashing: {error}")))?;
    }
    Ok(sender)
}

/// For commands that run without a server: hashes on the calling thread.
pub fn hash_blocking(password: &str) -> Result<String, StorageError> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| StorageError::Setting(format!("password hashing: {error}")))
}

/// Most memory, in KiB, passes and lanes that the check of a foreign hash may take: whoever signs in waits for it.
const DEAREST: (u32, u32, u32) = (65_536, 8, 4);

/// Whether another system's hash can be kept as it is: an argon2 PHC string with a salt and a digest, whose check takes no more
/// than this server gives to one.
#[must_use]
pub fn may_be_taken_over(hash: &str) -> bool {
    let Ok(parsed) = PasswordHash::new(hash) else {
        return false;
    };
    let Ok(params) = Params::try_from(&parsed) else {
        return false;
    };
    let (memory, passes, lanes) = DEAREST;
    Algorithm::try_from(parsed.algorithm.as_str()).is_ok()
        && parsed.salt.is_some()
        && parsed.hash.is_some()
        && params.m_cost() <= memory
        && params.t_cost() <= passes
        && params.p_cost() <= lanes
}

/// Before the SHA-256 of a password that [`generate`] made.
const GENERATED: &str = "$sha256$";

/// A password of some 95 random bits that follows the rule, without letters and digits that look alike, with what is kept
/// of it. Argon2 makes guessing what people choose dear; nobody guesses this, and thousands are made at once.
#[must_use]
pub fn generate() -> (String, String) {
    const KINDS: [&[u8]; 3] = [
        b"ABCDEFGHJKLMNPQRSTUVWXYZ",
        b"abcdefghijkmnopqrstuvwxyz",
        b"23456789",
    ];
    let letters = KINDS.concat();
    let mut random = rand::rng();
    let password = loop {
        let drawn: Vec<u8> = (0..GENERATED_CHARS)
            .map(|_| letters[random.random_range(0..letters.len())])
            .collect();
        if KINDS
            .iter()
            .all(|kind| drawn.iter().any(|letter| kind.contains(letter)))
        {
            break drawn.into_iter().map(char::from).collect::<String>();
        }
    };
    let kept = format!("{GENERATED}{}", hex::encode(Sha256::digest(&password)));
    (password, kept)
}

/// Characters of a generated password.
const GENERATED_CHARS: usize = 16;

fn verify_blocking(password: &str, hash: &str, decoy: &str) -> Result<bool, StorageError> {
    if let Some(digest) = hash.strip_prefix(GENERATED) {
        // Takes as long as any other, so that nobody learns whose password nobody has changed yet.
        let _ = verify_blocking(password, decoy, "");
        let given = hex::encode(Sha256::digest(password));
        return Ok(given == digest);
    }
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
    async fn generated_passwords_follow_the_rule_and_open_only_their_own_account() {
        let passwords = Passwords::new(1).unwrap();
        let made: Vec<_> = (0..1000).map(|_| generate()).collect();
        let different: std::collections::HashSet<_> = made.iter().map(|(one, _)| one).collect();
        assert_eq!(different.len(), 1000);
        for (password, kept) in &made {
            assert_eq!(domain::password::check(password), Ok(()), "{password}");
            assert!(!kept.contains(password.as_str()));
        }
        let (password, kept) = made[0].clone();
        let verify = async |password: &str| {
            passwords
                .verify(password.to_owned(), Some(kept.clone()))
                .await
        };
        assert!(verify(&password).await.unwrap());
        assert!(!verify(&made[1].0).await.unwrap());
        // What is kept is no password.
        assert!(!verify(kept.trim_start_matches(GENERATED)).await.unwrap());
        assert!(!verify(&kept).await.unwrap());
    }

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

    #[test]
    fn foreign_hashes_are_taken_over_when_they_are_argon2_and_not_too_dear() {
        let own = hash_blocking("Scenedock1").unwrap();
        assert!(may_be_taken_over(&own));
        for hash in [
            String::new(),
            "e10adc3949ba59abbe56e057f20f883e".to_owned(),
            generate().1,
            own.replace("argon2id", "scrypt"),
            own.replace("m=19456", "m=4194304"),
            own.replace("t=2", "t=1000"),
            own.rsplit_once('$').unwrap().0.to_owned(),
        ] {
            assert!(!may_be_taken_over(&hash), "{hash}");
        }
        let other = own
            .replace("m=19456", "m=4096")
            .replace("argon2id", "argon2i");
        assert!(may_be_taken_over(&other));
    }

    /// However many threads the program has for other work.
    #[tokio::test(flavor = "multi_thread")]
    async fn as_few_threads_hash_as_were_asked_for() {
        let passwords = Passwords::new(2).unwrap();
        let hashing = (0..40).map(|_| passwords.run(|| thread::current().id()));
        let threads = futures::future::try_join_all(hashing).await.unwrap();
        let threads: std::collections::HashSet<_> = threads.into_iter().collect();
        assert!(threads.len() <= 2, "{threads:?}");
        let named = passwords.run(|| thread::current().name().map(str::to_owned));
        assert_eq!(named.await.unwrap().as_deref(), Some("password"));
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
